/** Charge.

    @par Source
    `#/components/schemas/Charge`
*/
struct Charge
{
    /** At least 1. Required. */
    std::int64_t amount = 0;

    /** Optional; left out when empty. */
    std::optional<restbind::decimal> exact{};

    /** Optional; left out when empty. */
    std::optional<bool> capture{};

    /** Optional; left out when empty. */
    std::optional<restbind::date> due{};

    /** Optional; left out when empty. */
    std::optional<restbind::timestamp> at{};

    /** Optional; left out when empty. */
    std::optional<restbind::base64_bytes> bytes{};

    /** `card` or `cash`. Optional; left out when empty. */
    std::optional<ChargeKind> kind{};

    /** Optional; may be null. */
    restbind::nullable<std::string> description{};

    /** Optional; left out when empty. */
    std::optional<std::string> raw{};

    /** Each element: at most 5000 characters. Optional; left out when empty. */
    std::optional<std::vector<std::string>> expand{};

    /** Optional; left out when empty. */
    std::optional<std::vector<Item>> items{};

    /** As `EmptyString`: ``. Optional; left out when empty. */
    std::optional<std::variant<std::map<std::string, std::string>, EmptyString>> metadata{};

    /** As `EmptyString`: ``. Optional; left out when empty. */
    std::optional<std::variant<ChargeShippingObject, EmptyString>> shipping{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> tags{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::int64_t>> zones{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> words{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> colors{};

    /** Optional; left out when empty. */
    std::optional<ChargePoint> point{};

    /** Optional; left out when empty. */
    std::optional<ChargeCorner> corner{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::int64_t>> limits{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> plain{};

    /** Optional; left out when empty. */
    std::optional<ChargeAddress> address{};

    /** Read only: never sent. Optional; left out when empty. */
    std::optional<std::string> created{};

    bool operator==(Charge const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Charge, (), (amount, exact, capture, due, at, bytes, kind, description, raw,
    expand, items, metadata, shipping, tags, zones, words, colors, point, corner, limits, plain,
    address, created))

/** Wire names of Charge, in the order of its members. */
constexpr std::array<restbind::member, 23> restbind_members(Charge const*) noexcept
{
    return {{
        {"amount", restbind::presence::required},
        {"exact", restbind::presence::optional},
        {"capture", restbind::presence::optional},
        {"due", restbind::presence::optional},
        {"at", restbind::presence::optional},
        {"bytes", restbind::presence::optional},
        {"kind", restbind::presence::optional},
        {"description", restbind::presence::optional_nullable},
        {"raw", restbind::presence::optional},
        {"expand", restbind::presence::optional},
        {"items", restbind::presence::optional},
        {"metadata", restbind::presence::optional},
        {"shipping", restbind::presence::optional},
        {"tags", restbind::presence::optional},
        {"zones", restbind::presence::optional},
        {"words", restbind::presence::optional},
        {"colors", restbind::presence::optional},
        {"point", restbind::presence::optional},
        {"corner", restbind::presence::optional},
        {"limits", restbind::presence::optional},
        {"plain", restbind::presence::optional},
        {"address", restbind::presence::optional},
        {"created", restbind::presence::optional, restbind::access_mode::read_only},
    }};
}
