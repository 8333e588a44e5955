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
}

/** Checks a SetMeterRequest by the rules of the service; adds one violation per broken rule. */
inline void validate(SetMeterRequest const& value, restbind::violations& found)
{
    if (value.above && !(*value.above <= 18446744073709551000U))
        found.add("above", "Above must be less than or equal to 18446744073709551000");
    validate(value.body, found);
}
