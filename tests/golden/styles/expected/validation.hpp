/** Checks a QueryRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(QueryRequest const& value, restbind::violations& found)
{
    if (value.color)
        found.enter("color", [&] { validate(*value.color, found); });
    if (value.joined)
        found.enter("joined", [&] { validate(*value.joined, found); });
    if (value.piped)
        found.enter("piped", [&] { validate(*value.piped, found); });
    if (value.filter)
        found.enter("filter", [&] { validate(*value.filter, found); });
    if (value.expand && !(value.expand->size() <= 3U))
        found.add("expand", "Expand must have at most 3 element(s)");
    if (value.json)
        found.enter("json", [&] { validate(*value.json, found); });
    if (value.text && !(restbind::code_points(*value.text) <= 9U))
        found.add("text", "Text must have at most 9 character(s)");
    if (value.shade && !(value.shade->is_known()))
        found.add("shade", "Shade must be light or dark");
    if (value.shades)
    {
        found.each("shades", *value.shades, [&found](QueryShade const& element) {
            if (!(element.is_known()))
                found.add("", "Shades must be light or dark");
        });
    }
    if (value.limit && !(*value.limit >= 1))
        found.add("limit", "Limit must be greater than or equal to 1");
}
