    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, SimplePathRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("plain", request.plain);
        builder.segment("list", request.list, {.style = restbind::http::style::simple});
        builder.segment("object", request.object, {.style = restbind::http::style::simple});
        builder.segment("apart", request.apart,
            {.style = restbind::http::style::simple, .explode = true});
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, OtherPathsRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.segment("plain", request.plain, {.style = restbind::http::style::label});
        builder.segment("list", request.list, {.style = restbind::http::style::label});
        builder.segment("apart", request.apart,
            {.style = restbind::http::style::label, .explode = true});
        builder.segment("one", request.one, {.style = restbind::http::style::matrix});
        builder.segment("several", request.several, {.style = restbind::http::style::matrix});
        builder.segment("each", request.each,
            {.style = restbind::http::style::matrix, .explode = true});
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, HeadersRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.header("X-List", request.x_list, {.style = restbind::http::style::simple});
        builder.header("X-Color", request.x_color, {.style = restbind::http::style::simple});
        builder.header("X-Apart", request.x_apart,
            {.style = restbind::http::style::simple, .explode = true});
        builder.header("X-Json", request.x_json, {.style = restbind::http::style::json});
        builder.cookie("session", request.session,
            {.style = restbind::http::style::form, .explode = true});
        builder.cookie("seen", request.seen,
            {.style = restbind::http::style::form, .explode = true});
        builder.cookie("joined", request.joined, {.style = restbind::http::style::form});
        builder.cookie("ready", request.ready,
            {.style = restbind::http::style::cookie, .explode = true});
        builder.cookie("apart", request.apart,
            {.style = restbind::http::style::cookie, .explode = true});
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
    }

    /** Puts a request together, for `build`; a fake service reads one in this way. */
    template <class Builder>
    static void fill(Builder& builder, QueryRequest const& request,
        [[maybe_unused]] client_parameters const& shared, restbind::validation_policy policy,
        restbind::problem_details* local_problem)
    {
        builder.path();
        builder.query("color", request.color,
            {.style = restbind::http::style::form, .explode = true});
        builder.query("joined", request.joined, {.style = restbind::http::style::form});
        builder.query("piped", request.piped, {.style = restbind::http::style::pipe_delimited});
        builder.query("filter", request.filter, {.style = restbind::http::style::deep_object});
        builder.query("expand", request.expand, {.style = restbind::http::style::deep_object});
        builder.query("created", request.created, {.style = restbind::http::style::deep_object});
        builder.query("path", request.path,
            {.style = restbind::http::style::form, .explode = true, .allow_reserved = true});
        builder.query("flag", request.flag);
        builder.query("one", request.one, {.style = restbind::http::style::form, .explode = true});
        builder.query("many", request.many,
            {.style = restbind::http::style::form, .explode = true});
        builder.query("open", request.open,
            {.style = restbind::http::style::form, .explode = true});
        builder.query("unsaid", request.unsaid,
            {.style = restbind::http::style::form, .explode = true});
        builder.query("labels", request.labels, {.style = restbind::http::style::deep_object});
        builder.query("json", request.json, {.style = restbind::http::style::json});
        builder.query("text", request.text);
        builder.query("photo", request.photo,
            {.style = restbind::http::style::form, .explode = true});
        builder.query("shade", request.shade);
        builder.query("shades", request.shades, {.style = restbind::http::style::form});
        builder.query("limit", request.limit);
        builder.query("sort", request.sort,
            {.style = restbind::http::style::form, .explode = true});
        builder.validate(policy, local_problem,
            [&request](restbind::violations& found) { validate(request, found); });
    }
