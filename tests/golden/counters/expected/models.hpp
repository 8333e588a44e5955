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

    /** Checked against a schema, `#/components/schemas/Meter/properties/one/enum`. Optional; left
        out when empty.
    */
    std::optional<std::uint64_t> one{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<std::variant<std::string, std::uint64_t, restbind::unknown_value>> either{};

    /** Optional; left out when empty. */
    std::optional<std::int64_t> small_{};

    friend bool operator==(Meter const&, Meter const&) = default;
};

BOOST_DESCRIBE_STRUCT(Meter, (), (count, wide, full, all, maybe, one, either, small_))

/** Wire names of Meter, in the order of its members. */
constexpr std::array<restbind::member, 8> restbind_members(Meter const*) noexcept
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
    }};
}
