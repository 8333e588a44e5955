/** Checks a Paint by the rules of the service; adds one violation per broken rule. */
inline void validate(Paint const& value, restbind::violations& found)
{
    if (value.id.empty())
        found.add("id", "Id is required");
    if (found.checks_formats() && !value.id.empty() && !(restbind::is_uuid(value.id)))
        found.add("id", "Id must be a valid uuid");
    if (!value.colour.has_value())
        found.add("colour", "Colour is required");
    if (value.colour.has_value() && !(value.colour.is_known()))
        found.add("colour", "Colour must be red, dark-green,  or class");
    if (!value.brand.has_value())
        found.add("brand", "Brand is required");
    if (!value.dried.has_value())
        found.add("dried", "Dried is required");
    if (value.dried.has_value() && !(value.dried.is_known()))
        found.add("dried", "Dried must be 1, 3 or 7");
    if (value.day == restbind::date{})
        found.add("day", "Say day.");
    if (!value.at.has_value())
        found.add("at", "At is required");
    if (!value.finish.has_value())
        found.add("finish", "Finish is required");
    if (value.finish.has_value() && !(value.finish.is_known()))
        found.add("finish", "Finish must be a or b");
    if (!(value.kind.is_known()))
        found.add("kind", "Kind must be paint");
    if (!value.either.is_set())
        found.add("either", "Either is required");
    if (value.either.is_set())
        restbind::json::check_encoded(validation_schemas::schema_b0b45233c7(), value.either, found,
            "either");
    if (value.spare && !(value.spare->is_known()))
        found.add("spare", "Spare must be red, dark-green,  or class");
    if (value.layers && !(restbind::are_unique(*value.layers)))
        found.add("layers", "Layers must not hold equal elements");
    if (value.layers)
    {
        found.each("layers", *value.layers, [&found](Colour const& element) {
            if (!(element.is_known()))
                found.add("", "Layers must be red, dark-green,  or class");
        });
    }
    if (value.by_place)
    {
        found.each("by_place", *value.by_place, [&found](Colour const& element) {
            if (!(element.is_known()))
                found.add("", "By_place must be red, dark-green,  or class");
        });
    }
    if (!(value.usual.is_known()))
        found.add("usual", "Usual must be red, dark-green,  or class");
    if (value.sort_direction && !(value.sort_direction->is_known()))
        found.add("sort_direction", "Sort_direction must be desc or asc");
    if (value.names && !(value.names->is_known()))
        found.add("names",
            std::string_view("Names must be str, is_known, has_value, values_type, min, quote \" and \\, nul\000, \303\274 or U+00FC", 91));
    if (value.coats && !(*value.coats == Coats::one_coat || *value.coats == Coats::two
            || *value.coats == Coats::value_3))
        found.add("coats", "Coats must be 1, 2 or 3");
    if (value.sheen && !(value.sheen->is_known()))
        found.add("sheen", "Sheen must be b or a");
    if (value.strokes && !(*value.strokes == Strokes::thrice || *value.strokes == Strokes::twice))
        found.add("strokes", "Strokes must be 3 or 2");
    if (value.rounds)
    {
        found.each("rounds", *value.rounds, [&found](Rounds element) {
            if (!(element == Strokes::twice || element == Strokes::thrice))
                found.add("", "Rounds must be 2 or 3");
        });
    }

    // no-red-class
    if (!(value.colour != Colour::red || value.brand != Brand::acme))
        found.add("colour", "Acme makes no red");
}
