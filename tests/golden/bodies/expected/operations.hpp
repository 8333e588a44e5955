    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendCsvRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::text_body(builder, request, "text/csv; charset=utf-8");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendTextRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(restbind::code_points(request) >= 1U))
                found.add({.rule = restbind::rule_kind::min_length, .limit = "1",
                    .message = "Body must have at least 1 character(s)"});
            if (!(restbind::code_points(request) <= 20U))
                found.add({.rule = restbind::rule_kind::max_length, .limit = "20",
                    .message = "Body must have at most 20 character(s)"});
        });
        restbind::http::text_body(builder, request, "text/plain");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendNumberRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(request >= 3))
                found.add({.rule = restbind::rule_kind::minimum, .limit = "3",
                    .message = "Body must be greater than or equal to 3"});
        });
        restbind::http::text_body(builder, request, "text/plain");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendImageRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::file_body(builder, request, "image/*");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendBytesRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(request.content.size() <= 4U))
                found.add({.rule = restbind::rule_kind::max_length, .limit = "4",
                    .message = "Body must have at most 4 byte(s)"});
        });
        restbind::http::file_body(builder, request, "application/octet-stream");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendPictureRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::file_body(builder, request, "image/png");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, ReplaceBytesParameters const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("id", request.id);
        if (builder.sends(request.body))
            restbind::http::file_body(builder, *request.body, "application/octet-stream");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendAnyRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::file_body(builder, request, "*/*");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendMixedRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::file_body(builder, request, "multipart/mixed");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendDocumentRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::text_body(builder, request, "application/xml");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, NoteChange const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.json_body(request, "application/merge-patch+json");
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Note const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.json_body(request);
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, Note const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.json_body(request);
    }

    /** The same for a request without its body, which may be left out. */
    template <class Builder>
    static void fill(Builder& builder, restbind::no_body_t,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SendMaybeTextRequest const& request,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
        restbind::http::text_body(builder, request, "text/plain");
    }

    /** The same for a request without its body, which may be left out. */
    template <class Builder>
    static void fill(Builder& builder, restbind::no_body_t,
        [[maybe_unused]] client_parameters const& shared,
        [[maybe_unused]] restbind::validation_policy policy,
        [[maybe_unused]] restbind::problem_details* local_problem)
    {
        builder.path();
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, PatchNoteRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.validate(policy, local_problem, [&request](restbind::violations& found) {
            if (!(request.size() >= 1U))
                found.add({.rule = restbind::rule_kind::min_items, .limit = "1",
                    .message = "Body must have at least 1 element(s)"});
        });
        builder.json_body(request, "application/json-patch+json");
    }
