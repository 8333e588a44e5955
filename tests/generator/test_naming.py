# SPDX-License-Identifier: BSL-1.0
"""Names: legal, readable, and the same whatever else the document holds."""

import pathlib
import re
import unittest

from tests.generator import samples

from restbind import ir
from restbind.cpp.names import Names
from restbind.naming import (
    KEYWORDS,
    PLATFORM_MACROS,
    X11_MACROS,
    Scope,
    snake_case,
    to_ascii,
    type_name,
    value_name,
    within,
)


class SnakeCase(unittest.TestCase):
    def test_words_are_told_apart_by_capitals_and_separators(self):
        for wire, expected in {
            "cartItemId": "cart_item_id",
            "coordX": "coord_x",
            "HTTPCode": "http_code",
            "x-tenant": "x_tenant",
            "seat2Id": "seat2_id",
            "already_snake": "already_snake",
            "A": "a",
            "userID": "user_id",
            "a.b c/d": "a_b_c_d",
            "__proto__": "proto",
            "XMLHttpRequest2": "xml_http_request2",
        }.items():
            self.assertEqual(snake_case(wire), expected)

    def test_keywords_macros_and_namespaces_get_an_underscore(self):
        for wire in (
            "class",
            "and",
            "co_await",
            "requires",
            "errno",
            "major",
            "min",
            "std",
            "restbind",
            "unix",
            "signals",
            "typeof",
        ):
            self.assertEqual(snake_case(wire), f"{wire}_")

    def test_the_macros_that_are_kept_away_from_are_those_that_the_headers_are_compiled_after(self):
        support = pathlib.Path(__file__).resolve().parent.parent / "support"
        for header, names in (
            ("hostile_macros.hpp", PLATFORM_MACROS),
            ("x11_macros.hpp", X11_MACROS),
        ):
            self.assertEqual(
                set(re.findall(r"^#define (\w+)", (support / header).read_text(), re.MULTILINE)),
                names,
            )

    def test_what_does_not_begin_with_a_letter_gets_a_word_in_front(self):
        self.assertEqual(snake_case("3d"), "value_3d")
        self.assertEqual(snake_case("", "member"), "member")
        self.assertEqual(snake_case("$", "member"), "member")

    def test_other_alphabets_are_transliterated_or_spelt_by_code_point(self):
        self.assertEqual(snake_case("caféÄöß"), "cafe_aoss")
        self.assertEqual(snake_case("座席"), "u5ea7_u5e2d")
        self.assertEqual(snake_case("e\u0301tage"), "etage")
        self.assertEqual(to_ascii("Łódź"), "Lodz")

    def test_every_result_is_an_identifier_that_nothing_else_owns(self):
        for wire in [
            "",
            "_",
            "__",
            "9",
            "class",
            "a__b",
            "_Upper",
            "é",
            "\u202e",
            "\0",
            "a\nb",
            "-",
            "C++",
            "int*",
            "0x1F",
            "NULL",
            *KEYWORDS,
        ]:
            for made in (snake_case(wire), type_name(wire), value_name(wire)):
                self.assertRegex(made, r"\A[A-Za-z][A-Za-z0-9_]*\Z", wire)
                self.assertNotIn("__", made)
                self.assertNotIn(made, KEYWORDS)


class TypeName(unittest.TestCase):
    def test_a_legal_name_is_kept(self):
        for name in ("AllocateManualSeatsRequest", "Pet", "HTTPCode", "Seat2"):
            self.assertEqual(type_name(name), name)

    def test_others_are_made_alike(self):
        for name, expected in {
            "pet": "Pet",
            "simple-user": "SimpleUser",
            "foo.bar-Baz": "FooBarBaz",
            "io.k8s.api.v1.Pod": "IoK8sApiV1Pod",
            "petStore": "PetStore",
            "A_b2": "AB2",
            "HTTP_ERROR": "HttpError",
            "v1_2_x": "V1_2X",
            "x_86-64": "X86_64",
            "_id_": "Id",
            "座席": "U5ea7U5e2d",
        }.items():
            self.assertEqual(type_name(name), expected)

    def test_an_illegal_one_is_made_legal(self):
        self.assertEqual(type_name("3D"), "Type3D")
        self.assertEqual(type_name("union"), "Union")
        self.assertEqual(type_name("getMessage"), "GetMessage_")
        self.assertEqual(type_name("-"), "Type")


class Length(unittest.TestCase):
    def test_a_name_that_fits_is_kept(self):
        for name in ("Pet", "a" * 20, "get_cart"):
            self.assertEqual(within(name, 20), name)

    def test_whole_words_go_from_the_middle(self):
        self.assertEqual(
            within("CreateCheckoutSessionRequestPaymentMethodOptionsAcssDebit", 40),
            "CreateCheckoutSessionOptionsAcssDebit",
        )
        self.assertEqual(
            within("create_checkout_session_payment_method_options", 30),
            "create_checkout_method_options",
        )
        self.assertEqual(within("ReadHTTPCodeOfItem", 12), "ReadHTTPItem")

    def test_only_a_word_of_its_own_length_is_cut(self):
        self.assertEqual(within("a" * 70), "a" * 58)
        self.assertEqual(within("Aa" + "b" * 70 + "Cc", 20), "Aa" + "b" * 18)

    def test_names_of_an_api_stay_below_64_and_differ(self):
        words = "".join(f"Word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
        models = [
            samples.model(f"Begin{words}Part{letter}{words}End") for letter in "abcdefghijklm"
        ]
        operations = [
            samples.operation(f"begin{words}Part{letter}{words}End") for letter in "abcdefghijklm"
        ]
        names = Names(samples.api(models=models, operations=operations), "a")
        for made in ([*names.types.values()], [*names.operations.values()]):
            self.assertEqual(len(set(made)), 13)
            for name in made:
                self.assertLess(len(name), 64)
                self.assertRegex(name, "^[Bb]egin.*_?[Ee]nd(_[0-9]+)?$")

    def test_so_does_the_type_that_has_the_constants_of_an_enum(self):
        enums = [
            ir.Enum(f"Colours{'o' * 70}{number}", "string", ("red",), ("",), ir.Doc(), "")
            for number in range(3)
        ]
        names = Names(samples.api(enums=enums), "a")
        self.assertEqual(len({*names.types.values(), *names.values_of.values()}), 6)
        for name in (*names.types.values(), *names.values_of.values()):
            self.assertLess(len(name), 64)


class ValueName(unittest.TestCase):
    def test_values_without_a_name_get_one(self):
        for value, expected in {
            "800": "value_800",
            "-5": "value_minus_5",
            "": "empty",
            "in-progress": "in_progress",
            "default": "default_",
        }.items():
            self.assertEqual(value_name(value), expected)


class Collisions(unittest.TestCase):
    def test_the_first_keeps_the_name_and_later_ones_are_numbered(self):
        self.assertEqual(Scope().names(["id", "id", "id"]), ["id", "id_2", "id_3"])

    def test_a_number_never_takes_the_name_of_another_member(self):
        self.assertEqual(Scope().names(["id", "id", "id_2"]), ["id", "id_3", "id_2"])

    def test_many_equal_names_take_no_time(self):
        made = Scope().names(["id"] * 20000)
        self.assertEqual((made[1], made[-1], len(set(made))), ("id_2", "id_20000", 20000))

    def test_a_new_member_renames_no_old_one(self):
        before = Scope().names(["seat", "seat", "rank"])
        self.assertEqual(Scope().names(["seat", "seat", "rank", "other", "rank"])[:3], before)

    def test_reserved_names_get_an_underscore(self):
        self.assertEqual(Scope({"extra"}).names(["extra", "extra_"]), ["extra_", "extra_2"])

    def test_members_whose_wire_names_differ_only_in_spelling_stay_apart(self):
        one = samples.model(
            "One", samples.member("seatId"), samples.member("seat_id"), samples.member("SeatID")
        )
        names = Names(samples.api(models=[one]), "a")
        self.assertEqual(
            [names.member("One", wire) for wire in ("seatId", "seat_id", "SeatID")],
            ["seat_id", "seat_id_2", "seat_id_3"],
        )

    def test_a_member_is_never_called_as_a_type_that_its_structure_uses(self):
        from restbind import ir

        category = samples.model("category", samples.member("id"))
        pet = samples.model(
            "pet",
            samples.member("category", ir.Ref("category")),
            samples.member("pet"),
            keeps_extra=True,
        )
        names = Names(samples.api(models=[category, pet]), "a")
        self.assertEqual(
            (names.member("pet", "category"), names.types["category"]), ("category", "Category")
        )
        self.assertEqual((names.member("pet", "pet"), names.types["pet"]), ("pet", "Pet"))

    def test_extra_is_left_to_the_members_that_have_no_name(self):
        one = samples.model("One", samples.member("additional_properties"), keeps_extra=True)
        self.assertEqual(
            Names(samples.api(models=[one]), "a").member("One", "additional_properties"),
            "additional_properties_",
        )

    def test_types_make_way_for_what_the_headers_declare(self):
        names = Names(
            samples.api(
                models=[
                    samples.model(n)
                    for n in ("client", "error_code", "operations", "validate", "shop")
                ]
            ),
            "shop::v1",
        )
        self.assertEqual(
            list(names.types.values()), ["Client", "ErrorCode", "Operations", "Validate", "Shop"]
        )
        names = Names(samples.api(models=[samples.model(n) for n in ("shop", "Shop")]), "Shop::v1")
        self.assertEqual(list(names.types.values()), ["Shop_", "Shop_2"])

    def test_types_make_way_for_what_would_hide_them_inside_the_classes(self):
        names = Names(
            samples.api(
                models=[
                    samples.model(n)
                    for n in ("client_", "info", "CompletionToken", "Token", "Client")
                ]
            ),
            "shop",
        )
        self.assertEqual(
            [
                names.types[name]
                for name in ("client_", "info", "CompletionToken", "Token", "Client")
            ],
            ["Client_2", "Info", "CompletionToken_", "Token", "Client"],
        )

    def test_operations_make_way_for_types_and_for_what_clients_have_anyway(self):
        operations = [
            samples.operation(id)
            for id in ("order", "call", "info", "asyncPing", "ping", "clientParameters", "makeAs")
        ]
        names = Names(samples.api(models=[samples.model("order")], operations=operations), "a")
        made = list(names.operations.values())
        self.assertEqual(made[:3], ["order", "call_", "info_"])
        self.assertEqual(made[5:], ["client_parameters_", "make_as_"])
        self.assertNotEqual(made[3], f"async_{made[4]}")


if __name__ == "__main__":
    unittest.main()
