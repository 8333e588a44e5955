/** Checks a Node by the rules of the service; adds one violation per broken rule. */
inline void validate(Node const& value, restbind::violations& found)
{
    if (value.left)
        restbind::json::refuse_open_object(*value.left, found, "left",
            "Left must fit exactly one of the alternatives");
    if (value.left && !(!std::holds_alternative<restbind::unknown_value>(*value.left)))
        found.add("left", "Left must fit exactly one of the alternatives");
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
        found.add("right", "Right must fit exactly one of the alternatives");
    if (value.right)
    {
        if (auto const* one = std::get_if<Leaf>(&*value.right))
            found.enter("right", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&*value.right))
            found.enter("right", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.right, found, "right");
    }
}

/** Checks a GraftRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(GraftRequest const& value, restbind::violations& found)
{
    if (!value.body.is_set())
        found.add("", "Body is required");
    if (value.body.is_set())
        restbind::json::refuse_open_object(value.body, found, "",
            "Body must fit exactly one of the alternatives");
    if (value.body.is_set() && !(!std::holds_alternative<restbind::unknown_value>(value.body)))
        found.add("", "Body must fit exactly one of the alternatives");
    if (value.body.is_set())
    {
        if (auto const* one = std::get_if<Leaf>(&value.body))
            validate(*one, found);
        if (auto const* one = std::get_if<Node>(&value.body))
            validate(*one, found);
        restbind::json::check_discriminator(value.body, found);
    }
}
