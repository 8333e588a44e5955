/** Checks a Charge by the rules of the service; adds one violation per broken rule. */
inline void validate(Charge const& value, restbind::violations& found)
{
    if (!(value.amount >= 1))
        found.add("amount", "Amount must be greater than or equal to 1");
    if (value.kind && !(value.kind->is_known()))
        found.add("kind", "Kind must be card or cash");
    if (value.expand)
    {
        found.each("expand", *value.expand, [&found](std::string const& element) {
            if (!(restbind::code_points(element) <= 5000U))
                found.add("", "Expand must have at most 5000 character(s)");
        });
    }
    if (value.items)
        found.each("items", *value.items,
            [&found](Item const& element) { validate(element, found); });
    if (value.metadata)
        restbind::json::check_encoded(validation_schemas::schema_719b6a53dd(), *value.metadata,
            found, "metadata");
    if (value.shipping)
        restbind::json::check_encoded(validation_schemas::schema_2b139fb804(), *value.shipping,
            found, "shipping");
}

/** Checks an Item by the rules of the service; adds one violation per broken rule. */
inline void validate(Item const& value, restbind::violations& found)
{
    if (!(restbind::code_points(value.price) <= 10U))
        found.add("price", "Price must have at most 10 character(s)");
    if (value.quantity && !(*value.quantity >= 1))
        found.add("quantity", "Quantity must be greater than or equal to 1");
}

/** Checks a ReplaceTokenParameters by the rules of the service; adds one violation per broken rule.
*/
inline void validate(ReplaceTokenParameters const& value, restbind::violations& found)
{
    if (value.body)
        validate(*value.body, found);
}
