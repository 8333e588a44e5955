namespace golden::parameters::inline RESTBIND_ABI {

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, FindPlanRequest const& request,
        client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("ext", shared.ext);
        builder.segment("venue-id", request.venue_id);
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
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, ReplacePlanRequest const& request,
        client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("ext", shared.ext);
        builder.segment("venue-id", request.venue_id);
        builder.segment("name", request.name);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        if (builder.sends(request.body))
            builder.json_body(*request.body);
    }
