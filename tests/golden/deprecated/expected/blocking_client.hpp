    /** Fills a basket.

        As `fill_basket` of the client, which says more; returns when the call has ended.
    */
    template <class = void>
    [[deprecated]]
    restbind::result<restbind::binary_body>
    fill_basket(Basket const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->run<operations::fill_basket>(request, options);
    }

    /** Without the body.

        As `fill_basket` of the client, which says more; returns when the call has ended.
    */
    template <class = void>
    [[deprecated]]
    restbind::result<restbind::binary_body>
    fill_basket(restbind::no_body_t none,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->run<operations::fill_basket>(none, options);
    }

    /** Hands the body to a sink.

        As `fill_basket` of the client, which says more; returns when the call has ended.
    */
    template <class = void>
    [[deprecated]]
    restbind::result<restbind::net::streamed_response>
    fill_basket(Basket const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->run_streaming<operations::fill_basket>(request, sink, options);
    }
