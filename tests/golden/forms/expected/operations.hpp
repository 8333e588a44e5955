    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(Charge const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/charges");
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request,
            {{"expand", restbind::http::form_style::deep_object},
            {"items", restbind::http::form_style::deep_object},
            {"metadata", restbind::http::form_style::deep_object},
            {"shipping", restbind::http::form_style::deep_object},
            {"tags", restbind::http::form_style::comma},
            {"zones", restbind::http::form_style::pipe},
            {"words", restbind::http::form_style::space},
            {"colors", restbind::http::form_style::form},
            {"point", restbind::http::form_style::form},
            {"corner", restbind::http::form_style::comma},
            {"limits", restbind::http::form_style::json}});
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendLabelsRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/labels");
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request);
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(ReplaceTokenParameters const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/tokens/");
        builder.segment("id", request.id);
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        if (request.body)
            restbind::http::form_body(builder, *request.body);
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendOpenRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        [[maybe_unused]] restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {},
        [[maybe_unused]] restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/open");
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request);
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SendEitherRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/either");
        builder.validate(policy, verdict, [&request](restbind::violations& found) {
            if (!(restbind::json::fits(validation_schemas::schema_9b972cc13f(), request)))
                found.add("", "Body must fit exactly one of the alternatives");
        });
        builder.idempotency(idempotency_of(request));
        restbind::http::form_body(builder, request);
        return std::move(builder).finish();
    }
