# SPDX-License-Identifier: BSL-1.0
"""Tokens of authorization servers of others: oidc-provider checks clients, secrets and scopes, and a
service asks it about each token; oauth2-mock-server gives tokens that are JWT, and fails as told."""

import json
import unittest
import urllib.request

from tests.peers import peers

AWKWARD = 's:e+c/r e%t&=~?"<>#'
EVENTS = ("list-events", "--start-date", "2027-01-01", "--end-date", "2027-12-31")


class Tokens(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ports = [peers.free_port() for _ in range(3)]
        cls.provider = f"http://127.0.0.1:{ports[0]}/directory/oauth2/v2.0/token"
        cls.mock = f"http://127.0.0.1:{ports[1]}/token"
        cls.service = f"http://127.0.0.1:{ports[2]}"
        script = peers.ROOT / "tests/peers/authority.mjs"
        server = peers.started(["node", script, peers.MODULES.parent, *ports], ports[2])
        server.__enter__()
        cls.addClassCleanup(server.__exit__, None, None, None)

    def setUp(self):
        self.before = self.stats()

    def stats(self):
        with urllib.request.urlopen(f"{self.service}/stats") as response:
            return json.load(response)

    def counted(self):
        """What the servers have counted since the test began, without zeros."""
        now = self.stats()
        return {name: now[name] - self.before[name] for name in now if now[name] != self.before[name]}

    def tell(self, path, told):
        urllib.request.urlopen(f"{self.service}/{path}", json.dumps(told).encode()).close()

    def next_of_mock(self, *told):
        self.tell("next", told)

    def calls(self, client_id="kiosk:7 %", client_secret=AWKWARD, **wanted):
        return peers.calls(
            self.service,
            **{
                "token_url": self.provider,
                "client_id": client_id,
                "client_secret": client_secret,
                "authentication": "basic",
                **wanted,
            },
        )

    def one(self, **wanted):
        return self.calls(**wanted)["calls"][0]

    # ----------------------------------------------------------------------------- oidc-provider

    def test_one_token_serves_many_calls(self):
        found = self.calls(calls=5, scope="tickets.read")
        self.assertTrue(all(call["ok"] for call in found["calls"]), found)
        self.assertEqual(self.counted(), {"issued": 1, "served": 5, "basic": 1})

    def test_a_secret_that_must_be_escaped_arrives_in_a_form_as_in_basic(self):
        found = self.one(client_id="posting", authentication="post", scope="tickets.read")
        self.assertTrue(found["ok"], found)
        self.assertEqual(self.counted(), {"issued": 1, "served": 1, "post": 1})

    def test_a_token_is_renewed_before_it_ends(self):
        found = self.calls(
            client_id="short",
            client_secret="short-secret",
            scope="tickets.read",
            calls=16,
            pause=500,
        )
        self.assertTrue(all(call["ok"] for call in found["calls"]), found)
        counted = self.counted()
        self.assertEqual((counted.get("expired", 0), counted["served"]), (0, 16), counted)
        self.assertIn(counted["issued"], range(3, 8))  # 7.5 s, tokens of 3 s, renewed at half

    def test_a_token_that_is_withdrawn_is_replaced_within_the_call(self):
        self.tell("withdraw", 2)
        found = self.calls(scope="tickets.write", operation="allocate_products", calls=3)
        kinds = {call["kind"] for call in found["calls"]}
        self.assertEqual(kinds, {"invalid response"}, found)  # the service sells nothing
        self.assertEqual(self.counted(), {"issued": 2, "expired": 1, "served": 3, "basic": 2})

    def test_a_client_that_is_not_known_is_refused(self):
        found = self.one(client_id="nobody")
        self.assertEqual((found["kind"], found["token_error"]), ("token refused", "invalid_client"))
        self.assertFalse(found["unknown"])
        self.assertNotIn(AWKWARD, found["message"])
        self.assertEqual(self.counted(), {"refused": 1, "basic": 1})

    def test_a_wrong_secret_is_refused_once_for_all_calls(self):
        found = self.calls(client_secret="wrong", calls=3)
        kinds = {(call["kind"], call["token_error"]) for call in found["calls"]}
        self.assertEqual(kinds, {("token refused", "invalid_client")})
        self.assertEqual(self.counted(), {"refused": 1, "basic": 1})

    def test_a_scope_that_a_client_may_not_have_is_refused(self):
        found = self.one(
            client_id="reader", client_secret="reader-secret", scope="tickets.write"
        )
        self.assertEqual((found["kind"], found["token_error"]), ("token refused", "invalid_scope"))

    def test_a_token_of_too_small_a_scope_is_told_by_the_service(self):
        found = self.one(
            client_id="reader",
            client_secret="reader-secret",
            scope="tickets.read",
            operation="allocate_products",
        )
        self.assertEqual(
            (found["kind"], found["status"], found["challenge"], found["unknown"]),
            ("forbidden", 403, "insufficient_scope", False),
        )
        self.assertEqual(self.counted(), {"issued": 1, "forbidden": 1, "basic": 1})

    def test_the_command_line_gets_a_token_as_the_document_says(self):
        given = {
            "TICKETING_BASE_URL": self.service,
            "TICKETING_AUTH_URL": self.provider.split("/directory/")[0],
            "TICKETING_DIRECTORY_ID": "directory",
            "TICKETING_API_APP_GUID": "app",
            "TICKETING_TENANT": "arena",
            "TICKETING_CLIENT_ID": "c11e0000-0000-4000-8000-00000000000a",
            "TICKETING_CLIENT_SECRET": "secret-of-the-command-line",
        }
        done = peers.ticketing(*EVENTS, **given)
        self.assertEqual((done.returncode, json.loads(done.stdout)), (0, {"events": []}), done)
        self.assertEqual(self.counted(), {"issued": 1, "served": 1, "post": 1})
        refused = peers.ticketing(*EVENTS, **{**given, "TICKETING_CLIENT_SECRET": "wrong"})
        self.assertEqual(refused.returncode, 4, refused)
        self.assertIn("invalid_client", refused.stderr)

    # ------------------------------------------------------------------------ oauth2-mock-server

    def mocked(self, **wanted):
        return self.one(token_url=self.mock, scope="tickets.read", **wanted)

    def test_a_token_may_be_a_jwt(self):
        found = self.mocked(client_id="jwt")
        self.assertTrue(found["ok"], found)
        self.assertEqual(self.counted(), {"mocked": 1, "served": 1})

    def test_a_failing_authorization_server_is_asked_again(self):
        self.next_of_mock({"status": 503}, {"status": 500})
        found = self.mocked(client_id="again")
        self.assertTrue(found["ok"], found)
        self.assertEqual(self.counted(), {"mocked": 3, "served": 1})

    def test_a_refusal_with_a_status_that_is_not_its_own_is_a_refusal(self):
        self.next_of_mock({"status": 403, "body": {"error": "unauthorized_client"}})
        found = self.mocked(client_id="refused")
        self.assertEqual(
            (found["kind"], found["token_error"]), ("token refused", "unauthorized_client")
        )

    def test_a_lifetime_may_be_missing_or_a_text(self):
        self.next_of_mock({"without": ["expires_in"]}, {"change": {"expires_in": "3600"}})
        for client in ("missing", "text"):
            found = self.mocked(client_id=client)
            self.assertTrue(found["ok"], found)

    def test_what_is_no_bearer_token_is_not_sent(self):
        self.next_of_mock({"change": {"token_type": "mac"}})
        found = self.mocked(client_id="mac")
        self.assertFalse(found["ok"], found)
        self.assertEqual(self.counted(), {"mocked": 1})

    def test_a_token_with_a_line_end_in_it_is_not_sent(self):
        self.next_of_mock({"change": {"access_token": "abc\r\nX-Evil: 1"}})
        found = self.mocked(client_id="split")
        self.assertFalse(found["ok"], found)
        self.assertEqual(self.counted(), {"mocked": 1})


if __name__ == "__main__":
    unittest.main()
