struct Sum;

/** Term.

    @par Source
    `#/components/schemas/Term`
*/
using Term = std::variant<Number, Sum, boost::json::object>;

/** Sum.

    @par Source
    `#/components/schemas/Sum`
*/
struct Sum
{
    /** Checked against a schema, `#/components/schemas/Term/oneOf`. Required. */
    restbind::optional_box<Term> left;

    /** Checked against a schema, `#/components/schemas/Term/oneOf`. Required. */
    restbind::optional_box<Term> right;

    friend bool operator==(Sum const&, Sum const&);
};

BOOST_DESCRIBE_STRUCT(Sum, (), (left, right))

/** Wire names of Sum, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(Sum const*) noexcept
{
    return {{
        {"left", restbind::presence::required},
        {"right", restbind::presence::required},
    }};
}

inline bool operator==(Sum const& a, Sum const& b)
{
    return a.left == b.left && a.right == b.right;
}

/** Filter.

    @par Source
    `#/components/schemas/Filter`
*/
using Filter = std::variant<FilterAll, FilterField, boost::json::object>;

struct FilterAll;

/** Filter.

    @par Source
    `#/components/schemas/Filter`
*/
using Filter = std::variant<FilterAll, FilterField, boost::json::object>;

/** All.

    @par Source
    `#/components/schemas/Filter/oneOf/0`
*/
struct FilterAll
{
    /** Each element: checked against a schema, `#/components/schemas/Filter/oneOf`. Required. */
    std::vector<Filter> all;

    friend bool operator==(FilterAll const&, FilterAll const&);
};

BOOST_DESCRIBE_STRUCT(FilterAll, (), (all))

/** Wire names of FilterAll, in the order of its members. */
constexpr std::array<restbind::member, 1> restbind_members(FilterAll const*) noexcept
{
    return {{
        {"all", restbind::presence::required},
    }};
}

inline bool operator==(FilterAll const& a, FilterAll const& b)
{
    return a.all == b.all;
}

/** Stands in the document between two types that hold each other.

    @par Source
    `#/components/schemas/Catalogue`
*/
struct Catalogue
{
    /** Optional; left out when empty. */
    std::optional<std::vector<Author>> authors{};

    bool operator==(Catalogue const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Catalogue, (), (authors))

/** Wire names of Catalogue, in the order of its members. */
constexpr std::array<restbind::member, 1> restbind_members(Catalogue const*) noexcept
{
    return {{
        {"authors", restbind::presence::optional},
    }};
}

struct Book;

/** Book.

    @par Source
    `#/components/schemas/Book`
*/
struct Book
{
    /** Optional; left out when empty. */
    std::optional<Author> author;

    friend bool operator==(Book const&, Book const&);
};

BOOST_DESCRIBE_STRUCT(Book, (), (author))

/** Wire names of Book, in the order of its members. */
constexpr std::array<restbind::member, 1> restbind_members(Book const*) noexcept
{
    return {{
        {"author", restbind::presence::optional},
    }};
}

inline bool operator==(Book const& a, Book const& b)
{
    return a.author == b.author;
}
