# SPDX-License-Identifier: BSL-1.0
"""Two versions compared: what operations send, ask for and are given."""

import unittest

from tests.generator.documents import HEAD
from tests.generator.test_apidiff import BASE, changes, replaced


def operation(name="act", given="", **keys):
    """given: the parameters; keys: other keys of the operation."""
    keys = {"responses": "{'204': {description: d}}", **keys}
    return f"  /{name}: {{post: {{operationId: {name}, parameters: [{given}], {', '.join(f'{key}: {value}' for key, value in keys.items())}}}}}\n"


def document(*operations, more=""):
    return f"{HEAD}{more}paths:\n" + "".join(operations)


class Told(unittest.TestCase):
    def told(self, new, old):
        return [(one.id, one.entity, one.old, one.new) for one in changes(new, old)]


class Parameters(Told):
    def test_what_a_service_takes_for_a_parameter_that_is_not_sent_is_told(self):
        given = "{name: q, in: query, schema: {type: integer%s}}"
        for one, other, sides in (
            (", default: 1", ", default: 2", ("1", "2")),
            ("", ", default: 2", ("nothing", "2")),
            (", default: 1", ", default: 1.0", None),
        ):
            told = [("D203", "act, parameter q", *sides)] if sides else []
            self.assertEqual(
                self.told(
                    document(operation(given=given % other)), document(operation(given=given % one))
                ),
                told,
            )

    def test_an_operation_that_no_longer_sends_what_the_client_gives_is_told(self):
        tenant = "{name: x-tenant, in: header, required: true, x-restbind-client-parameter: tenant, schema: {type: string}}"
        both, one = document(operation("a", tenant), operation("b", tenant)), document(
            operation("a", tenant), operation("b")
        )
        self.assertEqual(
            self.told(one, both), [("D208", "b, parameter x-tenant", "header", "nothing")]
        )
        self.assertEqual(
            self.told(both, one), [("D208", "b, parameter x-tenant", "nothing", "header")]
        )
        none = document(operation("a"), operation("b"))
        self.assertEqual(
            [one[:2] for one in self.told(none, both)], [("D112", "parameters::tenant")]
        )

    def test_a_parameter_of_the_client_may_be_deprecated(self):
        tenant = "{name: x-tenant, in: header, %sx-restbind-client-parameter: tenant, schema: {type: string}}"
        found = self.told(
            document(operation(given=tenant % "deprecated: true, ")),
            document(operation(given=tenant % "")),
        )
        self.assertEqual(found, [("D404", "parameters::tenant", "in use", "deprecated")])

    def test_a_style_that_follows_from_another_type_is_not_told_beside_it(self):
        given = "{name: q, in: query, schema: {type: %s}}"
        old, new = document(operation(given=given % "string")), document(
            operation(given=given % "array, items: {type: string}")
        )
        self.assertEqual(
            [one[0] for one in self.told(new, old) + self.told(old, new)], ["D105", "D105"]
        )

    def test_a_member_that_is_another_parameter_now_is_told(self):
        query, header = (
            "{name: q, in: %s, schema: {type: string}}" % place for place in ("query", "header")
        )
        found = self.told(
            document(operation(given=header)), document(operation(given=f"{query}, {header}"))
        )
        self.assertEqual(
            [one[:2] for one in found],
            [("D104", "ActRequest::q_header"), ("D208", "act, parameter q")],
        )


class Servers(Told):
    def test_a_server_of_operations_that_is_another_one_is_told_once(self):
        own = "[{url: 'https://%s.example'}]"
        main = "servers: [{url: 'https://main.example'}]\n"
        old, new = (
            document(*(operation(name, servers=own % host) for name in "ab"), more=main)
            for host in ("a", "b")
        )
        self.assertEqual(
            self.told(new, old),
            [
                (
                    "D118",
                    "servers::a_example",
                    "https://a.example",
                    "servers::b_example: https://b.example",
                )
            ],
        )
        mixed = document(
            operation("a", servers=own % "b"), operation("b", servers=own % "c"), more=main
        )
        self.assertEqual(
            [one[:2] for one in self.told(mixed, old)],
            [("D118", "servers::a_example"), ("D208", "a, server"), ("D208", "b, server")],
        )

    def test_a_new_first_server_is_where_requests_go(self):
        first, second = "{url: 'https://a.example'}", "{url: 'https://b.example'}"
        found = self.told(
            document(operation(), more=f"servers: [{first}, {second}]\n"),
            document(operation(), more=f"servers: [{second}]\n"),
        )
        self.assertEqual(
            found,
            [
                ("D221", "use_document_servers", "servers::b_example", "servers::a_example"),
                ("D308", "servers::a_example", "nothing", "https://a.example"),
            ],
        )


class Security(Told):
    def test_a_token_that_the_client_gets_itself_from_now_on_is_told_once(self):
        def with_flow(flow):
            return document(*(operation(name, security="[{login: [read]}]") for name in "ab")) + (
                f"components: {{securitySchemes: {{login: {{type: oauth2, flows: {{{flow}tokenUrl: /token, scopes: {{read: R}}}}}}}}}}}}\n"
            )

        asked, own = with_flow("authorizationCode: {authorizationUrl: /auth, "), with_flow(
            "clientCredentials: {"
        )
        self.assertEqual([one[:2] for one in self.told(own, asked)], [("D215", "schemes::login")])
        self.assertEqual([one[:2] for one in self.told(asked, own)], [("D117", "schemes::login")])

    def test_a_scheme_of_another_name_is_told_once(self):
        def with_schemes(security, **schemes):
            listed = ", ".join(
                f"{name}: {{type: apiKey, in: header, name: {key}}}"
                for name, key in schemes.items()
            )
            return (
                document(*(operation(name, security=security) for name in "ab"))
                + f"components: {{securitySchemes: {{{listed}}}}}\n"
            )

        old, new = with_schemes("[{k: []}]", k="X-Key"), with_schemes("[{m: []}]", m="x-key")
        self.assertEqual(
            self.told(new, old),
            [
                (
                    "D117",
                    "schemes::k",
                    "a key in the header X-Key",
                    "schemes::m: a key in the header x-key",
                )
            ],
        )
        self.assertEqual(
            [one[:2] for one in self.told(with_schemes("[{m: []}]", m="other"), old)],
            [("D117", "schemes::k"), ("D213", "a"), ("D213", "b")],
        )
        two = with_schemes("[{m: []}, {n: []}]", m="X-Key", n="X-Key")  # either may be meant
        self.assertEqual(
            [one[:2] for one in self.told(two, old)],
            [("D117", "schemes::k"), ("D213", "a"), ("D213", "b")],
        )


class Responses(Told):
    def test_media_types_in_another_order_are_no_change(self):
        for one, other in (
            ("text/csv: {}", "text/plain: {}"),
            ("image/png: {}", "application/pdf: {}"),
        ):
            old, new = (
                document(operation(responses="{'200': {description: d, content: {%s, %s}}}" % pair))
                for pair in ((one, other), (other, one))
            )
            self.assertEqual(self.told(new, old), [])

    def test_what_is_read_of_each_error_is_told(self):
        held = (
            "content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}"
        )
        responses = (
            "{'204': {description: d}, '400': {description: d, %s}, '404': {description: d%s}}"
        )
        both, one = (
            document(operation(responses=responses % (held, more))) for more in (f", {held}", "")
        )
        self.assertEqual(
            self.told(one, both),
            [
                (
                    "D209",
                    "act, errors",
                    "400 as ActError400, 404 as ActError400",
                    "400 as ActError400",
                )
            ],
        )

    def test_headers_of_responses_that_are_kept_are_told(self):
        def with_headers(*names):
            described = ", ".join(f"{name}: {{schema: {{type: string}}}}" for name in names)
            return document(
                operation(responses="{'204': {description: d, headers: {%s}}}" % described)
            )

        self.assertEqual(
            self.told(with_headers("X-A"), with_headers("X-A", "X-B")),
            [("D223", "act", "X-B", "nothing")],
        )
        self.assertEqual(
            self.told(with_headers("X-A", "X-B"), with_headers("X-A")),
            [("D309", "act", "nothing", "X-B")],
        )
        self.assertEqual(self.told(with_headers("x-b", "X-A"), with_headers("X-A", "X-B")), [])
        redirect, none = document(operation(responses="{'302': {description: d}}")), document(
            operation()
        )
        self.assertEqual([one[0] for one in self.told(redirect, none)], ["D111", "D209"])


class OwnKeys(unittest.TestCase):
    """What the x-restbind keys say of operations."""

    def told(self, old, *pairs):
        return [(one.id, one.entity) for one in changes(replaced(pairs, old), old)]

    def test_statuses_in_another_order_are_no_change(self):
        old = replaced(
            (
                "statuses: [503]}",
                "statuses: [503, 502], unappliedStatuses: [503, 502]}",
                "statuses: [409]",
                "statuses: [409, 422]",
            )
        )
        self.assertEqual(
            self.told(
                old,
                "statuses: [503, 502], ",
                "statuses: [502, 503], ",
                "unappliedStatuses: [503, 502]",
                "unappliedStatuses: [502, 503]",
                "statuses: [409, 422]",
                "statuses: [422, 409]",
            ),
            [],
        )

    def test_an_error_code_of_a_renamed_operation_is_no_other(self):
        self.assertEqual(
            self.told(
                BASE,
                "operationId: putCart",
                "operationId: storeCart",
                "operation: putCart",
                "operation: storeCart",
            ),
            [("D109", "put_cart")],
        )

    def test_another_condition_of_idempotency_is_told(self):
        old = replaced(
            ("{class: not_idempotent}", "{class: not_idempotent, idempotentWhen: self.id > 0}")
        )
        self.assertEqual(
            self.told(old, "idempotentWhen: self.id > 0", "idempotentWhen: self.id > 1"),
            [("D212", "put_cart")],
        )


if __name__ == "__main__":
    unittest.main()
