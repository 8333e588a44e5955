    /** `POST /texts`.

        @param request Validated before anything is sent; encoded before the call returns. Sent as
            `text/plain`.
        @param options How this call differs from the client's other calls.
        @returns Sent.
        @par Errors
        - `error_kind::validation_failed` (422): a rule is broken and nothing was sent.
        - everything else: see `restbind::error`.
        @par Retry
        The document says nothing: `client_options::retry.otherwise` holds. Never after a lost
        response: `error::outcome_unknown()`.
        @par Source
        `#/paths/~1texts/post`
    */
    boost::asio::awaitable<restbind::result<void>>
    send_text(SendTextRequest const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::send_text>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(send_text, SendTextRequest)

    /** The body may be left out.

        @param request Validated before anything is sent; encoded before the call returns.
        @param options How this call differs from the client's other calls.
        @returns Sent.
        @par Errors
        - `error_kind::validation_failed` (422): a rule is broken and nothing was sent.
        - everything else: see `restbind::error`.
        @par Retry
        The document says nothing: `client_options::retry.otherwise` holds. Never after a lost
        response: `error::outcome_unknown()`.
        @par Source
        `#/paths/~1optional/post`
    */
    boost::asio::awaitable<restbind::result<void>>
    send_maybe(Note const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::send_maybe>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(send_maybe, Note)

    /** The same without the body, which may be left out. */
    boost::asio::awaitable<restbind::result<void>>
    send_maybe(restbind::no_body_t none,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::send_maybe>(none, options);
    }

    RESTBIND_REFUSE_TEMPORARY_OPTIONS(send_maybe, restbind::no_body_t)

    /** `PATCH /bytes`.

        @param request Encoded before the call returns. Sent as `image/png`.
        @param options How this call differs from the client's other calls.
        @returns Sent.
        @par Errors
        See `restbind::error`.
        @par Retry
        The document says nothing: `client_options::retry.otherwise` holds. Never after a lost
        response: `error::outcome_unknown()`.
        @par Source
        `#/paths/~1bytes/patch`
    */
    boost::asio::awaitable<restbind::result<void>>
    send_picture(SendPictureRequest const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::send_picture>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(send_picture, SendPictureRequest)
