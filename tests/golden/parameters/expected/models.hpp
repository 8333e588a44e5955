/** What a call of findPlan takes.

    @par Source
    `#/paths/~1{ext}~1venues~1{venue-id}~1plans~1{name}/get`
*/
struct FindPlanRequest
{
    /** At least 1. Required. */
    std::int64_t venue_id = 0;

    /** Required. */
    std::string name;

    /** Optional; left out when empty. */
    std::optional<restbind::date> day{};

    /** Optional; left out when empty. */
    std::optional<restbind::timestamp> since{};

    /** Required. */
    bool large = false;

    /** `value_800` (800) or `value_801` (801). Optional; left out when empty. */
    std::optional<FindPlanOption> option{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> layers{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> fields{};

    /** Required. */
    std::vector<std::int64_t> zones;

    /** Optional; left out when empty. */
    std::optional<std::string> x_trace{};

    bool operator==(FindPlanRequest const&) const = default;
};

BOOST_DESCRIBE_STRUCT(FindPlanRequest, (), (venue_id, name, day, since, large, option, layers,
    fields, zones, x_trace))

/** Wire names of FindPlanRequest, in the order of its members. */
constexpr std::array<restbind::member, 10> restbind_members(FindPlanRequest const*) noexcept
{
    return {{
        {"venue-id", restbind::presence::required},
        {"name", restbind::presence::required},
        {"day", restbind::presence::optional},
        {"since", restbind::presence::optional},
        {"large", restbind::presence::required},
        {"option", restbind::presence::optional},
        {"layers", restbind::presence::optional},
        {"fields", restbind::presence::optional},
        {"zones", restbind::presence::required},
        {"X-Trace", restbind::presence::optional},
    }};
}
