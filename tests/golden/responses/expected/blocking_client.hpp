    /** As `client::load_picture`. */
    template <class = void>
    restbind::result<operations::load_picture::response_type>
    load_picture(no_request const& request = {},
        restbind::net::call_options const& options = {}) const
    {
        return this->run<operations::load_picture>(request, options);
    }

    /** As `client::load_picture`. */
    template <class = void>
    restbind::result<restbind::net::streamed_response>
    load_picture(no_request const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = {}) const
    {
        return this->run_streaming<operations::load_picture>(request, sink, options);
    }
