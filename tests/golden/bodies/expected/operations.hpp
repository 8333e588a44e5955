    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendCsvRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/texts");
        builder.idempotency(idempotency_of(request));
        restbind::http::text_body(builder, request, "text/csv; charset=utf-8");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendTextRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/texts");
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(restbind::code_points(request) >= 1U))
                found.add({.rule = restbind::rule_kind::min_length, .limit = "1",
                    .message = "Body must have at least 1 character(s)"});
            if (!(restbind::code_points(request) <= 20U))
                found.add({.rule = restbind::rule_kind::max_length, .limit = "20",
                    .message = "Body must have at most 20 character(s)"});
        });
        builder.idempotency(idempotency_of(request));
        restbind::http::text_body(builder, request, "text/plain");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendNumberRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/texts");
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(request >= 3))
                found.add({.rule = restbind::rule_kind::minimum, .limit = "3",
                    .message = "Body must be greater than or equal to 3"});
        });
        builder.idempotency(idempotency_of(request));
        restbind::http::text_body(builder, request, "text/plain");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendImageRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/bytes");
        builder.idempotency(idempotency_of(request));
        restbind::http::file_body(builder, request, "image/*");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendBytesRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/bytes");
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(request.content.size() <= 4U))
                found.add({.rule = restbind::rule_kind::max_length, .limit = "4",
                    .message = "Body must have at most 4 byte(s)"});
        });
        builder.idempotency(idempotency_of(request));
        restbind::http::file_body(builder, request, "application/octet-stream");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendPictureRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/bytes");
        builder.idempotency(idempotency_of(request));
        restbind::http::file_body(builder, request, "image/png");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(ReplaceBytesParameters const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/bytes/");
        builder.segment("id", request.id);
        builder.idempotency(idempotency_of(request));
        if (request.body)
            restbind::http::file_body(builder, *request.body, "application/octet-stream");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendAnyRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/any");
        builder.idempotency(idempotency_of(request));
        restbind::http::file_body(builder, request, "*/*");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendMixedRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/documents");
        builder.idempotency(idempotency_of(request));
        restbind::http::file_body(builder, request, "multipart/mixed");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendDocumentRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/documents");
        builder.idempotency(idempotency_of(request));
        restbind::http::text_body(builder, request, "application/xml");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(NoteChange const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/notes");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        builder.json_body(request, "application/merge-patch+json");
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(Note const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/notes");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        builder.json_body(request);
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(Note const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/optional");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        builder.json_body(request);
        return std::move(builder).finish();
    }

    /** The same for a request without its body, which may be left out. */
    template <class = void>
    static restbind::result<restbind::http::request> build(restbind::no_body_t,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/optional");
        builder.idempotency(info.idempotency);
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendMaybeTextRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/optional");
        builder.idempotency(idempotency_of(request));
        restbind::http::text_body(builder, request, "text/plain");
        return std::move(builder).finish();
    }

    /** The same for a request without its body, which may be left out. */
    template <class = void>
    static restbind::result<restbind::http::request> build(restbind::no_body_t,
        [[maybe_unused]] client_parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/optional");
        builder.idempotency(info.idempotency);
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(PatchNoteRequest const& request,
        [[maybe_unused]] client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/notes");
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(request.size() >= 1U))
                found.add({.rule = restbind::rule_kind::min_items, .limit = "1",
                    .message = "Body must have at least 1 element(s)"});
        });
        builder.idempotency(idempotency_of(request));
        builder.json_body(request, "application/json-patch+json");
        return std::move(builder).finish();
    }
