# SPDX-License-Identifier: BSL-1.0
"""Two versions compared in C++ terms: one test for each id, and the golden difference of
ticketing's two versions.
"""

import json
import os
import pathlib
import tempfile
import unittest

from tests.generator.documents import HEAD, ROOT, SPEC
from tests.generator.test_cli import run

from restbind.apidiff.changes import KINDS
from restbind.apidiff.compare import compare
from restbind.diagnostics import Diagnostics
from restbind.lower.document import lower_document

V2 = ROOT / "tests/golden/ticketing-v2.yaml"
GOLDEN = ROOT / "tests/golden/ticketing-v2.diff.txt"

BASE = """openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: /, x-restbind-environment: staging}, {url: 'https://{area}.example.com', variables: {area: {default: eu}}}]
x-restbind-retry: {attempts: 3, statuses: [503]}
x-restbind-problem: {code: errorCode}
x-restbind-error-codes:
  - {code: 7, name: sold_out, statuses: [409], operation: putCart, condition: Nothing is left.}
security: [{bearer: []}]
paths:
  /cart:
    put:
      operationId: putCart
      x-restbind-idempotency: {class: not_idempotent}
      x-restbind-validation-problem: {status: 422, errors: list, detail: "{count} errors"}
      parameters: [{$ref: '#/components/parameters/Tenant'}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}}
      responses:
        "200": {description: Done., content: {application/json: {schema: {$ref: '#/components/schemas/Response'}}}}
        "409": {description: Sold out., headers: {x-left: {schema: {type: integer}}}}
        "422": {description: Wrong.}
    get:
      operationId: findCart
      parameters: [{name: id, in: query, schema: {type: integer}}]
      responses: {"200": {description: Done.}}
components:
  securitySchemes: {bearer: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {s: All.}}}}}
  parameters:
    Tenant: {name: x-tenant, in: header, required: true, x-restbind-client-parameter: tenant, schema: {type: string, minLength: 1}}
  schemas:
    Response: {type: object, properties: {cart: {$ref: '#/components/schemas/Cart'}, pet: {$ref: '#/components/schemas/Pet'}}}
    Cart:
      type: object
      required: [id]
      x-restbind-assumed: "A-1: guessed"
      properties:
        id: {type: integer, maximum: 5}
        note: {type: string, default: none}
        kind: {$ref: '#/components/schemas/Kind'}
        items: {type: array, items: {type: integer, minimum: 1}}
      x-restbind-rules:
        - {id: note-needs-id, rule: self.note == "" || self.id > 0, fieldPath: id, message: No id.}
    Kind: {type: integer, enum: [1, 2], x-restbind-enum-names: [small, large]}
    Prices: {type: array, items: {type: number}}
    Cat: {type: object, properties: {kind: {type: string}}}
    Dog: {type: object, properties: {kind: {type: string}}}
    Pet:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
      discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}
"""

# id: (what is replaced, by what, the C++ entity, old side, new side)
CASES = {
    "D219": (
        (
            "x-restbind-problem: {code: errorCode}",
            "x-restbind-problem: {code: number, errors: wrong}",
        ),
        "problem_members",
        "code in errorCode",
        "code in number, errors in wrong, elements of pointer and detail",
    ),
    "D101": (
        ("    Prices: {type: array, items: {type: number}}\n", ""),
        "Prices",
        "alias",
        "nothing",
    ),
    "D102": (("    Prices:", "    Amounts:"), "Prices", "Prices", "Amounts"),
    "D103": (
        (
            "Prices: {type: array, items: {type: number}}",
            "Prices: {type: array, items: {type: string}}",
        ),
        "Prices",
        "std::vector<double>",
        "std::vector<std::string>",
    ),
    "D104": (
        ("        items: {type: array, items: {type: integer, minimum: 1}}\n", ""),
        "Cart::items",
        "std::optional<std::vector<std::int64_t>>",
        "nothing",
    ),
    "D105": (
        ("id: {type: integer, maximum: 5}", "id: {type: number, maximum: 5}"),
        "Cart::id",
        "std::int64_t",
        "double",
    ),
    "D106": (
        ("        kind: {$ref", "        iD: {type: string}\n        kind: {$ref"),
        None,
        None,
        None,
    ),
    "D107": (("enum-names: [small, large]", "enum-names: [small, big]"), "Kind::large", "2", "big"),
    "D108": (
        (
            "    get:\n      operationId: findCart\n      parameters: [{name: id, in: query, schema: {type: integer}}]\n"
            '      responses: {"200": {description: Done.}}\n',
            "",
        ),
        "find_cart",
        "GET /cart",
        "nothing",
    ),
    "D109": (
        ("operationId: findCart", "operationId: getCart"),
        "find_cart",
        "find_cart",
        "get_cart",
    ),
    "D110": (
        ("      parameters: [{name: id, in: query, schema: {type: integer}}]\n", ""),
        "find_cart",
        "FindCartRequest",
        "no_request",
    ),
    "D111": (
        (
            "schema: {$ref: '#/components/schemas/Response'}",
            "schema: {$ref: '#/components/schemas/Cart'}",
        ),
        "put_cart",
        "Response",
        "Cart",
    ),
    "D112": (
        ("client-parameter: tenant", "client-parameter: customer"),
        "parameters::tenant",
        "x-tenant",
        "nothing",
    ),
    "D113": (
        ("environment: staging", "environment: test"),
        "environment::staging",
        "staging",
        "nothing",
    ),
    "D114": (
        ("name: sold_out", "name: nothing_left"),
        "error_code::sold_out",
        "7",
        "error_code::nothing_left",
    ),
    "D115": (
        (
            "required: [id]",
            "required: [id, fresh]",
            "        id: {",
            "        fresh: {type: string}\n        id: {",
        ),
        "Cart::fresh",
        "nothing",
        "std::string, required",
    ),
    "D116": (
        (
            "        id: {type: integer, maximum: 5}\n        note: {type: string, default: none}\n",
            "        note: {type: string, default: none}\n        id: {type: integer, maximum: 5}\n",
        ),
        "Cart",
        "id, note, kind, items",
        "note, id, kind, items",
    ),
    "D117": (
        ("{bearer: []}", "{token: []}", "{bearer: {type: oauth2", "{token: {type: oauth2"),
        "schemes::bearer",
        "a token in the header Authorization",
        "schemes::token: a token in the header Authorization",
    ),
    "D118": (
        (", {url: 'https://{area}.example.com', variables: {area: {default: eu}}}", ""),
        "servers::area_example_com",
        "https://{area}.example.com, area = eu",
        "nothing",
    ),
    "D119": (None, None, None, None),  # tested below: only large documents are split by tag
    "D201": (("maximum: 5", "maximum: 6"), "Cart::id", "maximum 5", "maximum 6"),
    "D202": (
        ("message: No id.", "message: An id is needed."),
        "Cart, rule note-needs-id",
        "No id.",
        "An id is needed.",
    ),
    "D203": (("default: none", "default: empty"), "Cart::note", "none", "empty"),
    "D204": (("required: [id]", "required: [id, note]"), "Cart::note", "defaulted", "required"),
    "D205": (
        ("self.id > 0", "self.id > 1"),
        "Cart, rule note-needs-id",
        'self.note == "" || self.id > 0',
        'self.note == "" || self.id > 1',
    ),
    "D206": (("code: 7", "code: 8"), "error_code::sold_out", "7", "8"),
    "D207": (
        ("statuses: [409]", "statuses: [410]"),
        "error_code::sold_out",
        "409, putCart",
        "410, putCart",
    ),
    "D208": (("  /cart:", "  /carts:"), "put_cart", "PUT /cart", "PUT /carts"),
    "D209": (
        ('"200": {description: Done., content', '"201": {description: Done., content'),
        "put_cart",
        "success 200",
        "success 201",
    ),
    "D210": (
        ("errors: list", "errors: map"),
        "put_cart",
        "422, errors as list, wire names, '{count} errors'",
        "422, errors as map, wire names, '{count} errors'",
    ),
    "D211": (
        ("attempts: 3", "attempts: 2"),
        "put_cart",
        "3 attempts, 1000 ms times 2, on 503",
        "2 attempts, 1000 ms times 2, on 503",
    ),
    "D212": (
        ("{class: not_idempotent}", "{class: idempotent}"),
        "put_cart",
        "not idempotent",
        "idempotent",
    ),
    "D213": (("security: [{bearer: []}]\n", ""), "put_cart", "token", "no token"),
    "D214": (
        ("name: x-tenant", "name: x-customer"),
        "parameters::tenant",
        "header x-tenant",
        "header x-customer",
    ),
    "D215": (
        ("{s: All.}", "{t: All.}"),
        "schemes::bearer",
        "/token, s, client_secret_basic, 3600 s, renewed 300 s before",
        "/token, t, client_secret_basic, 3600 s, renewed 300 s before",
    ),
    "D216": (("enum: [1, 2]", "enum: [1, 3]"), "Kind::large", "2", "3"),
    "D217": (
        ("{cat: '#/components/schemas/Cat'}", "{puss: '#/components/schemas/Cat'}"),
        "Pet",
        "kind: Cat is Cat, cat is Cat, Dog is Dog",
        "kind: Cat is Cat, puss is Cat, Dog is Dog",
    ),
    "D218": (
        ("note: {type: string,", "note: {type: string, readOnly: true,"),
        "Cart::note",
        "in requests and responses",
        "in responses only",
    ),
    "D220": (
        (
            "type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {s: All.}}}",
            "type: apiKey, in: query, name: key",
        ),
        "schemes::bearer",
        "a token in the header Authorization",
        "a key in the query key",
    ),
    "D221": (
        ("default: eu", "default: us"),
        "servers::area_example_com",
        "https://{area}.example.com, area = eu",
        "https://{area}.example.com, area = us",
    ),
    "D222": (
        ("        items: {type: array", "        Items: {type: array"),
        "Cart::items",
        "items",
        "Items",
    ),
    "D223": (
        (", headers: {x-left: {schema: {type: integer}}}", ""),
        "put_cart",
        "x-left",
        "nothing",
    ),
    "D301": (
        ("    Prices:", "    Fresh: {type: object, properties: {a: {type: integer}}}\n    Prices:"),
        "Fresh",
        "nothing",
        "struct of 1",
    ),
    "D302": (
        ("        id: {", "        fresh: {type: string}\n        id: {"),
        "Cart::fresh",
        "nothing",
        "std::optional<std::string>, optional",
    ),
    "D303": (
        (
            "enum: [1, 2], x-restbind-enum-names: [small, large]",
            "enum: [1, 2, 3], x-restbind-enum-names: [small, large, big]",
        ),
        "Kind::big",
        "nothing",
        "3",
    ),
    "D304": (
        (
            "    get:\n",
            '    delete: {operationId: dropCart, responses: {"200": {description: Done.}}}\n    get:\n',
        ),
        "drop_cart",
        "nothing",
        "DELETE /cart",
    ),
    "D305": (
        (
            "parameters: [{$ref",
            "parameters: [{name: x-lang, in: header, x-restbind-client-parameter: lang, schema: {type: string, default: en}}, {$ref",
        ),
        "parameters::lang",
        "nothing",
        "header x-lang",
    ),
    "D306": (
        ("servers: [", "servers: [{url: /, x-restbind-environment: test}, "),
        "environment::test",
        "nothing",
        "test",
    ),
    "D307": (
        (
            "error-codes:\n",
            "error-codes:\n  - {code: 9, name: fresh, statuses: [409], operation: putCart, condition: New.}\n",
        ),
        "error_code::fresh",
        "nothing",
        "9",
    ),
    "D308": (
        ("servers: [", "servers: [{url: 'https://b.example'}, "),
        "servers::b_example",
        "nothing",
        "https://b.example",
    ),
    "D309": (
        (
            "x-left: {schema: {type: integer}}",
            "x-left: {schema: {type: integer}}, x-more: {schema: {type: integer}}",
        ),
        "put_cart",
        "nothing",
        "x-more",
    ),
    "D401": (('      x-restbind-assumed: "A-1: guessed"\n', ""), "A-1", "A-1: guessed", "stated"),
    "D402": (
        ("Prices: {", 'Prices: {x-restbind-assumed: "A-2: new", '),
        "A-2",
        "nothing",
        "A-2: new",
    ),
    "D403": (("A-1: guessed", "A-1: still guessed"), "A-1", "A-1: guessed", "A-1: still guessed"),
    "D404": (
        ("id: {type: integer, maximum", "id: {type: integer, deprecated: true, maximum"),
        "Cart::id",
        "in use",
        "deprecated",
    ),
    "D405": (('version: "1"', 'version: "2"'), "api_version", "1", "2"),
}


def lowered(folder, name, text):
    path = pathlib.Path(folder, name)
    path.write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    found = lower_document(str(path), diagnostics)
    assert found.api is not None, diagnostics.text()
    return found


def changes(new, old=BASE):
    with tempfile.TemporaryDirectory() as folder:
        return compare(lowered(folder, "old.yaml", old), lowered(folder, "new.yaml", new))


def replaced(pairs, text=BASE):
    for old, new in zip(pairs[::2], pairs[1::2]):
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text


class Responses(unittest.TestCase):
    def test_further_successes_and_other_media_types_are_told(self):
        further = changes(
            replaced(
                (
                    '"200": {description: Done., content',
                    '"204": {description: None.}\n        "200": {description: Done., content',
                )
            )
        )
        self.assertEqual(
            [(one.id, one.entity, one.old, one.new) for one in further],
            [
                (
                    "D111",
                    "put_cart",
                    "Response",
                    "std::variant<restbind::response<200, Response>, restbind::response<204, restbind::no_content>>",
                ),
                ("D209", "put_cart", "success 200", "success 200, 204"),
            ],
        )
        text = BASE.replace(
            'responses: {"200": {description: Done.}}',
            'responses: {"200": {description: Done., content: {text/csv: {}}}}',
        )
        other = changes(text.replace("text/csv", "text/plain"), text)
        self.assertEqual(
            [(one.id, one.old, one.new) for one in other],
            [("D209", "success 200 as text/csv", "success 200 as text/plain")],
        )

    def test_what_errors_hold_is_compared(self):
        found = changes(
            replaced(
                (
                    "{description: Sold out., headers",
                    "{description: Sold out., content: {application/json: {schema: {$ref: '#/components/schemas/Response'}}}, headers",
                )
            )
        )
        self.assertEqual(
            [(one.id, one.entity, one.old, one.new) for one in found],
            [("D111", "put_cart, errors", "nothing", "Response")],
        )


class Ids(unittest.TestCase):
    def test_a_document_does_not_differ_from_itself(self):
        self.assertEqual(changes(BASE), ())

    def test_each_id_names_the_entity_and_both_sides(self):
        self.assertEqual(set(CASES), set(KINDS))
        for id_, (pairs, entity, old, new) in CASES.items():
            if entity is None:
                continue  # tested below
            with self.subTest(id_):
                found = [one for one in changes(replaced(pairs)) if one.id == id_]
                self.assertIn((entity, old, new), [(one.entity, one.old, one.new) for one in found])
                self.assertTrue(
                    all(
                        pathlib.Path(one.place.rsplit(":", 1)[0]).name in ("new.yaml", "old.yaml")
                        for one in found
                    )
                )

    def test_a_member_that_must_make_way_for_another_has_another_name(self):
        # `Kind` as a type makes `Kind` as a member's name step aside.
        old = replaced(("kind: {$ref: '#/components/schemas/Kind'}", "Kind: {type: integer}"))
        text = replaced(
            (
                "        Kind: {type: integer}",
                "        kind: {type: integer}\n        Kind: {type: integer}",
            ),
            old,
        )
        found = [(one.id, one.entity, one.old, one.new) for one in changes(text, old)]
        self.assertIn(("D106", "Cart::kind", "kind", "kind_2"), found)

    def test_how_a_request_is_sent_is_told(self):
        def document(parameter, more):
            return (
                'openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [{url: /v1}]\npaths:\n  /a:\n    get:\n      operationId: act\n'
                f"      parameters: [{parameter}]\n      {more}\n      responses: {{'200': {{description: d}}}}\n"
                "components: {securitySchemes: {key: {type: apiKey, in: query, name: k}, login: {type: http, scheme: basic}}}\n"
            )

        listed = (
            "{name: q, in: query, %s, schema: {type: object, properties: {r: {type: integer}}}}"
        )
        old = document(listed % "style: form", "security: [{key: []}]")
        for new, told in (
            (
                document(listed % "style: deepObject", "security: [{key: []}]"),
                ("D208", "act, parameter q", "form, exploded", "deepObject"),
            ),
            (
                document(listed % "style: form, allowReserved: true", "security: [{key: []}]"),
                (
                    "D208",
                    "act, parameter q",
                    "form, exploded",
                    "form, exploded, reserved characters kept",
                ),
            ),
            (
                document(listed % "style: form", "security: [{key: [], login: []}, {}]"),
                ("D213", "act", "key", "key with login, or else nothing"),
            ),
            (
                document(
                    listed % "style: form", "security: [{key: []}]\n      servers: [{url: /v2}]"
                ),
                ("D208", "act, server", "the base address", "v2"),
            ),
        ):
            self.assertEqual(
                [(one.id, one.entity, one.old, one.new) for one in changes(new, old)], [told]
            )

    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new) for one in changes(new, old)]

    def test_what_an_operation_shows_is_told_with_the_scopes_that_the_application_asks_for(self):
        def document(
            scopes,
            flow="authorizationCode: {authorizationUrl: /auth, tokenUrl: /token, scopes: {read: R, write: W}}",
            key="x-key",
        ):
            return (
                'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get:\n      operationId: act\n'
                f"      security: [{{login: [{scopes}], key: []}}]\n      responses: {{'200': {{description: d}}}}\n"
                f"components: {{securitySchemes: {{key: {{type: apiKey, in: header, name: {key}}}, login: {{type: oauth2, flows: {{{flow}}}}}}}}}\n"
            )

        old = document("read")
        self.assertEqual(
            self.told(document("write, read"), old),
            [("D213", "act", "key with login (read)", "key with login (read, write)")],
        )
        self.assertEqual(self.told(document("read, write"), document("write, read")), [])
        self.assertEqual(
            self.told(document("read", key="x-other"), old),
            [("D220", "schemes::key", "a key in the header x-key", "a key in the header x-other")],
        )
        other = document(
            "read",
            "authorizationCode: {authorizationUrl: /auth, tokenUrl: /other, scopes: {read: R, write: W}}",
        )
        self.assertEqual(
            self.told(other, old),
            [
                (
                    "D215",
                    "schemes::login",
                    "authorizationCode at authorizationUrl /auth, tokenUrl /token",
                    "authorizationCode at authorizationUrl /auth, tokenUrl /other",
                )
            ],
        )

    def test_where_and_for_what_tokens_are_asked_is_told_once(self):
        text = replaced(("{s: All.}", "{s: All., t: Some.}"))
        self.assertEqual(
            [
                one.id
                for one in changes(text.replace("tokenUrl: /token", "tokenUrl: /tokens"), text)
            ],
            ["D215"],
        )
        swapped = text.replace("{s: All., t: Some.}", "{t: Some., s: All.}")
        self.assertEqual(changes(swapped, text), ())
        variable = text.replace(
            "tokenUrl: /token,",
            "tokenUrl: '/{tenant}/token', x-restbind-token: {variables: {tenant: {default: a}}},",
        )
        self.assertEqual(
            [
                (one.id, one.old[-10:], one.new[-10:])
                for one in changes(variable.replace("default: a}", "default: b}"), variable)
            ],
            [("D215", "tenant = a", "tenant = b")],
        )
        self.assertEqual(
            [
                one.id
                for one in changes(replaced(CASES["D117"][0]))
                if one.entity == "schemes::bearer"
            ],
            ["D117"],
        )
        self.assertEqual(
            [
                one.id
                for one in changes(replaced(CASES["D220"][0]))
                if one.entity == "schemes::bearer"
            ],
            ["D220"],
        )

    def test_servers_are_told_once(self):
        def document(servers, own=""):
            return (
                f'openapi: 3.1.0\ninfo: {{title: T, version: "1"}}\nservers: [{servers}]\npaths:\n  /a:\n    get:\n      operationId: act\n'
                f"{own}      responses: {{'200': {{description: d}}}}\n"
            )

        first, second = "{url: 'https://a.example'}", "{url: 'https://b.example'}"
        old = document(first)
        self.assertEqual(
            self.told(document(second), old),
            [
                (
                    "D118",
                    "servers::a_example",
                    "https://a.example",
                    "servers::b_example: https://b.example",
                )
            ],
        )
        self.assertEqual(
            self.told(document(f"{first}, {second}"), old),
            [("D308", "servers::b_example", "nothing", "https://b.example")],
        )
        self.assertEqual(
            self.told(document(f"{second}, {first}"), document(f"{first}, {second}")),
            [("D221", "use_document_servers", "servers::a_example", "servers::b_example")],
        )
        self.assertEqual(
            self.told(document("{url: 'http://a.example'}"), old),
            [("D221", "servers::a_example", "https://a.example", "http://a.example")],
        )
        named = "{url: 'https://b.example', name: prod}"
        self.assertEqual(
            self.told(document(f"{first}, {named}"), document(f"{first}, {second}")),
            [
                (
                    "D118",
                    "servers::b_example",
                    "https://b.example",
                    "servers::prod: https://b.example",
                )
            ],
        )
        self.assertEqual(
            self.told(document(f"{named}, {first}"), document(f"{second}, {first}")),
            [
                (
                    "D118",
                    "servers::b_example",
                    "https://b.example",
                    "servers::prod: https://b.example",
                )
            ],
        )
        own = f"      servers: [{second}]\n"
        self.assertEqual(
            self.told(document(first, own), old),
            [("D208", "act, server", "the base address", "b_example")],
        )

    def test_media_types_are_told(self):
        def document(media, body="application/json"):
            return (
                'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    post:\n      operationId: act\n'
                f"      requestBody: {{required: true, content: {{{body}: {{schema: {{$ref: '#/components/schemas/C'}}}}}}}}\n"
                f"      responses: {{'200': {{description: d, content: {{{media}: {{schema: {{$ref: '#/components/schemas/C'}}}}}}}}}}\n"
                "components: {schemas: {C: {type: object, properties: {a: {type: string}}}}}\n"
            )

        self.assertEqual(
            self.told(document("application/hal+json"), document("application/json")),
            [
                (
                    "D209",
                    "act",
                    "success 200, asked for as application/json",
                    "success 200, asked for as application/hal+json",
                )
            ],
        )
        self.assertEqual(
            self.told(
                document("application/json", "application/vnd.c+json"), document("application/json")
            ),
            [("D208", "act, body", "application/json", "application/vnd.c+json")],
        )

    def test_values_in_another_order_are_no_change(self):
        old = (
            'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    post:\n      operationId: act\n'
            "      parameters: [{name: q, in: query, schema: {type: string, enum: [b, a]}}]\n"
            "      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/C'}}}}\n"
            "      responses: {'200': {description: d}}\n"
            "components:\n  schemas:\n    K: {type: string, enum: [b, a]}\n    N: {type: integer, enum: [2, 1]}\n"
            "    C: {type: object, properties: {k: {$ref: '#/components/schemas/K'}, n: {$ref: '#/components/schemas/N'}, i: {type: string, enum: [b, a]}, "
            "l: {type: array, items: {type: string, enum: [b, a]}}, f: {type: number, enum: [2, 1]}}, not: {properties: {k: {enum: [b, a]}}, required: [i, n]}}\n"
        )
        new = (
            old.replace("[b, a]", "[a, b]").replace("[2, 1]", "[1, 2]").replace("[i, n]", "[n, i]")
        )
        self.assertEqual(self.told(new, old), [])
        renamed = self.told(
            new.replace("  K: {", "  Kind: {").replace("schemas/K'", "schemas/Kind'"), old
        )
        self.assertEqual(renamed, [("D102", "K", "K", "Kind")])
        pets = replaced(
            (
                "mapping: {cat: '#/components/schemas/Cat'}",
                "mapping: {cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog'}",
            )
        )
        swapped = pets.replace(
            "{cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog'}",
            "{dog: '#/components/schemas/Dog', cat: '#/components/schemas/Cat'}",
        )
        self.assertEqual(changes(swapped, pets), ())

    def test_a_parameter_of_the_client_is_told_once_however_many_operations_have_it(self):
        # whose name is in the message
        for pairs, ids in (
            (("{name: x-tenant, in: header", "{name: x-customer, in: header"), ["D214", "D202"]),
            (("x-tenant, in: header", "x-tenant, in: query"), ["D214"]),
            (("minLength: 1", "minLength: 2"), ["D201"]),
        ):
            self.assertEqual([one.id for one in changes(replaced(pairs))], ids)

    def test_enums_that_become_equal_or_no_longer_are_told_where_code_may_notice(self):
        schemas = "    Kind: {type: integer, enum: [1, 2], x-restbind-enum-names: [small, large]}\n"
        order, way = (
            "    %s: {type: string, enum: [asc, desc]}\n" % name for name in ("Order", "Way")
        )
        apart = order.replace("desc", "desc, none")

        def found(old, new):
            return [
                (one.id, one.entity, one.old, one.new)
                for one in changes(
                    BASE.replace(schemas, schemas + new), BASE.replace(schemas, schemas + old)
                )
            ]

        # values of one could be given to the other
        self.assertEqual(
            found(order + way, apart + way),
            [
                ("D103", "Way", "alias of Order", "string enum of 2"),
                ("D303", "Order::none", "nothing", "none"),
            ],
        )
        self.assertEqual(
            found(apart + way, order + way),
            [
                ("D107", "Order::none", "none", "nothing"),
                ("D103", "Way", "string enum of 2", "alias of Order"),
            ],
        )
        self.assertEqual(
            found(order + way, order + way.replace("desc", "desc, none")),
            [
                ("D103", "Way", "alias of Order", "string enum of 3"),
                ("D303", "Way::none", "nothing", "none"),
            ],
        )
        either = "    Held: {properties: {order: {$ref: '#/components/schemas/%s'}}}\n"
        self.assertEqual(found(order + way + either % "Order", order + way + either % "Way"), [])
        self.assertEqual(
            [one[0] for one in found(apart + way + either % "Order", apart + way + either % "Way")],
            ["D105", "D201"],
        )
        # Nothing could be given to, or taken for, what is only in one of the documents.
        self.assertEqual(
            found(way, order + way), [("D301", "Order", "nothing", "string enum of 2")]
        )
        self.assertEqual(
            found(order + way, way), [("D101", "Order", "string enum of 2", "nothing")]
        )
        self.assertEqual(
            found(
                order + way, (order.replace("Order", "Sorting") + way).replace("desc", "desc, none")
            ),
            [
                ("D101", "Order", "string enum of 2", "nothing"),
                ("D303", "Way::none", "nothing", "none"),
                ("D301", "Sorting", "nothing", "string enum of 3"),
            ],
        )
        self.assertEqual(
            found(order + way, order.replace("Order", "Sorting") + way),
            [("D102", "Order", "Order", "Sorting")],
        )
        self.assertEqual(
            found(order + way, "    First: {type: string, enum: [asc, desc]}\n" + order + way),
            [("D301", "First", "nothing", "string enum of 2")],
        )
        self.assertEqual(
            found(way, (order + way).replace("desc", "desc, none")),
            [
                ("D303", "Way::none", "nothing", "none"),
                ("D301", "Order", "nothing", "string enum of 3"),
            ],
        )

    def test_no_change_is_told_twice(self):
        for id_, (pairs, *_) in CASES.items():
            if pairs is None:
                continue
            found = [(one.id, one.entity, one.old, one.new) for one in changes(replaced(pairs))]
            self.assertEqual(len(found), len(set(found)), id_)

    def test_only_what_has_changed_is_told(self):
        for id_ in ("D105", "D118", "D201", "D203", "D206", "D210", "D221", "D302", "D308", "D404"):
            self.assertEqual({one.id for one in changes(replaced(CASES[id_][0]))}, {id_}, id_)

    def test_every_kind_of_limit_is_told_where_it_stands(self):
        for old, new, entity, said in (
            (
                "note: {type: string,",
                "note: {type: string, pattern: ^a?,",
                "Cart::note",
                "pattern ^a?",
            ),
            (
                "id: {type: integer,",
                "id: {type: integer, multipleOf: 2,",
                "Cart::id",
                "multipleOf 2",
            ),
            (
                "items: {type: array,",
                "items: {type: array, uniqueItems: true,",
                "Cart::items",
                "uniqueItems true",
            ),
            (
                "items: {type: integer, minimum: 1",
                "items: {type: integer, minimum: 1, multipleOf: 3",
                "Cart::items (each element)",
                "multipleOf 3",
            ),
            (
                "      required: [id]",
                "      minProperties: 2\n      required: [id]",
                "Cart",
                "minProperties 2",
            ),
            (
                "      required: [id]",
                "      maxProperties: 3\n      required: [id]",
                "Cart",
                "maxProperties 3",
            ),
            (
                "      required: [id]",
                "      dependentRequired: {note: [kind]}\n      required: [id]",
                "Cart",
                'schema {"dependentRequired": {"note": ["kind"]}}',
            ),
        ):
            text = replaced((old, new))
            self.assertEqual(
                [(one.id, one.entity, one.old, one.new) for one in changes(text)],
                [("D201", entity, "no limit", said)],
            )
            self.assertEqual(
                [(one.id, one.entity, one.old, one.new) for one in changes(BASE, text)],
                [("D201", entity, said, "no limit")],
            )

    def test_of_several_schemas_only_the_one_that_changed_is_told(self):
        text = replaced(
            (
                "      required: [id]",
                "      not: {required: [a]}\n      dependentRequired: {note: [kind]}\n      required: [id]",
            )
        )
        found = changes(text.replace("[kind]", "[items]"), text)
        self.assertEqual(
            [(one.id, one.old, one.new) for one in found],
            [
                (
                    "D201",
                    'schema {"dependentRequired": {"note": ["kind"]}}',
                    'schema {"dependentRequired": {"note": ["items"]}}',
                )
            ],
        )

    def test_limits_of_a_body_that_is_no_model_are_told(self):
        text = replaced(
            (
                "schema: {$ref: '#/components/schemas/Cart'}",
                "schema: {type: array, items: {type: string}}",
            )
        )
        found = changes(
            text.replace(
                "array, items: {type: string}",
                "array, uniqueItems: true, items: {type: string, pattern: ^a}",
            ),
            text,
        )
        self.assertEqual(
            [(one.id, one.entity, one.new) for one in found],
            [
                ("D201", "put_cart, request", "uniqueItems true"),
                ("D201", "put_cart, request (each element)", "pattern ^a"),
            ],
        )

    def test_how_a_body_is_sent_and_whether_it_must_be_is_told(self):
        form = replaced(
            (
                "content: {application/json: {schema: {$ref: '#/components/schemas/Cart'}}}",
                "content: {application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Cart'}}}",
            )
        )
        styled = form.replace(
            "schemas/Cart'}}}", "schemas/Cart'}, encoding: {items: {style: deepObject}}}}", 1
        )
        optional = replaced(("requestBody: {required: true, ", "requestBody: {"))
        url_encoded = "application/x-www-form-urlencoded"
        for old, new, id_, said in (
            (BASE, form, "D208", ("application/json", url_encoded)),
            (form, styled, "D208", (url_encoded, f"{url_encoded} (items deepObject)")),
            (optional, BASE, "D115", ("optional", "required")),
            (BASE, optional, "D204", ("required", "optional")),
        ):
            self.assertEqual(
                [(one.id, one.entity, one.old, one.new) for one in changes(new, old)],
                [(id_, "put_cart, body", *said)],
            )

    def test_the_place_is_the_line_of_the_new_document_and_of_the_old_one_for_what_is_gone(self):
        (one,) = changes(replaced(CASES["D201"][0]))
        self.assertEqual(
            (one.pointer, pathlib.Path(one.place).name),
            ("#/components/schemas/Cart/properties/id/maximum", "new.yaml:36"),
        )
        (one,) = [one for one in changes(replaced(CASES["D104"][0])) if one.id == "D104"]
        self.assertEqual(pathlib.Path(one.place).name, "old.yaml:39")

    def test_what_is_gone_of_a_scheme_or_a_format_is_at_its_place_in_the_old_document(self):
        head = "x-restbind-problem: {code: c}\nx-restbind-trace-headers: [x-id]\n"
        paths = (
            "paths: {/a: {get: {operationId: act, security: [{login: [s], key: []}], responses: {'200': {description: d}}}}}\n"
            "components:\n  securitySchemes:\n    key: {type: apiKey, in: header, name: k}\n"
            "    login:\n      type: oauth2\n      flows:\n        %s\n"
        )
        own = "clientCredentials: {tokenUrl: /token, scopes: {s: All.}}"
        old = HEAD + head + paths % own
        for new, id_, pointer, line in (
            (
                old.replace(
                    own,
                    "authorizationCode: {authorizationUrl: /auth, tokenUrl: /token, scopes: {s: All.}}",
                ),
                "D215",
                "#/components/securitySchemes/login/flows/clientCredentials",
                12,
            ),
            (
                old.replace("x-restbind-problem: {code: c}\n", "\n"),
                "D219",
                "#/x-restbind-problem",
                3,
            ),
            (
                old.replace("x-restbind-trace-headers: [x-id]\n", "\n"),
                "D219",
                "#/x-restbind-trace-headers",
                4,
            ),
        ):
            for documents, name in (((new, old), "old.yaml"), ((old, new), "new.yaml")):
                (one,) = [one for one in changes(*documents) if one.id == id_]
                self.assertEqual(
                    (one.pointer, pathlib.Path(one.place).name), (pointer, f"{name}:{line}")
                )

    def test_a_renamed_type_is_not_told_again_wherever_it_is_used(self):
        text = BASE.replace("schemas/Cart'", "schemas/Basket'").replace(
            "    Cart:\n", "    Basket:\n"
        )
        self.assertEqual(
            [(one.id, one.old, one.new) for one in changes(text) if one.level != "info"],
            [("D102", "Cart", "Basket")],
        )

    def test_an_inline_type_that_another_place_comes_before_is_the_same(self):
        def document(*names):
            owner = "{type: object, properties: {name: {type: string}, kind: {type: string, enum: [a, b]}}}"
            return f"{HEAD}components:\n  schemas:\n" + "".join(
                f"    {name}: {{type: object, properties: {{{name.lower()}: {{type: string}}, owner: {owner}}}}}\n"
                for name in names
            )

        found = changes(document("Ant", "Bee", "Cat"), document("Bee", "Cat"))
        self.assertEqual([(one.id, one.entity) for one in found], [("D301", "Ant")])
        # called after its only place before
        found = changes(document("Bee", "Cat"), document("Bee"))
        self.assertEqual(
            sorted((one.id, one.entity, one.new) for one in found if one.id != "D301"),
            [("D102", "BeeOwner", "Owner"), ("D102", "BeeOwnerKind", "OwnerKind")],
        )

    def test_an_responses_new_required_member_breaks_nothing(self):
        found = changes(
            replaced(
                (
                    "Response: {type: object, properties: {",
                    "Response: {type: object, required: [fresh], properties: {fresh: {type: string}, ",
                )
            )
        )
        self.assertEqual([one.id for one in found], ["D302"])

    def test_a_required_member_that_is_read_only_asks_nothing_of_a_request(self):
        text = replaced(
            (
                "required: [id]",
                "required: [id, fresh]",
                "        id: {",
                "        fresh: {type: string, readOnly: true}\n        id: {",
            )
        )
        self.assertEqual([one.id for one in changes(text)], ["D302"])

    def test_a_list_that_is_sent_in_another_way_is_told(self):
        text = replaced(
            (
                "{name: id, in: query, schema: {type: integer}}",
                "{name: id, in: query, schema: {type: array, items: {type: integer}}}",
            )
        )
        found = changes(
            text.replace("in: query, schema", "in: query, explode: false, schema"), text
        )
        self.assertEqual(
            [(one.id, one.entity, one.old, one.new) for one in found],
            [("D208", "find_cart, parameter id", "form, exploded", "form")],
        )

    def test_ids_are_well_formed_and_in_the_reference(self):
        text = (ROOT / "generator/reference.md").read_text(encoding="utf-8")
        for id_, (level, meaning) in KINDS.items():
            self.assertEqual(
                int(id_[1:]) // 100, {"breaking": 1, "silent": 2, "new": 3, "info": 4}[level]
            )
            self.assertIn(f"| {id_} | {level} | {meaning} |", text)


class Order(unittest.TestCase):
    """Of what may stand in any order in a schema."""

    @staticmethod
    def document(schema):
        return replaced(
            (
                "    Prices: {type: array, items: {type: number}}\n",
                "    P: {type: object, required: [p], "
                "properties: {p: {type: string, minLength: 2}, more: {$ref: '#/components/schemas/P'}}}\n"
                "    Q: {type: object, required: [q], properties: {q: {type: integer}, more: {$ref: '#/components/schemas/P'}}}\n",
            ),
            replaced(("        note: {", f"        x: {schema}\n        note: {{")),
        )

    def told(self, new, old):
        return [(one.id, one.entity) for one in changes(self.document(new), self.document(old))]

    def test_members_that_another_needs(self):
        for schema in (
            "{type: object, dependentRequired: {a: %s}}",
            "{not: {type: object, dependentRequired: {a: %s}}}",
        ):
            self.assertEqual(self.told(schema % "[c, b]", schema % "[b, c]"), [])
            self.assertEqual(self.told(schema % "[c, d]", schema % "[b, c]"), [("D201", "Cart::x")])

    def test_alternatives(self):
        p, q = ("{$ref: '#/components/schemas/%s'}" % name for name in "PQ")
        for keyword in ("oneOf", "anyOf", "allOf"):
            schema = f"{{not: {{{keyword}: [%s, %s]}}}}"
            for one, other in (
                (p, q),
                ("{required: [a]}", "{type: object, required: [b, c]}"),
                ("{enum: [a]}", "{type: number, minimum: 1.5}"),
            ):
                self.assertEqual(
                    self.told(schema % (other, one), schema % (one, other)), [], (keyword, one)
                )
                self.assertEqual(
                    self.told(schema % (other, other), schema % (one, other)),
                    [("D201", "Cart::x")],
                    (keyword, one),
                )
        for keyword in ("oneOf", "anyOf"):
            schema = f"{{{keyword}: [%s, %s]}}"
            self.assertEqual(self.told(schema % (q, p), schema % (p, q)), [("D105", "Cart::x")])
        schema = "{oneOf: [{type: string, format: date}, {type: string, pattern: ^a}]}"
        other = "{oneOf: [{type: string, pattern: ^%s}, {type: string, format: date}]}"
        self.assertEqual(self.told(other % "a", schema), [])
        self.assertEqual(self.told(other % "b", schema), [("D201", "Cart::x")])

    def test_what_alternatives_refer_to_is_compared(self):
        schema = (
            "{not: {oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]}}"
        )
        old = self.document(schema)
        self.assertEqual(
            [
                one.id
                for one in changes(
                    old.replace(
                        "p: {type: string, minLength: 2}", "p: {type: string, minLength: 3}"
                    ),
                    old,
                )
                if one.entity == "Cart::x"
            ],
            ["D201"],
        )

    def test_values_stand_in_their_order(self):
        for old, new in (
            (
                "{prefixItems: [{type: string}, {type: integer}]}",
                "{prefixItems: [{type: integer}, {type: string}]}",
            ),
            ("{not: {const: {required: [a, b]}}}", "{not: {const: {required: [b, a]}}}"),
            ("{not: {enum: [[a, b]]}}", "{not: {enum: [[b, a]]}}"),
        ):
            self.assertIn(("D201", "Cart::x"), self.told(new, old), old)
        named = "{not: {type: object, properties: {oneOf: {prefixItems: [{type: string}, {type: integer}]}}}}"
        other = "{not: {type: object, properties: {oneOf: {prefixItems: [{type: integer}, {type: string}]}}}}"
        self.assertEqual(self.told(other, named), [("D201", "Cart::x")])


class CommandLine(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        self.old = self.folder / "old.yaml"
        self.old.write_text(BASE, encoding="utf-8")

    def diff(self, id_, *more):
        new = self.folder / "new.yaml"
        new.write_text(replaced(CASES[id_][0]), encoding="utf-8")
        return run("diff", self.old, new, *more)

    def test_the_status_is_1_for_a_breaking_change_only(self):
        for id_, status in (("D105", 1), ("D201", 0), ("D302", 0), ("D404", 0)):
            self.assertEqual(self.diff(id_)[0], status, id_)
            self.assertEqual(self.diff(id_, "--exit-code")[0], status, id_)
        self.assertEqual(self.diff("D201", "--fail-on", "silent")[0], 1)
        self.assertEqual(self.diff("D105", "--fail-on", "nothing")[0], 0)

    def test_a_document_that_cannot_be_used_is_status_2(self):
        status, out, err = run("diff", self.old, self.folder / "gone.yaml")
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(
            err,
            f"{self.folder / 'gone.yaml'}: error RB001: the file cannot be read: No such file or directory\n1 error\n",
        )

    def test_text_has_a_line_for_each_change(self):
        out = self.diff("D105")[1].replace(str(self.folder), ".")
        self.assertEqual(
            out,
            "./new.yaml:36: breaking D105: Cart::id: a member has another type: std::int64_t -> double "
            "[#/components/schemas/Cart/properties/id]\n1 breaking, 0 silent, 0 new, 0 info\n",
        )

    def test_json_and_markdown_say_the_same(self):
        found = json.loads(self.diff("D205", "--format", "json")[1])
        self.assertEqual(
            (found["counts"], found["changes"][0]["id"]),
            ({"breaking": 0, "silent": 1, "new": 0, "info": 0}, "D205"),
        )
        self.assertEqual(
            set(found["changes"][0]),
            {"id", "level", "entity", "meaning", "old", "new", "pointer", "place"},
        )
        text = self.diff("D205", "--format", "markdown")[1]
        self.assertIn("## Silent\n", text)
        self.assertIn('| `self.note == "" \\|\\| self.id > 0` |', text)  # a bar would end the cell

    def test_formats_that_are_not_checked_are_no_limits(self):
        new = self.folder / "new.yaml"
        new.write_text(
            BASE.replace("note: {type: string,", "note: {type: string, format: email,"),
            encoding="utf-8",
        )
        self.assertIn("silent D201: Cart::note", run("diff", self.old, new)[1])
        self.assertEqual(
            run("diff", self.old, new, "--formats", "annotate")[:2],
            (0, "0 breaking, 0 silent, 0 new, 0 info\n"),
        )

    def test_overlays_are_applied_to_both(self):
        overlay = self.folder / "o.yaml"
        overlay.write_text(
            'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions: [{target: $..maximum, remove: true}, '
            "{target: $.components.schemas.Cart.properties.id, update: {minimum: 1}}]\n",
            encoding="utf-8",
        )
        self.assertEqual(
            self.diff("D201", "--overlay", overlay)[:2],
            (0, "0 breaking, 0 silent, 0 new, 0 info\n"),
        )


class Golden(unittest.TestCase):
    def test_the_two_versions_of_ticketing(self):
        kept = os.getcwd()
        os.chdir(ROOT)
        try:
            status, text, err = run(
                "diff", SPEC.relative_to(ROOT), V2.relative_to(ROOT), "--namespace", "ticketing"
            )
        finally:
            os.chdir(kept)
        self.assertEqual((status, err), (1, ""))
        if os.environ.get("RESTBIND_UPDATE_EXPECTED"):
            GOLDEN.write_text(text, encoding="utf-8")
        self.assertEqual(
            text,
            GOLDEN.read_text(encoding="utf-8"),
            "a change to ticketing-v1.yaml belongs into ticketing-v2.yaml, too; RESTBIND_UPDATE_EXPECTED=1 writes the difference anew",
        )

    def test_the_next_version_is_a_clean_document(self):
        status, _, err = run("lint", V2, "--strict")
        self.assertEqual(
            (
                status,
                [line for line in err.splitlines() if ": warning " in line or ": error " in line],
            ),
            (0, []),
        )


if __name__ == "__main__":
    unittest.main()
