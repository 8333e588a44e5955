/** Checks a Meter by the rules of the service; adds one violation per broken rule. */
inline void validate(Meter const& value, restbind::violations& found)
{
    if (!(value.count > 4U))
        found.add("count", "Count must be greater than 4");
    if (!(value.count % 5U == 0))
        found.add("count", "Count must be a multiple of 5");
    if (value.all)
    {
        found.each("all", *value.all, [&found](std::uint64_t element) {
            if (!(element < 18446744073709551615U))
                found.add("", "All must be less than 18446744073709551615");
        });
    }
    if (value.one)
        restbind::json::check_encoded(validation_schemas::schema_2c9959c381(), *value.one, found,
            "one");
    if (value.either && !(!std::holds_alternative<restbind::unknown_value>(*value.either)))
        found.add("either", "Either must fit at least one of the alternatives");
    if (value.tiny && !(*value.tiny < 100))
        found.add("tiny", "Tiny must be less than 100");
    if (value.age && !(*value.age <= 200))
        found.add("age", "Age must be between 0 and 200");
    if (value.port && !(*value.port >= 1))
        found.add("port", "Port must be greater than or equal to 1");
    if (value.port && !(*value.port % 2 == 0))
        found.add("port", "Port must be a multiple of 2");
    if (value.short_ && !(*value.short_ == MeterShort::value_minus_1
            || *value.short_ == MeterShort::value_300))
        found.add("short", "Short must be -1 or 300");
    if (value.ports && !(restbind::are_unique(*value.ports)))
        found.add("ports", "Ports must not hold equal elements");
    if (value.ports)
    {
        found.each("ports", *value.ports, [&found](std::uint16_t element) {
            if (!(element > 0))
                found.add("", "Ports must be greater than 0");
        });
    }
}

/** Checks a SetMeterRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(SetMeterRequest const& value, restbind::violations& found)
{
    if (value.above && !(*value.above <= 18446744073709551000U))
        found.add("above", "Above must be less than or equal to 18446744073709551000");
    validate(value.body, found);
}
