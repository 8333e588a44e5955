# SPDX-License-Identifier: BSL-1.0
"""What a document says about problem documents, validation problems, and the headers that identify
a request.
"""

import unittest

from tests.generator.documents import HEAD, lower

from restbind import ir, render

PATHS = """
paths:
  /things:
    post:
      operationId: makeThing
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {size: {type: integer, minimum: 1}}}}}}
      responses: {"204": {description: Made.}, "422": {description: Wrong.}}
"""


def rendered(keys, paths=PATHS):
    api, diagnostics = lower(HEAD + keys + paths)
    assert not diagnostics.text(), diagnostics.text()
    return api, render.render_api(api, "shop::v1")


class ProblemDocuments(unittest.TestCase):
    def test_without_the_key_there_is_rfc_9457(self):
        api, files = rendered("")
        self.assertIsNone(api.problem)
        self.assertNotIn("problem_members", files["operations.hpp"])

    def test_the_names_of_the_document_are_those_of_the_code(self):
        api, files = rendered(
            "x-restbind-problem: {code: number, errors: wrong, errorCount: wrongs, traceId: trace, timestamp: at}\n"
        )
        self.assertEqual(
            api.problem,
            ir.ProblemFormat(
                "number",
                "wrongs",
                "wrong",
                "pointer",
                "detail",
                "trace",
                "at",
                "#/x-restbind-problem",
            ),
        )
        text = " ".join(files["operations.hpp"].split())
        self.assertIn(
            'restbind::problem_format problem_members{.code = "number", .error_count = "wrongs", .errors = "wrong", '
            '.error_field = "pointer", .error_message = "detail", .trace_id = "trace", .timestamp = "at"};',
            text,
        )
        self.assertEqual(text.count(".problem = &problem_members,"), 1)
        self.assertIn(
            "service tells by number, in `number` of a problem document",
            " ".join(files["error_codes.hpp"].split()),
        )

    def test_elements_of_the_list_may_have_other_members(self):
        api, _ = rendered(
            "x-restbind-problem: {errors: wrong, errorField: where, errorMessage: what}\n"
        )
        self.assertEqual((api.problem.error_field, api.problem.error_message), ("where", "what"))

    def test_error_codes_need_the_member_that_holds_them(self):
        codes = "x-restbind-error-codes: [{code: 1, name: sold_out, statuses: [409], operation: makeThing, condition: c}]\n"
        _, diagnostics = lower(HEAD + codes + PATHS)
        self.assertEqual(
            [(one.code, one.message) for one in diagnostics.sorted()],
            [("RB085", "no member of problem documents holds the error codes")],
        )
        self.assertIn(
            "in `number` of a problem document",
            " ".join(
                rendered(codes + "x-restbind-problem: {code: number}\n")[1][
                    "error_codes.hpp"
                ].split()
            ),
        )


class ValidationProblems(unittest.TestCase):
    def test_words_that_nobody_states_are_left_to_the_runtime(self):
        api, files = rendered("")
        self.assertIsNone(api.operations[0].validation_problem)
        self.assertNotIn(".validation_problem", files["operations.hpp"])

    def test_type_and_title_are_those_of_the_document(self):
        key = 'x-restbind-validation-problem: {status: 422, errors: none, detail: "{first}", title: Wrong, type: "/wrong"}'
        api, files = rendered("", PATHS.replace("makeThing\n", f"makeThing\n      {key}\n"))
        self.assertEqual(
            (
                api.operations[0].validation_problem.problem_type,
                api.operations[0].validation_problem.title,
            ),
            ("/wrong", "Wrong"),
        )
        self.assertIn(
            '.type = "/wrong", .title = "Wrong"}', " ".join(files["operations.hpp"].split())
        )
        self.assertIn(
            "document is the one that the service would send.",
            " ".join(files["client.hpp"].split()),
        )

    def test_without_a_title_it_is_the_reason_phrase_of_the_status(self):
        for status, phrase in (
            (400, '.title = "Bad Request"'),
            (409, '.title = "Conflict"'),
            (460, '.title = ""'),
        ):
            key = f'x-restbind-validation-problem: {{status: {status}, errors: none, detail: "{{first}}"}}'
            paths = PATHS.replace("makeThing\n", f"makeThing\n      {key}\n").replace(
                '"422"', f'"{status}"'
            )
            _, files = rendered("", paths)
            self.assertIn(phrase, files["operations.hpp"])
        key = 'x-restbind-validation-problem: {status: 422, errors: none, detail: "{first}"}'
        _, files = rendered("", PATHS.replace("makeThing\n", f"makeThing\n      {key}\n"))
        self.assertNotIn(".title", files["operations.hpp"])  # that of 422 is the runtime's own


class TraceHeaders(unittest.TestCase):
    def test_the_headers_of_the_document_are_options(self):
        api, files = rendered("x-restbind-trace-headers: [X-Shop-Trace, traceparent]\n")
        self.assertEqual(api.trace_headers, ("X-Shop-Trace", "traceparent"))
        self.assertIn(
            '    options.trace_headers = "X-Shop-Trace, traceparent";\n', files["client.hpp"]
        )
        self.assertNotIn("trace_headers", rendered("")[1]["client.hpp"])


if __name__ == "__main__":
    unittest.main()
