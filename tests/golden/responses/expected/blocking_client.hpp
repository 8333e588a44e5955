    /** A picture, however large it is.

        As `load_picture` of the client, which says more; returns when the call has ended.
    */
    template <class = void>
    restbind::result<operations::load_picture::response_type>
    load_picture(no_request const& request = {},
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->run<operations::load_picture>(request, options);
    }

    /** Hands the body to a sink.

        As `load_picture` of the client, which says more; returns when the call has ended.
    */
    template <class = void>
    restbind::result<restbind::net::streamed_response>
    load_picture(no_request const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->run_streaming<operations::load_picture>(request, sink, options);
    }
