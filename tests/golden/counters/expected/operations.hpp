    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param local_problem Receives the problem of a broken rule under
            `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SetMeterRequest const& request,
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
    static void build(restbind::http::request_builder& builder, SetMeterRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.literal("/meters/");
        builder.segment("id", request.id);
        builder.query("above", request.above);
        builder.header("X-Seen", request.x_seen, {.style = restbind::http::style::simple});
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        builder.json_body(request.body);
    }
