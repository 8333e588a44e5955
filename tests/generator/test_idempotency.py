# SPDX-License-Identifier: BSL-1.0
"""How often a request may be sent: classes, assumptions and headers for idempotency keys."""

import unittest

from tests.generator.documents import codes, lower
from tests.generator.test_lower_operations import OperationCase, operation

from restbind.views import docs

KEY = "{name: Idempotency-Key, in: header, required: true, schema: {type: string, format: uuid}}"


def stated(value):
    return {"more": f"x-restbind-idempotency: {value}"}


class Levels(OperationCase):
    def test_what_is_assumed_is_told_apart_from_what_is_stated(self):
        said = self.one(**stated("{class: idempotent}"))
        self.assertEqual((said.idempotency, said.idempotency_assumed), ("idempotent", False))
        assumed = self.one(**stated("{class: idempotent, x-restbind-assumed: 'A-1: harmless'}"))
        self.assertEqual((assumed.idempotency, assumed.idempotency_assumed), ("idempotent", True))

    def test_a_condition_may_be_an_assumption(self):
        found = self.one(
            body="{$ref: '#/components/schemas/Cart'}",
            **stated(
                "{class: not_idempotent, idempotentWhen: has(self.id), x-restbind-assumed: 'A-1: x'}"
            ),
        )
        self.assertIsNotNone(found.idempotent_when)
        self.assertTrue(found.idempotency_assumed)


class AfterLoss(OperationCase):
    SAID = "x-restbind-after-loss: {ask: Staff., store: The cart., x-restbind-assumed: 'A-1: x'}"

    def test_what_to_do_is_told_with_who_says_so(self):
        found = self.one(more=self.SAID).after_loss
        self.assertEqual((found.ask, found.store, found.show), ("Staff.", "The cart.", ""))
        self.assertEqual(found.doc.assumed, "A-1: x")

    def test_it_stands_in_the_comment_of_the_function(self):
        said = docs.after_loss(self.one(more=self.SAID))
        self.assertEqual(
            said,
            [
                (
                    "@par When its response is lost",
                    "Who can tell: Staff. Store before: The cart. Assumed: A-1: x.",
                )
            ],
        )
        self.assertEqual(docs.after_loss(self.one()), [])


class Keys(OperationCase):
    def test_a_header_of_the_usual_name_is_the_clients_own(self):
        found = self.one(parameters=[KEY], expected=["RB045"])
        self.assertEqual(found.idempotency_key, "Idempotency-Key")
        self.assertEqual(found.parameters, ())

    def test_a_header_that_takes_no_random_key_stays_a_parameter(self):
        for schema in ("{type: integer}", "{type: string, maxLength: 20}", "{pattern: '^a'}"):
            parameter = KEY.replace("{type: string, format: uuid}", schema)
            found = self.one(parameters=[parameter])
            self.assertEqual(found.idempotency_key, "")
            self.assertEqual(len(found.parameters), 1)

    def test_a_document_may_name_another_header(self):
        found = self.one(**stated("{key: X-Request-Key}"))
        self.assertEqual(found.idempotency_key, "X-Request-Key")
        self.assertEqual(self.one().idempotency_key, "")

    def test_a_name_that_no_header_has_is_refused(self):
        _, diagnostics = lower(operation(**stated("{key: 'a b'}")))
        self.assertEqual(codes(diagnostics), ["RB081"])

    def test_the_keys_of_another_generator_ask_for_it(self):
        self.assertEqual(
            self.one(more="x-fern-idempotent: true").idempotency_key, "Idempotency-Key"
        )
        text = operation(more="x-fern-idempotent: true").replace(
            "paths:", "x-fern-idempotency-headers: [{header: X-Once}]\npaths:", 1
        )
        api, _ = lower(text)
        self.assertEqual(api.operations[0].idempotency_key, "X-Once")

    def test_a_key_that_only_asks_for_retries_promises_nothing(self):
        found = self.one(more="x-speakeasy-retries: {strategy: backoff, statusCodes: [5XX]}")
        self.assertEqual((found.idempotency, found.idempotency_key), ("not_idempotent", ""))
        self.assertIsNone(found.retry)

    def test_a_safe_operation_needs_none(self):
        text = operation(parameters=[KEY.replace("required: true, ", "")]).replace("post:", "get:")
        api, _ = lower(text)
        self.assertEqual(api.operations[0].idempotency_key, "")
        self.assertEqual(len(api.operations[0].parameters), 1)


if __name__ == "__main__":
    unittest.main()
