/** Replaced by Cart.

    @deprecated The document says so.
    @par Source
    `#/components/schemas/Basket`
*/
struct [[deprecated]] Basket
{
    /** At least 1. Optional; left out when empty. */
    std::optional<std::int64_t> size{};

    bool operator==(Basket const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Basket, (), (size))

/** Wire names of Basket, in the order of its members. */
constexpr std::array<restbind::member, 1> restbind_members(Basket const*) noexcept
{
    return {{
        {"size", restbind::presence::optional},
    }};
}

/** Kind.

    Other texts than these are kept as they come.

    @deprecated The document says so.
    @par Source
    `#/components/schemas/Kind`
*/
struct [[deprecated]] Kind : restbind::string_enum<Kind_values>
{
    using string_enum::string_enum;
    using enum Kind_values;
};

/** Tree.

    @deprecated The document says so.
    @par Source
    `#/components/schemas/Tree`
*/
struct [[deprecated]] Tree
{
    /** The value, which may hold such values again. */
    std::vector<Tree> value;

    friend bool operator==(Tree const&, Tree const&);
};

BOOST_DESCRIBE_STRUCT(Tree, (), (value))

/** Tree stands for its value. */
constexpr restbind::wrapper restbind_wrapper(Tree const*) noexcept
{
    return {};
}

inline bool operator==(Tree const& a, Tree const& b)
{
    return a.value == b.value;
}

/** What a call of replaceCart takes.

    @par Source
    `#/paths/~1carts~1{id}/put`
*/
struct ReplaceCartRequest
{
    /** Required. */
    std::int64_t id = 0;

    /** Optional; left out when empty.

        @deprecated The document says so.
    */
    [[deprecated]] std::optional<bool> force{};

    /** The body of the request. Required. */
    Cart body;

    bool operator==(ReplaceCartRequest const&) const = default;
};

BOOST_DESCRIBE_STRUCT(ReplaceCartRequest, (), (id, force, body))

/** Wire names of ReplaceCartRequest, in the order of its members. */
constexpr std::array<restbind::member, 3> restbind_members(ReplaceCartRequest const*) noexcept
{
    return {{
        {"id", restbind::presence::required},
        {"force", restbind::presence::optional},
        {"body", restbind::presence::required},
    }};
}
