/** The rules on an Order: `restbind::rules_of<Order>`. */
constexpr std::array<restbind::rule_info, 17> restbind_rules(Order const*) noexcept
{
    return {{
        {.rule = restbind::rule_kind::min_properties, .limit = "1",
            .message = "Object must have at least 1 member(s)"},
        {.rule = restbind::rule_kind::max_properties, .limit = "14",
            .message = "Object must have at most 14 member(s)"},
        {.member = "name", .rule = restbind::rule_kind::pattern, .limit = "^[A-Z][a-z]*$",
            .message = "Name is not spelt as it must be"},
        {.member = "price", .rule = restbind::rule_kind::multiple_of, .limit = "0.01",
            .message = "Price must be a multiple of 0.01"},
        {.member = "amount", .rule = restbind::rule_kind::multiple_of, .limit = "0.05",
            .message = "Amount must be a multiple of 0.05"},
        {.member = "pack", .rule = restbind::rule_kind::multiple_of, .limit = "6",
            .message = "Pack must be a multiple of 6"},
        {.member = "tags", .rule = restbind::rule_kind::unique_items,
            .message = "Tags must not hold equal elements"},
        {.member = "tags", .of_elements = true, .rule = restbind::rule_kind::max_length,
            .limit = "5", .message = "Tags must have at most 5 character(s)"},
        {.member = "rates", .rule = restbind::rule_kind::min_properties, .limit = "1",
            .message = "Rates must have at least 1 member(s)"},
        {.member = "rates", .of_elements = true, .rule = restbind::rule_kind::minimum, .limit = "1",
            .message = "Rates must be greater than or equal to 1"},
        {.member = "rows", .of_elements = true, .rule = restbind::rule_kind::maximum, .limit = "9",
            .message = "Rows must be less than or equal to 9"},
        {.member = "choice", .rule = restbind::rule_kind::minimum, .limit = "1",
            .message = "Choice must be greater than or equal to 1"},
        {.member = "choice", .rule = restbind::rule_kind::max_length, .limit = "3",
            .message = "Choice must have at most 3 character(s)"},
        {.member = "flag", .rule = restbind::rule_kind::listed, .limit = "true",
            .message = "Flag must be true"},
        {.member = "mail", .rule = restbind::rule_kind::format, .limit = "email",
            .message = "Mail must be a valid email"},
        {.member = "links", .of_elements = true, .rule = restbind::rule_kind::format,
            .limit = "uri", .message = "Links is no uri"},
        {.member = "lines", .of_elements = true, .rule = restbind::rule_kind::nested,
            .limit = "Line"},
    }};
}

/** Checks an Order by the rules of the service; adds one violation per broken rule. */
inline void validate(Order const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Order>;
    if (!(restbind::json::count_members(value) >= 1U))
        found.add(rules[0]); // Object must have at least 1 member(s)
    if (!(restbind::json::count_members(value) <= 14U))
        found.add(rules[1]); // Object must have at most 14 member(s)
    restbind::json::check_encoded(validation_schemas::schema_244406a0d6(), value, found);
    restbind::json::check_encoded(validation_schemas::schema_7547ac9f8f(), value, found);
    if (value.name && !(restbind::matches(validation_patterns::pattern_8a84110eaf, *value.name)))
        found.add(rules[2]); // Name is not spelt as it must be
    if (value.card)
        restbind::json::check_encoded(validation_schemas::schema_99bd196c6f(), *value.card, found,
            "card");
    if (value.price && !(restbind::is_multiple(*value.price, "0.01")))
        found.add(rules[3]); // Price must be a multiple of 0.01
    if (value.amount && !(restbind::is_multiple(*value.amount, "0.05")))
        found.add(rules[4]); // Amount must be a multiple of 0.05
    if (value.pack && !(*value.pack % 6 == 0))
        found.add(rules[5]); // Pack must be a multiple of 6
    if (value.tags && !(restbind::are_unique(*value.tags)))
        found.add(rules[6]); // Tags must not hold equal elements
    if (value.tags)
        restbind::json::check_encoded(validation_schemas::schema_7c9f11982b(), *value.tags, found,
            "tags");
    if (value.tags)
    {
        found.each("tags", *value.tags, [&found](std::string const& element) {
            if (!(restbind::code_points(element) <= 5U))
                found.add(rules[7]); // Tags must have at most 5 character(s)
        });
    }
    if (value.rates && !(value.rates->size() >= 1U))
        found.add(rules[8]); // Rates must have at least 1 member(s)
    if (value.rates)
    {
        found.each("rates", *value.rates, [&found](std::int64_t element) {
            if (!(element >= 1))
                found.add(rules[9]); // Rates must be greater than or equal to 1
        });
    }
    if (value.rows)
    {
        found.each("rows", *value.rows, [&found](std::vector<std::int64_t> const& element) {
            found.each({}, element, [&found](std::int64_t element_2) {
                if (!(element_2 <= 9))
                    found.add(rules[10]); // Rows must be less than or equal to 9
            });
        });
    }
    if (value.point)
        restbind::json::check_encoded(validation_schemas::schema_3d10b4bd3a(), *value.point, found,
            "point");
    if (value.choice)
    {
        if (auto const* one = std::get_if<std::int64_t>(&*value.choice))
            if (!(*one >= 1))
                found.add(rules[11]); // Choice must be greater than or equal to 1
        if (auto const* one = std::get_if<std::string>(&*value.choice))
            if (!(restbind::code_points(*one) <= 3U))
                found.add(rules[12]); // Choice must have at most 3 character(s)
    }
    if (value.flag && !(*value.flag == true))
        found.add(rules[13]); // Flag must be true
    if (value.named)
        restbind::json::check_encoded(validation_schemas::schema_a4c97865e1(), *value.named, found,
            "named");
    if (found.checks_formats() && value.mail && !(restbind::is_email(*value.mail)))
        found.add(rules[14]); // Mail must be a valid email
    if (value.links)
    {
        found.each("links", *value.links, [&found](std::string const& element) {
            if (found.checks_formats() && !(restbind::is_uri(element)))
                found.add(rules[15]); // Links is no uri
        });
    }
    if (value.lines)
        found.each("lines", *value.lines,
            [&found](Line const& element) { validate(element, found); });
}
