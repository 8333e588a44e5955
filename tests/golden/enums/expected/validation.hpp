/** The rules on a Paint: `restbind::rules_of<Paint>`. */
constexpr std::array<restbind::rule_info, 27> restbind_rules(Paint const*) noexcept
{
    return {{
        {.member = "id", .rule = restbind::rule_kind::required, .message = "Id is required"},
        {.member = "id", .rule = restbind::rule_kind::format, .limit = "uuid",
            .message = "Id must be a valid uuid"},
        {.member = "colour", .rule = restbind::rule_kind::required,
            .message = "Colour is required"},
        {.member = "colour", .rule = restbind::rule_kind::listed,
            .limit = "red, dark-green, , class",
            .message = "Colour must be red, dark-green,  or class"},
        {.member = "brand", .rule = restbind::rule_kind::required, .message = "Brand is required"},
        {.member = "dried", .rule = restbind::rule_kind::required, .message = "Dried is required"},
        {.member = "dried", .rule = restbind::rule_kind::listed, .limit = "1, 3, 7",
            .message = "Dried must be 1, 3 or 7"},
        {.member = "day", .rule = restbind::rule_kind::required, .message = "Say day."},
        {.member = "at", .rule = restbind::rule_kind::required, .message = "At is required"},
        {.member = "finish", .rule = restbind::rule_kind::required,
            .message = "Finish is required"},
        {.member = "finish", .rule = restbind::rule_kind::listed, .limit = "a, b",
            .message = "Finish must be a or b"},
        {.member = "kind", .rule = restbind::rule_kind::listed, .limit = "paint",
            .message = "Kind must be paint"},
        {.member = "either", .rule = restbind::rule_kind::required,
            .message = "Either is required"},
        {.member = "either", .rule = restbind::rule_kind::alternatives,
            .message = "Either must fit exactly one of the alternatives"},
        {.member = "either", .rule = restbind::rule_kind::listed,
            .limit = "red, dark-green, , class",
            .message = "Either must be red, dark-green,  or class"},
        {.member = "spare", .rule = restbind::rule_kind::listed,
            .limit = "red, dark-green, , class",
            .message = "Spare must be red, dark-green,  or class"},
        {.member = "layers", .rule = restbind::rule_kind::unique_items,
            .message = "Layers must not hold equal elements"},
        {.member = "layers", .of_elements = true, .rule = restbind::rule_kind::listed,
            .limit = "red, dark-green, , class",
            .message = "Layers must be red, dark-green,  or class"},
        {.member = "by_place", .of_elements = true, .rule = restbind::rule_kind::listed,
            .limit = "red, dark-green, , class",
            .message = "By_place must be red, dark-green,  or class"},
        {.member = "usual", .rule = restbind::rule_kind::listed,
            .limit = "red, dark-green, , class",
            .message = "Usual must be red, dark-green,  or class"},
        {.member = "sort_direction", .rule = restbind::rule_kind::listed, .limit = "desc, asc",
            .message = "Sort_direction must be desc or asc"},
        {.member = "names", .rule = restbind::rule_kind::listed,
            .limit = std::string_view("str, is_known, has_value, values_type, min, quote \" and \\, nul\000, \303\274, U+00FC", 75),
            .message = std::string_view("Names must be str, is_known, has_value, values_type, min, quote \" and \\, nul\000, \303\274 or U+00FC", 91)},
        {.member = "coats", .rule = restbind::rule_kind::listed, .limit = "1, 2, 3",
            .message = "Coats must be 1, 2 or 3"},
        {.member = "sheen", .rule = restbind::rule_kind::listed, .limit = "b, a",
            .message = "Sheen must be b or a"},
        {.member = "strokes", .rule = restbind::rule_kind::listed, .limit = "3, 2",
            .message = "Strokes must be 3 or 2"},
        {.member = "rounds", .of_elements = true, .rule = restbind::rule_kind::listed,
            .limit = "2, 3", .message = "Rounds must be 2 or 3"},
        {.member = "colour", .rule = restbind::rule_kind::stated, .id = "no-red-class",
            .message = "Acme makes no red"},
    }};
}

/** Checks a Paint by the rules of the service; adds one violation per broken rule. */
inline void validate(Paint const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Paint>;
    if (value.id.empty())
        found.add(rules[0]); // Id is required
    if (found.checks_formats() && !value.id.empty() && !(restbind::is_uuid(value.id)))
        found.add(rules[1]); // Id must be a valid uuid
    if (!value.colour.has_value())
        found.add(rules[2]); // Colour is required
    if (value.colour.has_value() && !(value.colour.is_known()))
        found.add(rules[3]); // Colour must be red, dark-green, or class
    if (!value.brand.has_value())
        found.add(rules[4]); // Brand is required
    if (!value.dried.has_value())
        found.add(rules[5]); // Dried is required
    if (value.dried.has_value() && !(value.dried.is_known()))
        found.add(rules[6]); // Dried must be 1, 3 or 7
    if (value.day == restbind::date{})
        found.add(rules[7]); // Say day.
    if (!value.at.has_value())
        found.add(rules[8]); // At is required
    if (!value.finish.has_value())
        found.add(rules[9]); // Finish is required
    if (value.finish.has_value() && !(value.finish.is_known()))
        found.add(rules[10]); // Finish must be a or b
    if (!(value.kind.is_known()))
        found.add(rules[11]); // Kind must be paint
    if (!value.either.is_set())
        found.add(rules[12]); // Either is required
    if (value.either.is_set() && !(!std::holds_alternative<restbind::unknown_value>(value.either)))
        found.add(rules[13]); // Either must fit exactly one of the alternatives
    if (value.either.is_set())
    {
        if (auto const* one = std::get_if<Colour>(&value.either))
            if (!(one->is_known()))
                found.add(rules[14]); // Either must be red, dark-green, or class
    }
    if (value.spare && !(value.spare->is_known()))
        found.add(rules[15]); // Spare must be red, dark-green, or class
    if (value.layers && !(restbind::are_unique(*value.layers)))
        found.add(rules[16]); // Layers must not hold equal elements
    if (value.layers)
    {
        found.each("layers", *value.layers, [&found](Colour const& element) {
            if (!(element.is_known()))
                found.add(rules[17]); // Layers must be red, dark-green, or class
        });
    }
    if (value.by_place)
    {
        found.each("by_place", *value.by_place, [&found](Colour const& element) {
            if (!(element.is_known()))
                found.add(rules[18]); // By_place must be red, dark-green, or class
        });
    }
    if (!(value.usual.is_known()))
        found.add(rules[19]); // Usual must be red, dark-green, or class
    if (value.sort_direction && !(value.sort_direction->is_known()))
        found.add(rules[20]); // Sort_direction must be desc or asc
    if (value.names && !(value.names->is_known()))
        found.add(rules[21]); // Names must be str, is_known, has_value, values_type, min, quote ...
    if (value.coats && !(*value.coats == Coats::one_coat || *value.coats == Coats::two
            || *value.coats == Coats::value_3))
        found.add(rules[22]); // Coats must be 1, 2 or 3
    if (value.sheen && !(value.sheen->is_known()))
        found.add(rules[23]); // Sheen must be b or a
    if (value.strokes && !(*value.strokes == Strokes::thrice || *value.strokes == Strokes::twice))
        found.add(rules[24]); // Strokes must be 3 or 2
    if (value.rounds)
    {
        found.each("rounds", *value.rounds, [&found](Rounds element) {
            if (!(element == Strokes::twice || element == Strokes::thrice))
                found.add(rules[25]); // Rounds must be 2 or 3
        });
    }

    // no-red-class
    if (!(value.colour != Colour::red || value.brand != Brand::acme))
        found.add(rules[26]); // Acme makes no red
}
