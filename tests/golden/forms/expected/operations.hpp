    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Charge const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
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

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendLabelsRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::form_body(builder, request);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, ReplaceTokenParameters const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("id", request.id);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        if (builder.sends(request.body))
            restbind::http::form_body(builder, *request.body);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendOpenRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::form_body(builder, request);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendEitherRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            restbind::json::check_encoded(validation_schemas::schema_9b972cc13f(), request, found);
        });
        restbind::http::form_body(builder, request);
    }
