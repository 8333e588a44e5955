/** Pauses.

    @par Source
    `#/components/schemas/Waits`
*/
struct Pauses
{
    /** Required. */
    Id id{};

    /** Required. */
    Wait first{};

    /** Optional; left out when empty. */
    std::optional<Wait> next{};

    /** Optional; may be null. */
    restbind::nullable<Id> none{};

    /** At least 1 element. Checked against a schema,
        `#/components/schemas/Waits/properties/all/uniqueItems`. Optional; left out when empty.
    */
    std::optional<std::vector<Wait>> all{};

    /** Optional; left out when empty. */
    std::optional<std::map<std::string, Id>> named{};

    /** One of the alternatives that the document lists. Optional; left out when empty. */
    std::optional<std::variant<Id, Wait, bool, restbind::unknown_value>> either{};

    /** Checked against a schema, `#/components/schemas/Waits/properties/word/anyOf`. Optional; left
        out when empty.
    */
    std::optional<std::variant<boost::uuids::uuid, std::string, restbind::unknown_value>> word{};

    bool operator==(Pauses const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Pauses, (), (id, first, next, none, all, named, either, word))

/** Wire names of Pauses, in the order of its members. */
constexpr std::array<restbind::member, 8> restbind_members(Pauses const*) noexcept
{
    return {{
        {"id", restbind::presence::required},
        {"first", restbind::presence::required},
        {"second", restbind::presence::optional},
        {"none", restbind::presence::optional_nullable},
        {"all", restbind::presence::optional},
        {"named", restbind::presence::optional},
        {"either", restbind::presence::optional},
        {"word", restbind::presence::optional},
    }};
}

/** What a call of putWaits takes.

    @par Source
    `#/paths/~1waits~1{id}~1{wait}/put`
*/
struct PutWaitsRequest
{
    /** Required. */
    Id id{};

    /** Required. */
    Wait wait{};

    /** The body of the request. Required. */
    Pauses body;

    bool operator==(PutWaitsRequest const&) const = default;
};

BOOST_DESCRIBE_STRUCT(PutWaitsRequest, (), (id, wait, body))

/** Wire names of PutWaitsRequest, in the order of its members. */
constexpr std::array<restbind::member, 3> restbind_members(PutWaitsRequest const*) noexcept
{
    return {{
        {"id", restbind::presence::required},
        {"wait", restbind::presence::required},
        {"body", restbind::presence::required},
    }};
}
