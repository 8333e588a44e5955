/** The rules on a Sum: `restbind::rules_of<Sum>`. */
constexpr std::array<restbind::rule_info, 4> restbind_rules(Sum const*) noexcept
{
    return {{
        {.member = "left", .rule = restbind::rule_kind::nested, .limit = "Number"},
        {.member = "left", .rule = restbind::rule_kind::nested, .limit = "Sum"},
        {.member = "right", .rule = restbind::rule_kind::nested, .limit = "Number"},
        {.member = "right", .rule = restbind::rule_kind::nested, .limit = "Sum"},
    }};
}

/** Checks a Sum by the rules of the service; adds one violation per broken rule. */
inline void validate(Sum const& value, restbind::violations& found)
{
    if (value.left)
    {
        if (restbind::json::check_alternative(*value.left, found, [&] {
            if (auto const* one = std::get_if<Number>(&*value.left))
                found.enter("left", [&] { validate(*one, found); });
            if (auto const* one = std::get_if<Sum>(&*value.left))
                found.enter("left", [&] { validate(*one, found); });
        }, validation_schemas::schema_76c8bd0e3a()))
            restbind::json::check_encoded(validation_schemas::schema_76c8bd0e3a(), *value.left,
                found, "left");
    }
    if (value.right)
    {
        if (restbind::json::check_alternative(*value.right, found, [&] {
            if (auto const* one = std::get_if<Number>(&*value.right))
                found.enter("right", [&] { validate(*one, found); });
            if (auto const* one = std::get_if<Sum>(&*value.right))
                found.enter("right", [&] { validate(*one, found); });
        }, validation_schemas::schema_76c8bd0e3a()))
            restbind::json::check_encoded(validation_schemas::schema_76c8bd0e3a(), *value.right,
                found, "right");
    }
}

inline void validate(FilterField const& value, restbind::violations& found);

/** The rules on a FilterField: `restbind::rules_of<FilterField>`. */
constexpr std::array<restbind::rule_info, 3> restbind_rules(FilterField const*) noexcept
{
    return {{
        {.member = "field", .rule = restbind::rule_kind::min_length, .limit = "1",
            .message = "Field must have at least 1 character(s)"},
        {.member = {"not", "not_"}, .rule = restbind::rule_kind::nested, .limit = "FilterAll"},
        {.member = {"not", "not_"}, .rule = restbind::rule_kind::nested, .limit = "FilterField"},
    }};
}

/** Checks a FilterField by the rules of the service; adds one violation per broken rule. */
inline void validate(FilterField const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<FilterField>;
    if (!(restbind::code_points(value.field) >= 1U))
        found.add(rules[0]); // Field must have at least 1 character(s)
    if (value.not_)
    {
        if (restbind::json::check_alternative(*value.not_, found, [&] {
            if (auto const* one = std::get_if<FilterAll>(&*value.not_))
                found.enter({"not", "not_"}, [&] { validate(*one, found); });
            if (auto const* one = std::get_if<FilterField>(&*value.not_))
                found.enter({"not", "not_"}, [&] { validate(*one, found); });
        }, validation_schemas::schema_fc4c8df156()))
            restbind::json::check_encoded(validation_schemas::schema_fc4c8df156(), *value.not_,
                found, {"not", "not_"});
    }
}
