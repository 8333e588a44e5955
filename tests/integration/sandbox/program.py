# SPDX-License-Identifier: BSL-1.0
"""program.py SANDBOX SCENARIO: the program ticketing-sandbox as somebody without C++ uses it: its
options, its faults, its second port.
"""

import contextlib
import http.client
import json
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

SANDBOX, SCENARIO = sys.argv[1:3]
PATIENCE = 20  # seconds
TOKEN = "/d1ec7081-0000-4000-8000-000000000001/oauth2/v2.0/token"
FORM = urllib.parse.urlencode(
    {
        "grant_type": "client_credentials",
        "client_id": "c11e0000-0000-4000-8000-00000000000a",
        "client_secret": "kiosk-secret-for-the-sandbox-only",
        "scope": "api://a9100000-0000-4000-8000-000000000002/.default",
    }
)
BEST = "/api/v1/cart/allocateBestSeats"
TWO_SEATS = json.dumps(
    {"sessionId": 4500000002, "catalogId": 4550000001, "quantity": 2, "priceCategory": 4310000002}
)


def run(*arguments):
    """The outcome of the program, which ends by itself."""
    return subprocess.run(
        [SANDBOX, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


class Service:
    """A started sandbox; `admin` is its second port."""

    def __init__(self, process, trust=None):
        self.process = process
        self.url = re.fullmatch(
            r"ticketing-sandbox listening on (\S+)\n", process.stdout.readline()
        ).group(1)
        self.admin = re.fullmatch(
            r"ticketing-sandbox administered on (\S+)\n", process.stdout.readline()
        ).group(1)
        self.trust = trust
        self.fields = {}

    def request(self, method, url, body=None, fields=None):
        """Status and JSON of a response, and its Retry-After."""
        wanted = urllib.request.Request(
            url, data=None if body is None else body.encode(), method=method, headers=fields or {}
        )
        try:
            with urllib.request.urlopen(wanted, timeout=PATIENCE, context=self.trust) as response:
                return response.status, json.load(response), response.headers.get("Retry-After")
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.load(refused), refused.headers.get("Retry-After")

    def sign_in(self):
        status, token, _ = self.request("POST", self.url + TOKEN, FORM)
        if status == 200:
            self.fields = {
                "Authorization": "Bearer " + token["access_token"],
                "x-tenant": "arena",
                "Content-Type": "application/json",
            }
        return status

    def hold(self):
        """Status of a call that holds two seats; None when the connection is closed instead."""
        try:
            return self.request("POST", self.url + BEST, TWO_SEATS, self.fields)[0]
        except (http.client.RemoteDisconnected, ssl.SSLError):
            return None

    def count(self, what):
        return self.request("GET", self.admin + "/effects")[1][what]["allocateBestSeats"]


@contextlib.contextmanager
def started(*arguments, trust=None):
    process = subprocess.Popen(
        [SANDBOX, "--scenario", SCENARIO, "--admin", "0", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Service(process, trust)
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        finally:
            process.stdout.close()


class Faults(unittest.TestCase):
    def test_the_next_calls_meet_the_faults_of_the_command_line_in_order(self):
        with started(
            "--fault", "allocateBestSeats=503:7,applied:503,lost,slow:200ms", "--fault", "token=401"
        ) as service:
            self.assertEqual(service.sign_in(), 401)
            self.assertEqual(service.sign_in(), 200)
            self.assertEqual(
                service.request("POST", service.url + BEST, TWO_SEATS, service.fields)[::2],
                (503, "7"),
            )
            self.assertEqual(service.count("effects"), 0, "a status alone carries nothing out")
            self.assertEqual((service.hold(), service.count("effects")), (503, 1))
            self.assertEqual((service.hold(), service.count("effects")), (None, 2))
            since = time.monotonic()
            self.assertEqual((service.hold(), service.count("effects")), (200, 3))
            self.assertGreaterEqual(time.monotonic() - since, 0.2)
            self.assertEqual((service.hold(), service.count("requests")), (200, 5))

    def test_other_operations_are_left_alone_unless_any_is_meant(self):
        with started("--fault", "confirmOrder=503") as service:
            service.sign_in()
            self.assertEqual(service.hold(), 200)
            self.assertEqual(
                service.request(
                    "POST", service.admin + "/faults", "any=ok%2C500&allocateBestSeats=503"
                )[1],
                {"allocateBestSeats": ["503"], "any": ["ok", "500"], "confirmOrder": ["503"]},
            )
            self.assertEqual([service.hold() for _ in range(4)], [503, 200, 500, 200])
            self.assertEqual(
                service.request("GET", service.admin + "/faults")[1], {"confirmOrder": ["503"]}
            )
            self.assertEqual(service.request("DELETE", service.admin + "/faults")[1], {})
            self.assertEqual(
                service.request("POST", service.admin + "/faults", "any=2x503,2xslow:1ms")[1],
                {"any": ["503", "503", "slow:1ms", "slow:1ms"]},
            )
            self.assertEqual([service.hold() for _ in range(3)], [503, 503, 200])

    def test_what_is_no_fault_is_refused_with_a_sentence(self):
        for text, said in (
            ("holdSeats=503", "'holdSeats' is no operation"),
            ("any=200", "'200' is no fault"),
            ("any=", "'' is no fault"),
            ("any=slow:2", "'slow:2' is no fault"),
            ("any=slow:2h", "'slow:2h' is no fault"),
            ("any", "'' is no fault"),
            ("any=slow:4000000s", "is no fault"),
            ("any=503:x", "'503:x' is no fault"),
            ("any=lost:1", "'lost:1' is no fault"),
            ("any=applied", "'applied' is no fault"),
            ("any=0x503", "it is met 1 to 10000 times"),
            ("any=2xx503", "'x503' is no fault"),
            ("any=503,,lost", "'' is no fault"),
        ):
            done = run("--scenario", SCENARIO, "--fault", text)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(said, done.stderr.splitlines()[0])
        with started() as service:
            status, problem, _ = service.request("POST", service.admin + "/faults", "any=200")
            self.assertEqual(
                (status, problem["detail"].partition(":")[0]), (400, "'200' is no fault")
            )
            self.assertEqual(service.request("GET", service.admin + "/faults")[1], {})

    def test_tokens_are_revoked_and_expire(self):
        with started() as service:
            for what in ("revoke", "expire"):
                service.sign_in()
                self.assertEqual(service.hold(), 200)
                self.assertEqual(
                    service.request("POST", f"{service.admin}/tokens/{what}", "")[0], 200
                )
                self.assertEqual(service.hold(), 401)
            self.assertEqual(
                service.request("GET", service.admin + "/effects")[1]["tokensIssued"], 2
            )

    def test_the_second_port_names_what_it_knows(self):
        with started() as service:
            status, problem, _ = service.request("GET", service.admin + "/else")
            self.assertEqual(status, 404)
            self.assertIn("GET /effects", problem["detail"])


class Start(unittest.TestCase):
    def test_https_with_a_certificate_and_its_key(self):
        with tempfile.TemporaryDirectory() as folder:
            certificate, key = pathlib.Path(folder) / "cert.pem", pathlib.Path(folder) / "key.pem"
            subprocess.run(
                [
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:prime256v1",
                    "-nodes",
                    "-days",
                    "1",
                    "-subj",
                    "/CN=sandbox",
                    "-addext",
                    "subjectAltName=IP:127.0.0.1",
                    "-keyout",
                    key,
                    "-out",
                    certificate,
                ],
                check=True,
                capture_output=True,
            )
            trust = ssl.create_default_context(cafile=certificate)
            with started(
                "--tls", certificate, key, "--fault", "allocateBestSeats=lost", trust=trust
            ) as service:
                self.assertTrue(service.url.startswith("https://127.0.0.1:"), service.url)
                service.sign_in()
                self.assertEqual([service.hold(), service.hold()], [None, 200])
            for pair, file in (
                ((key, key), key),
                ((certificate, certificate), certificate),
                (("/nowhere/cert.pem", key), "/nowhere/cert.pem"),
            ):
                done = run("--scenario", SCENARIO, "--tls", *pair)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"ticketing-sandbox: {file} is ", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_a_port_that_is_taken_is_one_sentence_with_the_port(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            for option in ("--port", "--admin"):
                done = run("--scenario", SCENARIO, option, str(port))
                self.assertEqual(
                    done.stderr,
                    f"ticketing-sandbox: port {port} is taken: another program listens there\n",
                )
                self.assertEqual(done.returncode, 1)

    def test_what_was_carried_out_is_logged_also_if_the_response_is_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "effects"
            with started("--effect-log", log, "--fault", "allocateBestSeats=503,lost") as service:
                service.sign_in()
                self.assertEqual([service.hold(), service.hold(), service.hold()], [503, None, 200])
                lines = log.read_text(encoding="utf-8").splitlines()
                expected = f"allocateBestSeats {TWO_SEATS}"
                self.assertEqual(lines, [expected, expected])
            done = run("--scenario", SCENARIO, "--effect-log", "/nowhere/effects")
            self.assertEqual(
                (done.returncode, done.stderr),
                (1, "ticketing-sandbox: /nowhere/effects cannot be written\n"),
            )

    def test_the_version_is_that_of_the_project(self):
        project = pathlib.Path(__file__).resolve().parents[3] / "CMakeLists.txt"
        version = re.search(
            r"project\(restbind VERSION (\S+)", project.read_text(encoding="utf-8")
        ).group(1)
        self.assertEqual(run("--version").stdout, f"ticketing-sandbox {version}\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
