/** ERROR_.

    @par Source
    `#/components/schemas/ERROR`
*/
struct ERROR_
{
    /** At least 1. Required. */
    std::int64_t linux_ = 0;

    /** `major_` (1) or `minor_` (2). Required. */
    ERRORUnix unix_{};

    /** Matches `^a`. Required. */
    std::string major_;

    /** At most 3 elements. Each element: at most 3 characters. Required. */
    std::vector<std::string> minor_;

    /** Optional; left out when empty. */
    std::optional<std::string> makedev_{};

    /** Each element: `IN`, `OUT`, `TRUE`, `FALSE`, `min`, `max`, `ERROR`, `linux`, `unix`, `nil`,
        `NO`, `YES` or `small`. Optional; left out when empty.
    */
    std::optional<std::vector<DELETE_>> slots_{};

    /** Each value: at least 1. Optional; left out when empty. */
    std::optional<std::map<std::string, std::int64_t>> signals_{};

    /** Optional; left out when empty. */
    std::optional<bool> emit_{};

    /** Optional; left out when empty. */
    std::optional<std::string> foreach_{};

    /** At least 0. Optional; left out when empty. */
    std::optional<double> min_{};

    /** At most 9. Optional; left out when empty. */
    std::optional<double> max_{};

    /** Optional; left out when empty. */
    std::optional<std::string> near_{};

    /** Optional; left out when empty. */
    std::optional<std::string> far_{};

    /** Optional; left out when empty. */
    std::optional<std::int64_t> small_{};

    /** Optional; left out when empty. */
    std::optional<std::int64_t> huge_{};

    /** Optional; left out when empty. */
    std::optional<Interface> interface_{};

    /** Optional; left out when empty. */
    std::optional<std::int64_t> errno_{};

    /** Optional; left out when empty. */
    std::optional<std::string> environ_{};

    /** Optional; left out when empty. */
    std::optional<std::string> stdin_{};

    /** Optional; left out when empty. */
    std::optional<std::string> stdout_{};

    /** Optional; left out when empty. */
    std::optional<std::string> stderr_{};

    /** Optional; left out when empty. */
    std::optional<bool> assert_{};

    /** Optional; left out when empty. */
    std::optional<bool> i386_{};

    /** Optional; left out when empty. */
    std::optional<double> complex_{};

    /** Optional; left out when empty. */
    std::optional<double> i{};

    /** Optional; left out when empty. */
    std::optional<std::string> null{};

    /** Optional; left out when empty. */
    std::optional<std::string> eof{};

    /** Optional; left out when empty. */
    std::optional<std::string> nil_{};

    /** Optional; left out when empty. */
    std::optional<std::string> yes{};

    /** Optional; left out when empty. */
    std::optional<std::string> sun_{};

    /** Optional; left out when empty. */
    std::optional<std::string> alloca_{};

    /** Optional; left out when empty. */
    std::optional<std::string> st_atime_{};

    /** Optional; left out when empty. */
    std::optional<std::string> s_addr_{};

    /** Optional; left out when empty. */
    std::optional<std::string> pascal_{};

    /** Optional; left out when empty. */
    std::optional<std::string> register_{};

    /** Optional; left out when empty. */
    std::optional<std::string> class_{};

    /** Optional; left out when empty. */
    std::optional<std::string> member_2fast{};

    /** Optional; left out when empty. */
    std::optional<std::string> grosse{};

    /** Optional; left out when empty. */
    std::optional<std::string> name{};

    /** Optional; left out when empty. */
    std::optional<std::string> name_2{};

    /** Optional; left out when empty. */
    std::optional<Status_> status{};

    /** Optional; left out when empty. */
    std::optional<std::string> reserved{};

    /** Optional; left out when empty. */
    std::optional<std::string> reserved_2{};

    bool operator==(ERROR_ const&) const = default;
};

BOOST_DESCRIBE_STRUCT(ERROR_, (), (linux_, unix_, major_, minor_, makedev_, slots_, signals_, emit_,
    foreach_, min_, max_, near_, far_, small_, huge_, interface_, errno_, environ_, stdin_, stdout_,
    stderr_, assert_, i386_, complex_, i, null, eof, nil_, yes, sun_, alloca_, st_atime_, s_addr_,
    pascal_, register_, class_, member_2fast, grosse, name, name_2, status, reserved, reserved_2))

/** Wire names of ERROR_, in the order of its members. */
constexpr std::array<restbind::member, 43> restbind_members(ERROR_ const*) noexcept
{
    return {{
        {"linux", restbind::presence::required},
        {"unix", restbind::presence::required},
        {"major", restbind::presence::required},
        {"minor", restbind::presence::required},
        {"makedev", restbind::presence::optional},
        {"slots", restbind::presence::optional},
        {"signals", restbind::presence::optional},
        {"emit", restbind::presence::optional},
        {"foreach", restbind::presence::optional},
        {"min", restbind::presence::optional},
        {"max", restbind::presence::optional},
        {"near", restbind::presence::optional},
        {"far", restbind::presence::optional},
        {"small", restbind::presence::optional},
        {"huge", restbind::presence::optional},
        {"interface", restbind::presence::optional},
        {"errno", restbind::presence::optional},
        {"environ", restbind::presence::optional},
        {"stdin", restbind::presence::optional},
        {"stdout", restbind::presence::optional},
        {"stderr", restbind::presence::optional},
        {"assert", restbind::presence::optional},
        {"i386", restbind::presence::optional},
        {"complex", restbind::presence::optional},
        {"I", restbind::presence::optional},
        {"NULL", restbind::presence::optional},
        {"EOF", restbind::presence::optional},
        {"nil", restbind::presence::optional},
        {"YES", restbind::presence::optional},
        {"sun", restbind::presence::optional},
        {"alloca", restbind::presence::optional},
        {"st_atime", restbind::presence::optional},
        {"s_addr", restbind::presence::optional},
        {"pascal", restbind::presence::optional},
        {"register", restbind::presence::optional},
        {"class", restbind::presence::optional},
        {"2fast", restbind::presence::optional},
        {"gr\303\266\303\237e", restbind::presence::optional},
        {"Name", restbind::presence::optional},
        {"name", restbind::presence::optional},
        {"Status", restbind::presence::optional},
        {"__reserved", restbind::presence::optional},
        {"_Reserved", restbind::presence::optional},
    }};
}

BOOST_DESCRIBE_STRUCT(OUT_, (), (interface_))

/** ERRORUnix.

    Other values than these are kept as they come.

    @par Source
    `#/components/schemas/ERROR/properties/unix`
*/
enum class ERRORUnix : std::int64_t
{
    major_ = 1,
    minor_ = 2,
};

/** VOID_.

    Other values than these are kept as they come.

    @par Source
    `#/components/schemas/VOID`
*/
enum class VOID_ : std::int64_t
{
    const_ = 1,
};
