/** CustomerObject.

    Other texts than these are kept as they come.

    @par Source
    `#/components/schemas/Customer/properties/object`
*/
struct CustomerObject : restbind::string_enum<CustomerObject_values>
{
    using string_enum::string_enum;
    using enum CustomerObject_values;
};

/** Customer.

    @par Source
    `#/components/schemas/Customer`
*/
struct Customer
{
    /** Required. */
    std::string id;

    /** `customer`. Required. */
    CustomerObject object = CustomerObject::customer;

    bool operator==(Customer const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Customer, (), (id, object))

/** Wire names of Customer, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(Customer const*) noexcept
{
    return {{
        {"id", restbind::presence::required},
        {"object", restbind::presence::required},
    }};
}

/** Color.

    Other texts than these are kept as they come.

    @par Source
    `#/components/schemas/Color`
*/
struct Color : restbind::string_enum<Color_values>
{
    using string_enum::string_enum;
    using enum Color_values;
};

/** ChoiceLevel.

    Other values than these are kept as they come.

    @par Source
    `#/components/schemas/Choice/properties/level/anyOf`
*/
enum class ChoiceLevel : std::int64_t
{
    value_1 = 1,
    value_2 = 2,
};

/** Choice.

    @par Source
    `#/components/schemas/Choice`
*/
struct Choice
{
    /** An id, or the customer itself.

        Checked against a schema, `#/components/schemas/Choice/properties/customer/anyOf`. Optional;
        may be null.
    */
    restbind::nullable<std::variant<std::string, Customer, DeletedCustomer, boost::json::object, restbind::unknown_value>> customer{};

    /** A known model or any other. Optional; left out when empty. */
    std::optional<ChoiceModel> model{};

    /** Checked against a schema, `#/components/schemas/Choice/properties/color/anyOf`. Optional;
        left out when empty.
    */
    std::optional<Color> color{};

    /** Checked against a schema, `#/components/schemas/Choice/properties/when/anyOf`. Optional;
        left out when empty.
    */
    std::optional<std::variant<restbind::date, restbind::timestamp, ChoiceWhen, restbind::unknown_value>> when{};

    /** Checked against a schema, `#/components/schemas/Choice/properties/level/anyOf`. Optional;
        left out when empty.
    */
    std::optional<ChoiceLevel> level{};

    /** Checked against a schema, `#/components/schemas/Choice/properties/input/anyOf`. Optional;
        left out when empty.
    */
    std::optional<std::variant<std::vector<std::string>, std::vector<std::int64_t>, std::string, restbind::unknown_value>> input{};

    /** Checked against a schema, `#/components/schemas/Choice/properties/settings/anyOf`. Optional;
        left out when empty.
    */
    std::optional<std::variant<std::map<std::string, std::int64_t>, std::map<std::string, std::string>, boost::json::object, restbind::unknown_value>> settings{};

    /** Told apart by the values of `kind`, which the document says nothing about.

        One of the alternatives that the document lists. Optional; left out when empty.
    */
    std::optional<std::variant<ChoicePaymentCard, ChoicePaymentCash, boost::json::object, restbind::unknown_value>> payment{};

    bool operator==(Choice const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Choice, (), (customer, model, color, when, level, input, settings, payment))

/** Wire names of Choice, in the order of its members. */
constexpr std::array<restbind::member, 8> restbind_members(Choice const*) noexcept
{
    return {{
        {"customer", restbind::presence::optional_nullable},
        {"model", restbind::presence::optional},
        {"color", restbind::presence::optional},
        {"when", restbind::presence::optional},
        {"level", restbind::presence::optional},
        {"input", restbind::presence::optional},
        {"settings", restbind::presence::optional},
        {"payment", restbind::presence::optional},
    }};
}

/** Alternatives beside properties.

    @par Source
    `#/components/schemas/Asset`
*/
struct Asset
{
    /** Optional; left out when empty. */
    std::optional<std::string> name{};

    /** Optional; left out when empty. */
    std::optional<std::string> text{};

    /** Optional; left out when empty. */
    std::optional<restbind::base64_bytes> bytes{};

    /** Optional; left out when empty. */
    std::optional<std::int64_t> size{};

    bool operator==(Asset const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Asset, (), (name, text, bytes, size))

/** Wire names of Asset, in the order of its members. */
constexpr std::array<restbind::member, 4> restbind_members(Asset const*) noexcept
{
    return {{
        {"name", restbind::presence::optional},
        {"text", restbind::presence::optional},
        {"bytes", restbind::presence::optional},
        {"size", restbind::presence::optional},
    }};
}

/** A base that lists what is made of it.

    @par Source
    `#/components/schemas/Pet`
*/
using Pet = std::variant<Cat, Dog, boost::json::object>;
