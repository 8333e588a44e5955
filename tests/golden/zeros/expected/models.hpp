/** Cart.

    @par Source
    `#/components/schemas/Cart`
*/
struct Cart
{
    /** Required. */
    std::int64_t session;

    /** At least 1. Required. */
    std::int64_t seat = 0;

    /** -1 to 0 inclusive. Required. */
    double discount;

    /** Required. */
    bool gift;

    /** `value_0` (0) or `value_1` (1). Required. */
    CartKind kind;

    /** Required. */
    std::vector<Line> lines;

    /** Read only: never sent. Required. */
    std::int64_t made = 0;

    /** Optional; left out when empty. */
    std::optional<std::int64_t> note{};

    bool operator==(Cart const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Cart, (), (session, seat, discount, gift, kind, lines, made, note))

/** Wire names of Cart, in the order of its members. */
constexpr std::array<restbind::member, 8> restbind_members(Cart const*) noexcept
{
    return {{
        {"session", restbind::presence::required},
        {"seat", restbind::presence::required},
        {"discount", restbind::presence::required},
        {"gift", restbind::presence::required},
        {"kind", restbind::presence::required},
        {"lines", restbind::presence::required},
        {"made", restbind::presence::required, restbind::access_mode::read_only},
        {"note", restbind::presence::optional},
    }};
}

/** What a call of addCart takes.

    @par Source
    `#/paths/~1carts/post`
*/
struct AddCartRequest
{
    /** Required. */
    std::int64_t shop;

    /** The body of the request. Required. */
    Cart body;

    bool operator==(AddCartRequest const&) const = default;
};

BOOST_DESCRIBE_STRUCT(AddCartRequest, (), (shop, body))

/** Wire names of AddCartRequest, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(AddCartRequest const*) noexcept
{
    return {{
        {"shop", restbind::presence::required},
        {"body", restbind::presence::required},
    }};
}
