/** Colour of a seat.

    Other texts than these are kept as they come.

    @par Source
    `#/components/schemas/Colour`
*/
struct Colour : restbind::string_enum<Colour_values>
{
    using string_enum::string_enum;
    using enum Colour_values;
};

/** What the seat is.

    Other values than these are kept as they come.

    @par Source
    `#/components/schemas/Seat/properties/kind`
*/
enum class SeatKind : std::int64_t
{
    chair = 800,
    bench = 801,
    unknown = -1,
};

/** Seat.

    @par Source
    `#/components/schemas/Seat`
*/
struct Seat
{
    /** Colour of a seat.

        `red`, `dark-green`, `` or `class`. Required.
    */
    Colour colour;

    /** What the seat is.

        `chair` (800), `bench` (801) or `unknown` (-1). Required.
    */
    SeatKind kind{};

    /** `value_1` (1) or `value_2` (2). Default: `value_1` (1); always sent. */
    SeatRank rank = SeatRank::value_1;

    bool operator==(Seat const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Seat, (), (colour, kind, rank))

/** Wire names of Seat, in the order of its members. */
constexpr std::array<restbind::member, 3> restbind_members(Seat const*) noexcept
{
    return {{
        {"colour", restbind::presence::required},
        {"kind", restbind::presence::required},
        {"rank", restbind::presence::defaulted},
    }};
}

/** Direction.

    Other texts than these are kept as they come.

    @par Source
    `#/paths/~1paints~1{colour}/post/parameters/1/schema`
*/
struct Direction : restbind::string_enum<Direction_values>
{
    using string_enum::string_enum;
    using enum Direction_values;
};

/** Finish.

    Other texts than these are kept as they come.

    @par Source
    `#/components/schemas/Finish`
*/
struct Finish : restbind::string_enum<Finish_values>
{
    using string_enum::string_enum;
    using enum Finish_values;
};

/** Equal to another one, whose type it is.

    @par Source
    `#/components/schemas/Sheen`
*/
using Sheen = Finish;

/** Equal to another one, whose type it is.

    @par Source
    `#/components/schemas/Sheen`
*/
using Sheen = Finish;

/** Rounds.

    @par Source
    `#/components/schemas/Rounds`
*/
using Rounds = Strokes;

/** Paint.

    @par Source
    `#/components/schemas/Paint`
*/
struct Paint
{
    /** A valid uuid. Required. */
    std::string id;

    /** Colour of a seat.

        `red`, `dark-green`, `` or `class`. Required.
    */
    Colour colour;

    /** Required. */
    Brand brand;

    /** `1`, `3` or `7`. Required. */
    Dried dried;

    /** Required. */
    restbind::date day{};

    /** Required. */
    restbind::timestamp at;

    /** `a` or `b`. Required. */
    Finish finish;

    /** `paint`. Required. */
    PaintKind kind = PaintKind::paint;

    /** One of the alternatives that the document lists. As `Colour`: `red`, `dark-green`,
        `` or `class`. Required.
    */
    restbind::required_variant<std::variant<Colour, std::int64_t, restbind::unknown_value>> either;

    /** `red`, `dark-green`, `` or `class`. Optional; may be null. */
    restbind::nullable<Colour> spare{};

    /** No two elements are equal. Each element: `red`, `dark-green`, `` or `class`. Optional; left
        out when empty.
    */
    std::optional<std::vector<Colour>> layers{};

    /** Each value: `red`, `dark-green`, `` or `class`. Optional; left out when empty. */
    std::optional<std::map<std::string, Colour>> by_place{};

    /** Colour of a seat.

        `red`, `dark-green`, `` or `class`. Default: `class`; always sent.
    */
    Colour usual = Colour::class_;

    /** `desc` or `asc`. Optional; left out when empty. */
    std::optional<Direction> sort_direction{};

    /** Constants that are called as members of the type, as a macro, and as each other.

        `str`, `is_known`, `has_value`, `values_type`, `min`, `quote " and \`, `nulU+0000`, `ü` or
        `U+00FC`. Optional; left out when empty.
    */
    std::optional<Names> names{};

    /** `one_coat` (1), `two` (2) or `value_3` (3). Optional; left out when empty. */
    std::optional<Coats> coats{};

    /** Equal to another one, whose type it is.

        `b` or `a`. Optional; left out when empty.
    */
    std::optional<Sheen> sheen{};

    /** `thrice` (3) or `twice` (2). Optional; left out when empty. */
    std::optional<Strokes> strokes{};

    /** Each element: `twice` (2) or `thrice` (3). Optional; left out when empty. */
    std::optional<std::vector<Rounds>> rounds{};

    /** Optional; left out when empty. */
    std::optional<Colour> loose{};

    bool operator==(Paint const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Paint, (), (id, colour, brand, dried, day, at, finish, kind, either, spare,
    layers, by_place, usual, sort_direction, names, coats, sheen, strokes, rounds, loose))

/** Wire names of Paint, in the order of its members. */
constexpr std::array<restbind::member, 20> restbind_members(Paint const*) noexcept
{
    return {{
        {"id", restbind::presence::required},
        {"colour", restbind::presence::required},
        {"brand", restbind::presence::required},
        {"dried", restbind::presence::required},
        {"day", restbind::presence::required},
        {"at", restbind::presence::required},
        {"finish", restbind::presence::required},
        {"kind", restbind::presence::required},
        {"either", restbind::presence::required},
        {"spare", restbind::presence::optional_nullable},
        {"layers", restbind::presence::optional},
        {"by_place", restbind::presence::optional},
        {"usual", restbind::presence::defaulted},
        {"sort_direction", restbind::presence::optional},
        {"names", restbind::presence::optional},
        {"coats", restbind::presence::optional},
        {"sheen", restbind::presence::optional},
        {"strokes", restbind::presence::optional},
        {"rounds", restbind::presence::optional},
        {"loose", restbind::presence::optional},
    }};
}
