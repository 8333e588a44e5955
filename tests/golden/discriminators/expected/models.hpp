/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Fern, Loose, Numbered, GroveMix, boost::json::object> const*) noexcept
{
    return restbind::discriminator<3>{"kind", {{"Fern", 0}, {"Loose", 1}, {"Numbered", 2}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Fern, Loose, boost::json::object> const*) noexcept
{
    return restbind::discriminator<3>{"kind", {{"fern", 0}, {"Fern", 0}, {"Loose", 1}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(std::variant<Bell, Horn, boost::json::object> const*) noexcept
{
    return restbind::discriminator<2>{"is", {{"Bell", 0}, {"Horn", 1}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(std::variant<Cat, Dog, boost::json::object> const*) noexcept
{
    return restbind::discriminator<2>{"kind", {{"Cat", 0}, {"Dog", 1}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Leaf, Node, boost::json::object, Root> const*) noexcept
{
    return restbind::discriminator<7>{"t",
        {{"leaf", 0}, {"blade", 0}, {"Leaf", 0}, {"node", 1}, {"Node", 1}, {"root", 3}, {"Root", 3}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Moss, Lichen, boost::json::object> const*) noexcept
{
    return restbind::discriminator<3>{"kind", {{"moss", 0}, {"Moss", 0}, {"Lichen", 1}}, 1};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Leaf, Node, boost::json::object, restbind::unknown_value> const*) noexcept
{
    return restbind::discriminator<5>{"t",
        {{"leaf", 0}, {"blade", 0}, {"Leaf", 0}, {"node", 1}, {"Node", 1}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<ToolBase, Saw, Axe, boost::json::object> const*) noexcept
{
    return restbind::discriminator<3>{"kind", {{"Tool", 0}, {"Saw", 1}, {"Axe", 2}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Arrow, Board, Flag, Post, boost::json::object> const*) noexcept
{
    return restbind::discriminator<6>{"is",
        {{"arrow", 0}, {"board", 1}, {"Board", 1}, {"flag", 2}, {"Flag", 2}, {"post", 3}}};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Moss, Other, boost::json::object> const*) noexcept
{
    return restbind::discriminator<3>{"kind", {{"moss", 0}, {"Moss", 0}, {"Other", 1}}, 1};
}

/** The member that tells these alternatives apart. */
constexpr auto restbind_discriminator(
    std::variant<Herb, Shrub, boost::json::object> const*) noexcept
{
    return restbind::discriminator<2>{"t", {{"Herb", 0}, {"Shrub", 1}}};
}
