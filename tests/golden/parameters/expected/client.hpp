    /** `PUT /{ext}/venues/{venue-id}/plans/{name}`.

        @param request Validated before anything is sent; encoded before the call returns.
        @param options How this call differs from the client's other calls.
        @returns Replaced.
        @par Errors
        - `error_kind::validation_failed` (422): a rule is broken and nothing was sent.
        - everything else: see `restbind::error`.
        @par Retry
        The document says nothing: `client_options::retry.otherwise` holds. A lost response leads to
        a retry, too: twice has the effect of once. A request that was cut off is sent again: twice
        has the effect of once.
        @par Source
        `#/paths/~1{ext}~1venues~1{venue-id}~1plans~1{name}/put`
    */
    boost::asio::awaitable<restbind::result<void>>
    replace_plan(ReplacePlanRequest const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::replace_plan>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(replace_plan, ReplacePlanRequest)

    /** As `replace_plan`, for any completion token. Never completes within this function. */
    template <boost::asio::completion_token_for<
        void(restbind::result<void>)> CompletionToken = default_token_type>
    auto async_replace_plan(ReplacePlanRequest const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options,
        CompletionToken&& token = default_token_type()) const
    {
        return this->template async_call<operations::replace_plan>(request, options,
            std::forward<CompletionToken>(token));
    }

    /** The same with the options that the client's calls have. */
    template <boost::asio::completion_token_for<void(restbind::result<void>)> CompletionToken>
    auto async_replace_plan(ReplacePlanRequest const& request, CompletionToken&& token) const
    {
        return this->template async_call<operations::replace_plan>(request,
            restbind::net::no_call_options, std::forward<CompletionToken>(token));
    }
