/** The rules on a Node: `restbind::rules_of<Node>`. */
constexpr std::array<restbind::rule_info, 6> restbind_rules(Node const*) noexcept
{
    return {{
        {.member = "left", .rule = restbind::rule_kind::alternatives,
            .message = "Left must fit exactly one of the alternatives"},
        {.member = "right", .rule = restbind::rule_kind::alternatives,
            .message = "Right must fit exactly one of the alternatives"},
        {.member = "left", .rule = restbind::rule_kind::nested, .limit = "Leaf"},
        {.member = "left", .rule = restbind::rule_kind::nested, .limit = "Node"},
        {.member = "right", .rule = restbind::rule_kind::nested, .limit = "Leaf"},
        {.member = "right", .rule = restbind::rule_kind::nested, .limit = "Node"},
    }};
}

/** Checks a Node by the rules of the service; adds one violation per broken rule. */
inline void validate(Node const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Node>;
    if (value.left)
        restbind::json::refuse_open_object(*value.left, found, "left",
            "Left must fit exactly one of the alternatives");
    if (value.left && !(!std::holds_alternative<restbind::unknown_value>(*value.left)))
        found.add(rules[0]); // Left must fit exactly one of the alternatives
    if (value.left)
    {
        if (auto const* one = std::get_if<Leaf>(&*value.left))
            found.enter("left", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&*value.left))
            found.enter("left", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.left, found, "left");
    }
    if (value.right)
        restbind::json::refuse_open_object(*value.right, found, "right",
            "Right must fit exactly one of the alternatives");
    if (value.right && !(!std::holds_alternative<restbind::unknown_value>(*value.right)))
        found.add(rules[1]); // Right must fit exactly one of the alternatives
    if (value.right)
    {
        if (auto const* one = std::get_if<Leaf>(&*value.right))
            found.enter("right", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&*value.right))
            found.enter("right", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.right, found, "right");
    }
}

/** The rules on a GraftRequest: `restbind::rules_of<GraftRequest>`. */
constexpr std::array<restbind::rule_info, 4> restbind_rules(GraftRequest const*) noexcept
{
    return {{
        {.rule = restbind::rule_kind::required, .message = "Body is required"},
        {.rule = restbind::rule_kind::alternatives,
            .message = "Body must fit exactly one of the alternatives"},
        {.rule = restbind::rule_kind::nested, .limit = "Leaf"},
        {.rule = restbind::rule_kind::nested, .limit = "Node"},
    }};
}

/** Checks a GraftRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(GraftRequest const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<GraftRequest>;
    if (!value.body.is_set())
        found.add(rules[0]); // Body is required
    if (value.body.is_set())
        restbind::json::refuse_open_object(value.body, found, {},
            "Body must fit exactly one of the alternatives");
    if (value.body.is_set() && !(!std::holds_alternative<restbind::unknown_value>(value.body)))
        found.add(rules[1]); // Body must fit exactly one of the alternatives
    if (value.body.is_set())
    {
        if (auto const* one = std::get_if<Leaf>(&value.body))
            validate(*one, found);
        if (auto const* one = std::get_if<Node>(&value.body))
            validate(*one, found);
        restbind::json::check_discriminator(value.body, found);
    }
}
