# SPDX-License-Identifier: BSL-1.0
"""References: within a document, into other files, and those that lead nowhere or back."""

import pathlib
import tempfile
import unittest

from tests.generator.documents import (
    HEAD,
    codes,
    lower,
    lower_files,
    member_of,
    messages,
    places,
    with_schemas,
)

from restbind import ir
from restbind.diagnostics import Diagnostics
from restbind.source.documents import Documents
from restbind.source.nodes import Scalar
from restbind.source.refs import Cursor


def document(schemas, more=""):
    return f"{HEAD}components:\n  schemas:\n{schemas}{more}"


class SameDocument(unittest.TestCase):
    def test_a_reference_names_the_component(self):
        api, _ = with_schemas(
            "A:\n  properties:\n    b: {$ref: '#/components/schemas/B'}\nB:\n  properties:\n    x: {type: string}\n"
        )
        self.assertEqual(member_of(api, "A", "b").type, ir.Ref("B"))

    def test_a_reference_that_is_gone_is_not_taken_for_another_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "test.yaml")
            path.write_text("{a: 1, b: 2}")
            documents = Documents(Diagnostics())
            root = documents.open_main(str(path))
            for name in "ab" * 50:  # a scalar takes the place in memory of the one that is gone
                self.assertEqual(
                    documents.resolve(
                        Cursor(Scalar("string", f"#/{name}", 1, 1), root.document, "#")
                    ).pointer,
                    f"#/{name}",
                )

    def test_escapes_in_pointers_are_undone(self):
        api, diagnostics = with_schemas(
            """
            A:
              properties:
                x: {$ref: '#/components/schemas/a~1b~0c'}
                y: {$ref: '#/components/schemas/with%20space'}
                z: {$ref: '#/components/schemas/a~01'}
            a/b~c: {type: integer}
            with space: {type: string}
            a~1: {type: boolean}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(
            [member.type.name for member in api.models[0].members], ["a/b~c", "with space", "a~1"]
        )

    def test_an_index_into_a_list_is_a_pointer(self):
        api, diagnostics = with_schemas(
            """
            A:
              allOf:
                - properties: {x: {type: integer}}
                - properties: {y: {$ref: '#/components/schemas/A/allOf/0/properties/x'}}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        alias = next(one for one in api.aliases if one.name == "AY")
        self.assertEqual(alias.type, ir.Scalar("int64"))

    def test_two_references_to_one_inline_schema_are_one_type(self):
        api, _ = with_schemas(
            """
            A:
              properties:
                x: {properties: {v: {type: integer}}}
                y: {$ref: '#/components/schemas/A/properties/x'}
                z: {$ref: '#/components/schemas/A/properties/x'}
            """
        )
        self.assertEqual(member_of(api, "A", "y").type, member_of(api, "A", "z").type)


class OtherFiles(unittest.TestCase):
    def test_files_are_found_relative_to_where_the_reference_stands(self):
        api, diagnostics = lower_files(
            {
                "test.yaml": document(
                    "    A:\n      properties:\n        x: {$ref: 'parts/money.yaml#/Money'}\n"
                ),
                "parts/money.yaml": "Money:\n  properties:\n    cents: {$ref: '../shared.json#/Cents'}\n",
                "shared.json": '{"Cents": {"type": "integer", "minimum": 0}}',
            }
        )
        self.assertEqual(diagnostics.text(), "")
        money = next(one for one in api.models if one.name == "AX")
        self.assertEqual(money.pointer, "parts/money.yaml#/Money")
        self.assertEqual(money.members[0].constraints[0].pointer, "shared.json#/Cents/minimum")

    def test_a_component_of_another_file_keeps_its_name(self):
        api, _ = lower_files(
            {
                "test.yaml": document(
                    "    A:\n      properties:\n        x: {$ref: 'other.yaml#/components/schemas/Cart'}\n"
                ),
                "other.yaml": "components:\n  schemas:\n    Cart:\n      properties: {id: {type: integer}}\n",
            }
        )
        self.assertEqual(member_of(api, "A", "x").type, ir.Ref("Cart"))

    def test_a_whole_file_is_named_after_itself(self):
        api, _ = lower_files(
            {
                "test.yaml": document(
                    "    A:\n      properties:\n        x: {$ref: 'price-list.yaml'}\n"
                ),
                "price-list.yaml": "properties: {id: {type: integer}}\n",
            }
        )
        self.assertEqual(member_of(api, "A", "x").type, ir.Ref("PriceList"))

    def test_a_component_that_only_names_a_file_is_that_files_schema(self):
        for main in (
            "Cart: {$ref: cart.yaml}\n    Item: {$ref: item.yaml}",
            "Item: {$ref: item.yaml}\n    Cart: {$ref: cart.yaml}",
        ):
            api, diagnostics = lower_files(
                {
                    "test.yaml": document(f"    {main}\n"),
                    "cart.yaml": "properties: {items: {type: array, items: {$ref: item.yaml}}}\n",
                    "item.yaml": "properties: {id: {type: integer}}\n",
                },
                strict=True,
            )
            self.assertEqual(diagnostics.text(), "")
            self.assertEqual({one.name for one in api.models}, {"Cart", "Item"})
            self.assertEqual(api.aliases, ())
            self.assertEqual(member_of(api, "Cart", "items").type, ir.Array(ir.Ref("Item")))

    def test_a_reference_back_into_the_main_file_is_the_same_component(self):
        api, diagnostics = lower_files(
            {
                "test.yaml": document(
                    "    A:\n      properties:\n        x: {$ref: 'part.yaml#/B'}\n    C: {type: string}\n"
                ),
                "part.yaml": "B:\n  properties:\n    c: {$ref: 'test.yaml#/components/schemas/C'}\n",
            }
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(member_of(api, "AX", "c").type, ir.Ref("C"))

    def test_diagnostics_name_the_file_that_is_wrong(self):
        _, diagnostics = lower_files(
            {
                "test.yaml": document(
                    "    A:\n      properties:\n        x: {$ref: 'part.yaml#/B'}\n"
                ),
                "part.yaml": "B:\n  properties:\n    c: {type: integer, minimum: 5, maximum: 3}\n",
            }
        )
        found = diagnostics.sorted()
        self.assertEqual([one.code for one in found], ["RB014"])
        self.assertTrue(str(found[0].place).endswith("part.yaml:3:24"), str(found[0].place))

    def test_a_missing_file_costs_only_the_reference(self):
        api, diagnostics = lower(
            document("    A: {$ref: 'gone.yaml#/X'}\n    B: {properties: {c: {type: string}}}\n")
        )
        self.assertEqual(
            messages(diagnostics), ["`gone.yaml#/X` leads to a file that does not exist"]
        )
        self.assertEqual([one.name for one in api.models], ["B"])

    def test_the_bare_name_of_a_schema_is_hinted_at(self):
        _, diagnostics = lower(
            document(
                "    A: {properties: {b: {$ref: B}}}\n    B: {properties: {c: {type: string}}}\n"
            )
        )
        self.assertEqual(codes(diagnostics), ["RB020"])
        self.assertEqual(diagnostics.sorted()[0].hint, "did you mean `#/components/schemas/B`?")

    def test_an_anchor_is_a_name_in_its_file(self):
        api, diagnostics = lower_files(
            {
                "test.yaml": document(
                    "    A: {properties: {own: {$ref: '#here'}, other: {$ref: 'part.yaml#here'}}}\n"
                    "    B: {$anchor: here, properties: {default: {$anchor: inner, properties: {s: {type: string}}}, i: {$ref: '#inner'}}}\n"
                ),
                "part.yaml": "C:\n  $anchor: here\n  properties: {c: {type: integer}}\n",
            }
        )
        self.assertEqual(diagnostics.text(), "")
        models = {
            one.name: {member.wire_name: member.type for member in one.members}
            for one in api.models
        }
        self.assertEqual(models["A"]["own"], ir.Ref("B"))
        self.assertEqual(
            [
                one.wire_name
                for one in next(
                    one for one in api.models if ir.Ref(one.name) == models["A"]["other"]
                ).members
            ],
            ["c"],
        )
        self.assertEqual(models[models["B"]["i"].name], {"s": ir.Scalar("string")})

    def test_an_id_makes_a_schema_a_resource_of_its_own(self):
        api, diagnostics = lower(
            document(
                "    Tree:\n      $id: https://example.com/schemas/tree\n      type: object\n      properties:\n"
                "        node: {$ref: node}\n        size: {$ref: '#/$defs/size'}\n        self: {$ref: 'https://example.com/schemas/tree'}\n"
                "        near: {$ref: '#mark'}\n        far: {$ref: 'node#mark'}\n        file: {$ref: '#/components/schemas/Other'}\n"
                "      $defs:\n        size: {type: integer}\n        near: {$anchor: mark, type: boolean}\n"
                "        node: {$id: node, type: object, properties: {up: {$ref: tree}, m: {$anchor: mark, type: number}}}\n"
                "    Other: {type: object, properties: {tree: {$ref: 'https://example.com/schemas/tree'}}}\n"
            )
        )
        self.assertEqual(diagnostics.text(), "")
        models = {
            one.name: {member.wire_name: member.type for member in one.members}
            for one in api.models
        }
        tree = models["Tree"]
        aliases = {one.name: one.type for one in api.aliases}
        self.assertEqual(
            [aliases[tree[name].name] for name in ("size", "near", "far")],
            [ir.Scalar(kind) for kind in ("int64", "boolean", "double")],
        )
        self.assertEqual((tree["file"], models["Other"]["tree"]), (ir.Ref("Other"), ir.Ref("Tree")))
        self.assertIn("up", models[tree["node"].name])

    def test_an_id_that_two_schemas_have_names_neither(self):
        _, diagnostics = lower(
            document(
                "    A: {properties: {x: {$ref: 'urn:x:y'}}}\n    B: {$id: 'urn:x:y', type: string}\n    C: {$id: 'urn:x:y', type: integer}\n"
            )
        )
        self.assertEqual(codes(diagnostics), ["RB022"])

    def test_a_dynamic_reference_with_one_anchor_is_a_reference(self):
        api, diagnostics = lower(
            document(
                "    Tree:\n      $dynamicAnchor: node\n      type: object\n      properties:\n"
                "        value: {type: string}\n        children: {type: array, items: {$dynamicRef: '#node'}}\n"
            )
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(api.models[0].members[1].type, ir.Array(ir.Ref("Tree")))

    def test_a_dynamic_reference_that_may_mean_several_schemas_is_left_open(self):
        api, diagnostics = lower(
            document(
                "    Tree: {$dynamicAnchor: node, properties: {next: {$dynamicRef: '#node'}}}\n"
                "    Strict: {$dynamicAnchor: node, $ref: '#/components/schemas/Tree'}\n"
            )
        )
        self.assertEqual(codes(diagnostics), ["RB011"])
        self.assertEqual(
            next(one for one in api.models if one.name == "Tree").members[0].type, ir.Open("any")
        )

    def test_an_anchor_is_found_below_whatever_names_schemas(self):
        for key in (
            "properties",
            "patternProperties",
            "$defs",
            "definitions",
            "dependentSchemas",
            "dependencies",
        ):
            _, diagnostics = lower(
                document(
                    f"    A: {{type: object, properties: {{a: {{$ref: '#there'}}}}}}\n    B: {{{key}: {{default: {{$anchor: there, type: string}}}}}}\n"
                )
            )
            self.assertNotIn("RB020", codes(diagnostics), key)

    def test_a_recursive_reference_is_one_to_the_anchored_schema_around_it(self):
        tree = "Tree: {$recursiveAnchor: true, type: object, properties: {value: {type: string}, children: {type: array, items: {$recursiveRef: '#'}}}}"
        other = "Other: {$recursiveAnchor: true, type: object, properties: {tree: {$ref: '#/components/schemas/Tree'}}}"
        api, diagnostics = lower(document(f"    {tree}\n    {other}\n"))
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(api.models[0].members[1].type, ir.Array(ir.Ref("Tree")))
        for schemas in (
            f"{tree}\n    Strict: {{$recursiveAnchor: true, allOf: [{{$ref: '#/components/schemas/Tree'}}]}}",
            tree.replace("$recursiveAnchor: true, ", ""),
        ):
            self.assertEqual(codes(lower(document(f"    {schemas}\n"))[1]), ["RB011"], schemas)


class Refused(unittest.TestCase):
    def test_a_pointer_that_leads_nowhere_names_what_is_near(self):
        _, diagnostics = lower(
            document("    A: {$ref: '#/components/schemas/Carts'}\n    Cart: {type: string}\n")
        )
        self.assertEqual(places(diagnostics), [("RB020", 5, 15)])
        self.assertEqual(
            messages(diagnostics),
            [
                "`#/components/schemas/Carts` cannot be resolved: `#/components/schemas` has no `Carts`"
            ],
        )
        self.assertEqual(diagnostics.sorted()[0].hint, "did you mean `Cart`?")

    def test_remote_references_are_refused(self):
        for ref in ("https://example.com/a.yaml#/B", "urn:x:y", "//host/a.yaml", "/etc/a.yaml#/B"):
            _, diagnostics = lower(document(f"    A: {{$ref: '{ref}'}}\n"))
            self.assertEqual(codes(diagnostics), ["RB022"], ref)

    def test_an_anchor_that_nothing_or_several_have_is_an_error(self):
        _, diagnostics = lower(
            document(
                "    A: {$ref: '#gone'}\n    B: {$ref: '#A'}\n    C: {type: object, example: {$anchor: gone}}\n"
            )
        )
        self.assertEqual(places(diagnostics), [("RB020", 5, 15), ("RB020", 6, 15)])
        self.assertEqual(
            messages(diagnostics)[0], "`#gone` cannot be resolved: no schema has the anchor `gone`"
        )
        self.assertEqual(diagnostics.sorted()[1].hint, "did you mean `#/components/schemas/A`?")
        _, diagnostics = lower(
            document(
                "    A: {$ref: '#x'}\n    B: {$anchor: x, type: string}\n    C: {$anchor: x, type: integer}\n"
            )
        )
        self.assertEqual(
            messages(diagnostics),
            [
                "`#x` may mean 2 schemas: `#/components/schemas/B` and `#/components/schemas/C` have that anchor"
            ],
        )

    def test_a_circle_of_references_is_an_error(self):
        for schemas in (
            "    A: {$ref: '#/components/schemas/A'}\n",
            "    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/A'}\n",
            "    A:\n      allOf:\n        - $ref: '#/components/schemas/A'\n        - properties: {x: {type: integer}}\n",
        ):
            api, diagnostics = lower(document(schemas))
            self.assertIn("RB021", codes(diagnostics), schemas)
            self.assertFalse(diagnostics.stops)
            self.assertTrue(
                not api.aliases or ir.Open("any") in [one.type for one in api.aliases], schemas
            )

    def test_a_circle_of_parameters_is_an_error(self):
        api, diagnostics = lower(
            HEAD
            + """
paths:
  /a:
    get:
      operationId: a
      parameters: [{$ref: '#/components/parameters/P'}]
      responses: {"200": {description: d}}
components:
  parameters:
    P: {$ref: '#/components/parameters/P'}
"""
        )
        self.assertEqual((api.operations, codes(diagnostics)), ((), ["RB044", "RB021"]))

    def test_a_long_chain_of_references_gives_a_diagnostic_not_a_traceback(self):
        chain = "".join(
            f"    A{n}: {{$ref: '#/components/schemas/A{n + 1}'}}\n" for n in range(2000)
        )
        _, diagnostics = lower(document(chain + "    A2000: {type: string}\n"))
        self.assertIn(codes(diagnostics), ([], ["RB006"]))


class Recursion(unittest.TestCase):
    def test_through_lists_and_maps_models_may_contain_themselves(self):
        api, diagnostics = with_schemas(
            """
            Node:
              properties:
                children: {type: array, items: {$ref: '#/components/schemas/Node'}}
                named: {type: object, additionalProperties: {$ref: '#/components/schemas/Node'}}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(member_of(api, "Node", "children").type, ir.Array(ir.Ref("Node")))
        self.assertEqual(member_of(api, "Node", "named").type, ir.Map(ir.Ref("Node")))

    def test_a_member_that_holds_its_model_again_is_kept_in_a_box(self):
        api, diagnostics = with_schemas(
            "A:\n  properties:\n    next: {$ref: '#/components/schemas/A'}\n", strict=True
        )
        self.assertEqual(places(diagnostics), [])
        found = member_of(api, "A", "next")
        self.assertEqual((found.type, found.boxed, found.presence), (ir.Ref("A"), True, "optional"))

    def test_a_member_that_always_holds_its_model_again_is_named_and_becomes_open(self):
        schemas = (
            "A:\n  required: [next]\n  properties:\n    next: {$ref: '#/components/schemas/A'}\n"
        )
        api, diagnostics = with_schemas(schemas)
        self.assertEqual(places(diagnostics), [("RB023", 8, 9)])
        self.assertEqual(member_of(api, "A", "next").type, ir.Open("object"))
        self.assertEqual(codes(with_schemas(schemas, strict=True)[1]), ["RB023"])

    def test_a_circle_through_types_that_were_left_already_is_found(self):
        schemas = """
            A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}, c: {$ref: '#/components/schemas/C'}}}
            B: {type: object, required: [c], properties: {c: {$ref: '#/components/schemas/C'}}}
            C: {type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}"""
        api, diagnostics = with_schemas(schemas)
        self.assertEqual(codes(diagnostics), [])
        held = (("A", "b"), ("A", "c"), ("B", "c"), ("C", "a"))
        self.assertEqual(
            [member_of(api, *where).boxed for where in held], [True, True, False, False]
        )

    def test_only_the_member_that_closes_a_circle_is_boxed(self):
        api, diagnostics = with_schemas(
            """
            A: {properties: {b: {$ref: '#/components/schemas/B'}}}
            B: {properties: {c: {$ref: '#/components/schemas/C'}}}
            C: {properties: {a: {$ref: '#/components/schemas/A'}, n: {type: integer}}}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            [
                (one.type, one.boxed)
                for one in (
                    member_of(api, "A", "b"),
                    member_of(api, "B", "c"),
                    member_of(api, "C", "a"),
                )
            ],
            [(ir.Ref("B"), False), (ir.Ref("C"), False), (ir.Ref("A"), True)],
        )

    def test_alternatives_that_close_a_circle_are_kept_in_a_box(self):
        api, diagnostics = with_schemas(
            """
            A:
              required: [y]
              properties:
                x: {oneOf: [{type: string}, {$ref: '#/components/schemas/A'}]}
                y: {$ref: '#/components/schemas/Either'}
            Either: {oneOf: [{type: string}, {$ref: '#/components/schemas/A'}]}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        x, y = member_of(api, "A", "x"), member_of(api, "A", "y")
        self.assertEqual(
            (x.type, x.boxed, x.presence),
            (ir.OneOf((ir.Scalar("string"), ir.Ref("A"))), True, "optional"),
        )
        self.assertEqual((y.type, y.boxed, y.presence), (ir.Ref("Either"), True, "required"))

    def test_of_a_circle_the_member_that_may_be_missing_is_kept_in_a_box(self):
        api, diagnostics = with_schemas(
            """
            A: {required: [b], properties: {b: {$ref: '#/components/schemas/B'}}}
            B: {properties: {c: {$ref: '#/components/schemas/C'}}}
            C: {required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            [member_of(api, *where).boxed for where in (("A", "b"), ("B", "c"), ("C", "a"))],
            [False, True, False],
        )

    def test_a_member_that_always_holds_its_model_has_no_end(self):
        api, diagnostics = with_schemas(
            "A: {required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}\n"
        )
        self.assertEqual(codes(diagnostics), ["RB023"])
        self.assertEqual(member_of(api, "A", "a").type, ir.Open("object"))

    def test_an_alias_that_holds_itself_in_lists_is_a_structure(self):
        api, diagnostics = with_schemas(
            """
            L: {type: array, items: {$ref: '#/components/schemas/L'}}
            Json: {oneOf: [{type: string}, {items: {$ref: '#/components/schemas/Json'}}, {$ref: '#/components/schemas/Object'}]}
            Object: {type: object, additionalProperties: {$ref: '#/components/schemas/Json'}}
            """
        )
        self.assertEqual(codes(diagnostics), [])
        self.assertEqual(
            {one.name: one.wrapped for one in api.aliases},
            {"L": True, "Json": True, "Object": False},
        )

    def test_a_list_that_is_an_alias_may_hold_its_model(self):
        api, diagnostics = with_schemas(
            """
            L: {type: array, items: {$ref: '#/components/schemas/M'}}
            M: {properties: {l: {$ref: '#/components/schemas/L'}}}
            """
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(member_of(api, "M", "l").type, ir.Ref("L"))

    def test_a_long_chain_of_models_needs_no_deep_stack(self):
        chain = "\n".join(
            f"A{n}: {{properties: {{x: {{$ref: '#/components/schemas/A{n + 1}'}}}}}}"
            for n in range(1500)
        )
        api, diagnostics = with_schemas(chain + "\nA1500: {properties: {x: {type: string}}}\n")
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(len(api.models), 1501)


if __name__ == "__main__":
    unittest.main()
