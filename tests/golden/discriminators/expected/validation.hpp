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

/** Checks a Grove by the rules of the service; adds one violation per broken rule. */
inline void validate(Grove const& value, restbind::violations& found)
{
    if (!value.tree.is_set())
        found.add("tree", "Tree is required");
    if (value.tree.is_set())
        restbind::json::refuse_open_object(value.tree, found, "tree",
            "Tree must fit exactly one of the alternatives");
    if (value.tree.is_set() && !(!std::holds_alternative<restbind::unknown_value>(value.tree)))
        found.add("tree", "Tree must fit exactly one of the alternatives");
    if (value.tree.is_set())
    {
        if (auto const* one = std::get_if<Leaf>(&value.tree))
            found.enter("tree", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&value.tree))
            found.enter("tree", [&] { validate(*one, found); });
        restbind::json::check_discriminator(value.tree, found, "tree");
    }
    if (value.maybe)
        restbind::json::refuse_open_object(*value.maybe, found, "maybe",
            "Maybe must fit exactly one of the alternatives");
    if (value.maybe && !(!std::holds_alternative<restbind::unknown_value>(*value.maybe)))
        found.add("maybe", "Maybe must fit exactly one of the alternatives");
    if (value.maybe)
    {
        if (auto const* one = std::get_if<Leaf>(&*value.maybe))
            found.enter("maybe", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&*value.maybe))
            found.enter("maybe", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.maybe, found, "maybe");
    }
    if (value.row)
    {
        found.each("row", *value.row, [&found](Tree const& element) {
            restbind::json::refuse_open_object(element, found, "",
                "Row must fit exactly one of the alternatives");
            if (!(!std::holds_alternative<restbind::unknown_value>(element)))
                found.add("", "Row must fit exactly one of the alternatives");
            if (auto const* one_2 = std::get_if<Leaf>(&element))
                validate(*one_2, found);
            if (auto const* one_2 = std::get_if<Node>(&element))
                validate(*one_2, found);
            restbind::json::check_discriminator(element, found);
        });
    }
    if (value.gaps)
    {
        found.each("gaps", *value.gaps, [&found](std::optional<Tree> const& element) {
            if (element)
                restbind::json::refuse_open_object(*element, found, "",
                    "Gaps must fit exactly one of the alternatives");
            if (element && !(!std::holds_alternative<restbind::unknown_value>(*element)))
                found.add("", "Gaps must fit exactly one of the alternatives");
            if (element)
            {
                if (auto const* one_2 = std::get_if<Leaf>(&*element))
                    validate(*one_2, found);
                if (auto const* one_2 = std::get_if<Node>(&*element))
                    validate(*one_2, found);
                restbind::json::check_discriminator(*element, found);
            }
        });
    }
    if (value.named)
    {
        found.each("named", *value.named, [&found](Tree const& element) {
            restbind::json::refuse_open_object(element, found, "",
                "Named must fit exactly one of the alternatives");
            if (!(!std::holds_alternative<restbind::unknown_value>(element)))
                found.add("", "Named must fit exactly one of the alternatives");
            if (auto const* one_2 = std::get_if<Leaf>(&element))
                validate(*one_2, found);
            if (auto const* one_2 = std::get_if<Node>(&element))
                validate(*one_2, found);
            restbind::json::check_discriminator(element, found);
        });
    }
    if (value.tool && std::holds_alternative<boost::json::object>(*value.tool))
        restbind::json::check_encoded(validation_schemas::schema_a90e223f9f(), *value.tool, found,
            "tool");
    if (value.tool)
        restbind::json::check_discriminator(*value.tool, found, "tool");
    if (value.sign)
        restbind::json::refuse_open_object(*value.sign, found, "sign",
            "Sign must fit at least one of the alternatives");
    if (value.sign)
    {
        if (auto const* one = std::get_if<Arrow>(&*value.sign))
            found.enter("sign", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Post>(&*value.sign))
            found.enter("sign", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.sign, found, "sign");
    }
    if (value.rest)
        restbind::json::refuse_open_object(*value.rest, found, "rest",
            "Rest must fit exactly one of the alternatives");
    if (value.rest)
        restbind::json::check_discriminator(*value.rest, found, "rest");
    if (value.told)
        restbind::json::refuse_open_object(*value.told, found, "told",
            "Told must fit exactly one of the alternatives");
    if (value.told)
    {
        if (auto const* one = std::get_if<Bell>(&*value.told))
            found.enter("told", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Horn>(&*value.told))
            found.enter("told", [&] { validate(*one, found); });
    }
    if (value.part)
        restbind::json::check_encoded(validation_schemas::schema_09d37c18c4(), *value.part, found,
            "part");
    if (value.part)
    {
        if (auto const* one = std::get_if<Plant>(&*value.part))
        {
            restbind::json::check_discriminator(*one, found, "part");
        }
    }
    if (value.mix)
        restbind::json::refuse_open_object(*value.mix, found, "mix",
            "Mix must fit exactly one of the alternatives");
    if (value.mix)
    {
        if (auto const* one = std::get_if<Fern>(&*value.mix))
            found.enter("mix", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Numbered>(&*value.mix))
            found.enter("mix", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<GroveMix>(&*value.mix))
            found.enter("mix", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.mix, found, "mix");
    }
    if (value.heavy)
        restbind::json::check_encoded(validation_schemas::schema_e61283855a(), *value.heavy, found,
            "heavy");
    if (value.heavy)
    {
        if (auto const* one = std::get_if<Fern>(&*value.heavy))
            found.enter("heavy", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.heavy, found, "heavy");
    }
    if (value.said && !(!std::holds_alternative<boost::json::object>(*value.said)))
        found.add("said", "Said is unheard of");
    if (value.said)
    {
        if (auto const* one = std::get_if<Bell>(&*value.said))
            found.enter("said", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Horn>(&*value.said))
            found.enter("said", [&] { validate(*one, found); });
    }
    if (value.leaf)
        found.enter("leaf", [&] { validate(*value.leaf, found); });
    if (value.pet)
        restbind::json::refuse_open_object(*value.pet, found, "pet",
            "Pet must fit exactly one of the alternatives");
    if (value.pet)
    {
        if (auto const* one = std::get_if<Cat>(&*value.pet))
            found.enter("pet", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Dog>(&*value.pet))
            found.enter("pet", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.pet, found, "pet");
    }
    if (value.either)
        restbind::json::check_encoded(validation_schemas::schema_c424eb730c(), *value.either, found,
            "either");
    if (value.either)
    {
        restbind::json::check_alternative(*value.either, found, [&] {
            if (auto const* one = std::get_if<First>(&*value.either))
                found.enter("either", [&] { validate(*one, found); });
            if (auto const* one = std::get_if<Second>(&*value.either))
                found.enter("either", [&] { validate(*one, found); });
        }, validation_schemas::schema_c424eb730c());
    }
    if (value.nested)
        restbind::json::check_encoded(validation_schemas::schema_9af61c931a(), *value.nested, found,
            "nested");
    if (value.nested)
    {
        if (auto const* one = std::get_if<Leaf>(&*value.nested))
            found.enter("nested", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&*value.nested))
            found.enter("nested", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.nested, found, "nested");
    }
    if (value.open)
        restbind::json::refuse_open_object(*value.open, found, "open",
            "Open must fit exactly one of the alternatives");
    if (value.open)
        restbind::json::check_discriminator(*value.open, found, "open");
    if (value.bounded)
        restbind::json::check_encoded(validation_schemas::schema_220d2e65da(), *value.bounded,
            found, "bounded");
    if (value.bounded)
        restbind::json::refuse_open_object(*value.bounded, found, "bounded",
            "Bounded must fit exactly one of the alternatives");
    if (value.bounded && !(!std::holds_alternative<restbind::unknown_value>(*value.bounded)))
        found.add("bounded", "Bounded must fit exactly one of the alternatives");
    if (value.bounded)
    {
        if (auto const* one = std::get_if<Leaf>(&*value.bounded))
            found.enter("bounded", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Node>(&*value.bounded))
            found.enter("bounded", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.bounded, found, "bounded");
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
