/** What a call of headers takes.

    @par Source
    `#/paths/~1headers/get`
*/
struct HeadersRequest
{
    /** Required. */
    std::vector<std::string> x_list;

    /** Optional; left out when empty. */
    std::optional<Color> x_color{};

    /** Optional; left out when empty. */
    std::optional<Color> x_apart{};

    /** Optional; left out when empty. */
    std::optional<Color> x_json{};

    /** At least 1 character. Required. */
    std::string session;

    /** Optional; left out when empty. */
    std::optional<std::vector<std::int64_t>> seen{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::int64_t>> joined{};

    /** Optional; left out when empty. */
    std::optional<std::string> ready{};

    /** Optional; left out when empty. */
    std::optional<std::map<std::string, std::string>> apart{};

    bool operator==(HeadersRequest const&) const = default;
};

BOOST_DESCRIBE_STRUCT(HeadersRequest, (), (x_list, x_color, x_apart, x_json, session, seen, joined,
    ready, apart))

/** Wire names of HeadersRequest, in the order of its members. */
constexpr std::array<restbind::member, 9> restbind_members(HeadersRequest const*) noexcept
{
    return {{
        {"X-List", restbind::presence::required},
        {"X-Color", restbind::presence::optional},
        {"X-Apart", restbind::presence::optional},
        {"X-Json", restbind::presence::optional},
        {"session", restbind::presence::required},
        {"seen", restbind::presence::optional},
        {"joined", restbind::presence::optional},
        {"ready", restbind::presence::optional},
        {"apart", restbind::presence::optional},
    }};
}

/** QueryCreated.

    @par Source
    `#/paths/~1query/get/parameters/5/schema/anyOf/0`
*/
struct QueryCreated
{
    /** Optional; left out when empty. */
    std::optional<std::int64_t> gt{};

    bool operator==(QueryCreated const&) const = default;
};

BOOST_DESCRIBE_STRUCT(QueryCreated, (), (gt))

/** Wire names of QueryCreated, in the order of its members. */
constexpr std::array<restbind::member, 1> restbind_members(QueryCreated const*) noexcept
{
    return {{
        {"gt", restbind::presence::optional},
    }};
}

/** What a call of query takes.

    @par Source
    `#/paths/~1query/get`
*/
struct QueryRequest
{
    /** Optional; left out when empty. */
    std::optional<Color> color{};

    /** Optional; left out when empty. */
    std::optional<Color> joined{};

    /** Optional; left out when empty. */
    std::optional<Color> piped{};

    /** Optional; left out when empty. */
    std::optional<Filter> filter{};

    /** At most 3 elements. Optional; left out when empty. */
    std::optional<std::vector<std::string>> expand{};

    /** Optional; left out when empty. */
    std::optional<std::variant<QueryCreated, std::int64_t>> created{};

    /** Optional; left out when empty. */
    std::optional<std::string> path{};

    /** Optional; left out when empty. */
    std::optional<std::string> flag{};

    /** Optional; left out when empty. */
    std::optional<std::variant<std::string, std::int64_t>> one{};

    /** Optional; left out when empty. */
    std::optional<std::variant<std::string, std::vector<std::string>>> many{};

    /** Optional; left out when empty. */
    std::optional<boost::json::value> open{};

    /** Optional; left out when empty. */
    std::optional<boost::json::value> unsaid{};

    /** Optional; left out when empty. */
    std::optional<std::map<std::string, std::string>> labels{};

    /** Optional; left out when empty. */
    std::optional<Filter> json{};

    /** At most 9 characters. Optional; left out when empty. */
    std::optional<std::string> text{};

    /** Optional; left out when empty. */
    std::optional<restbind::base64_bytes> photo{};

    /** `light` or `dark`. Optional; left out when empty. */
    std::optional<QueryShade> shade{};

    /** Each element: `light` or `dark`. Optional; left out when empty. */
    std::optional<std::vector<QueryShade>> shades{};

    /** At least 1. Optional; left out when empty. */
    std::optional<std::int64_t> limit{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> sort{};

    bool operator==(QueryRequest const&) const = default;
};

BOOST_DESCRIBE_STRUCT(QueryRequest, (), (color, joined, piped, filter, expand, created, path, flag,
    one, many, open, unsaid, labels, json, text, photo, shade, shades, limit, sort))

/** Wire names of QueryRequest, in the order of its members. */
constexpr std::array<restbind::member, 20> restbind_members(QueryRequest const*) noexcept
{
    return {{
        {"color", restbind::presence::optional},
        {"joined", restbind::presence::optional},
        {"piped", restbind::presence::optional},
        {"filter", restbind::presence::optional},
        {"expand", restbind::presence::optional},
        {"created", restbind::presence::optional},
        {"path", restbind::presence::optional},
        {"flag", restbind::presence::optional},
        {"one", restbind::presence::optional},
        {"many", restbind::presence::optional},
        {"open", restbind::presence::optional},
        {"unsaid", restbind::presence::optional},
        {"labels", restbind::presence::optional},
        {"json", restbind::presence::optional},
        {"text", restbind::presence::optional},
        {"photo", restbind::presence::optional},
        {"shade", restbind::presence::optional},
        {"shades", restbind::presence::optional},
        {"limit", restbind::presence::optional},
        {"sort", restbind::presence::optional},
    }};
}
