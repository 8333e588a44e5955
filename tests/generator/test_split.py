# SPDX-License-Identifier: BSL-1.0
"""Headers for each tag: what stands where, that nothing is defined twice, and that a tag's cost
does not grow with the document.
"""

import itertools
import json
import posixpath
import re
import unittest
from collections import Counter

from tests.generator import slow, synthetic
from tests.generator.documents import HEAD, ROOT, lower
from tests.generator.test_cli import Case

from restbind import render
from restbind.graph import components
from restbind.naming import snake_case
from restbind.views import shared_files, tags

GOLDEN = ROOT / "tests/golden/split/spec.yaml"


def files(text, how="tag"):
    api, diagnostics = lower(text)
    assert api is not None, diagnostics.text()
    return render.render_api(api, "shop::v1", "v1", how)


def reached(found, start):
    """A header and all generated ones that it includes."""
    seen, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        folder = posixpath.dirname(name)
        todo += [
            posixpath.normpath(posixpath.join(folder, one))
            for one in re.findall(r'^#include "(.*)"$', found[name], re.MULTILINE)
        ]
    return seen


def golden(how="tag"):
    return files(GOLDEN.read_text(encoding="utf-8"), how)


def definitions(found):
    return [
        f"{name} {what}"
        for name, text in found.items()
        for what in re.findall(
            r"^(?:struct|class|enum class) \w+|^inline void validate\(\w+|^constexpr auto restbind_discriminator\([^)]*|"
            r"^inline restbind::json::schema const& \w+|^inline constexpr std::uint32_t \w+",
            text,
            re.MULTILINE,
        )
        if f"{what};" not in text
    ]


class Layout(unittest.TestCase):
    def test_a_tag_reaches_its_models_and_no_others(self):
        found = golden()
        self.assertEqual(
            {name for name in reached(found, "operations/cart.hpp") if "/" in name},
            {
                "operations/cart.hpp",
                "models/cart.hpp",
                "models/money.hpp",
                "models/note.hpp",
                "validation/cart.hpp",
                "validation/money.hpp",
                "validation/note.hpp",
                "patterns/common.hpp",
            },
        )
        self.assertEqual(
            {
                name
                for name in reached(found, "operations/client_tag.hpp")
                if name.startswith("models")
            },
            {"models/note.hpp"},
        )
        self.assertIn("client.hpp", found)

    def test_alternatives_without_a_type_of_their_own_need_no_header(self):
        response = "responses: {'200': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/%s'}}}}}"
        found = files(
            HEAD
            + f"""tags: [{{name: a}}, {{name: b}}]
paths:
  /a: {{get: {{operationId: a, tags: [a], {response % "Maps"}}}}}
  /b: {{get: {{operationId: b, tags: [b], {response % "Own"}}}}}
components:
  schemas:
    Maps: {{anyOf: [{{type: object, additionalProperties: {{type: string}}}}, {{type: object}}]}}
    Own: {{type: object, properties: {{a: {{anyOf: [{{$ref: '#/components/schemas/Inner'}}, {{type: object}}]}}}}}}
    Inner: {{type: object, properties: {{a: {{type: string}}}}}}
"""
        )
        self.assertEqual(
            [name for name in found if name.startswith("discriminators/")],
            ["discriminators/inner.hpp"],
        )

    def test_models_that_hold_each_other_share_a_header(self):
        text = golden()["models/note.hpp"]
        self.assertEqual(re.findall(r"^struct (\w+)$", text, re.MULTILINE), ["Note", "Folder"])

    def test_models_that_the_same_tags_reach_share_a_header(self):
        found = golden()
        types = {
            name.removeprefix("models/"): set(
                re.findall(r"^(?:struct|using) (\w+)$|^using (\w+) =", text, re.MULTILINE)
            )
            for name, text in found.items()
            if name.startswith("models/")
        }
        self.assertEqual(
            {name: {one or other for one, other in names} for name, names in types.items()},
            {
                "cart.hpp": {"Cart", "GetCartRequest", "PutCartRequest"},
                "money.hpp": {"Money"},
                "note.hpp": {"Note", "Folder"},
                "other.hpp": {"Unused"},
                "payment.hpp": {
                    "Card",
                    "Cash",
                    "Method",
                    "NameMethodsRequest",
                    "Payment",
                    "Receipt",
                },
                "voucher.hpp": {"Voucher"},
            },
        )
        found = files(synthetic.as_json(60, 3), "auto")
        areas = {f"area{number}.hpp" for number in range(6)}
        self.assertEqual(
            {name.removeprefix("models/") for name in found if name.startswith("models/")},
            {*areas, "common.hpp"},
        )
        self.assertEqual(
            {name.removeprefix("validation/") for name in found if name.startswith("validation/")},
            {*areas, "common.hpp"},
        )

    def test_another_name_of_an_enum_includes_the_header_of_the_enum(self):
        text = """paths:
  /a: {get: {operationId: a, tags: [first], parameters: [{name: o, in: query, schema: {$ref: '#/components/schemas/Order'}}], responses: {'204': {description: d}}}}
  /b: {get: {operationId: b, tags: [second], parameters: [{name: w, in: query, schema: {$ref: '#/components/schemas/Way'}}], responses: {'204': {description: d}}}}
components: {schemas: {Order: {type: string, enum: [asc, desc]}, Way: {type: string, enum: [desc, asc]}}}
"""
        found = files(HEAD + text)
        holders = {
            name: [one for one, text in found.items() if name in text]
            for name in ("struct Order :", "using Way = Order;")
        }
        self.assertEqual(
            {name: len(where) for name, where in holders.items()}, dict.fromkeys(holders, 1)
        )
        self.assertIn(
            holders["struct Order :"][0], reached(found, holders["using Way = Order;"][0])
        )
        self.assertIn(holders["using Way = Order;"][0], reached(found, "operations/second.hpp"))
        self.assertNotIn(holders["using Way = Order;"][0], reached(found, "operations/first.hpp"))

    def test_headers_include_each_other_in_one_direction(self):
        for found in (golden(), files(synthetic.as_json(60, 5), "auto")):
            includes = {
                name: [
                    posixpath.normpath(posixpath.join(posixpath.dirname(name), one))
                    for one in re.findall(r'^#include "(.*)"$', text, re.MULTILINE)
                ]
                for name, text in found.items()
            }
            self.assertEqual(
                {name for name, group in components(includes).items() if len(group) > 1}, set()
            )

    def test_headers_are_called_as_their_tag_or_as_what_stands_in_them(self):
        edges = {
            "A": ["B"],
            "B": ["C", "D"],
            "C": [],
            "D": ["E"],
            "E": ["D", "nowhere"],
            "F": ["A"],
            "common": [],
        }
        titles = {name: name.lower() for name in edges if name != "B"}
        self.assertEqual(
            shared_files.shared_files(
                edges, {"x": ["A"], "y": ["D", "common"], "z": ["D", "C"], "e": []}, titles
            ),
            {"A": "x", "C": "c", "D": "d", "E": "d", "F": "other", "common": "y"},
        )
        self.assertEqual(
            shared_files.shared_files(edges, {"x": ["A"], "y": ["C"]}, titles),
            {"A": "x", "C": "common", "D": "x", "E": "x", "F": "other", "common": "other"},
        )
        self.assertEqual(shared_files.shared_files({"A": []}, {}, {"A": "a"}), {"A": "other"})

    def test_what_tells_alternatives_apart_comes_with_every_model_that_holds_them(self):
        found = golden()
        holders = {
            name for name, text in found.items() if '"../discriminators/card_or_cash.hpp"' in text
        }
        self.assertEqual(holders, {"models/payment.hpp"})
        self.assertEqual(
            re.findall("^struct .*", found["discriminators/card_or_cash.hpp"], re.MULTILINE),
            ["struct Card;", "struct Cash;"],
        )

    def test_a_variant_that_is_only_an_response_brings_its_discriminator(self):
        text = """paths:
  /a: {get: {operationId: a, responses: {'200': {description: d, content: {application/json: {schema: {oneOf: [{$ref: '#/components/schemas/A'},
    {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k}}}}}}}}
components: {schemas: {A: {type: object, properties: {k: {type: string}}}, B: {type: object, properties: {k: {type: string}}}}}
"""
        found = files(HEAD + text)
        self.assertIn('#include "../discriminators/a_or_b.hpp"', found["operations/untagged.hpp"])

    def test_a_schema_that_several_models_need_stands_in_one_header(self):
        found = golden()
        (name,) = (name for name in found if name.startswith("schemas/"))
        self.assertEqual(
            {other for other, text in found.items() if f'"../{name}"' in text},
            {"validation/payment.hpp", "validation/voucher.hpp"},
        )
        self.assertNotIn(name, reached(found, "cart.hpp"))

    def test_conditions_bring_their_headers_to_the_header_that_they_stand_in(self):
        found = golden()
        self.assertEqual(
            {name for name, text in found.items() if "<restbind/json/schema/pattern.hpp>" in text},
            {
                "common.hpp",
                "operations/payment.hpp",
                "validation/payment.hpp",
                "validation/voucher.hpp",
            },
        )
        self.assertEqual(
            {name for name, text in found.items() if "restbind::matches(" in text},
            {
                "common.hpp",
                "operations/payment.hpp",
                "validation/payment.hpp",
                "validation/voucher.hpp",
            },
        )

    def test_a_pattern_stands_once_where_all_that_need_it_find_it(self):
        found = golden()
        constants = {
            name: set(re.findall(r"pattern_[0-9a-f]{10}", text))
            for name, text in found.items()
            if name.startswith("patterns/")
        }
        self.assertEqual(len(set.union(*constants.values())), sum(map(len, constants.values())))
        for name, text in found.items():
            for constant in set(re.findall(r"pattern_[0-9a-f]{10}", text)):
                (file,) = (file for file, own in constants.items() if constant in own)
                self.assertIn(file, {name, *reached(found, name)})

    def test_nothing_is_defined_twice_and_everything_once(self):
        one, many = golden("none"), golden()
        whole = sorted(what.split(" ", 1)[1] for what in definitions(one))
        parts = sorted(what.split(" ", 1)[1] for what in definitions(many))
        tags = {
            f"class {kind}{tag}_client"
            for kind in ("basic_", "blocking_")
            for tag in ("cart", "client", "payment", "voucher", "untagged")
        }
        # The structure of an operation is set in by the namespace around it, so that it counts
        # here, too.
        self.assertEqual(parts, sorted([*whole, *tags]))

    def test_the_header_of_all_has_the_network_however_a_document_is_split(self):
        for split in ("none", "tag"):
            (name,) = (name for name in golden(split) if name.startswith("../"))
            self.assertIn("#include <restbind/net/network.hpp>\n", golden(split)[name])

    def test_an_operation_stands_in_the_header_of_its_first_tag(self):
        found = golden()
        self.assertEqual(
            [name for name, text in found.items() if "struct get_cart\n" in text],
            ["operations/cart.hpp"],
        )
        self.assertEqual(
            [name for name, text in found.items() if "struct ping\n" in text],
            ["operations/untagged.hpp"],
        )

    def test_tags_that_are_alike_or_odd_have_files_of_their_own(self):
        paths = "".join(
            f"  /a{n}: {{get: {{operationId: a{n}, tags: [{tag}], responses: {{'200': {{description: d}}}}}}}}\n"
            for n, tag in enumerate(
                ("Cart", "cart", "' '", "models", "v1/../x", "Größe", "blocking")
            )
        )
        found = files(f"{HEAD}paths:\n{paths}")
        self.assertEqual(
            sorted(name for name in found if name.startswith("operations/")),
            [
                f"operations/{name}.hpp"
                for name in (
                    "blocking_tag",
                    "cart",
                    "cart_2",
                    "grosse",
                    "models_tag",
                    "untagged",
                    "v1_x",
                )
            ],
        )
        classes = [
            name
            for text in found.values()
            for name in re.findall(r"^class (\w+)", text, re.MULTILINE)
        ]
        self.assertEqual(len(classes), len(set(classes)))

    def test_no_client_has_a_name_of_another_one_or_of_its_template(self):
        paths = "".join(
            f"  /a{n}: {{get: {{operationId: a{n}, tags: [{tag}], responses: {{'200': {{description: d}}}}}}}}\n"
            for n, tag in enumerate(("pets", "basic pets", "blocking pets", "basic"))
        )
        found = files(f"{HEAD}paths:\n{paths}")
        names = [
            name
            for text in found.values()
            for name in re.findall(r"^(?:class|using) (\w+)", text, re.MULTILINE)
        ]
        self.assertEqual(len(names), len(set(names)), names)

    def test_names_of_files_are_short_whole_words_and_those_of_no_device(self):
        long = (
            "Very Long Words About What This Tag Is There For And What It Is Not There For At All"
        )
        schemas = "".join(
            f"    {name}: {{type: object, properties: {{k: {{type: string}}, {name}: {{type: string}}}}}}\n"
            for name in (
                "TheFirstOfManyAlternatives",
                "TheSecondOfManyAlternatives",
                "TheThirdOfManyAlternatives",
                "Aux",
            )
        )
        some = ", ".join(
            f"{{$ref: '#/components/schemas/{name}'}}"
            for name in (
                "TheFirstOfManyAlternatives",
                "TheSecondOfManyAlternatives",
                "TheThirdOfManyAlternatives",
                "Aux",
            )
        )
        found = files(
            f"""{HEAD}paths:
  /a: {{get: {{operationId: a, tags: [{long}], responses: {{'200': {{description: d, content: {{application/json: {{schema: {{oneOf: [{some}],
    discriminator: {{propertyName: k}}}}}}}}}}}}}}}}
  /b: {{get: {{operationId: b, tags: [nul], responses: {{'200': {{description: d}}}}}}}}
  /c: {{get: {{operationId: c, tags: [default], responses: {{'200': {{description: d}}}}}}}}
components:
  schemas:
{schemas}"""
        )
        for name in found:
            self.assertLess(len(posixpath.basename(name)), 64)
            self.assertNotRegex(name, r"_\.hpp|/nul\.hpp|/aux\.hpp")
        self.assertEqual(
            {name for name in found if re.match("operations/|discriminators/", name)},
            {
                "operations/nul_tag.hpp",
                "operations/default.hpp",
                "operations/very_long_words_about_what_this_not_there_for_at_all.hpp",
                "discriminators/the_first_of_many_alternatives_or_others.hpp",
            },
        )
        for text in found.values():
            for name in re.findall(r"^class (\w+)", text, re.MULTILINE):
                self.assertLess(len(name), 64)

    def test_small_documents_and_those_with_one_tag_stay_whole(self):
        self.assertNotIn("common.hpp", golden("auto"))
        one_tag = re.sub(r'"area\d+"', '"area"', synthetic.as_json(60, 0))
        self.assertNotIn("common.hpp", files(one_tag, "auto"))
        self.assertIn("common.hpp", files(synthetic.as_json(60, 0), "auto"))

    def test_a_document_without_tags_is_split_by_its_paths(self):
        found = files(synthetic.as_json(60, 1, tagged=False), "auto")
        self.assertEqual(
            {name for name in found if name.startswith("operations/")},
            {f"operations/area{n}.hpp" for n in range(6)},
        )
        self.assertIn("class basic_area3_client", found["area3.hpp"])
        tagged = files(synthetic.as_json(60, 1), "auto")
        self.assertEqual(reached(found, "area3.hpp"), reached(tagged, "area3.hpp"))

    def paths(self, *paths, ids=(), how="tag"):
        """The names of the headers that operations of these paths, called `ids` or a0, a1, …, stand
        in, in the order of the paths.
        """
        rows = ""
        ids = ids or [f"a{n}" for n in range(len(paths))]
        for id_, path in zip(ids, paths):
            own = ", ".join(
                f"{{name: {name}, in: path, required: true, schema: {{type: string}}}}"
                for name in re.findall(r"{(\w+)}", path)
            )
            rows += f"  '{path}': {{get: {{operationId: {id_}, parameters: [{own}], responses: {{'200': {{description: d}}}}}}}}\n"
        found = files(f"{HEAD}paths:\n{rows}", how)
        where = {
            id_: name
            for name, text in found.items()
            for id_ in re.findall(r"^struct (\w+)$", text, re.MULTILINE)
        }
        return [
            where[snake_case(id_)].removeprefix("operations/").removesuffix(".hpp") for id_ in ids
        ]

    def test_the_first_word_of_a_path_that_not_all_have_names_its_header(self):
        self.assertEqual(
            self.paths("/v1/carts", "/v1/carts/a", "/v1/orders/b"), ["carts", "carts", "orders"]
        )
        self.assertEqual(self.paths("/api/v2/a/x", "/api/v2/a/y", "/api/v2/b"), ["a", "a", "b"])
        self.assertEqual(self.paths("/carts", "/order-items/a"), ["carts", "order_items"])

    def test_placeholders_and_what_ends_a_word_name_no_header(self):
        self.assertEqual(
            self.paths("/{t}/carts?t=1", "/{t}/orders", "/a/{t}"), ["carts", "orders", "a"]
        )
        self.assertEqual(
            self.paths(
                "/v1/Carts.json", "/v1/Carts/c", "/v1/chat.post", "/v1/orders:find", "/v1/Users(u)"
            ),
            ["carts", "carts", "chat", "orders", "users"],
        )
        self.assertEqual(
            self.paths("/v1", "/v1/{id}", "/v1/a", "/v1/b"), ["untagged", "untagged", "a", "b"]
        )

    def test_a_path_that_goes_on_in_many_ways_is_split_further(self):
        many = [f"/accounts/{kind}/a{n}" for kind in ("calls", "sounds") for n in range(40)]
        found = self.paths("/users", "/accounts", *many)
        self.assertEqual(
            found, ["users", "accounts", *["accounts_calls"] * 40, *["accounts_sounds"] * 40]
        )

    # 330 operations that no word of a path tells apart.
    AREAS = "Cart Order Seat Hall Show Voucher Payment Invoice Ticket User".split()
    KINDS = list(itertools.product(("Describe", "Create", "Delete"), AREAS))
    ACTIONS = [f"{verb}{area}Item{n}" for verb, area in KINDS for n in range(11)]
    GROUPS = {f"{verb}_{area}".lower(): 11 for verb, area in KINDS}

    def test_where_paths_have_no_other_words_those_of_their_query_tell_them_apart(self):
        self.assertEqual(
            Counter(self.paths(*(f"/?Action={one}&Version=1" for one in self.ACTIONS), how="auto")),
            self.GROUPS,
        )
        self.assertEqual(
            Counter(
                self.paths(
                    *(f"/v1/{{id}}?Version=1&Action={one}" for one in self.ACTIONS), how="auto"
                )
            ),
            self.GROUPS,
        )

    def test_so_do_those_of_their_fragment(self):
        self.assertEqual(
            Counter(
                self.paths(
                    *(f"/#X-Amz-Target=Shop_20120810.{one}" for one in self.ACTIONS), how="auto"
                )
            ),
            self.GROUPS,
        )

    def test_so_do_those_of_the_names_of_operations(self):
        several = [f"/api/{{id}}/{{n{n}}}" for n in range(len(self.ACTIONS))]
        self.assertEqual(Counter(self.paths(*several, ids=self.ACTIONS, how="auto")), self.GROUPS)
        found = Counter(
            self.paths(
                *(f"/api/{{n{n}}}?x=1#y" for n in range(330)),
                ids=[one[0].lower() + one[1:] for one in self.ACTIONS],
                how="auto",
            )
        )
        self.assertEqual(found, self.GROUPS)

    def test_they_do_so_within_a_word_that_very_many_paths_begin_with(self):
        listed = [*(f"/rpc?call={one}" for one in self.ACTIONS[:110]), "/users/a", "/rpc/b"]
        self.assertEqual(
            Counter(self.paths(*listed, how="auto")),
            {**{f"rpc_{area.lower()}": 11 for area in self.AREAS}, "users": 1, "rpc_b": 1},
        )

    def test_what_few_paths_share_is_not_told_apart(self):
        self.assertEqual(
            Counter(self.paths(*(f"/?Action={one}" for one in self.ACTIONS[:60]))), {"untagged": 60}
        )

    def test_operations_that_would_each_be_alone_stay_together(self):
        self.assertEqual(
            Counter(
                self.paths(
                    *(f"/v1/{area}/x{n}" for area in ("carts", "seats") for n in range(62)),
                    how="auto",
                )
            ),
            {"carts": 62, "seats": 62},
        )
        self.assertEqual(
            Counter(self.paths(*(f"/{{n{n}}}/{{m{n}}}" for n in range(70)))), {"untagged": 70}
        )

    def test_a_few_operations_without_a_tag_among_others_stay_together(self):
        self.assertEqual(
            {name for name in golden() if name.startswith("operations/")}
            & {"operations/untagged.hpp", "operations/ping.hpp"},
            {"operations/untagged.hpp"},
        )

    def test_many_operations_without_a_tag_beside_a_tag_are_split(self):
        document = synthetic.document(70, 0, tagged=False)
        next(iter(document["paths"].values()))["put"]["tags"] = ["Area 1"]
        found = files(json.dumps(document), "auto")
        self.assertEqual(
            {name for name in found if name.startswith("operations/")},
            {"operations/area_1.hpp", *(f"operations/area{n}.hpp" for n in range(7))},
        )

    @slow
    def test_the_cost_of_a_tag_does_not_grow_with_the_document(self):
        small, large = (files(synthetic.as_json(number, 3), "auto") for number in (60, 120))
        cost = [
            sum(len(found[name]) for name in reached(found, "area0.hpp"))
            for found in (small, large)
        ]
        self.assertEqual(cost[0], cost[1])
        self.assertLess(cost[0] * 4, sum(map(len, small.values())))
        self.assertEqual(tags.THRESHOLD, 60)


class Methods(unittest.TestCase):
    """Methods of a tag's client, of the whole one, and structures: `name: (of the tag, of the
    whole)`.
    """

    def methods(self, tag, *ids, more=""):
        rows = "".join(
            f"  /a{n}: {{get: {{operationId: '{one}', tags: ['{tag}'], responses: {{'200': {{description: d}}}}}}}}\n"
            for n, one in enumerate(ids)
        )
        found = files(f"{HEAD}paths:\n{rows}{more}")
        (own,) = (
            text for name, text in found.items() if re.fullmatch(r"operations/(?!untagged).*", name)
        )
        (client,) = (
            text
            for name, text in found.items()
            if "/" not in name
            and re.search(r"^class basic_\w+_client ", text, re.MULTILINE)
            and not re.match("blocking|untagged", name)
        )
        self.assertEqual(len(re.findall(r"^struct (\w+)$", own, re.MULTILINE)), len(ids))
        called, whole = (
            re.findall(r"^    (\w+)\(\s*no_request const& request", text, re.MULTILINE)
            for text in (client, found["client.hpp"])
        )
        asynchronous = re.findall(r"auto async_(\w+)\(", client)
        refused = re.findall(r"REFUSE_TEMPORAR\w+\((\w+),", client)
        with_and_without_options = [name for name in called for _ in range(2)]
        self.assertEqual((with_and_without_options, called), (asynchronous, refused))
        return called, whole

    def test_they_do_not_repeat_the_tag(self):
        self.assertEqual(
            self.methods(
                "issues",
                "issues/list",
                "issues_get",
                "issues.add-label",
                "issuesSearch",
                "listIssues",
            ),
            (
                ["list", "get", "add_label", "search", "list_issues"],
                ["issues_list", "issues_get", "issues_add_label", "issues_search", "list_issues"],
            ),
        )
        self.assertEqual(self.methods("Pull Requests", "pullRequests/list")[0], ["list"])

    def test_they_do_not_repeat_it_behind_their_verb(self):
        self.assertEqual(
            self.methods(
                "Pull Requests",
                "listPullRequests",
                "getPullRequestsByState",
                "listAllPullRequests",
                "pullRequests_for_user",
            ),
            (
                ["list", "get_by_state", "list_all_pull_requests", "for_user"],
                [
                    "list_pull_requests",
                    "get_pull_requests_by_state",
                    "list_all_pull_requests",
                    "pull_requests_for_user",
                ],
            ),
        )
        self.assertEqual(self.methods("new", "listNew", "new/get")[0], ["list", "get"])
        self.assertEqual(
            self.methods(
                "events",
                "list_issue_events",
                "list_events_page",
                "events_archive",
                "archive_events",
            )[0],
            ["list_issue_events", "list_events_page", "archive", "archive_events"],
        )

    def test_the_whole_word_is_what_they_do_not_repeat(self):
        self.assertEqual(
            self.methods("issue", "issues/list", "issue", "issuer_get")[0],
            ["issues_list", "issue", "issuer_get"],
        )

    def test_a_name_that_cannot_stand_alone_stays_long(self):
        self.assertEqual(
            self.methods(
                "pets",
                "pets/call",
                "pets/2",
                "pets/options",
                "pets/reset_token",
                "pets/asyncRun",
                "pets/make",
            )[0],
            [
                "pets_call",
                "pets_2",
                "pets_options",
                "pets_reset_token",
                "pets_async_run",
                "pets_make",
            ],
        )
        self.assertEqual(self.methods("pets", "pets/delete")[0], ["delete_"])

    def test_names_that_would_meet_stay_long(self):
        self.assertEqual(
            self.methods("pets", "pets/list", "list", "pets/get", "pets/pets_get")[0],
            ["pets_list", "list", "get", "pets_pets_get"],
        )
        self.assertEqual(self.methods("pets", "pets/a", "pets/async_a")[0], ["a", "pets_async_a"])

    def test_operations_of_other_tags_are_none_of_their_business(self):
        other = "  /o: {get: {operationId: list, responses: {'200': {description: d}}}}\n"
        self.assertEqual(
            self.methods("pets", "pets/list", more=other), (["list"], ["pets_list", "list"])
        )

    def test_structures_and_those_who_wait_agree(self):
        text = "paths:\n  /a: {get: {operationId: pets/list, tags: [pets], responses: {'200': {description: d}}}}\n"
        found = files(HEAD + text)
        self.assertIn("this->template call<operations::pets_list>", found["pets.hpp"])
        self.assertIn("this->run<operations::pets_list>", found["blocking/pets.hpp"])
        self.assertIn("    pets_list(no_request const& request", found["blocking_client.hpp"])


class OnDisk(Case):
    def test_what_is_no_longer_split_is_removed(self):
        self.write(GOLDEN.read_text(encoding="utf-8"))
        self.assertEqual(self.generate("--split", "tag")[0], 0)
        self.assertTrue((self.out / "models/cart.hpp").exists())
        self.assertEqual(self.check("--split", "tag")[0], 0)
        (self.out / "operations/mine.hpp").write_text("// mine\n", encoding="utf-8")
        self.assertEqual(self.generate()[0], 0)
        self.assertEqual(
            sorted(path.name for path in self.out.iterdir() if path.is_dir()), ["operations"]
        )
        self.assertEqual([path.name for path in (self.out / "operations").iterdir()], ["mine.hpp"])


if __name__ == "__main__":
    unittest.main()
