namespace golden::parameters::inline RESTBIND_ABI {

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(FindPlanRequest const& request,
        client_parameters const& shared,
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, FindPlanRequest const& request,
        client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/");
        builder.segment("ext", shared.ext);
        builder.literal("/venues/");
        builder.segment("venue-id", request.venue_id);
        builder.literal("/plans/");
        builder.segment("name", request.name);
        builder.header("x-tenant", shared.tenant);
        builder.query("day", request.day);
        builder.query("since", request.since);
        builder.query("large", request.large);
        builder.query("option", request.option);
        builder.query("layers", request.layers,
            {.style = restbind::http::style::form, .explode = true});
        builder.query("fields", request.fields, {.style = restbind::http::style::form});
        builder.query("zones", request.zones, {.style = restbind::http::style::pipe_delimited});
        builder.header("X-Trace", request.x_trace);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(ReplacePlanRequest const& request,
        client_parameters const& shared,
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* local_problem = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        build(builder, request, shared, policy, local_problem);
        return std::move(builder).finish();
    }

    /** The same with a builder that has just been made; it knows what is wrong. */
    template <class = void>
    static void build(restbind::http::request_builder& builder, ReplacePlanRequest const& request,
        client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/");
        builder.segment("ext", shared.ext);
        builder.literal("/venues/");
        builder.segment("venue-id", request.venue_id);
        builder.literal("/plans/");
        builder.segment("name", request.name);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        if (request.body)
            builder.json_body(*request.body);
    }
