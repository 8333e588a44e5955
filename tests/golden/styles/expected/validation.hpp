/** The rules on a QueryRequest: `restbind::rules_of<QueryRequest>`. */
constexpr std::array<restbind::rule_info, 10> restbind_rules(QueryRequest const*) noexcept
{
    return {{
        {.member = "expand", .rule = restbind::rule_kind::max_items, .limit = "3",
            .message = "Expand must have at most 3 element(s)"},
        {.member = "text", .rule = restbind::rule_kind::max_length, .limit = "9",
            .message = "Text must have at most 9 character(s)"},
        {.member = "shade", .rule = restbind::rule_kind::listed, .limit = "light, dark",
            .message = "Shade must be light or dark"},
        {.member = "shades", .of_elements = true, .rule = restbind::rule_kind::listed,
            .limit = "light, dark", .message = "Shades must be light or dark"},
        {.member = "limit", .rule = restbind::rule_kind::minimum, .limit = "1",
            .message = "Limit must be greater than or equal to 1"},
        {.member = "color", .rule = restbind::rule_kind::nested, .limit = "Color"},
        {.member = "joined", .rule = restbind::rule_kind::nested, .limit = "Color"},
        {.member = "piped", .rule = restbind::rule_kind::nested, .limit = "Color"},
        {.member = "filter", .rule = restbind::rule_kind::nested, .limit = "Filter"},
        {.member = "json", .rule = restbind::rule_kind::nested, .limit = "Filter"},
    }};
}

/** Checks a QueryRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(QueryRequest const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<QueryRequest>;
    found.locate(restbind::location::query);
    if (value.color)
        found.enter("color", [&] { validate(*value.color, found); });
    if (value.joined)
        found.enter("joined", [&] { validate(*value.joined, found); });
    if (value.piped)
        found.enter("piped", [&] { validate(*value.piped, found); });
    if (value.filter)
        found.enter("filter", [&] { validate(*value.filter, found); });
    if (value.expand && !(value.expand->size() <= 3U))
        found.add(rules[0]); // Expand must have at most 3 element(s)
    if (value.json)
        found.enter("json", [&] { validate(*value.json, found); });
    if (value.text && !(restbind::code_points(*value.text) <= 9U))
        found.add(rules[1]); // Text must have at most 9 character(s)
    if (value.shade && !(value.shade->is_known()))
        found.add(rules[2]); // Shade must be light or dark
    if (value.shades)
    {
        found.each("shades", *value.shades, [&found](QueryShade const& element) {
            if (!(element.is_known()))
                found.add(rules[3]); // Shades must be light or dark
        });
    }
    if (value.limit && !(*value.limit >= 1))
        found.add(rules[4]); // Limit must be greater than or equal to 1
}
