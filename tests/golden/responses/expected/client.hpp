    /** A picture, however large it is.

        @param request Encoded before the call returns.
        @param options How this call differs from the client's other calls.
        @returns One of several responses, with its status.
        @par Responses
        - 200: The picture.
        - 202: It is being drawn.
        @par Errors
        - default: What went wrong. Body: `Fault`.
        - `restbind::http::error_details<operations::load_picture>(error)` reads such a body.
        - everything else: see `restbind::error`.
        @par Retry
        503: 3 attempts in all, pauses of 0.02 s then 0.02 s. A lost response leads to a retry, too:
        the request changes nothing.
        @par Source
        `#/paths/~1picture/get`
    */
    boost::asio::awaitable<restbind::result<operations::load_picture::response_type>>
    load_picture(no_request const& request = {},
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::load_picture>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARY_OPTIONS(load_picture, no_request const&)

    /** The same, with the body of a success handed over piece by piece as it arrives, however large
        it is.

        @param sink Gets the body, on the call's executor. Must live until the call has ended. It
            never gets the body of an error, and nothing is sent again once it has got something.
        @returns What is known of the response besides its body; the sink's own error if it has
            given one.
        @par Errors
        As without a sink.
    */
    boost::asio::awaitable<restbind::result<restbind::net::streamed_response>>
    load_picture(no_request const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call_streaming<operations::load_picture>(request, sink, options);
    }

    RESTBIND_REFUSE_TEMPORARY_OPTIONS(load_picture, no_request const&, restbind::net::body_sink&)

    /** `POST /chats`.

        @param request Validated before anything is sent; encoded before the call returns.
        @param options How this call differs from the client's other calls.
        @returns The whole response, or word by word where the request asks for it.
        @par Errors
        - `error_kind::validation_failed` (422): a rule is broken and nothing was sent.
        - everything else: see `restbind::error`.
        @par Retry
        503: 3 attempts in all, pauses of 0.02 s then 0.02 s. Never after a lost response:
        `error::outcome_unknown()`. 503 leaves open whether it was applied, and a retry may apply it
        twice: `call_info::earlier_may_have_applied` tells, `retry_policy::only_unapplied` does not
        retry.
        @par Source
        `#/paths/~1chats/post`
    */
    boost::asio::awaitable<restbind::result<Report>>
    chat(Order const& request,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::chat>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(chat, Order)

    /** The same, with the body of a success handed over piece by piece as it arrives, however large
        it is.

        @param sink Gets the body, on the call's executor. Must live until the call has ended. It
            never gets the body of an error, and nothing is sent again once it has got something.
        @returns What is known of the response besides its body; the sink's own error if it has
            given one.
        @par Errors
        As without a sink.
    */
    boost::asio::awaitable<restbind::result<restbind::net::streamed_response>>
    chat(Order const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call_streaming<operations::chat>(request, sink, options);
    }

    RESTBIND_REFUSE_TEMPORARIES(chat, Order, restbind::net::body_sink&)
