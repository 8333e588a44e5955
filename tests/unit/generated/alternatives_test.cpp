// SPDX-License-Identifier: BSL-1.0
// Objects that are one of several: tests/golden/alternatives.
#include "golden/alternatives/operations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace
{

namespace alternatives = golden::alternatives;

template <class T = alternatives::Pets>
T read(std::string_view json)
{
    auto pets = restbind::json::decode<T>(json);
    BOOST_TEST_REQUIRE(pets.has_value(), (pets ? "" : pets.error().detail()));
    BOOST_TEST(restbind::json::encode(*pets).value() == json);
    return *pets;
}

template <class T>
std::string errors_of(T const& value)
{
    restbind::violations found;
    validate(value, found);
    std::string text;
    for (auto const& one : found.take())
        text += one.field + ": " + one.message + '\n';
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generated_alternatives)

BOOST_AUTO_TEST_CASE(a_discriminator_tells_objects_apart_wherever_it_stands)
{
    BOOST_TEST(std::holds_alternative<alternatives::Cat>(*read(R"({"pet":{"petType":"cat"}})").pet));
    BOOST_TEST(std::holds_alternative<alternatives::Dog>(*read(R"({"pet":{"petType":"dog"}})").pet));
    auto const late = restbind::json::decode<alternatives::Pets>(
        R"({"pet":{"lives":3,"more":[{"petType":"dog"}],"petType":"cat"}})");
    BOOST_TEST_REQUIRE(late.has_value());
    BOOST_TEST(std::get<alternatives::Cat>(*late->pet).lives.value() == 3);
}

BOOST_AUTO_TEST_CASE(a_kind_of_next_year_is_kept_as_it_came)
{
    auto const pets = read(R"({"pet":{"petType":"newt","lives":1,"tail":[true]}})");
    BOOST_TEST(std::holds_alternative<boost::json::object>(*pets.pet));
}

BOOST_AUTO_TEST_CASE(other_values_for_the_same_alternatives_stay_apart)
{
    BOOST_TEST(std::holds_alternative<alternatives::Cat>(
        *read(R"({"other_way_round":{"petType":"tac"}})").other_way_round));
    BOOST_TEST(std::holds_alternative<alternatives::Cat>(
        *read(R"({"other_way_round":{"petType":"tec"}})").other_way_round));
    BOOST_TEST(std::holds_alternative<alternatives::Dog>(
        *read(R"({"other_way_round":{"petType":"god"}})").other_way_round));
    BOOST_TEST(std::holds_alternative<boost::json::object>(
        *read(R"({"other_way_round":{"petType":"cat"}})").other_way_round));
}

BOOST_AUTO_TEST_CASE(a_base_is_read_as_what_extends_it)
{
    auto const car = read(R"({"vehicle":{"kind":"Car","tows":{"kind":"Bike"},"doors":3}})");
    BOOST_TEST(std::get<alternatives::Car>(*car.vehicle).doors.value() == 3);
    BOOST_TEST(std::holds_alternative<alternatives::Bike>(*std::get<alternatives::Car>(*car.vehicle).tows));
    BOOST_TEST(std::holds_alternative<alternatives::VehicleBase>(
        *read(R"({"vehicle":{"kind":"Vehicle"}})").vehicle));
    BOOST_TEST(std::holds_alternative<boost::json::object>(
        *read(R"({"vehicle":{"kind":"Boat","doors":0}})").vehicle));
}

BOOST_AUTO_TEST_CASE(an_object_says_what_it_is_without_being_told)
{
    alternatives::Pets pets;
    pets.vehicle = alternatives::Bike{};
    pets.event = alternatives::Start{};
    BOOST_TEST(restbind::json::encode(pets).value() ==
               R"({"vehicle":{"kind":"Bike"},"event":{"kind":"start"}})");
}

BOOST_AUTO_TEST_CASE(what_need_not_say_what_it_is_says_it_unless_it_came_without)
{
    alternatives::Pets pets;
    pets.fare = alternatives::ChildFare{.age = 7};
    BOOST_TEST(restbind::json::encode(pets).value() == R"({"fare":{"kind":"ChildFare","age":7}})");
    std::string_view const bare = R"({"fare":{"price":9}})";
    auto const fare = read(bare);
    BOOST_TEST(std::holds_alternative<alternatives::FareBase>(*fare.fare));
    BOOST_TEST(restbind::json::encode(fare).value() == bare);
    BOOST_TEST(std::holds_alternative<alternatives::ChildFare>(*read(R"({"fare":{"age":9}})").fare));
}

BOOST_AUTO_TEST_CASE(an_alternative_that_keeps_what_others_lose_comes_before_them)
{
    for (std::string_view const text :
        {R"({"loot":{"metal":"au","z":1}})", R"({"loot":{"z":1}})", R"({"loots":[{"z":1}]})",
            R"({"hoard":{"m":{"z":1}}})", R"({"purse":{"metal":"au","zip":"a"}})",
            R"({"prize":{"kind":"den","depth":3,"metal":"au"}})"})
    {
        auto const finds = read<alternatives::Finds>(text);
        BOOST_TEST(restbind::json::encode(finds).value() == text);
        restbind::violations found;
        alternatives::validate(finds, found);
        BOOST_TEST(found.empty(), text);
    }
    auto const coin = read<alternatives::Finds>(R"({"loot":{"metal":"au"}})");
    BOOST_TEST(std::holds_alternative<alternatives::Coin>(*coin.loot));
    BOOST_TEST(std::holds_alternative<std::vector<alternatives::Coin>>(
        *read<alternatives::Finds>(R"({"loots":[{"metal":"au"}]})").loots));
    // What next year's dens have beside is skipped.
    auto const den = restbind::json::decode<alternatives::Finds>(R"({"prize":{"kind":"den","z":1}})");
    BOOST_TEST(std::holds_alternative<alternatives::Den>(*den.value().prize));
}

BOOST_AUTO_TEST_CASE(objects_of_no_known_value_are_what_the_document_says)
{
    auto const lynx = read(R"({"stray":{"name":"x","kind":"lynx"}})");
    BOOST_TEST(std::get<alternatives::Stranger>(*lynx.stray).kind.value() == "lynx");
    BOOST_TEST(std::holds_alternative<alternatives::Stranger>(*read(R"({"stray":{"name":"x"}})").stray));
    BOOST_TEST(
        std::holds_alternative<alternatives::Fox>(*read(R"({"stray":{"kind":"fox","name":"x"}})").stray));
    BOOST_TEST(
        std::holds_alternative<alternatives::Owl>(*read(R"({"stray":{"name":"x","kind":"Owl"}})").stray));
    // What none of them can read stays readable.
    BOOST_TEST(std::holds_alternative<boost::json::object>(
        *read(R"({"stray":{"name":1,"kind":"lynx"}})").stray));

    alternatives::Pets pets;
    pets.stray = alternatives::Fox{}; // without its value it would be a stranger to the service
    BOOST_TEST(restbind::json::encode(pets).value() == R"({"stray":{"kind":"fox"}})");
    pets.stray = alternatives::Stranger{};
    BOOST_TEST(restbind::json::encode(pets).value() == R"({"stray":{}})");
}

BOOST_AUTO_TEST_CASE(a_discriminator_within_an_alternative_counts)
{
    BOOST_TEST(std::holds_alternative<alternatives::Whole>(*read(R"({"event":{"text":"x"}})").event));
    BOOST_TEST(std::holds_alternative<alternatives::Piece>(
        *read(R"({"event":{"kind":"piece","text":"x"}})").event));
    BOOST_TEST(
        std::holds_alternative<alternatives::Start>(*read(R"({"event":{"id":"x","kind":"start"}})").event));
}

BOOST_AUTO_TEST_CASE(of_objects_that_fit_alike_the_one_that_loses_nothing_is_taken)
{
    auto const pets = read(R"({"place":{"in":{"name":"x","mayor":"y"}}})");
    BOOST_TEST(std::holds_alternative<alternatives::City>(*pets.place));
}

BOOST_AUTO_TEST_CASE(required_members_tell_objects_apart)
{
    BOOST_TEST(std::holds_alternative<alternatives::PetsWayMail>(*read(R"({"way":{"address":"x"}})").way));
    BOOST_TEST(std::holds_alternative<alternatives::PetsWayOption2>(*read(R"({"way":{"phone":"x"}})").way));
    BOOST_TEST(std::holds_alternative<std::string>(*read(R"({"way":"x"})").way));
    BOOST_TEST(std::holds_alternative<boost::json::object>(*read(R"({"way":{"fax":1}})").way));
}

BOOST_AUTO_TEST_CASE(known_members_tell_objects_apart_where_nothing_is_missing)
{
    BOOST_TEST(std::holds_alternative<alternatives::Bird>(*read(R"({"loose":{"song":"x"}})").loose));
    BOOST_TEST(
        std::holds_alternative<alternatives::Dog>(*read(R"({"loose":{"petType":"d","bark":"w"}})").loose));
}

BOOST_AUTO_TEST_CASE(the_alternative_that_holds_is_checked)
{
    auto const found_in = [](std::string_view json)
    {
        restbind::violations found;
        alternatives::validate(*restbind::json::decode<alternatives::Pets>(json), found);
        std::string text;
        for (auto const& one : found.take())
            text += one.field + ": " + one.message + '\n';
        return text;
    };
    BOOST_TEST(found_in(R"({"pet":{"petType":"cat","lives":9}})") == "");
    BOOST_TEST(found_in(R"({"pet":{"petType":"cat","lives":10}})") ==
               "pet.lives: Lives must be less than or equal to 9\n");
    // What can be read of next year's responses is not sent.
    BOOST_TEST(found_in(R"({"pet":{"petType":"newt"}})") ==
               "pet: Pet must fit exactly one of the alternatives; "
               "the nearest, cat, says: PetType must be cat or Cat\n");
    BOOST_TEST(found_in(R"({"way":{"fax":1}})") ==
               "way: Way must fit exactly one of the alternatives; "
               "the nearest says: Address is required\n");
}

BOOST_AUTO_TEST_CASE(what_has_a_place_for_any_value_fits_worse_than_what_knows_it)
{
    auto const text = read<alternatives::Finds>(R"({"held":{"in":"s"}})");
    BOOST_TEST(std::get<alternatives::HeldText>(*text.held).in == "s");
    auto const list = read<alternatives::Finds>(R"({"some":["s"]})");
    BOOST_TEST(std::get<std::vector<std::string>>(*list.some).front() == "s");
    auto const den = read<alternatives::Finds>(R"({"held":{"in":{"kind":"den"}}})");
    BOOST_TEST(std::holds_alternative<alternatives::Den>(std::get<alternatives::HeldStay>(*den.held).in));
    read<alternatives::Finds>(R"({"held":{"in":5}})");
}

BOOST_AUTO_TEST_CASE(the_name_of_a_schema_stands_for_it_beside_the_mapping)
{
    BOOST_TEST(std::holds_alternative<alternatives::Dog>(*read(R"({"pet":{"petType":"Dog"}})").pet));
    BOOST_TEST(std::holds_alternative<alternatives::Fox>(*read(R"({"stray":{"kind":"Fox"}})").stray));
    alternatives::Pets pets;
    pets.stray = alternatives::Fox{};
    BOOST_TEST(*restbind::json::encode(pets) == R"({"stray":{"kind":"fox"}})");
}

BOOST_AUTO_TEST_CASE(what_one_alternative_refuses_is_sent_as_another_one)
{
    auto const fits = [](std::string_view json)
    {
        restbind::violations found;
        alternatives::validate(*restbind::json::decode<alternatives::Pets>(json), found);
        return found.empty();
    };
    BOOST_TEST(fits(R"({"contact":{"to":"a@b.c"}})"));
    BOOST_TEST(fits(R"({"contact":{"to":"1.2.3.4"}})"));
    BOOST_TEST(!fits(R"({"contact":{"to":"x"}})"));
    // Alternatives of one C++ type, with another schema where they stand each.
    for (std::string_view const number : {"1", "4", "7"})
    {
        std::string const one = "{\"n\":" + std::string(number) + "}";
        BOOST_TEST(fits("{\"few\":[" + one + "]}"), number);
        BOOST_TEST(fits("{\"one_of_few\":" + one + "}") == (number != "4"), number);
    }
}

BOOST_AUTO_TEST_CASE(what_says_which_one_it_is_must_be_set_where_it_may_be_several)
{
    alternatives::Pets pets;
    pets.way_there = alternatives::Walk{.km = 1, .how = {}};
    restbind::violations found;
    alternatives::validate(pets, found);
    auto const errors = found.take();
    BOOST_TEST_REQUIRE(errors.size() == 1U);
    BOOST_TEST(errors.front().field == "way_there.how");
    BOOST_TEST(errors.front().message == "How is required");
    pets.way_there = alternatives::Walk{.km = 1, .how = "run"};
    alternatives::validate(pets, found);
    BOOST_TEST(found.empty());
    BOOST_TEST(*restbind::json::encode(pets) == R"({"way_there":{"km":1,"how":"run"}})");
    pets.way_there = alternatives::Ride{};
    BOOST_TEST(*restbind::json::encode(pets) == R"({"way_there":{"how":"ride"}})");
}

BOOST_AUTO_TEST_CASE(a_body_beside_parameters_must_be_set)
{
    alternatives::GoRequest request{.id = 1, .body = {}};
    auto const unset = alternatives::operations::go::build(request);
    BOOST_TEST_REQUIRE(unset.has_error());
    auto const errors = unset.error().problem().errors;
    BOOST_TEST_REQUIRE(errors.size() == 1U);
    BOOST_TEST(errors[0].message == "Body is required");
    request.body = alternatives::Ride{.km = 2, .how = "ride"};
    auto const built = alternatives::operations::go::build(request);
    BOOST_TEST_REQUIRE(built.has_value());
    BOOST_TEST(built->body == R"({"km":2,"how":"ride"})");
}

BOOST_AUTO_TEST_CASE(what_stands_beside_alternatives_belongs_to_each)
{
    auto pets = read(R"({"tame":{"name":"x","owner":"y","wings":[],"kind":"Pig"}})");
    BOOST_TEST(std::get<alternatives::TamePig>(*pets.tame).owner == "y");
    BOOST_TEST(errors_of(pets) == "");
    std::get<alternatives::TamePig>(*pets.tame).wings.reset();
    BOOST_TEST(errors_of(pets) == "tame.wings: Wings is required\n");
    pets = read(R"({"told":{"is":"bell","pitch":1}})"); // which may be anything there
    BOOST_TEST(std::get<alternatives::ToldBell>(*pets.told).pitch.value() == 1);
    BOOST_TEST(errors_of(pets) == "");
    pets = read(R"({"told":{"is":"horn","pitch":1}})");
    BOOST_TEST(std::get<alternatives::ToldHorn>(*pets.told).pitch == 1);
    pets.tame = alternatives::TameHen{.wings = 2, .owner = "y"};
    BOOST_TEST(restbind::json::encode(pets).value().starts_with(
        R"({"tame":{"wings":2,"owner":"y","kind":"Hen"})"));
}

BOOST_AUTO_TEST_CASE(what_no_alternative_can_read_is_open_json)
{
    auto const pets = restbind::json::decode<alternatives::Pets>(R"({"way":5})");
    BOOST_TEST_REQUIRE(pets.has_value());
    BOOST_TEST(std::get<restbind::unknown_value>(*pets->way).json == "5");
    auto const pet = restbind::json::decode<alternatives::Pets>(R"({"pet":[5]})");
    BOOST_TEST(std::get<restbind::unknown_value>(*pet.value().pet).json == "[5]");
    restbind::violations found;
    alternatives::validate(*pet, found);
    BOOST_TEST(!found.empty());
}

BOOST_AUTO_TEST_CASE(integers_tell_objects_apart_as_strings_do)
{
    auto kit = read<alternatives::Kit>(R"({"component":{"type":3,"custom_id":"x"}})");
    BOOST_TEST(std::get<alternatives::Menu>(*kit.component).custom_id == "x");
    BOOST_TEST(errors_of(kit) == "");
    kit = read<alternatives::Kit>(R"({"row":{"type":3,"custom_id":"x"}})");
    BOOST_TEST(std::get<alternatives::Menu>(*kit.row).custom_id == "x");
    for (std::string_view const type : {"3.0", "3e0", "0.3E+1", "30e-1"})
    {
        auto const found = restbind::json::decode<alternatives::Kit>(
            R"({"component":{"custom_id":"x","type":)" + std::string(type) + "}}");
        BOOST_TEST_REQUIRE(found.has_value());
        BOOST_TEST(std::holds_alternative<alternatives::Menu>(*found->component));
    }
    for (std::string_view const other : {"4", "-3", "3.5", "true", "\"3\""})
    {
        kit = read<alternatives::Kit>(R"({"component":{"type":)" + std::string(other) + R"(,"z":1}})");
        BOOST_TEST(std::holds_alternative<boost::json::object>(*kit.component));
    }
    kit = {};
    kit.component = alternatives::Menu{.custom_id = "x"};
    BOOST_TEST(*restbind::json::encode(kit) == R"({"component":{"type":3,"custom_id":"x"}})");
    kit.component = boost::json::object{{"type", 3}, {"style", "x"}};
    BOOST_TEST(errors_of(kit) ==
               "component: Component must fit exactly one of the alternatives; the nearest, 3, "
               "says: Custom_id is required\n");
}

BOOST_AUTO_TEST_CASE(an_integer_of_a_base_tells_its_kinds_apart)
{
    auto kit = read<alternatives::Kit>(R"({"step":{"no":2,"by":1}})");
    BOOST_TEST(std::get<alternatives::Down>(*kit.step).by.value() == 1);
    BOOST_TEST(errors_of(kit) == "");
    std::get<alternatives::Down>(*kit.step).no = 1;
    BOOST_TEST(errors_of(kit) == "step.no: No must be 2\n");
    kit.step = alternatives::Up{.by = 1};
    BOOST_TEST(*restbind::json::encode(kit) == R"({"step":{"no":1,"by":1}})");
    kit = read<alternatives::Kit>(R"({"step":{"no":3,"by":1}})");
    BOOST_TEST(std::holds_alternative<boost::json::object>(*kit.step));
}

BOOST_AUTO_TEST_CASE(booleans_fractions_and_constants_in_alternatives_tell_objects_apart)
{
    auto kit = read<alternatives::Kit>(R"({"switch":{"on":false,"since":"x"}})");
    BOOST_TEST(std::holds_alternative<alternatives::Off>(*kit.switch_));
    BOOST_TEST(errors_of(kit) == "");
    kit = read<alternatives::Kit>(R"({"switch":{"on":true,"since":"x"}})");
    BOOST_TEST(std::holds_alternative<alternatives::On>(*kit.switch_));
    kit.switch_ = alternatives::On{};
    BOOST_TEST(*restbind::json::encode(kit) == R"({"switch":{"on":true}})");
    kit = read<alternatives::Kit>(R"({"switch":{"on":1,"since":"x"}})");
    BOOST_TEST(std::holds_alternative<boost::json::object>(*kit.switch_));
    kit = read<alternatives::Kit>(R"({"edition":{"version":2.5,"note":"x"}})");
    BOOST_TEST(std::holds_alternative<alternatives::Second>(*kit.edition));
    kit.edition = alternatives::Second{};
    BOOST_TEST(*restbind::json::encode(kit) == R"({"edition":{"version":2.5}})");
    kit = read<alternatives::Kit>(R"({"edition":{"version":1,"note":"x"}})");
    BOOST_TEST(std::holds_alternative<alternatives::First>(*kit.edition));
    kit = read<alternatives::Kit>(R"({"loan":{"is":"held","to":"x"}})");
    BOOST_TEST(std::holds_alternative<alternatives::Kept>(*kit.loan));
    kit = read<alternatives::Kit>(R"({"loan":{"is":"sold","to":"x"}})");
    BOOST_TEST(std::holds_alternative<boost::json::object>(*kit.loan));
}

BOOST_AUTO_TEST_CASE(an_open_object_need_not_have_what_only_responses_have)
{
    alternatives::Kit kit;
    kit.rung = boost::json::object{{"is", "horn"}, {"pitch", 1}};
    BOOST_TEST(errors_of(kit) == "");
    kit.rung = boost::json::object{{"is", "horn"}, {"pitch", "x"}};
    BOOST_TEST(errors_of(kit) ==
               "rung: Rung must fit exactly one of the alternatives; the nearest, horn, says: "
               "Pitch must be an integer\n");
    kit.rung = boost::json::object{{"is", "fife"}, {"pitch", 1}};
    BOOST_TEST(errors_of(kit) != "");
    kit.rung = alternatives::KitRungBell{};
    BOOST_TEST(errors_of(kit) == "");
    BOOST_TEST(*restbind::json::encode(kit) == R"({"rung":{"is":"bell"}})");
}

BOOST_AUTO_TEST_SUITE_END()
