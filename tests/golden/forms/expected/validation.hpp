/** The rules on a Charge: `restbind::rules_of<Charge>`. */
constexpr std::array<restbind::rule_info, 6> restbind_rules(Charge const*) noexcept
{
    return {{
        {.member = "amount", .rule = restbind::rule_kind::minimum, .limit = "1",
            .message = "Amount must be greater than or equal to 1"},
        {.member = "kind", .rule = restbind::rule_kind::listed, .limit = "card, cash",
            .message = "Kind must be card or cash"},
        {.member = "expand", .of_elements = true, .rule = restbind::rule_kind::max_length,
            .limit = "5000", .message = "Expand must have at most 5000 character(s)"},
        {.member = "metadata", .rule = restbind::rule_kind::listed, .message = "Metadata must be "},
        {.member = "shipping", .rule = restbind::rule_kind::listed, .message = "Shipping must be "},
        {.member = "items", .of_elements = true, .rule = restbind::rule_kind::nested,
            .limit = "Item"},
    }};
}

/** Checks a Charge by the rules of the service; adds one violation per broken rule. */
inline void validate(Charge const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Charge>;
    if (!(value.amount >= 1))
        found.add(rules[0]); // Amount must be greater than or equal to 1
    if (value.kind && !(value.kind->is_known()))
        found.add(rules[1]); // Kind must be card or cash
    if (value.expand)
    {
        found.each("expand", *value.expand, [&found](std::string const& element) {
            if (!(restbind::code_points(element) <= 5000U))
                found.add(rules[2]); // Expand must have at most 5000 character(s)
        });
    }
    if (value.items)
        found.each("items", *value.items,
            [&found](Item const& element) { validate(element, found); });
    if (value.metadata)
    {
        if (auto const* one = std::get_if<EmptyString>(&*value.metadata))
            if (!(one->is_known()))
                found.add(rules[3]); // Metadata must be
    }
    if (value.shipping)
    {
        if (auto const* one = std::get_if<EmptyString>(&*value.shipping))
            if (!(one->is_known()))
                found.add(rules[4]); // Shipping must be
    }
}

/** The rules on an Item: `restbind::rules_of<Item>`. */
constexpr std::array<restbind::rule_info, 2> restbind_rules(Item const*) noexcept
{
    return {{
        {.member = "price", .rule = restbind::rule_kind::max_length, .limit = "10",
            .message = "Price must have at most 10 character(s)"},
        {.member = "quantity", .rule = restbind::rule_kind::minimum, .limit = "1",
            .message = "Quantity must be greater than or equal to 1"},
    }};
}

/** Checks an Item by the rules of the service; adds one violation per broken rule. */
inline void validate(Item const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Item>;
    if (!(restbind::code_points(value.price) <= 10U))
        found.add(rules[0]); // Price must have at most 10 character(s)
    if (value.quantity && !(*value.quantity >= 1))
        found.add(rules[1]); // Quantity must be greater than or equal to 1
}

/** The rules on a ReplaceTokenParameters: `restbind::rules_of<ReplaceTokenParameters>`. */
constexpr std::array<restbind::rule_info, 1> restbind_rules(ReplaceTokenParameters const*) noexcept
{
    return {{
        {.rule = restbind::rule_kind::nested, .limit = "ReplaceTokenRequest"},
    }};
}

/** Checks a ReplaceTokenParameters by the rules of the service; adds one violation per broken rule.
*/
inline void validate(ReplaceTokenParameters const& value, restbind::violations& found)
{
    if (value.body)
        validate(*value.body, found);
}
