    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SetMeterRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("id", request.id);
        builder.query("above", request.above);
        builder.header("X-Seen", request.x_seen, {.style = restbind::http::style::simple});
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.json_body(request.body);
    }
