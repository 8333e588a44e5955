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
    template <class = void>
    restbind::result<operations::load_picture::response_type>
    load_picture(no_request const& request = {},
        restbind::net::call_options const& options = {}) const
    {
        return this->run<operations::load_picture>(request, options);
    }

    /** The same, with the body of a success handed over piece by piece as it arrives, however large
        it is.

        @param sink Gets the body, on the call's executor. Must live until the call has ended. It
            never gets the body of an error, and nothing is sent again once it has got something.
        @returns What is known of the response besides its body; the sink's own error if it has
            given one.
        @par Errors
        - default: What went wrong. Body: `Fault`.
        - `restbind::http::error_details<operations::load_picture>(error)` reads such a body.
        - everything else: see `restbind::error`.
    */
    template <class = void>
    restbind::result<restbind::net::streamed_response>
    load_picture(no_request const& request, restbind::net::body_sink& sink,
        restbind::net::call_options const& options = {}) const
    {
        return this->run_streaming<operations::load_picture>(request, sink, options);
    }
