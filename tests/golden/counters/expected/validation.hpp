/** The rules on a Meter: `restbind::rules_of<Meter>`. */
constexpr std::array<restbind::rule_info, 12> restbind_rules(Meter const*) noexcept
{
    return {{
        {.member = "count", .rule = restbind::rule_kind::exclusive_minimum, .limit = "4",
            .message = "Count must be greater than 4"},
        {.member = "count", .rule = restbind::rule_kind::multiple_of, .limit = "5",
            .message = "Count must be a multiple of 5"},
        {.member = "all", .of_elements = true, .rule = restbind::rule_kind::exclusive_maximum,
            .limit = "18446744073709551615",
            .message = "All must be less than 18446744073709551615"},
        {.member = "one", .rule = restbind::rule_kind::listed, .limit = "1, 18446744073709551615",
            .message = "One must be 1 or 18446744073709551615"},
        {.member = "either", .rule = restbind::rule_kind::alternatives,
            .message = "Either must fit at least one of the alternatives"},
        {.member = "tiny", .rule = restbind::rule_kind::exclusive_maximum, .limit = "100",
            .message = "Tiny must be less than 100"},
        {.member = "age", .rule = restbind::rule_kind::range, .limit = "0 to 200",
            .message = "Age must be between 0 and 200"},
        {.member = "port", .rule = restbind::rule_kind::minimum, .limit = "1",
            .message = "Port must be greater than or equal to 1"},
        {.member = "port", .rule = restbind::rule_kind::multiple_of, .limit = "2",
            .message = "Port must be a multiple of 2"},
        {.member = {"short", "short_"}, .rule = restbind::rule_kind::listed, .limit = "-1, 300",
            .message = "Short must be -1 or 300"},
        {.member = "ports", .rule = restbind::rule_kind::unique_items,
            .message = "Ports must not hold equal elements"},
        {.member = "ports", .of_elements = true, .rule = restbind::rule_kind::exclusive_minimum,
            .limit = "0", .message = "Ports must be greater than 0"},
    }};
}

/** Checks a Meter by the rules of the service; adds one violation per broken rule. */
inline void validate(Meter const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Meter>;
    if (!(value.count > 4U))
        found.add(rules[0]); // Count must be greater than 4
    if (!(value.count % 5U == 0))
        found.add(rules[1]); // Count must be a multiple of 5
    if (value.all)
    {
        found.each("all", *value.all, [&found](std::uint64_t element) {
            if (!(element < 18446744073709551615U))
                found.add(rules[2]); // All must be less than 18446744073709551615
        });
    }
    if (value.one && !(*value.one == 1U || *value.one == 18446744073709551615U))
        found.add(rules[3]); // One must be 1 or 18446744073709551615
    if (value.either && !(!std::holds_alternative<restbind::unknown_value>(*value.either)))
        found.add(rules[4]); // Either must fit at least one of the alternatives
    if (value.tiny && !(*value.tiny < 100))
        found.add(rules[5]); // Tiny must be less than 100
    if (value.age && !(*value.age <= 200))
        found.add(rules[6]); // Age must be between 0 and 200
    if (value.port && !(*value.port >= 1))
        found.add(rules[7]); // Port must be greater than or equal to 1
    if (value.port && !(*value.port % 2 == 0))
        found.add(rules[8]); // Port must be a multiple of 2
    if (value.short_ && !(*value.short_ == MeterShort::value_minus_1
            || *value.short_ == MeterShort::value_300))
        found.add(rules[9]); // Short must be -1 or 300
    if (value.ports && !(restbind::are_unique(*value.ports)))
        found.add(rules[10]); // Ports must not hold equal elements
    if (value.ports)
    {
        found.each("ports", *value.ports, [&found](std::uint16_t element) {
            if (!(element > 0))
                found.add(rules[11]); // Ports must be greater than 0
        });
    }
}

/** The rules on a SetMeterRequest: `restbind::rules_of<SetMeterRequest>`. */
constexpr std::array<restbind::rule_info, 2> restbind_rules(SetMeterRequest const*) noexcept
{
    return {{
        {.member = "above", .rule = restbind::rule_kind::maximum, .limit = "18446744073709551000",
            .message = "Above must be less than or equal to 18446744073709551000"},
        {.rule = restbind::rule_kind::nested, .limit = "Meter"},
    }};
}

/** Checks a SetMeterRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(SetMeterRequest const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<SetMeterRequest>;
    found.locate(restbind::location::query);
    if (value.above && !(*value.above <= 18446744073709551000U))
        found.add(rules[0]); // Above must be less than or equal to 18446744073709551000
    found.locate(restbind::location::body);
    validate(value.body, found);
}
