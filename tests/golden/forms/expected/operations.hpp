    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(Charge const& request,
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
    static void build(restbind::http::request_builder& builder, Charge const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/charges");
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request,
            {{"expand", {.style = restbind::http::style::deep_object}},
            {"items", {.style = restbind::http::style::deep_object}},
            {"metadata", {.style = restbind::http::style::deep_object}},
            {"shipping", {.style = restbind::http::style::deep_object}},
            {"tags", {.style = restbind::http::style::form}},
            {"zones", {.style = restbind::http::style::pipe_delimited}},
            {"words", {.style = restbind::http::style::space_delimited}},
            {"colors", {.style = restbind::http::style::form, .explode = true}},
            {"point", {.style = restbind::http::style::form, .explode = true}},
            {"corner", {.style = restbind::http::style::form}},
            {"limits", {.style = restbind::http::style::json}}});
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendLabelsRequest const& request,
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
    static void build(restbind::http::request_builder& builder, SendLabelsRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.literal("/labels");
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request);
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(ReplaceTokenParameters const& request,
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
    static void build(restbind::http::request_builder& builder,
        ReplaceTokenParameters const& request, [[maybe_unused]] client_parameters const& shared,
        restbind::validation_policy policy, restbind::problem_details* local_problem)
    {
        builder.literal("/tokens/");
        builder.segment("id", request.id);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        if (request.body)
            restbind::http::form_body(builder, *request.body);
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendOpenRequest const& request,
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
    static void build(restbind::http::request_builder& builder, SendOpenRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.literal("/open");
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request);
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendEitherRequest const& request,
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
    static void build(restbind::http::request_builder& builder, SendEitherRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/either");
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            restbind::json::check_encoded(validation_schemas::schema_9b972cc13f(), request, found);
        });
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request);
    }
