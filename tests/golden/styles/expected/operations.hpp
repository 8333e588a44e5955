    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(SimplePathRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/simple/");
        builder.segment("plain", request.plain);
        builder.literal("/");
        builder.segment("list", request.list, {.shape = restbind::http::style::simple});
        builder.literal("/");
        builder.segment("object", request.object, {.shape = restbind::http::style::simple});
        builder.literal("/");
        builder.segment("apart", request.apart,
            {.shape = restbind::http::style::simple, .explode = true});
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(OtherPathsRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/label/");
        builder.segment("plain", request.plain, {.shape = restbind::http::style::label});
        builder.literal("/");
        builder.segment("list", request.list, {.shape = restbind::http::style::label});
        builder.literal("/");
        builder.segment("apart", request.apart,
            {.shape = restbind::http::style::label, .explode = true});
        builder.literal("/matrix/");
        builder.segment("one", request.one, {.shape = restbind::http::style::matrix});
        builder.literal("/");
        builder.segment("several", request.several, {.shape = restbind::http::style::matrix});
        builder.segment("each", request.each,
            {.shape = restbind::http::style::matrix, .explode = true});
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(HeadersRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/headers");
        builder.header("X-List", request.x_list, {.shape = restbind::http::style::simple});
        builder.header("X-Color", request.x_color, {.shape = restbind::http::style::simple});
        builder.header("X-Apart", request.x_apart,
            {.shape = restbind::http::style::simple, .explode = true});
        builder.header("X-Json", request.x_json, {.shape = restbind::http::style::json});
        builder.cookie("session", request.session,
            {.shape = restbind::http::style::form, .explode = true});
        builder.cookie("seen", request.seen,
            {.shape = restbind::http::style::form, .explode = true});
        builder.cookie("joined", request.joined, {.shape = restbind::http::style::form});
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        return std::move(builder).finish();
    }

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(QueryRequest const& request,
        [[maybe_unused]] parameters const& shared = {},
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/query");
        builder.query("color", request.color,
            {.shape = restbind::http::style::form, .explode = true});
        builder.query("joined", request.joined, {.shape = restbind::http::style::form});
        builder.query("piped", request.piped, {.shape = restbind::http::style::pipe_delimited});
        builder.query("filter", request.filter, {.shape = restbind::http::style::deep_object});
        builder.query("expand", request.expand, {.shape = restbind::http::style::deep_object});
        builder.query("created", request.created, {.shape = restbind::http::style::deep_object});
        builder.query("path", request.path,
            {.shape = restbind::http::style::form, .explode = true, .allow_reserved = true});
        builder.query("flag", request.flag);
        builder.query("one", request.one, {.shape = restbind::http::style::form, .explode = true});
        builder.query("many", request.many,
            {.shape = restbind::http::style::form, .explode = true});
        builder.query("open", request.open,
            {.shape = restbind::http::style::form, .explode = true});
        builder.query("unsaid", request.unsaid,
            {.shape = restbind::http::style::form, .explode = true});
        builder.query("labels", request.labels, {.shape = restbind::http::style::deep_object});
        builder.query("json", request.json, {.shape = restbind::http::style::json});
        builder.query("text", request.text);
        builder.query("photo", request.photo,
            {.shape = restbind::http::style::form, .explode = true});
        builder.query("shade", request.shade);
        builder.query("shades", request.shades, restbind::http::delimiter::comma);
        builder.query("limit", request.limit);
        builder.query("sort", request.sort);
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        return std::move(builder).finish();
    }
