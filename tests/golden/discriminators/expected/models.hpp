/** Members that are told apart by values of their own.

    @par Source
    `#/components/schemas/Hall`
*/
struct Hall
{
    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m0", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m0{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m1", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m1{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m2", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m2{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m3", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m3{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m4", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m4{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m5", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m5{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m6", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m6{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m7", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m7{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m8", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> m8{};

    /** One of the alternatives that the document lists. Required. */
    restbind::required_variant<restbind::discriminated<"Hall.must", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> must;

    /** Each element: one of the alternatives that the document lists. Optional; left out when
        empty.
    */
    std::optional<std::vector<restbind::discriminated<"Hall.all", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>>> all{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Hall.m0", std::variant<Lamp, Fan, boost::json::object, restbind::unknown_value>>> same{};

    bool operator==(Hall const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Hall, (), (m0, m1, m2, m3, m4, m5, m6, m7, m8, must, all, same))

/** Wire names of Hall, in the order of its members. */
constexpr std::array<restbind::member, 12> restbind_members(Hall const*) noexcept
{
    return {{
        {"m0", restbind::presence::optional},
        {"m1", restbind::presence::optional},
        {"m2", restbind::presence::optional},
        {"m3", restbind::presence::optional},
        {"m4", restbind::presence::optional},
        {"m5", restbind::presence::optional},
        {"m6", restbind::presence::optional},
        {"m7", restbind::presence::optional},
        {"m8", restbind::presence::optional},
        {"must", restbind::presence::required},
        {"all", restbind::presence::optional},
        {"same", restbind::presence::optional},
    }};
}
