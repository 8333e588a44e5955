/** Meter.

    @par Source
    `#/components/schemas/Meter`
*/
struct Meter
{
    /** Greater than 4. A multiple of 5. Required. */
    std::uint64_t count = 0;

    /** 0 to 18446744073709551615 inclusive. Optional; left out when empty. */
    std::optional<std::uint64_t> wide{};

    /** Default: 18446744073709551615; always sent. */
    std::uint64_t full = 18446744073709551615U;

    /** Each element: less than 18446744073709551615. Optional; left out when empty. */
    std::optional<std::vector<std::uint64_t>> all{};

    /** Optional; may be null. */
    restbind::nullable<std::uint64_t> maybe{};

    /** 1 or 18446744073709551615. Optional; left out when empty. */
    std::optional<std::uint64_t> one{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<std::variant<std::string, std::uint64_t, restbind::unknown_value>> either{};

    /** Optional; left out when empty. */
    std::optional<std::int64_t> small_{};

    /** At least -128. Less than 100. Optional; left out when empty. */
    std::optional<std::int8_t> tiny{};

    /** 0 to 200 inclusive. Optional; left out when empty. */
    std::optional<std::uint8_t> age{};

    /** At least 1. A multiple of 2. Optional; left out when empty. */
    std::optional<std::uint16_t> port{};

    /** `value_minus_1` (-1) or `value_300` (300). Optional; may be null. */
    restbind::nullable<MeterShort> short_{};

    /** No two elements are equal. Each element: greater than 0. Optional; left out when empty. */
    std::optional<std::vector<std::uint16_t>> ports{};

    bool operator==(Meter const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Meter, (), (count, wide, full, all, maybe, one, either, small_, tiny, age,
    port, short_, ports))

/** Wire names of Meter, in the order of its members. */
constexpr std::array<restbind::member, 13> restbind_members(Meter const*) noexcept
{
    return {{
        {"count", restbind::presence::required},
        {"wide", restbind::presence::optional},
        {"full", restbind::presence::defaulted},
        {"all", restbind::presence::optional},
        {"maybe", restbind::presence::optional_nullable},
        {"one", restbind::presence::optional},
        {"either", restbind::presence::optional},
        {"small", restbind::presence::optional},
        {"tiny", restbind::presence::optional},
        {"age", restbind::presence::optional},
        {"port", restbind::presence::optional},
        {"short", restbind::presence::optional_nullable},
        {"ports", restbind::presence::optional},
    }};
}
