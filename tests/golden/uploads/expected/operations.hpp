    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Upload const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        restbind::http::multipart_body(builder, request,
            {{"attributes", {.style = restbind::http::style::json}, "application/vnd.shop+json"},
            {"picture", {}, "image/png", "X-Kind: original\r\n"},
            {"thumbnail", {}, "image/png"},
            {"notes", {}, "text/markdown"},
            {"matrix", {.style = restbind::http::style::json}},
            {"options", {.style = restbind::http::style::deep_object}}});
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, AddPartsParameters const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("id", request.id);
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        if (builder.sends(request.body))
            restbind::http::multipart_body(builder, *request.body);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Photo const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        restbind::http::multipart_body(builder, request);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, UploadAnyRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::multipart_body(builder, request);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, UploadOpenRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::multipart_body(builder, request);
    }
