/** Upload.

    @par Source
    `#/components/schemas/Upload`
*/
struct Upload
{
    /** Required. */
    UploadAttributes attributes;

    /** Any file.

        At most 1000 bytes. Required.
    */
    File file;

    /** Optional; left out when empty. */
    std::optional<restbind::file> picture{};

    /** Optional; left out when empty. */
    std::optional<restbind::file> thumbnail{};

    /** Optional; left out when empty. */
    std::optional<restbind::file> anything{};

    /** Optional; left out when empty. */
    std::optional<restbind::base64_bytes> encoded{};

    /** Optional; left out when empty. */
    std::optional<std::string> notes{};

    /** At most 9. Optional; left out when empty. */
    std::optional<std::int64_t> count{};

    /** Optional; left out when empty. */
    std::optional<bool> flag{};

    /** Optional; may be null. */
    restbind::nullable<std::string> note{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::string>> labels{};

    /** Optional; left out when empty. */
    std::optional<std::vector<UploadPointsItem>> points{};

    /** Optional; left out when empty. */
    std::optional<std::vector<std::vector<std::int64_t>>> matrix{};

    /** Optional; left out when empty. */
    std::optional<UploadOptions> options{};

    /** Optional; left out when empty. */
    std::optional<std::map<std::string, std::string>> meta{};

    /** Read only: never sent. Optional; left out when empty. */
    std::optional<std::string> stored{};

    bool operator==(Upload const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Upload, (), (attributes, file, picture, thumbnail, anything, encoded, notes,
    count, flag, note, labels, points, matrix, options, meta, stored))

/** Wire names of Upload, in the order of its members. */
constexpr std::array<restbind::member, 16> restbind_members(Upload const*) noexcept
{
    return {{
        {"attributes", restbind::presence::required},
        {"file", restbind::presence::required},
        {"picture", restbind::presence::optional},
        {"thumbnail", restbind::presence::optional},
        {"anything", restbind::presence::optional},
        {"encoded", restbind::presence::optional},
        {"notes", restbind::presence::optional},
        {"count", restbind::presence::optional},
        {"flag", restbind::presence::optional},
        {"note", restbind::presence::optional_nullable},
        {"labels", restbind::presence::optional},
        {"points", restbind::presence::optional},
        {"matrix", restbind::presence::optional},
        {"options", restbind::presence::optional},
        {"meta", restbind::presence::optional},
        {"stored", restbind::presence::optional, restbind::access_mode::read_only},
    }};
}

/** Photo.

    @par Source
    `#/components/schemas/Photo`
*/
struct Photo
{
    /** Required. */
    restbind::required_variant<std::variant<File, std::string>> photo;

    /** Optional; may be null. */
    restbind::nullable<std::variant<File, std::vector<File>>> more{};

    bool operator==(Photo const&) const = default;
};

BOOST_DESCRIBE_STRUCT(Photo, (), (photo, more))

/** Wire names of Photo, in the order of its members. */
constexpr std::array<restbind::member, 2> restbind_members(Photo const*) noexcept
{
    return {{
        {"photo", restbind::presence::required},
        {"more", restbind::presence::optional_nullable},
    }};
}
