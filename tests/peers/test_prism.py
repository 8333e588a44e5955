# SPDX-License-Identifier: BSL-1.0
"""Prism reads the document of the service by itself, and judges requests by ajv: what we refuse it
refuses at the same places, what we accept it accepts.

Two differences are Prism's, and both are recognised request by request:
* It reads a number of JSON as a double, and so takes `int64` for -(2^53 - 1) to 2^53 - 1. A number
  beyond that, at the very place that it complains of, is ours to accept.
* `x-restbind-rules` is ours: OpenAPI has no words for a rule over several members. Only what these
  rules of the document say, word for word, may be missing in Prism's list.
"""

import json
import re
import subprocess
import unittest

import yaml

from tests.peers import peers

from restbind import ir, pipeline
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.program.probes import probes

DOCUMENT = peers.ROOT / "spec/ticketing-v1.yaml"
LARGEST_OF_PRISM = 2**53 - 1
BEYOND = {"maximum", "minimum"}  # what Prism says of a number that it cannot hold
# `priceCategory` is an integer or a text: where Prism cannot hold the integer, neither fits.
BEYOND_IN_CHOICE = BEYOND | {"oneOf", "type"}
ANY = {"TICKETING_TOKEN": "any", "TICKETING_TENANT": "arena"}
COMMANDS = {  # of requests of the corpus
    "allocate_manual_seats": "allocate-manual-seats",
    "allocate_best_seats": "allocate-best-seats",
    "venue_picture": "venue-picture",
    "allocate_products": "allocate-products",
}
REFUSED = 3  # exit status of the command line


def messages_of_rules():
    """The messages of the rules over several members."""
    schemas = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))["components"]["schemas"]
    return {
        rule["message"] for schema in schemas.values() for rule in schema.get("x-restbind-rules", ())
    }


def value_at(request, pointer):
    for step in pointer.split("/")[1:]:
        request = request[int(step)] if isinstance(request, list) else request[step]
    return request


def is_beyond_prism(request, pointer, codes):
    """Whether Prism complains of a number only because it cannot hold it."""
    value = value_at(request, pointer)
    return (
        isinstance(value, int)
        and abs(value) > LARGEST_OF_PRISM
        and bool(codes & BEYOND)
        and codes <= BEYOND_IN_CHOICE
    )


def by_place(found):
    """Prism's complaints of a body: the place, and the keywords that are broken there."""
    places = {}
    for one in found:
        where = [str(step) for step in one["location"]]
        if where[:2] != ["request", "body"]:
            raise AssertionError(f"Prism complains of something else: {one}")
        places.setdefault("".join(f"/{step}" for step in where[2:]), set()).add(one["code"])
    return places


class Prism(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        port = peers.free_port()
        cls.url = f"http://127.0.0.1:{port}"
        prism = [peers.MODULES / ".bin/prism", "mock", DOCUMENT, "-p", port, "--errors"]
        server = peers.started(prism, port)
        server.__enter__()
        cls.addClassCleanup(server.__exit__, None, None, None)
        done = subprocess.run(
            [str(peers.CLIENT), "corpus", cls.url],
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        cls.rows = [json.loads(line) for line in done.stdout.splitlines()]

    def differences(self, row):
        """What one side finds wrong with a request and the other does not, without what is told at
        the top of this file."""
        ours = {}
        for pointer, message in row["ours"]:
            ours.setdefault(pointer, set()).add(message)
        theirs = by_place(row["theirs"])
        for pointer, messages in ours.items():
            if pointer not in theirs and not messages <= self.rules:
                yield f"only we refuse {pointer}: {messages}"
        for pointer, codes in theirs.items():
            if pointer not in ours and not is_beyond_prism(row["request"], pointer, codes):
                yield f"only Prism refuses {pointer}: {codes}"

    def test_both_refuse_the_same_members(self):
        self.rules = messages_of_rules()
        self.assertEqual(len(self.rules), 2)
        wrong = [
            f"{row['operation']} {json.dumps(row['request'])}: {difference}"
            for row in self.rows
            for difference in self.differences(row)
        ]
        self.assertEqual(wrong, [])

    def test_the_corpus_has_requests_of_each_kind(self):
        agreed = [row for row in self.rows if row["accepted"] == (row["answer"] == 200)]
        self.assertEqual(len(self.rows), 1200)
        self.assertGreater(sum(row["accepted"] for row in agreed), 300)
        self.assertGreater(sum(not row["accepted"] for row in agreed), 500)

    def test_the_client_reads_what_prism_answers(self):
        for row in self.rows:
            if row["answer"] != 200:
                self.assertEqual((row["kind"], row["unknown"]), ("client error", False), row)
            elif row["operation"] == "venue_picture":
                # Prism has no example of a picture, and sends the word `string`.
                self.assertEqual(row["kind"], "invalid response", row)
                self.assertIn("at picture: a string is not valid base64", row["message"])
            else:
                self.assertTrue(row["ok"], row)

    def test_the_command_line_refuses_what_prism_refuses(self):
        compared = 0
        for row in self.rows[::24]:
            command, body = COMMANDS[row["operation"]], json.dumps(row["request"])
            local = peers.ticketing(
                "--base-url", "http://127.0.0.1:9", "--timeout", "1", command, "--json", body, **ANY
            )
            self.assertEqual(local.returncode == REFUSED, not row["accepted"], (row, local))
            sent = peers.ticketing(
                "--base-url", self.url, command, "--json", body, "--observe", **ANY
            )
            self.assertEqual(sent.returncode == REFUSED, row["answer"] in (400, 422), (row, sent))
            compared += 1
        self.assertEqual(compared, 50)

    def test_prism_refuses_what_the_generator_makes_to_be_refused(self):
        api, rules, compared = pipeline.read(str(DOCUMENT)).lowered.api, messages_of_rules(), 0
        types = Types(api, Names(api, "api"))
        for operation in api.operations:
            model = types.models.get(operation.request_name)
            for probe in probes(model, types) if model is not None and operation.body else ():
                command = str(types.names.operations[operation.id]).replace("_", "-")
                sent = [command, "--json", probe.request]
                local = peers.ticketing("--base-url", "http://127.0.0.1:9", *sent, **ANY)
                self.assertEqual(local.returncode, REFUSED, (probe, local))
                messages = set(re.findall(r"^  /\S* +(.*)$", local.stderr, re.MULTILINE))
                self.assertTrue(messages, local)
                there = peers.ticketing("--base-url", self.url, *sent, "--observe", **ANY)
                accepts = messages <= rules  # which Prism does not know
                self.assertEqual(there.returncode != REFUSED, accepts, (probe, there))
                compared += 1
        self.assertGreater(compared, 15)

    def test_verify_stops_at_the_first_rule_that_prism_cannot_know(self):
        done = peers.ticketing("verify", "--against", self.url, **ANY)
        self.assertEqual(done.returncode, 13, done)
        pairs = re.findall(r"  ours:   422 /\w+\S*: (.*);\n  theirs: (\w+)", done.stdout)
        self.assertEqual([theirs for _, theirs in pairs], ["422"] * (len(pairs) - 1) + ["accepted"])
        self.assertIn(pairs[-1][0], messages_of_rules())
        self.assertRegex(done.stdout, r"\b0 refusals are the same")


if __name__ == "__main__":
    unittest.main()
