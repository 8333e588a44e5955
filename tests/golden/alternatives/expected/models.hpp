/** A base that others extend.

    @par Source
    `#/components/schemas/Vehicle`
*/
using Vehicle = std::variant<VehicleBase, Car, Bike, boost::json::object, restbind::unknown_value>;

struct VehicleBase;

/** A base that others extend.

    @par Source
    `#/components/schemas/Vehicle`
*/
using Vehicle = std::variant<VehicleBase, Car, Bike, boost::json::object, restbind::unknown_value>;

/** A base that others extend.

    @par Source
    `#/components/schemas/Vehicle`
*/
struct VehicleBase
{
    /** Required. `Vehicle` says what the object is. */
    std::string kind = "Vehicle";

    /** A base that others extend.

        An object of no known kind is checked against `#/components/schemas/Vehicle`. One of the
        alternatives that the document lists. Optional; left out when empty.
    */
    restbind::optional_box<Vehicle> tows;

    friend bool operator==(VehicleBase const&, VehicleBase const&);
};

BOOST_DESCRIBE_STRUCT(VehicleBase, (), (kind, tows))

/** Wire names of VehicleBase, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(VehicleBase const*) noexcept
{
    return {{
        {"kind", restbind::presence::required},
        {"tows", restbind::presence::optional},
    }};
}

inline bool operator==(VehicleBase const& a, VehicleBase const& b)
{
    return a.kind == b.kind && a.tows == b.tows;
}

struct Car;

/** A base that others extend.

    @par Source
    `#/components/schemas/Vehicle`
*/
using Vehicle = std::variant<VehicleBase, Car, Bike, boost::json::object, restbind::unknown_value>;

/** A base that others extend.

    @par Source
    `#/components/schemas/Car`
*/
struct Car
{
    /** Required. `Car` says what the object is. */
    std::string kind = "Car";

    /** A base that others extend.

        An object of no known kind is checked against `#/components/schemas/Vehicle`. One of the
        alternatives that the document lists. Optional; left out when empty.
    */
    restbind::optional_box<Vehicle> tows;

    /** At most 5. Optional; left out when empty. */
    std::optional<std::int64_t> doors{};

    friend bool operator==(Car const&, Car const&);
};

BOOST_DESCRIBE_STRUCT(Car, (), (kind, tows, doors))

/** Wire names of Car, in the order of its members. */
constexpr std::array<restbind::member, 3> restbind_members(Car const*) noexcept
{
    return {{
        {"kind", restbind::presence::required},
        {"tows", restbind::presence::optional},
        {"doors", restbind::presence::optional},
    }};
}

inline bool operator==(Car const& a, Car const& b)
{
    return a.kind == b.kind && a.tows == b.tows && a.doors == b.doors;
}

/** Fox.

    @par Source
    `#/components/schemas/Fox`
*/
struct Fox
{
    /** Optional; left out when empty. `fox` says what the object is. */
    std::optional<std::string> kind = "fox";

    /** Optional; left out when empty. */
    std::optional<std::string> name{};

    bool operator==(Fox const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Fox, (), (kind, name))

/** Wire names of Fox, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(Fox const*) noexcept
{
    return {{
        {"kind", restbind::presence::optional, restbind::access_mode::read_write, true},
        {"name", restbind::presence::optional},
    }};
}

/** Stray.

    @par Source
    `#/components/schemas/Stray`
*/
using Stray = std::variant<Fox, Owl, Stranger, boost::json::object, restbind::unknown_value>;

/** What does not declare the member.

    @par Source
    `#/components/schemas/Stranger`
*/
struct Stranger
{
    /** Optional; left out when empty. */
    std::optional<std::string> name{};

    /** Optional; left out when empty. */
    std::optional<std::string> kind{};

    bool operator==(Stranger const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Stranger, (), (name, kind))

/** Wire names of Stranger, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(Stranger const*) noexcept
{
    return {{
        {"name", restbind::presence::optional},
        {"kind", restbind::presence::optional},
    }};
}

/** Stray.

    @par Source
    `#/components/schemas/Stray`
*/
using Stray = std::variant<Fox, Owl, Stranger, boost::json::object, restbind::unknown_value>;

/** Town.

    @par Source
    `#/components/schemas/Town`
*/
struct Town
{
    /** Optional; left out when empty. */
    std::optional<TownIn> in{};

    bool operator==(Town const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Town, (), (in))

/** Wire names of Town, in the order of its members. */
constexpr std::array<restbind::member, 1> restbind_members(Town const*) noexcept
{
    return {{
        {"in", restbind::presence::optional},
    }};
}

/** Pets.

    @par Source
    `#/components/schemas/Pets`
*/
struct Pets
{
    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<restbind::discriminated<"Pets.pet", std::variant<Cat, Dog, boost::json::object, restbind::unknown_value>>> pet{};

    /** Checked against a schema, `#/components/schemas/Pets/properties/way/oneOf`. Optional; left
        out when empty.
    */
    std::optional<std::variant<PetsWayMail, PetsWayOption2, std::string, boost::json::object, restbind::unknown_value>> way{};

    /** Checked against a schema, `#/components/schemas/Pets/properties/loose/anyOf`. Optional; left
        out when empty.
    */
    std::optional<std::variant<Dog, Bird, boost::json::object, restbind::unknown_value>> loose{};

    /** The same alternatives by other values.

        One of the alternatives that the document lists. Optional; left out when empty.
    */
    std::optional<restbind::discriminated<"Pets.other_way_round", std::variant<Cat, Dog, boost::json::object, restbind::unknown_value>>> other_way_round{};

    /** A base that others extend.

        An object of no known kind is checked against `#/components/schemas/Vehicle`. One of the
        alternatives that the document lists. Optional; left out when empty.
    */
    std::optional<Vehicle> vehicle{};

    /** Checked against a schema, `#/components/schemas/Pets/properties/event/oneOf`. Optional; left
        out when empty.
    */
    std::optional<std::variant<Whole, Start, Piece, boost::json::object, restbind::unknown_value>> event{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<Stray> stray{};

    /** Optional; left out when empty. */
    std::optional<Finds> finds{};

    /** A base that need not say what it is.

        An object of no known kind is checked against `#/components/schemas/Fare`. One of the
        alternatives that the document lists. Optional; left out when empty.
    */
    std::optional<Fare> fare{};

    /** Checked against a schema, `#/components/schemas/Pets/properties/contact/anyOf`. Optional;
        left out when empty.
    */
    std::optional<std::variant<PetsContactPage, PetsContactPost, boost::json::object, restbind::unknown_value>> contact{};

    /** What says which one it is stands in none of them.

        One of the alternatives that the document lists. Optional; left out when empty.
    */
    std::optional<WayThere> way_there{};

    /** Members that stand beside the alternatives in another layer, and one that must be there and
        is no member of one.

        One of the alternatives that the document lists. Optional; left out when empty.
    */
    std::optional<Tame> tame{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<Told> told{};

    /** Each element: checked against a schema,
        `#/components/schemas/Pets/properties/few/items/anyOf`. Optional; left out when empty.
    */
    std::optional<std::vector<std::variant<Few, Many, boost::json::object, restbind::unknown_value>>> few{};

    /** Checked against a schema, `#/components/schemas/Pets/properties/one_of_few/oneOf`. Optional;
        left out when empty.
    */
    std::optional<std::variant<Few, Many, boost::json::object, restbind::unknown_value>> one_of_few{};

    /** Checked against a schema, `#/components/schemas/Pets/properties/place/anyOf`. Optional; left
        out when empty.
    */
    std::optional<std::variant<City, Town, boost::json::object, restbind::unknown_value>> place{};

    bool operator==(Pets const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Pets, (), (pet, way, loose, other_way_round, vehicle, event, stray, finds,
    fare, contact, way_there, tame, told, few, one_of_few, place))

/** Wire names of Pets, in the order of its members. */
constexpr std::array<restbind::member, 16> restbind_members(Pets const*) noexcept
{
    return {{
        {"pet", restbind::presence::optional},
        {"way", restbind::presence::optional},
        {"loose", restbind::presence::optional},
        {"other_way_round", restbind::presence::optional},
        {"vehicle", restbind::presence::optional},
        {"event", restbind::presence::optional},
        {"stray", restbind::presence::optional},
        {"finds", restbind::presence::optional},
        {"fare", restbind::presence::optional},
        {"contact", restbind::presence::optional},
        {"way_there", restbind::presence::optional},
        {"tame", restbind::presence::optional},
        {"told", restbind::presence::optional},
        {"few", restbind::presence::optional},
        {"one_of_few", restbind::presence::optional},
        {"place", restbind::presence::optional},
    }};
}

/** Event.

    @par Source
    `#/components/schemas/Event`
*/
using Event = std::variant<Start, Piece, boost::json::object>;
