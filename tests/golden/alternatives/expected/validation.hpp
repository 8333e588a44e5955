/** The rules on a Pets: `restbind::rules_of<Pets>`. */
constexpr std::array<restbind::rule_info, 29> restbind_rules(Pets const*) noexcept
{
    return {{
        {.member = "pet", .rule = restbind::rule_kind::alternatives,
            .message = "Pet must fit exactly one of the alternatives"},
        {.member = "other_way_round", .rule = restbind::rule_kind::alternatives,
            .message = "Other_way_round must fit exactly one of the alternatives"},
        {.member = "vehicle", .rule = restbind::rule_kind::alternatives,
            .message = "Vehicle must fit at least one of the alternatives"},
        {.member = "stray", .rule = restbind::rule_kind::alternatives,
            .message = "Stray must fit exactly one of the alternatives"},
        {.member = "fare", .rule = restbind::rule_kind::alternatives,
            .message = "Fare must fit at least one of the alternatives"},
        {.member = "way_there", .rule = restbind::rule_kind::alternatives,
            .message = "Way_there must fit exactly one of the alternatives"},
        {.member = "tame", .rule = restbind::rule_kind::alternatives,
            .message = "Tame must fit exactly one of the alternatives"},
        {.member = "told", .rule = restbind::rule_kind::alternatives,
            .message = "Told must fit exactly one of the alternatives"},
        {.member = "pet", .rule = restbind::rule_kind::nested, .limit = "Cat"},
        {.member = "pet", .rule = restbind::rule_kind::nested, .limit = "Dog"},
        {.member = "way", .rule = restbind::rule_kind::nested, .limit = "PetsWayMail"},
        {.member = "loose", .rule = restbind::rule_kind::nested, .limit = "Dog"},
        {.member = "other_way_round", .rule = restbind::rule_kind::nested, .limit = "Cat"},
        {.member = "other_way_round", .rule = restbind::rule_kind::nested, .limit = "Dog"},
        {.member = "vehicle", .rule = restbind::rule_kind::nested, .limit = "VehicleBase"},
        {.member = "vehicle", .rule = restbind::rule_kind::nested, .limit = "Car"},
        {.member = "vehicle", .rule = restbind::rule_kind::nested, .limit = "Bike"},
        {.member = "finds", .rule = restbind::rule_kind::nested, .limit = "Finds"},
        {.member = "fare", .rule = restbind::rule_kind::nested, .limit = "ChildFare"},
        {.member = "contact", .rule = restbind::rule_kind::nested, .limit = "PetsContactPage"},
        {.member = "contact", .rule = restbind::rule_kind::nested, .limit = "PetsContactPost"},
        {.member = "way_there", .rule = restbind::rule_kind::nested, .limit = "Walk"},
        {.member = "tame", .rule = restbind::rule_kind::nested, .limit = "TamePig"},
        {.member = "told", .rule = restbind::rule_kind::nested, .limit = "ToldBell"},
        {.member = "told", .rule = restbind::rule_kind::nested, .limit = "ToldHorn"},
        {.member = "few", .of_elements = true, .rule = restbind::rule_kind::nested, .limit = "Few"},
        {.member = "few", .of_elements = true, .rule = restbind::rule_kind::nested,
            .limit = "Many"},
        {.member = "one_of_few", .rule = restbind::rule_kind::nested, .limit = "Few"},
        {.member = "one_of_few", .rule = restbind::rule_kind::nested, .limit = "Many"},
    }};
}

/** Checks a Pets by the rules of the service; adds one violation per broken rule. */
inline void validate(Pets const& value, restbind::violations& found)
{
    auto const& rules = restbind::rules_of<Pets>;
    if (value.pet)
        restbind::json::refuse_open_object(*value.pet, found, "pet",
            "Pet must fit exactly one of the alternatives");
    if (value.pet && !(!std::holds_alternative<restbind::unknown_value>(*value.pet)))
        found.add(rules[0]); // Pet must fit exactly one of the alternatives
    if (value.pet)
    {
        if (auto const* one = std::get_if<Cat>(&*value.pet))
            found.enter("pet", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Dog>(&*value.pet))
            found.enter("pet", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.pet, found, "pet");
    }
    if (value.way)
    {
        if (restbind::json::check_alternative(*value.way, found, [&] {
            if (auto const* one = std::get_if<PetsWayMail>(&*value.way))
                found.enter("way", [&] { validate(*one, found); });
        }, validation_schemas::schema_d710e382f9()))
            restbind::json::check_encoded(validation_schemas::schema_d710e382f9(), *value.way,
                found, "way");
    }
    if (value.loose)
    {
        if (restbind::json::check_alternative(*value.loose, found, [&] {
            if (auto const* one = std::get_if<Dog>(&*value.loose))
                found.enter("loose", [&] { validate(*one, found); });
        }, validation_schemas::schema_a03ea7dddb()))
            restbind::json::check_encoded(validation_schemas::schema_a03ea7dddb(), *value.loose,
                found, "loose");
    }
    if (value.other_way_round)
        restbind::json::refuse_open_object(*value.other_way_round, found, "other_way_round",
            "Other_way_round must fit exactly one of the alternatives");
    if (value.other_way_round && !(!std::holds_alternative<restbind::unknown_value>(*value.other_way_round)))
        found.add(rules[1]); // Other_way_round must fit exactly one of the alternatives
    if (value.other_way_round)
    {
        if (auto const* one = std::get_if<Cat>(&*value.other_way_round))
            found.enter("other_way_round", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Dog>(&*value.other_way_round))
            found.enter("other_way_round", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.other_way_round, found, "other_way_round");
    }
    if (value.vehicle && std::holds_alternative<boost::json::object>(*value.vehicle))
        restbind::json::check_encoded(validation_schemas::schema_435d8b78db(), *value.vehicle,
            found, "vehicle");
    if (value.vehicle && !(!std::holds_alternative<restbind::unknown_value>(*value.vehicle)))
        found.add(rules[2]); // Vehicle must fit at least one of the alternatives
    if (value.vehicle)
    {
        if (auto const* one = std::get_if<VehicleBase>(&*value.vehicle))
            found.enter("vehicle", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Car>(&*value.vehicle))
            found.enter("vehicle", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<Bike>(&*value.vehicle))
            found.enter("vehicle", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.vehicle, found, "vehicle");
    }
    if (value.event)
    {
        restbind::json::check_encoded(validation_schemas::schema_366043b830(), *value.event, found,
            "event");
        restbind::json::check_discriminator(*value.event, found, "event");
    }
    if (value.stray)
        restbind::json::refuse_open_object(*value.stray, found, "stray",
            "Stray must fit exactly one of the alternatives");
    if (value.stray && !(!std::holds_alternative<restbind::unknown_value>(*value.stray)))
        found.add(rules[3]); // Stray must fit exactly one of the alternatives
    if (value.stray)
        restbind::json::check_discriminator(*value.stray, found, "stray");
    if (value.finds)
        found.enter("finds", [&] { validate(*value.finds, found); });
    if (value.fare && std::holds_alternative<boost::json::object>(*value.fare))
        restbind::json::check_encoded(validation_schemas::schema_9141bce346(), *value.fare, found,
            "fare");
    if (value.fare && !(!std::holds_alternative<restbind::unknown_value>(*value.fare)))
        found.add(rules[4]); // Fare must fit at least one of the alternatives
    if (value.fare)
    {
        if (auto const* one = std::get_if<ChildFare>(&*value.fare))
            found.enter("fare", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.fare, found, "fare");
    }
    if (value.contact)
    {
        if (restbind::json::check_alternative(*value.contact, found, [&] {
            if (auto const* one = std::get_if<PetsContactPage>(&*value.contact))
                found.enter("contact", [&] { validate(*one, found); });
            if (auto const* one = std::get_if<PetsContactPost>(&*value.contact))
                found.enter("contact", [&] { validate(*one, found); });
        }, validation_schemas::schema_7280577017()))
            restbind::json::check_encoded(validation_schemas::schema_7280577017(), *value.contact,
                found, "contact");
    }
    if (value.way_there)
        restbind::json::refuse_open_object(*value.way_there, found, "way_there",
            "Way_there must fit exactly one of the alternatives");
    if (value.way_there && !(!std::holds_alternative<restbind::unknown_value>(*value.way_there)))
        found.add(rules[5]); // Way_there must fit exactly one of the alternatives
    if (value.way_there)
    {
        if (auto const* one = std::get_if<Walk>(&*value.way_there))
            found.enter("way_there", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.way_there, found, "way_there");
    }
    if (value.tame)
        restbind::json::refuse_open_object(*value.tame, found, "tame",
            "Tame must fit exactly one of the alternatives");
    if (value.tame && !(!std::holds_alternative<restbind::unknown_value>(*value.tame)))
        found.add(rules[6]); // Tame must fit exactly one of the alternatives
    if (value.tame)
    {
        if (auto const* one = std::get_if<TamePig>(&*value.tame))
            found.enter("tame", [&] { validate(*one, found); });
        restbind::json::check_discriminator(*value.tame, found, "tame");
    }
    if (value.told)
        restbind::json::refuse_open_object(*value.told, found, "told",
            "Told must fit exactly one of the alternatives");
    if (value.told && !(!std::holds_alternative<restbind::unknown_value>(*value.told)))
        found.add(rules[7]); // Told must fit exactly one of the alternatives
    if (value.told)
    {
        if (auto const* one = std::get_if<ToldBell>(&*value.told))
            found.enter("told", [&] { validate(*one, found); });
        if (auto const* one = std::get_if<ToldHorn>(&*value.told))
            found.enter("told", [&] { validate(*one, found); });
    }
    if (value.few)
    {
        found.each("few", *value.few, [&found](std::variant<Few, Many, boost::json::object, restbind::unknown_value> const& element) {
            if (restbind::json::check_alternative(element, found, [&] {
                if (auto const* one_2 = std::get_if<Few>(&element))
                    validate(*one_2, found);
                if (auto const* one_2 = std::get_if<Many>(&element))
                    validate(*one_2, found);
            }, validation_schemas::schema_50d952f224()))
                restbind::json::check_encoded(validation_schemas::schema_50d952f224(), element,
                    found);
        });
    }
    if (value.one_of_few)
    {
        if (restbind::json::check_alternative(*value.one_of_few, found, [&] {
            if (auto const* one = std::get_if<Few>(&*value.one_of_few))
                found.enter("one_of_few", [&] { validate(*one, found); });
            if (auto const* one = std::get_if<Many>(&*value.one_of_few))
                found.enter("one_of_few", [&] { validate(*one, found); });
        }, validation_schemas::schema_6728196f55()))
            restbind::json::check_encoded(validation_schemas::schema_6728196f55(),
                *value.one_of_few, found, "one_of_few");
    }
    if (value.place)
        restbind::json::check_encoded(validation_schemas::schema_2ab8acac45(), *value.place, found,
            "place");
}
