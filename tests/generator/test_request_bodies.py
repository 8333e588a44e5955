# SPDX-License-Identifier: BSL-1.0
"""Bodies of requests: the media type that is sent, and what a caller passes."""

import textwrap
import unittest

from tests.generator.documents import HEAD, codes, lower, member_of, messages

from restbind import ir
from restbind.spec import media_types as media

FILE = ir.Scalar("file")


def document(content, head=HEAD, required="true", components=""):
    lines = [
        head,
        "paths:",
        "  /a:",
        "    post:",
        "      operationId: act",
        "      requestBody:",
        f"        required: {required}",
        "        content:",
        textwrap.indent(textwrap.dedent(content).strip("\n"), " " * 10),
        '      responses: {"204": {description: d}}',
        "components:",
        "  schemas:",
        "    Cart: {properties: {id: {type: integer, minimum: 1}}}",
        textwrap.indent(textwrap.dedent(components), "    "),
    ]
    return "\n".join(lines)


class BodyCase(unittest.TestCase):
    def lowered(self, content, expected=(), **more):
        api, diagnostics = lower(document(content, **more))
        self.assertEqual(codes(diagnostics), list(expected), diagnostics.text())
        return api

    def sent(self, content, expected=(), **more):
        """(format, type without names) of the one operation."""
        api = self.lowered(content, expected, **more)
        operation = api.operations[0]
        aliases = {one.name: one.type for one in api.aliases}
        return operation.body_format, aliases.get(operation.body.name, operation.body)


class Unset(BodyCase):
    def test_a_required_body_of_alternatives_beside_parameters_must_be_set(self):
        parameter = "parameters: [{name: q, in: query, schema: {type: string}}]"
        alternatives = "{schema: {oneOf: [{$ref: '#/components/schemas/Cart'}, {type: object, required: [b], properties: {b: {type: string}}}]}}"
        for media_type in (
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
        ):
            for required, said in (("true", "Body is required"), ("false", "")):
                text = document(f"{media_type}: {alternatives}", required=required)
                api, _ = lower(
                    text.replace("operationId: act", f"operationId: act\n      {parameter}")
                )
                self.assertEqual(
                    member_of(api, api.operations[0].request_name, "body").missing, said, media_type
                )


class Choice(BodyCase):
    def test_the_best_media_type_is_sent_whatever_the_order(self):
        listed = [
            "application/octet-stream: {}",
            "text/plain: {}",
            "multipart/form-data: {schema: {type: object}}",
            "application/x-www-form-urlencoded: {schema: {type: object}}",
            "application/vnd.a+json: {schema: {type: object}}",
            "application/json: {schema: {type: object}}",
        ]
        kinds = ["bytes", "text", "multipart", "form", "json", "json"]
        for count in range(1, len(listed) + 1):
            for order in (listed[:count], listed[count - 1 :: -1]):
                found, _ = self.sent("\n".join(order))
                self.assertEqual(found.kind, kinds[count - 1], order)
        self.assertEqual(found.media_type, "application/json")

    def test_of_equals_the_first_is_sent(self):
        self.assertEqual(
            self.sent("image/png: {}\nimage/jpeg: {}")[0], ir.BodyFormat("bytes", "image/png")
        )
        self.assertEqual(
            self.sent("text/x-a: {}\ntext/plain: {}")[0], ir.BodyFormat("text", "text/x-a")
        )

    def test_kinds_of_json_are_sent_under_their_names(self):
        for name in (
            "application/merge-patch+json",
            "application/json-patch+json",
            "text/json",
            "application/vnd.a.v2+json",
        ):
            found, kind = self.sent(f"{name}: {{schema: {{$ref: '#/components/schemas/Cart'}}}}")
            self.assertEqual((found, kind), (ir.BodyFormat("json", name), ir.Ref("Cart")))

    def test_json_with_a_charset_is_plain_json(self):
        self.assertEqual(
            self.sent("application/json; charset=utf-8: {schema: {type: object}}")[0], ir.JSON_BODY
        )

    def test_json_is_sent_with_the_parameters_that_are_described(self):
        for name, sent in (
            ("application/json; version=2", "application/json; version=2"),
            ("Application/JSON;v=1", "application/json;v=1"),
            ("application/json; v=1; charset=utf-8", "application/json; v=1"),
            ("application/json; v=", "application/json"),
            ("application/hal+json; version=2", "application/hal+json; version=2"),
        ):
            self.assertEqual(
                self.sent(f"'{name}': {{schema: {{type: object}}}}")[0],
                ir.BodyFormat("json", sent),
                name,
            )

    def test_any_type_is_json_only_where_the_schema_describes_a_structure(self):
        self.assertEqual(
            self.sent("'*/*': {schema: {$ref: '#/components/schemas/Cart'}}"),
            (ir.JSON_BODY, ir.Ref("Cart")),
        )
        for schema in (
            "{}",
            "{schema: {}}",
            "{schema: {type: string}}",
            "{schema: {type: string, format: binary}}",
        ):
            self.assertEqual(
                self.sent(f"'*/*': {schema}"), (ir.BodyFormat("bytes", "*/*"), FILE), schema
            )

    def test_a_media_type_that_no_header_can_hold_is_the_callers(self):
        self.assertEqual(self.sent('"odd": {}', ["RB100"])[0], ir.BodyFormat("bytes", "*/*"))
        self.assertEqual(
            self.sent('"image/png; a=\\u00e4": {}')[0], ir.BodyFormat("bytes", "image/png")
        )
        self.assertEqual(self.sent('"a/b\\r\\nX-Evil: 1": {}', ["RB100"])[0].media_type, "*/*")

    def test_a_json_patch_is_a_list_and_gives_way_where_the_schema_is_an_object(self):
        patches = (
            "application/apply-patch+yaml: {schema: %s}\napplication/json-patch+json: {schema: %s}\n"
            "application/merge-patch+json: {schema: %s}"
        )
        for schema, sent in (
            ("{type: object}", "merge-patch"),
            ("{type: array, items: {type: object}}", "json-patch"),
            ("{}", "json-patch"),
        ):
            self.assertEqual(
                self.sent(patches.replace("%s", schema))[0].media_type, f"application/{sent}+json"
            )

    def test_an_empty_object_is_no_body_of_a_get(self):
        for schema, required, is_body in (
            ("{type: object}", "false", False),
            ("{type: object, properties: {}}", "false", False),
            ("{type: object, properties: {a: {}}}", "false", True),
            ("{type: object}", "true", True),
            ("{type: object, additionalProperties: {type: string}}", "false", True),
        ):
            text = document(
                f"application/x-www-form-urlencoded: {{schema: {schema}}}", required=required
            )
            for method, has_body in (("get", is_body), ("post", True)):
                api, _ = lower(text.replace("post:", f"{method}:"))
                self.assertEqual(api.operations[0].body is not None, has_body, (schema, method))

    def test_no_content_is_no_body(self):
        self.assertEqual(self.lowered("{}").operations[0].body, None)

    def test_whether_it_is_required_is_known(self):
        content = "application/json: {schema: {type: object}}"
        self.assertEqual(
            [
                self.lowered(content, required=one).operations[0].body_required
                for one in ("true", "false")
            ],
            [True, False],
        )

    def test_what_is_valid_as_a_content_type(self):
        self.assertTrue(
            all(map(media.is_valid, ("a/b", "*/*", "text/plain; charset=utf-8", 'a/b;c="d e"')))
        )
        self.assertFalse(
            any(
                map(
                    media.is_valid,
                    ("a", "a/b\n", "a/b;", "a/b; c", "a /b", 'a/b; c="\n"', "\u00e4/b"),
                )
            )
        )


class Texts(BodyCase):
    def test_a_text_is_a_string_with_its_limits(self):
        api = self.lowered("text/plain: {schema: {type: string, minLength: 2}}")
        self.assertEqual(
            [one.keyword for one in api.operations[0].checked.constraints], ["minLength"]
        )
        self.assertEqual(
            self.sent("text/csv; charset=utf-8: {}"),
            (ir.BodyFormat("text", "text/csv; charset=utf-8"), ir.Scalar("string")),
        )

    def test_the_text_of_bytes_is_a_string_with_its_limits(self):
        for more in ("format: byte", "contentEncoding: base64"):
            content = f"text/plain: {{schema: {{type: string, {more}, minLength: 2}}}}"
            self.assertEqual(self.sent(content)[1], ir.Scalar("string"))
            self.assertEqual(
                [one.keyword for one in self.lowered(content).operations[0].checked.constraints],
                ["minLength"],
            )

    def test_other_scalars_keep_their_types(self):
        self.assertEqual(
            self.sent("text/plain: {schema: {type: integer, format: int32}}")[1], ir.Scalar("int32")
        )

    def test_a_structure_that_is_not_json_is_written_by_the_caller_and_that_is_told(self):
        for name in (
            "application/xml",
            "text/xml",
            "application/a+xml",
            "application/yaml",
            "text/csv",
            "application/x-ndjson",
        ):
            self.sent(f"{name}: {{schema: {{type: object}}}}")
            found = self.sent(
                f"{name}: {{schema: {{$ref: '#/components/schemas/Cart'}}}}", expected=["RB030"]
            )
            self.assertEqual(found, (ir.BodyFormat("text", name), ir.Scalar("string")))

    def test_a_form_that_is_a_string_is_given_as_it_is(self):
        found = self.sent("application/x-www-form-urlencoded: {schema: {type: string}}")
        self.assertEqual(
            found, (ir.BodyFormat("text", "application/x-www-form-urlencoded"), ir.Scalar("string"))
        )


class Bytes(BodyCase):
    def test_everything_else_is_a_file_with_its_limits(self):
        for schema in (
            "{}",
            "{schema: {}}",
            "{schema: {type: string}}",
            "{schema: {type: string, format: binary}}",
            "{schema: {contentMediaType: application/pdf}}",
        ):
            self.assertEqual(
                self.sent(f"application/pdf: {schema}"),
                (ir.BodyFormat("bytes", "application/pdf"), FILE),
                schema,
            )
        api = self.lowered("image/png: {schema: {type: string, format: binary, maxLength: 5}}")
        (limit,) = api.operations[0].checked.constraints
        self.assertEqual(
            (limit.keyword, limit.message), ("maxLength", "Body must have at most 5 byte(s)")
        )

    def test_a_binary_text_is_a_file(self):
        self.assertEqual(self.sent("text/csv: {schema: {type: string, format: binary}}")[1], FILE)

    def test_a_structure_is_left_to_the_caller_and_that_is_told(self):
        self.assertEqual(self.sent("application/cbor: {schema: {type: object}}")[1], FILE)
        self.assertEqual(
            self.sent(
                "application/cbor: {schema: {$ref: '#/components/schemas/Cart'}}",
                expected=["RB030"],
            )[1],
            FILE,
        )

    def test_other_forms_of_several_parts_are_left_to_the_caller_and_that_is_told(self):
        api, diagnostics = lower(document("multipart/related: {schema: {type: object}}"))
        self.assertEqual(
            messages(diagnostics),
            [
                "`multipart/related` is not put together here; the caller gives the whole body and its "
                "content type, boundary included"
            ],
        )
        self.assertEqual(api.operations[0].body_format, ir.BodyFormat("bytes", "multipart/related"))


class Forms(BodyCase):
    SCHEMA = """
        application/x-www-form-urlencoded:
          schema:
            type: object
            properties:
              a: {type: array, items: {type: string}}
              o: {type: object, properties: {x: {type: integer}}}
              s: {type: string}
          encoding:
            %s
        """

    def style(self, encoding, expected=()):
        return self.sent(self.SCHEMA % encoding, expected)[0].fields

    def test_styles_have_their_default_of_explode(self):
        for stated, style, explode in (
            ("style: form", "form", True),
            ("explode: true", "form", True),
            ("explode: false", "form", False),
            ("style: form, explode: false", "form", False),
            ("style: spaceDelimited", "spaceDelimited", False),
            ("style: pipeDelimited", "pipeDelimited", False),
            ("style: pipeDelimited, explode: true", "pipeDelimited", True),
            ("style: deepObject", "deepObject", False),
            ("style: deepObject, explode: true", "deepObject", False),
            ("allowReserved: true", "form", True),
            ("contentType: application/json", "json", False),
        ):
            self.assertEqual(
                self.style(f"a: {{{stated}}}"), (ir.BodyField("a", style, explode),), stated
            )

    def test_nothing_is_stated_where_it_changes_nothing(self):
        for stated in (
            "s: {style: deepObject, explode: true}",
            "a: {}",
            "s: {contentType: text/csv}",
            "a: {contentType: text/plain}",
        ):
            self.assertEqual(self.style(stated), (), stated)

    def test_a_type_that_a_field_is_not_written_as_is_told(self):
        for stated in (
            "o: {contentType: text/plain}",
            "o: {contentType: application/xml}",
            "s: {contentType: image/png}",
            "s: {contentType: application/json}",
            "a: {contentType: image/png}",
        ):
            self.assertEqual(self.style(stated, expected=["RB030"]), (), stated)

    def test_an_unknown_style_is_told_and_changes_nothing(self):
        self.assertEqual(self.style("a: {style: matrix}", expected=["RB046"]), ())

    def test_of_which_nothing_is_said_it_is_an_open_object(self):
        for name in ("application/x-www-form-urlencoded", "multipart/form-data"):
            for media_type in (
                "{}",
                "{schema: {}}",
                "{schema: {description: d}}",
                "{schema: {$ref: '#/components/schemas/Any'}}",
            ):
                self.assertEqual(
                    self.sent(f"{name}: {media_type}", components="Any: {title: anything}")[1],
                    ir.Open("object"),
                )

    def test_that_may_be_null_it_is_an_object(self):
        for name in ("application/x-www-form-urlencoded", "multipart/form-data"):
            self.assertEqual(
                self.sent(
                    f"{name}: {{schema: {{type: [object, 'null'], properties: {{a: {{type: string}}}}}}}}"
                )[1],
                ir.Ref("ActRequest"),
            )

    def test_that_may_be_a_text_is_told(self):
        self.sent(
            "application/x-www-form-urlencoded: {schema: {type: [object, string]}}",
            expected=["RB030"],
        )

    def test_with_files_the_form_of_several_parts_is_taken(self):
        schema = "{schema: {type: object, properties: {f: {anyOf: [{type: string, format: binary}, {type: string}]}}}}"
        both = f"application/x-www-form-urlencoded: {schema}\nmultipart/form-data: {schema}"
        self.assertEqual(self.sent(both)[0].kind, "multipart")

    def test_an_encoding_of_no_property_is_told(self):
        properties = "properties: {tags: {type: array, items: {type: string}}}"
        encoding = "encoding: {tagz: {style: pipeDelimited}}"
        api = self.lowered(
            f"application/x-www-form-urlencoded: {{schema: {{type: object, {properties}}}, {encoding}}}",
            expected=["RB035"],
        )
        self.assertEqual(api.operations[0].body_format.fields, ())
        for schema in (
            "type: object",
            f"type: object, {properties}, additionalProperties: {{type: array, items: {{type: string}}}}",
            f"type: object, {properties}, patternProperties: {{'^t': {{type: array, items: {{type: string}}}}}}",
        ):
            api = self.lowered(
                f"application/x-www-form-urlencoded: {{schema: {{{schema}}}, {encoding}}}"
            )
            self.assertEqual(
                [one.wire_name for one in api.operations[0].body_format.fields], ["tagz"], schema
            )

    def test_its_keywords_are_checked(self):
        self.lowered(
            "application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string, minimum: 1}}}}",
            expected=["RB035"],
        )
        self.lowered(
            "application/x-www-form-urlencoded: {schema: {type: object}, encoding: {a: {styl: form}}}",
            expected=["RB099"],
        )


class MergePatch(BodyCase):
    """RFC 7396: null deletes a member."""

    def members(self, components, schema="{$ref: '#/components/schemas/Thing'}", more=""):
        """Of each model the members with their presence, and the type of the body."""
        text = document(
            f"application/merge-patch+json: {{schema: {schema}}}", components=components
        )
        api, diagnostics = lower(text.replace("paths:\n", f"paths:\n{more}", 1))
        self.assertEqual(codes(diagnostics), [])
        return {
            one.name: {member.wire_name: member.presence for member in one.members}
            for one in api.models
        }, api

    def test_members_that_may_be_missing_may_be_null_at_any_depth(self):
        found, api = self.members(
            """
            Thing: {type: object, required: [id], properties: {id: {type: integer}, n: {type: string, enum: [a]}, own: {type: object, properties: {m: {type: integer}}},
              far: {$ref: '#/components/schemas/Far'}, list: {type: array, items: {type: object, properties: {i: {type: string}}}}, any: {},
              labels: {type: object, additionalProperties: {type: string}}}}
            Far: {allOf: [{type: object, properties: {f: {type: [string, 'null']}}}, {type: object, properties: {g: {type: boolean}}}]}
            """
        )
        self.assertEqual(
            found,
            {
                "Cart": {"id": "optional"},
                "Far": {"f": "optional_nullable", "g": "optional_nullable"},
                "ThingOwn": {"m": "optional_nullable"},
                "ThingListItem": {"i": "optional"},
                "Thing": {
                    "id": "required",
                    **dict.fromkeys(("n", "own", "far", "list", "labels"), "optional_nullable"),
                    "any": "optional",
                },
            },
        )
        self.assertEqual(member_of(api, "Thing", "labels").type, ir.Map(ir.Scalar("string"), True))

    def test_a_schema_that_others_use_keeps_its_type(self):
        components = """
            Thing: {type: object, properties: {n: {type: string}, next: {$ref: '#/components/schemas/Thing'}, kind: {$ref: '#/components/schemas/Kind'}}}
            Kind: {type: string, enum: [a, b]}
            """
        get = "  /b: {get: {operationId: get, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}}}\n"
        found, api = self.members(components, more=get)
        self.assertEqual(
            (found["Thing"]["n"], found["ThingPatch"]["n"]), ("optional", "optional_nullable")
        )
        self.assertEqual(
            (member_of(api, "ThingPatch", "next").type, member_of(api, "ThingPatch", "kind").type),
            (ir.Ref("ThingPatch"), ir.Ref("Kind")),
        )
        self.assertEqual(
            [(one.id, one.body) for one in api.operations],
            [("get", None), ("act", ir.Ref("ThingPatch"))],
        )
        inline, _ = self.members(
            components, "{type: object, properties: {a: {$ref: '#/components/schemas/Kind'}}}", get
        )
        self.assertEqual(
            (inline["ActRequest"]["a"], inline["Thing"]["n"]), ("optional_nullable", "optional")
        )

    def test_the_body_of_an_operation_that_is_a_reference_is_a_patch(self):
        body = "{content: {application/merge-patch+json: {schema: {type: object, properties: {n: {type: string}}}}}}"
        api, _ = lower(
            f"{HEAD}x-own: {{operationId: act, requestBody: {body}, responses: {{'204': {{description: d}}}}}}\n"
            "paths: {/a: {patch: {$ref: '#/x-own'}}}\n"
        )
        self.assertEqual(member_of(api, "ActRequest", "n").presence, "optional_nullable")

    def test_a_patch_of_a_kind_is_known_by_the_value_of_the_kind_and_is_none_itself(self):
        get = "  /b: {get: {operationId: get, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}\n"
        for mapping, value in (("", "Cat"), (", mapping: {cat: Cat, dog: Dog}", "cat")):
            _, api = self.members(
                f"""
                Pet: {{type: object, required: [type], properties: {{type: {{type: string}}}}, discriminator: {{propertyName: type{mapping}}}}}
                Cat: {{allOf: [{{$ref: '#/components/schemas/Pet'}}, {{properties: {{lives: {{type: integer}}}}}}]}}
                Dog: {{allOf: [{{$ref: '#/components/schemas/Pet'}}, {{properties: {{loud: {{type: boolean}}}}}}]}}
                """,
                "{$ref: '#/components/schemas/Cat'}",
                get + get.replace("/b", "/c").replace("get, ", "cat, ").replace("/Pet", "/Cat"),
            )
            self.assertEqual(
                [member_of(api, name, "type").default for name in ("Cat", "CatPatch")], [value] * 2
            )
            (pet,) = (one.type for one in api.aliases if one.name == "Pet")
            self.assertNotIn(ir.Ref("CatPatch"), pet.alternatives)

    def test_what_is_no_component_or_no_schema_stays(self):
        for schema in (
            "{$ref: '#'}",
            "{$ref: '#/info'}",
            "{$ref: '#/gone'}",
            "5",
            "true",
            "{properties: [], required: 5, allOf: {}}",
            "{additionalProperties: true}",
        ):
            lower(document(f"application/merge-patch+json: {{schema: {schema}}}"))  # raises nothing

    def test_no_other_body_changes(self):
        schema = "{schema: {$ref: '#/components/schemas/Cart'}}"
        for content in (
            f"application/json: {schema}\napplication/merge-patch+json: {schema}",
            f"application/json-patch+json: {schema}",
        ):
            self.assertEqual(
                member_of(self.lowered(content, expected=()), "Cart", "id").presence, "optional"
            )


class Uploads(BodyCase):
    def member(self, schema, encoding="{}", version="3.1.0", expected=(), components=""):
        content = f"""
            multipart/form-data:
              schema: {{type: object, properties: {{f: {schema}}}}}
              encoding: {{f: {encoding}}}
            """
        api = self.lowered(
            content, expected, head=HEAD.replace("3.1.0", version), components=components
        )
        return member_of(api, api.operations[0].body.name, "f"), api

    def test_what_is_a_file(self):
        for schema in (
            "{type: string, format: binary}",
            "{type: string, contentMediaType: image/png}",
            "{contentMediaType: application/octet-stream}",
            "{}",
            "{description: Any file.}",
        ):
            self.assertEqual(self.member(schema)[0].type, FILE, schema)
        self.assertEqual(
            self.member("{type: string}", "{contentType: 'image/png, image/jpeg'}")[0].type, FILE
        )
        self.assertEqual(
            self.member("{type: string, format: binary}", version="3.0.3")[0].type, FILE
        )

    def test_what_is_none(self):
        for schema, kind in (
            ("{type: string}", "string"),
            ("{type: string, contentMediaType: application/json}", "string"),
            ("{type: string, contentMediaType: text/csv}", "string"),
            ("{type: string, format: byte}", "base64"),
            ("{type: string, contentEncoding: base64, contentMediaType: image/gif}", "base64"),
        ):
            self.assertEqual(self.member(schema)[0].type, ir.Scalar(kind), schema)
        self.assertEqual(
            self.member("{type: string}", "{contentType: text/csv}")[0].type, ir.Scalar("string")
        )
        self.assertEqual(self.member("{}", version="3.0.3")[0].type, ir.Open("any"))

    def test_files_in_lists_and_alternatives_and_behind_references(self):
        self.assertEqual(
            self.member("{type: array, items: {type: string, format: binary}}")[0].type,
            ir.Array(FILE),
        )
        named = "F: {type: string, format: binary}"
        found, api = self.member(
            "{anyOf: [{$ref: '#/components/schemas/F'}, {type: array, items: {$ref: '#/components/schemas/F'}}, "
            "{type: 'null'}]}",
            components=named,
        )
        self.assertEqual(
            (found.type, found.presence),
            (ir.OneOf((ir.Ref("F"), ir.Array(ir.Ref("F")))), "optional_nullable"),
        )
        self.assertEqual(next(one.type for one in api.aliases if one.name == "F"), FILE)

    def test_a_file_may_stand_beside_a_text(self):
        found, _ = self.member("{oneOf: [{type: string, format: binary}, {type: string}]}")
        self.assertEqual(found.type, ir.OneOf((FILE, ir.Scalar("string"))))
        self.assertEqual(found.constraints, ())

    def test_limits_in_alternatives_with_a_file_are_told(self):
        self.member(
            "{oneOf: [{type: string, format: binary}, {type: string, maxLength: 4}]}",
            expected=["RB031"],
        )

    def test_a_pattern_of_a_file_is_told(self):
        self.member("{type: string, format: binary, pattern: ^a}", expected=["RB031"])

    def test_elsewhere_binary_is_no_file(self):
        api = self.lowered(
            "application/json: {schema: {type: object, properties: {f: {type: string, format: binary}}}}",
            expected=["RB032"],
        )
        self.assertEqual(member_of(api, api.operations[0].body.name, "f").type, ir.Scalar("string"))

    def test_what_the_encoding_states_goes_with_the_parts(self):
        _, api = self.member(
            "{type: string, format: binary}",
            "{contentType: image/png, headers: {X-A: {schema: {const: a b}}, X-B: {schema: {type: integer, default: 7}}, "
            "X-C: {schema: {type: string}}, Content-Type: {schema: {const: x}}}}",
        )
        self.assertEqual(
            api.operations[0].body_format.fields,
            (ir.BodyField("f", "", False, "image/png", (("X-A", "a b"), ("X-B", "7"))),),
        )

    def test_an_encoding_of_no_property_is_told(self):
        _, diagnostics = lower(
            document(
                "multipart/form-data: {schema: {type: object, properties: {photo: {}}}, encoding: {phto: {contentType: image/png}}}"
            )
        )
        self.assertEqual(
            (codes(diagnostics), messages(diagnostics)),
            (
                ["RB035"],
                ["`encoding` names `phto`, which is no property of the schema; it is not used"],
            ),
        )

    def test_a_header_that_is_not_sent_is_told(self):
        self.member(
            "{type: string}", "{headers: {X-C: {schema: {type: string}}}}", expected=["RB046"]
        )

    def test_a_header_that_a_file_must_have_is_told(self):
        for required, expected in (("true", ["RB046"]), ("false", [])):
            self.member(
                "{type: string, format: binary}",
                f"{{headers: {{X-C: {{required: {required}, schema: {{type: string}}}}}}}}",
                expected=expected,
            )
        self.member(
            "{type: string, format: binary}",
            "{headers: {X-C: {required: true, schema: {const: a}}}}",
        )

    def part(self, schema, types, expected=()):
        _, api = self.member(schema, f"{{contentType: '{types}'}}", expected=expected)
        (field,) = api.operations[0].body_format.fields or (ir.BodyField("f"),)
        return field.style, field.content_type

    def test_a_type_that_is_no_json_is_none_of_an_object(self):
        for schema in (
            "{type: object}",
            "{type: array, items: {type: object}}",
            "{$ref: '#/components/schemas/Cart'}",
            "{type: array, items: {type: array, items: {type: integer}}}",
            "{type: [object, string]}",
        ):
            for types in ("application/xml", "image/png", "image/*", "text/csv, application/xml"):
                self.assertEqual(self.part(schema, types, ["RB030"]), ("", ""), (schema, types))
            self.assertEqual(self.part(schema, "text/plain", ["RB030"]), ("", "text/plain"), schema)
            for types in ("application/xml, application/json", "*/*", "application/*"):
                self.assertEqual(self.part(schema, types), ("", ""), (schema, types))
            self.assertEqual(
                self.part(schema, "application/yaml"), ("", "application/yaml"), schema
            )
            self.assertEqual(
                self.part(schema, "application/a+json"), ("json", "application/a+json"), schema
            )

    def test_a_number_is_text_or_json(self):
        for types, told, sent in (
            ("text/plain", [], "text/plain"),
            ("application/json", [], ""),
            ("application/yaml", [], "application/yaml"),
            ("application/xml", ["RB030"], ""),
            ("image/png", ["RB030"], ""),
            ("text/xml", ["RB030"], ""),
        ):
            for schema in ("{type: integer}", "{type: array, items: {type: boolean}}"):
                self.assertEqual(self.part(schema, types, told)[1], sent, (schema, types))

    def test_a_text_is_of_any_type_of_texts(self):
        for schema in ("{type: string}", "{type: array, items: {type: string}}"):
            for types in ("application/xml", "text/csv"):
                self.assertEqual(self.part(schema, types), ("", types), (schema, types))
            self.assertEqual(self.part(schema, "text/plain, application/json"), ("", ""), schema)
            self.assertEqual(
                self.part(schema, "text/csv, application/xml", ["RB030"]), ("", ""), schema
            )
        self.assertEqual(self.part("{enum: [a]}", "image/png", ["RB030"]), ("", ""))

    def test_a_text_is_json_where_the_document_knows_it_or_says_so(self):
        self.assertEqual(self.part("{enum: [a, b]}", "application/json"), ("json", ""))
        self.assertEqual(
            self.part("{type: string, contentMediaType: application/json}", "application/json"),
            ("", "application/json"),
        )
        self.assertEqual(
            self.part("{type: string}", "application/json", ["RB030"]), ("", "application/json")
        )

    def test_bytes_are_of_any_type(self):
        self.assertEqual(
            self.part("{type: string, contentEncoding: base64}", "application/xml"),
            ("", "application/xml"),
        )
        self.assertEqual(
            self.part("{type: array, items: {type: string, format: binary}}", "application/xml"),
            ("", "application/xml"),
        )

    def test_a_header_cannot_add_others(self):
        _, api = self.member(
            "{type: string, format: binary}",
            '{headers: {X-A: {schema: {const: "a\\r\\nX-Evil: 1"}}, "X B": {schema: {const: a}}}}',
        )
        self.assertEqual(api.operations[0].body_format.fields, ())

    def test_a_range_of_types_is_no_type(self):
        for listed in ("image/*", "'image/png, image/jpeg'"):
            _, api = self.member("{type: string, format: binary}", f"{{contentType: {listed}}}")
            self.assertEqual(api.operations[0].body_format.fields, ())

    def test_a_list_is_no_form_and_that_is_told(self):
        self.assertEqual(
            self.sent(
                "multipart/form-data: {schema: {type: array, items: {type: string}}}",
                expected=["RB030"],
            )[1],
            FILE,
        )


if __name__ == "__main__":
    unittest.main()
