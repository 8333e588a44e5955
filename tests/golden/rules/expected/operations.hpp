    /** How idempotent this very request is. */
    static restbind::http::idempotency idempotency_of(
        Hold const& request) noexcept
    {
        if (request.cart_id > 0
                && restbind::all_of(request.seats, [](auto const& s) { return s.select; }))
            return restbind::http::idempotency::idempotent;
        return info.idempotency;
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Hold const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        builder.json_body(request);
    }
