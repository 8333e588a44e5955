    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(Upload const& request,
        client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, Upload const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/files");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        restbind::http::multipart_body(builder, request,
            {{"attributes", {.style = restbind::http::style::json}, "application/vnd.shop+json"},
            {"picture", {}, "image/png", "X-Kind: original\r\n"},
            {"thumbnail", {}, "image/png"},
            {"notes", {}, "text/markdown"},
            {"matrix", {.style = restbind::http::style::json}},
            {"options", {.style = restbind::http::style::deep_object}}});
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(AddPartsParameters const& request,
        client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, AddPartsParameters const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/files/");
        builder.segment("id", request.id);
        builder.literal("/parts");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        if (request.body)
            restbind::http::multipart_body(builder, *request.body);
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(Photo const& request,
        client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, Photo const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/photos");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        restbind::http::multipart_body(builder, request);
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(UploadAnyRequest const& request,
        client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, UploadAnyRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.literal("/any");
        builder.idempotency(idempotency_of(request));
        restbind::http::multipart_body(builder, request);
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(UploadOpenRequest const& request,
        client_parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, UploadOpenRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.literal("/open");
        builder.idempotency(idempotency_of(request));
        restbind::http::multipart_body(builder, request);
    }
