# SPDX-License-Identifier: BSL-1.0
"""The registry, what the document check does with it, and the two documents that are held to it."""

import os
import re
import unittest

from tests.generator.documents import (
    HEAD,
    ROOT,
    codes,
    lower,
    lower_report,
    messages,
    places,
    with_schemas,
)

from restbind import render, report
from restbind.codes import CODES
from restbind.cpp.scalars import SCALARS
from restbind.spec.formats import CHECKED_FORMATS, FORMATS, PLAIN_FORMATS
from restbind.spec.keywords import (
    ANNOTATION,
    KEYWORDS,
    KINDS,
    OWN_KEYS,
    OWN_KINDS,
    PATTERNS,
    PREFIX,
    REFUSED,
    SUPPORTED,
)

KEYWORDS_MD = ROOT / "spec/keywords.md"
VOCABULARY_MD = ROOT / "spec/vocabulary.md"

INTRO = """# Keywords

What the generator knows of OpenAPI 3.0 / 3.1 / 3.2 and JSON Schema 2020-12. This file is the registry
`generator/restbind/spec/keyword_table.py` as a table; a test holds it to the code, and `RESTBIND_UPDATE_EXPECTED=1` writes it anew.
The `x-restbind-*` keys are in [vocabulary.md](vocabulary.md).

* **supported**: it has an effect on the generated code (doc comments count);
* **annotation**: it is known and has none, and nothing is lost by that;
* **refused**: it is known, has no effect, and should have one; the note says what is not done. Each place is named by a
  warning (RB011), unless the value may be `false` and is; with `--strict` that is an error.

A keyword that is in no table is unknown: a warning with the near names (RB010), an error with `--strict`. Foreign `x-*` keys pass.
Values of examples and of annotations are not looked into.

*Since* is the version of OpenAPI that has the keyword first, or the draft of JSON Schema that alone has it. The generator knows all keywords in
documents of each version; of one that OpenAPI 3.0 ignores a note tells (RB057).
"""


def keywords_md():
    parts = [INTRO]
    for kind, known in KINDS.items():
        if kind in OWN_KINDS:
            continue
        parts.append(
            f"\n## {kind[0].upper() + kind[1:]}\n\n| keyword | since | status | types | note |\n|---|---|---|---|---|\n"
        )
        for keyword in known.values():
            if not keyword.name.startswith(PREFIX):
                note = keyword.note or ("required" if keyword.required else "")
                parts.append(
                    f"| `{keyword.name}` | {keyword.since} | {keyword.status} | {', '.join(keyword.types)} | {note} |\n".replace(
                        "  |", " |"
                    )
                )
    parts.append(
        "\n## Formats\n\nFormats that give a value a type of its own:\n\n| type | format | C++ |\n|---|---|---|\n"
    )
    for (type_, format_), kind in FORMATS.items():
        parts.append(f"| {type_} | `{format_}` | `{SCALARS[kind](kind).spelling}` |\n")
    parts.append(
        "\nA `number` with a format of an integer is that integer, unless a limit, a listed value or an example is not whole (RB032).\n"
        "`contentEncoding: base64` on a string does the same as `byte`; with `contentMediaType: image/png` the bytes are checked "
        "for\nthe signature of PNG (`restbind::base64_png`). `binary` makes a body, and a property of a form of several parts, a\n"
        "`restbind::file`. These say what a value means and change no type:\n\n"
    )
    for type_, formats in PLAIN_FORMATS.items():
        parts.append(f"* {type_}: {', '.join(f'`{name}`' for name in sorted(formats))}\n")
    parts.append(
        f"\nOf texts, {', '.join(f'`{name}`' for name in sorted(CHECKED_FORMATS))} are checked in requests\n"
        "(`core/detail/checks.hpp` says how), unless the document is generated with `--formats annotate`, or the client or the call has the\n"
        "validation policy `without_formats`.\n"
    )
    parts.append(
        "\nAny other format is named by a warning (RB032), and the value is a plain one of its type.\n"
    )
    return "".join(parts)


class Registry(unittest.TestCase):
    def test_no_keyword_stands_twice_in_one_kind(self):
        pairs = [(keyword.where, keyword.name) for keyword in KEYWORDS]
        self.assertEqual(len(pairs), len(set(pairs)))

    def test_statuses_shapes_and_types_are_of_those_known(self):
        plain = {
            "any",
            "text",
            "string",
            "boolean",
            "integer",
            "number",
            *KINDS,
            *PATTERNS,
            "security requirement",
            "sent media type",
        }
        for keyword in KEYWORDS:
            self.assertIn(keyword.status, (SUPPORTED, ANNOTATION, REFUSED), keyword)
            for shape in re.findall(r"[^\[\]{}|]+", keyword.shape):
                self.assertIn(shape, plain, keyword)
            self.assertLessEqual(
                set(keyword.types), {"object", "array", "string", "integer", "number"}, keyword
            )

    def test_each_keyword_has_its_version_and_what_assertions_mean_names_no_other(self):
        for keyword in KEYWORDS:
            self.assertIn(keyword.since, ("3.0", "3.1", "3.2", "2019-09", "draft-7"), keyword)
            self.assertLessEqual(
                {word for word in keyword.means if word[-1].isdigit()}, {keyword.since}, keyword
            )
        self.assertEqual(
            [
                KINDS[kind][name].since
                for kind, name in (
                    ("root", "webhooks"),
                    ("schema", "const"),
                    ("schema", "type"),
                    ("tag", "kind"),
                )
            ],
            ["3.1", "3.1", "3.0", "3.2"],
        )

    def test_what_is_refused_says_why(self):
        for keyword in KEYWORDS:
            if keyword.status == REFUSED:
                self.assertTrue(keyword.note, keyword)

    def test_all_keywords_of_json_schema_2020_12_are_known(self):
        known = """$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs
            prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames
            if then else allOf anyOf oneOf not unevaluatedItems unevaluatedProperties type const enum multipleOf maximum exclusiveMaximum
            minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties
            minProperties required dependentRequired title description default deprecated readOnly writeOnly examples format
            contentEncoding contentMediaType contentSchema""".split()
        self.assertEqual([name for name in known if name not in KINDS["schema"]], [])


class Version32(unittest.TestCase):
    """What OpenAPI 3.2 has added."""

    def test_it_is_accepted_as_such_and_a_later_one_is_read_as_it(self):
        for version, found in (
            ("3.2.0", []),
            ("3.2.1", []),
            ("3.3.0", ["OpenAPI 3.3.0 is read as 3.2"]),
            ("3.10.0", ["OpenAPI 3.10.0 is read as 3.2"]),
        ):
            api, diagnostics = lower(HEAD.replace("3.1.0", version))
            self.assertIsNotNone(api)
            self.assertEqual(messages(diagnostics), found)

    def test_what_changes_no_code_passes_without_a_word(self):
        _, diagnostics = lower(
            """$self: https://example.com/openapi.yaml
openapi: 3.2.0
info: {title: T, version: "1"}
servers: [{url: 'https://a.example', name: main}]
tags: [{name: a, summary: A, kind: nav}, {name: b, parent: a}]
paths:
  /a:
    get: {operationId: a, tags: [b], responses: {"204": {summary: None.}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: x-key, deprecated: true}
    flow: {type: oauth2, oauth2MetadataUrl: 'https://a.example/m', flows: {deviceAuthorization: {deviceAuthorizationUrl: /d, tokenUrl: /t, scopes: {}}}}
  mediaTypes: {cart: {schema: {type: object}}}
"""
        )
        self.assertEqual(diagnostics.text(), "")

    def test_payloads_and_scopes_are_looked_for_under_every_method(self):
        body = "requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}"
        api, _ = lower(
            HEAD.replace("3.1.0", "3.2.0")
            + f"""webhooks:
  told:
    query: {{{body}}}
    additionalOperations: {{NOTIFY: {{{body}}}}}
paths:
  /a:
    additionalOperations:
      LINK: {{operationId: a, security: [{{login: [some]}}], responses: {{"204": {{description: d}}}}}}
components:
  securitySchemes: {{login: {{type: oauth2, flows: {{clientCredentials: {{tokenUrl: /t, scopes: {{some: S, all: A}}}}}}}}}}
"""
        )
        self.assertEqual(api.payloads, ("ToldQueryPayload", "ToldNOTIFYPayload"))
        self.assertEqual(api.schemes[0].grant.scopes, ("some",))

    def test_a_deprecated_security_scheme_says_so(self):
        text = (
            HEAD
            + """paths:
  /a: {get: {operationId: a, security: [{key: []}], responses: {"204": {description: d}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: x-key, deprecated: true}}}
"""
        )
        for document, wanted in ((text, 1), (text.replace("true", "false"), 0)):
            made = render.render_api(lower(document)[0], "a")["operations.hpp"]
            self.assertEqual(made.count("@deprecated"), wanted)

    def test_what_is_not_done_is_named_where_it_stands(self):
        _, diagnostics = lower(
            HEAD.replace("3.1.0", "3.2.0")
            + """paths:
  /a:
    post:
      operationId: a
      requestBody: {content: {multipart/mixed: {prefixEncoding: [{}], itemEncoding: {}, itemSchema: {}}}}
      responses: {"204": {description: d}}
"""
        )
        self.assertEqual(
            [one for one in places(diagnostics) if one[0] in ("RB010", "RB011")],
            [("RB011", 7, 49), ("RB011", 7, 71), ("RB011", 7, 89)],
        )


class Check(unittest.TestCase):
    def test_an_unknown_keyword_is_a_warning_that_names_near_ones(self):
        api, diagnostics = with_schemas("M: {type: string, minLenght: 3}\n")
        self.assertIsNotNone(api)
        self.assertEqual(
            (places(diagnostics), diagnostics.sorted()[0].hint),
            ([("RB099", 5, 23)], "did you mean `minLength` or `maxLength`?"),
        )

    def test_with_strict_an_unknown_keyword_is_an_error(self):
        api, diagnostics = with_schemas("M: {type: string, minLenght: 3}\n", strict=True)
        self.assertIsNone(api)
        self.assertEqual([found.severity for found in diagnostics.sorted()], ["error"])

    def test_an_unknown_own_key_is_an_error_without_strict(self):
        api, diagnostics = with_schemas("M: {type: object, x-restbind-rulez: []}\n")
        self.assertIsNone(api)
        self.assertEqual(
            (codes(diagnostics), diagnostics.sorted()[0].hint[:32]),
            (["RB012"], "did you mean `x-restbind-rules`,"),
        )

    def test_an_own_key_in_a_wrong_place_is_an_error(self):
        api, diagnostics = with_schemas("M: {type: object, x-restbind-token: {}}\n")
        self.assertIsNone(api)
        self.assertEqual(codes(diagnostics), ["RB013"])

    def test_an_own_key_is_found_where_nothing_else_is_looked_into(self):
        for name, code in (("x-restbind-token", "RB013"), ("x-restbind-tokn", "RB012")):
            _, diagnostics = lower(
                f"openapi: 3.1.0\ninfo: {{title: T, version: a, contact: {{name: n, x: [{{{name}: 1}}]}}}}\n"
            )
            self.assertEqual(places(diagnostics), [(code, 2, 54)])

    def test_foreign_keys_pass_everywhere(self):
        api, diagnostics = lower(
            HEAD
            + """
x-a: {x-restbind-token: 5}
paths:
  x-b: []
  /a:
    x-c: 1
    get:
      x-d: 1
      operationId: a
      parameters: [{name: q, in: query, x-e: 1, schema: {type: string, x-f: 1}}]
      responses: {x-g: 1, "200": {description: d, x-h: 1}}
""",
            strict=True,
        )
        self.assertEqual(diagnostics.text(), "")
        self.assertEqual(len(api.operations), 1)

    def test_names_of_properties_are_no_keywords(self):
        _, diagnostics = with_schemas(
            "M: {properties: {minLenght: {type: string}, x-restbind-token: {type: string}}}\n",
            strict=True,
        )
        self.assertEqual(diagnostics.text(), "")

    def test_a_refused_keyword_is_named_at_each_place_but_not_where_it_is_false(self):
        told = ("RB011", "`itemSchema` is not supported: streams of items are not read")
        for value, found in (("false", []), ("true", [told]), ("{type: string}", [told])):
            content = f"{{application/json: {{schema: {{type: boolean}}, itemSchema: {value}}}}}"
            _, diagnostics = lower(
                f"{HEAD}paths: {{/a: {{get: {{operationId: a, responses: {{'200': {{description: d, content: {content}}}}}}}}}}}\n"
            )
            self.assertEqual(list(zip(codes(diagnostics), messages(diagnostics))), found)
        for value, found in (
            ("'#a'", []),
            ("false", [("RB008", "`$dynamicRef` must be a string, not `false`")]),
            ("null", [("RB008", "`$dynamicRef` must be a string, not null")]),
        ):
            _, diagnostics = with_schemas(f"M: {{$dynamicRef: {value}, type: string}}\n")
            self.assertEqual(
                list(zip(codes(diagnostics), messages(diagnostics))),
                [
                    (
                        "RB011",
                        "`$dynamicRef` is not supported: the value becomes open JSON unless its anchor stands once in the file",
                    ),
                    *found,
                ],
            )

    def test_examples_and_defaults_are_not_looked_into(self):
        _, diagnostics = with_schemas(
            "M: {type: string, example: {minLenght: 3}, examples: [{x-restbind-a: 1}]}\n",
            strict=True,
        )
        self.assertEqual(diagnostics.text(), "")

    def test_content_that_is_not_json_is_not_looked_into(self):
        _, diagnostics = lower(
            HEAD
            + """
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: d
          content:
            application/json: {schema: {type: string}}
            text/event-stream: {schema: {$ref: '#/nowhere', bogus: 1}}
"""
        )
        self.assertEqual(diagnostics.text(), "")

    def test_what_a_reference_names_is_checked_where_it_stands(self):
        _, diagnostics = lower(
            HEAD
            + """
x-shared: {type: string, minLenght: 3}
components: {schemas: {M: {$ref: '#/x-shared'}}}
"""
        )
        self.assertEqual(places(diagnostics), [("RB099", 4, 26)])

    def test_keys_beside_a_reference_that_is_no_schema_are_told(self):
        def beside(more, item=""):
            return lower_report(
                HEAD
                + f"""
paths:
  /a:
    {item}
    get:
      operationId: a
      parameters: [{{$ref: '#/components/parameters/P', description: mine, {more}}}]
      responses: {{"200": {{description: d}}}}
x-item: {{post: {{operationId: b, responses: {{}}}}}}
components: {{parameters: {{P: {{name: q, in: query, schema: {{type: string}}}}}}}}
"""
            )

        # OpenAPI: it is ignored
        for more in ("required: true", "schema: {type: string, example: x}"):
            lowered, diagnostics = beside(more)
            self.assertEqual(
                (codes(diagnostics), report.outcomes(lowered, diagnostics)[0].verdict),
                (["RB035"], "complete"),
            )
        self.assertEqual(codes(beside("x-restbind-client-parameter: q")[1]), ["RB011"])
        self.assertEqual(codes(beside("x-own: 1", "$ref: '#/x-item'")[1]), ["RB011"])

    def test_wrong_json_types_are_errors(self):
        for schema, message in (
            ("{type: 5}", "`type` must be a string or a list, not `5`"),
            ("{properties: []}", "`properties` must be an object, not a list"),
            ("{minLength: a}", "`minLength` must be an integer, not a string"),
            ("{nullable: 1}", "`nullable` must be true or false, not `1`"),
            ("{enum: a}", "`enum` must be a list, not a string"),
            ("{required: [5]}", "`required[]` must be a string, not `5`"),
            ("{patternProperties: {a: null}}", "`a` must be an object (schema), not null"),
            (
                "{type: object, dependentRequired: 5}",
                "`dependentRequired` must be an object, not `5`",
            ),
            ("{type: object, dependentRequired: {a: b}}", "`a` must be a list, not a string"),
            (
                "{type: object, dependencies: {a: 5}}",
                "`a` must be a list or an object (schema), not `5`",
            ),
            ("{type: object, dependencies: {a: [5]}}", "`a[]` must be a string, not `5`"),
            (
                "{type: object, dependencies: {a: {type: 5}}}",
                "`type` must be a string or a list, not `5`",
            ),
        ):
            api, diagnostics = with_schemas(f"M: {schema}\n")
            self.assertIsNotNone(api)
            self.assertEqual(
                [one.message for one in diagnostics.sorted() if one.code == "RB008"], [message]
            )
            self.assertIsNone(with_schemas(f"M: {schema}\n", strict=True)[0])

    def test_a_wrong_json_type_in_a_key_of_ours_stops_everything(self):
        for schema in (
            "{type: integer, enum: [1], x-restbind-enum-names: a}",
            "{type: string, x-restbind-messages: {minLength: 5}}",
            "{properties: {a: {}}, x-restbind-rules: [{id: 5, rule: 'true', message: m}]}",
            "{properties: {a: {}}, x-restbind-rules: [{id: a}]}",
        ):
            self.assertIsNone(with_schemas(f"M: {schema}\n")[0], schema)

    def test_a_wrong_json_type_without_effect_is_a_warning(self):
        api, diagnostics = lower(HEAD + "jsonSchemaDialect: 5\n")
        self.assertEqual((api is None, places(diagnostics)), (False, [("RB037", 3, 20)]))
        self.assertEqual(
            messages(diagnostics)[0], "`jsonSchemaDialect` should be a string, not `5`"
        )


class KeywordsDocument(unittest.TestCase):
    def test_it_is_the_registry(self):
        if os.environ.get("RESTBIND_UPDATE_EXPECTED"):
            KEYWORDS_MD.write_text(keywords_md(), encoding="utf-8")
        self.assertEqual(KEYWORDS_MD.read_text(encoding="utf-8"), keywords_md())


class VocabularyDocument(unittest.TestCase):
    """Each section: `Stands in`, text, an example that lowers without a finding, and misuses with
    the code each gives.
    """

    def sections(self):
        text = VOCABULARY_MD.read_text(encoding="utf-8")
        found = re.findall(
            r"^## `(x-restbind-[a-z-]+)`\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
        )
        return dict(found)

    def test_every_key_has_a_section_and_every_section_a_key(self):
        self.assertEqual(list(self.sections()), list(OWN_KEYS))

    def test_the_place_is_that_of_the_registry(self):
        for name, text in self.sections().items():
            places_ = re.search(r"^Stands in: (.*)\.$", text, re.MULTILINE)
            self.assertEqual(
                places_ and places_.group(1), ", ".join(sorted(set(OWN_KEYS[name]))), name
            )

    def test_every_key_within_a_key_is_described(self):
        for kind, name in OWN_KINDS.items():
            for keyword in KINDS[kind]:
                if not keyword.startswith(PREFIX):
                    self.assertIn(f"| `{keyword}` |", self.sections()[name], name)

    def test_every_example_is_accepted(self):
        for name, text in self.sections().items():
            examples = re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
            self.assertEqual(len(examples), 1, name)
            self.assertIn(name, examples[0])
            api, diagnostics = lower(HEAD + examples[0], strict=True)
            self.assertEqual(diagnostics.text(), "", name)
            self.assertIsNotNone(api)

    def test_every_misuse_gives_the_finding_it_promises(self):
        for name, text in self.sections().items():
            example = re.search(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)
            misuses = re.findall(
                r"^\| `([^|]+)` instead of `([^|]+)` \| (RB[0-9]{3}) ([^|]+) \|$",
                text,
                re.MULTILINE,
            )
            self.assertGreater(len(misuses), 0, name)
            for wrong, right, code, message in misuses:
                with self.subTest(name, wrong=wrong):
                    self.assertIn(right, example)
                    _, diagnostics = lower(HEAD + example.replace(right, wrong))
                    self.assertEqual(
                        [
                            (found.code, found.message)
                            for found in diagnostics.sorted()
                            if found.severity == "error"
                        ],
                        [(code, message)],
                    )
                    self.assertEqual(CODES[code].severity, "error")


if __name__ == "__main__":
    unittest.main()
