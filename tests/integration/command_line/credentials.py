# SPDX-License-Identifier: BSL-1.0
"""credentials.py PROGRAM: what the command line of tests/golden/security sends for keys, passwords
and tokens. A server of this test notes the requests."""

import base64
import http.server
import json
import os
import subprocess
import sys
import threading
import unittest
import urllib.parse

SOME_SECONDS = 20
SECRETS = {
    "SECURITY_HEADER_KEY": "key-in-header",
    "SECURITY_QUERY_KEY": "key in query",
    "SECURITY_COOKIE_KEY": "key-in-cookie",
    "SECURITY_LOGIN_USER": "ann",
    "SECURITY_LOGIN": "pass word",
    "SECURITY_WORD": "a-word",
    "SECURITY_CLIENT_ID": "shop",
    "SECURITY_CLIENT_SECRET": "shop-secret",
}
program = ""


class Service(http.server.BaseHTTPRequestHandler):
    """Gives tokens, and takes everything else."""

    protocol_version = "HTTP/1.1"
    asked = []  # requests that are no token request: method, path and header

    def answer(self):
        text = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        is_token = "/token" in self.path
        if is_token:
            form = dict(urllib.parse.parse_qsl(text))
            way = "form" if "client_secret" in form else "header"
            given = f"{self.path} {form.get('scope', '')} {way}"
            token = {"access_token": given.encode().hex(), "token_type": "Bearer"}
            body = json.dumps({**token, "expires_in": 600}).encode()
        else:
            self.asked.append((self.command, self.path, self.headers))
            body = b""
        self.send_response(200 if is_token else 204)
        if is_token:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class Credentials(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.address = f"http://127.0.0.1:{server.server_port}"

    def run_program(self, *arguments, **environment):
        """Status, output and errors, without a terminal to ask at."""
        done = subprocess.run(
            [program, "--base-url", self.address, *arguments],
            env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SOME_SECONDS,
            check=False,
            start_new_session=True,
        )
        return done.returncode, done.stdout, done.stderr

    def sent(self, command, **environment):
        """Path and header of the one request that a command has sent."""
        Service.asked.clear()
        self.assertEqual(self.run_program(command, **environment), (0, "", ""))
        self.assertEqual(len(Service.asked), 1)
        return Service.asked[0][1:]

    def token(self, command):
        """What the token was asked with that a command has sent."""
        scheme, _, text = self.sent(command, **SECRETS)[1]["Authorization"].partition(" ")
        self.assertEqual(scheme, "Bearer")
        return bytes.fromhex(text).decode()

    def test_keys_are_sent_where_each_scheme_has_them(self):
        self.assertEqual(self.sent("by-header", **SECRETS)[1]["X-Api-Key"], "key-in-header")
        self.assertEqual(self.sent("by-query", **SECRETS)[0], "/by-query?api%20key=key%20in%20query")
        self.assertEqual(self.sent("by-cookie", **SECRETS)[1]["Cookie"], "SESSION=key-in-cookie")
        self.assertEqual(self.sent("by-word", **SECRETS)[1]["Authorization"], "Token a-word")

    def test_a_user_and_a_password_are_sent(self):
        text = self.sent("by-password", **SECRETS)[1]["Authorization"]
        self.assertEqual(text, "Basic " + base64.b64encode(b"ann:pass word").decode())

    def test_a_token_is_asked_for_as_its_scheme_says(self):
        self.assertEqual(self.token("by-token"), "/token read header")
        self.assertEqual(
            self.token("by-reporting-token"), "/main/token?for=reports write read form"
        )

    def test_of_several_alternatives_that_is_sent_for_which_all_is_given(self):
        path, header = self.sent("either", **SECRETS)
        self.assertEqual(path, "/either?api%20key=key%20in%20query")
        self.assertTrue(header["Authorization"].startswith("Basic "))
        given = {name: text for name, text in SECRETS.items() if "QUERY" not in name}
        path, header = self.sent("either", **given)
        self.assertEqual((path, header["X-Api-Key"]), ("/either", "key-in-header"))
        self.assertTrue(header["Authorization"].startswith("Bearer "))

    def test_what_is_open_gets_no_credentials(self):
        for command in ("open", "optional", "certificate"):
            path, header = self.sent(command)
            self.assertNotIn("Authorization", header)
            self.assertNotIn("X-Api-Key", header)
            self.assertNotIn("?", path)

    def test_what_is_missing_is_told_and_nothing_is_sent(self):
        Service.asked.clear()
        status, _, errors = self.run_program("by-password")
        self.assertEqual(status, 2)
        self.assertIn("login_user", errors)
        self.assertEqual(Service.asked, [])

    def test_a_dry_run_names_the_variables_and_no_secret(self):
        status, out, errors = self.run_program("either", "--dry-run", **SECRETS)
        self.assertEqual((status, errors), (0, ""))
        self.assertIn('-u "$SECURITY_LOGIN_USER:$SECURITY_LOGIN"', out)
        self.assertIn('--url-query "api%20key=$SECURITY_QUERY_KEY"', out)
        for name in ("SECURITY_LOGIN", "SECURITY_QUERY_KEY"):
            self.assertNotIn(SECRETS[name], out)


if __name__ == "__main__":
    program = sys.argv.pop()
    unittest.main()
