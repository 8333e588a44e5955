namespace golden::parameters {

/** Values that every call of one client shares. */
struct parameters
{
    /** Path segment `ext`, escaped where it is sent. At least 1 character. Default: `ext`.

        @par Source
        `#/paths/~1{ext}~1venues~1{venue-id}~1plans~1{name}/get/parameters/0`
    */
    std::string ext = "ext";

    /** Sent as header `x-tenant`. At least 1 character. Required.

        @par Source
        `#/paths/~1{ext}~1venues~1{venue-id}~1plans~1{name}/get/parameters/1`
    */
    std::string tenant{};

    /** Refuses what could not be sent: `invalid_argument`, naming the parameter but no value. */
    restbind::result<void> check() const
    {
        if (ext.empty() || ext == "." || ext == ".." || restbind::utf8_prefix(ext) != ext.size())
            return restbind::error(restbind::error_kind::invalid_argument,
                "ext (path segment ext) must be UTF-8 and neither empty nor . or ..");
        if (restbind::http::trim(tenant).empty() || !restbind::http::is_header_value(tenant))
            return restbind::error(restbind::error_kind::invalid_argument,
                "tenant (header x-tenant) must not be empty and holds printable ASCII only");
        return {};
    }

    /** The values by name, for `call_options::parameters`. */
    static constexpr auto by_name() noexcept
    {
        return std::array<restbind::http::client_parameter<parameters>, 2>{{
            {"ext", &parameters::ext}, {"tenant", &parameters::tenant}}};
    }

    friend bool operator==(parameters const&, parameters const&) = default;
};

    /** Validates and encodes a request; nothing is sent.

        @param path_prefix Path of the base address; empty, or with a slash in front.
        @param verdict Receives the refusal under `validation_policy::observe`. May be null.
        @returns The request; `validation_failed` for a broken rule, `invalid_argument` for what
            cannot be sent.
    */
    template <class = void>
    static restbind::result<restbind::http::request> build(FindPlanRequest const& request,
        parameters const& shared,
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
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
        builder.query("layers", request.layers);
        builder.query("fields", request.fields, restbind::http::delimiter::comma);
        builder.query("zones", request.zones, restbind::http::delimiter::pipe);
        builder.header("X-Trace", request.x_trace);
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
    static restbind::result<restbind::http::request> build(ReplacePlanRequest const& request,
        parameters const& shared,
        restbind::validation_policy policy = restbind::validation_policy::enforce,
        std::string_view path_prefix = {}, restbind::problem_details* verdict = nullptr)
    {
        restbind::http::request_builder builder(info, path_prefix);
        builder.literal("/");
        builder.segment("ext", shared.ext);
        builder.literal("/venues/");
        builder.segment("venue-id", request.venue_id);
        builder.literal("/plans/");
        builder.segment("name", request.name);
        builder.validate(policy, verdict,
            [&request](restbind::violations& found) { validate(request, found); });
        builder.idempotency(idempotency_of(request));
        if (request.body)
            builder.json_body(*request.body);
        return std::move(builder).finish();
    }
