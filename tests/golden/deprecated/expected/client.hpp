    /** Fills a basket.

        @deprecated The document says so.
        @param request Validated before anything is sent; encoded before the call returns.
        @param options How this call differs from the client's other calls.
        @returns The picture.
        @par Errors
        - `error_kind::validation_failed` (422): a rule is broken and nothing was sent.
        - everything else: see `restbind::error`.
        @par Retry
        The document says nothing: `client_options::retry.otherwise` holds. Never after a lost
        response: `error::outcome_unknown()`.
        @par Source
        `#/paths/~1baskets/post`
    */
    [[deprecated]]
    boost::asio::awaitable<restbind::result<restbind::binary_body>>
    fill_basket(Basket const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::fill_basket>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(fill_basket, Basket)

    /** The same without the body, which may be left out. */
    [[deprecated]]
    boost::asio::awaitable<restbind::result<restbind::binary_body>>
    fill_basket(restbind::no_body_t none,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::fill_basket>(none, options);
    }

    RESTBIND_REFUSE_TEMPORARY_OPTIONS(fill_basket, restbind::no_body_t)

    /** The same, with the body of a success handed over piece by piece as it arrives, however large
        it is.

        @param sink Gets the body, on the call's executor. Must live until the call has ended. It
            never gets the body of an error, and nothing is sent again once it has got something.
        @returns What is known of the response besides its body; the sink's own error if it has
            given one.
        @par Errors
        As without a sink.
    */
    [[deprecated]]
    boost::asio::awaitable<restbind::result<restbind::net::streamed_response>>
    fill_basket(Basket const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call_streaming<operations::fill_basket>(request, sink, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(fill_basket, Basket, restbind::net::body_sink&)

    /** As `fill_basket`, for any completion token. Never completes within this function. */
    template <boost::asio::completion_token_for<
        void(restbind::result<restbind::binary_body>)> CompletionToken = default_token_type>
    [[deprecated]]
    auto async_fill_basket(Basket const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options,
        CompletionToken&& token = default_token_type()) const
    {
        return this->template async_call<operations::fill_basket>(request, options,
            std::forward<CompletionToken>(token));
    }

    /** The same with the options that the client's calls have. */
    template <boost::asio::completion_token_for<
        void(restbind::result<restbind::binary_body>)> CompletionToken>
    [[deprecated]]
    auto async_fill_basket(Basket const& request, CompletionToken&& token) const
    {
        return this->template async_call<operations::fill_basket>(request,
            restbind::net::no_call_options, std::forward<CompletionToken>(token));
    }

    /** As `fill_basket`, for any completion token. Never completes within this function. */
    template <boost::asio::completion_token_for<
        void(restbind::result<restbind::binary_body>)> CompletionToken = default_token_type>
    [[deprecated]]
    auto async_fill_basket(restbind::no_body_t none,
        restbind::net::call_options const& options = restbind::net::no_call_options,
        CompletionToken&& token = default_token_type()) const
    {
        return this->template async_call<operations::fill_basket>(none, options,
            std::forward<CompletionToken>(token));
    }

    /** The same with the options that the client's calls have. */
    template <boost::asio::completion_token_for<
        void(restbind::result<restbind::binary_body>)> CompletionToken>
    [[deprecated]]
    auto async_fill_basket(restbind::no_body_t none, CompletionToken&& token) const
    {
        return this->template async_call<operations::fill_basket>(none,
            restbind::net::no_call_options, std::forward<CompletionToken>(token));
    }

    /** As `fill_basket`, for any completion token. Never completes within this function. */
    template <boost::asio::completion_token_for<
        void(restbind::result<restbind::net::streamed_response>)> CompletionToken = default_token_type>
    [[deprecated]]
    auto async_fill_basket(Basket const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = restbind::net::no_call_options,
        CompletionToken&& token = default_token_type()) const
    {
        return this->template async_call_streaming<operations::fill_basket>(request, sink, options,
            std::forward<CompletionToken>(token));
    }

    /** The same with the options that the client's calls have. */
    template <boost::asio::completion_token_for<
        void(restbind::result<restbind::net::streamed_response>)> CompletionToken>
    [[deprecated]]
    auto async_fill_basket(Basket const& request, restbind::net::body_sink& sink,
        CompletionToken&& token) const
    {
        return this->template async_call_streaming<operations::fill_basket>(request, sink,
            restbind::net::no_call_options, std::forward<CompletionToken>(token));
    }
