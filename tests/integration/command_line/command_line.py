# SPDX-License-Identifier: BSL-1.0
"""command_line.py SANDBOX SCENARIO PROGRAM: what the generated command line does against the
sandbox: its output, its refusals, its exit statuses, and where its secrets come from."""

import base64
import contextlib
import http.server
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

SOME_SECONDS = 20
SECRET = "kiosk-secret-for-the-sandbox-only"
SESSION, SEAT, RATE = "4500000001", "5100000101", "4600000001"
FILES = pathlib.Path(__file__).parents[3] / "examples/command_line"
sandbox, scenario, program = "", "", ""


def started(folder, rules=()):
    """The sandbox, some rules of which differ from the document, and its address."""
    output = pathlib.Path(folder) / "out"
    content = json.loads(pathlib.Path(scenario).read_text())
    changed = pathlib.Path(folder) / "scenario.json"
    changed.write_text(json.dumps({**content, "rules": list(rules)}))
    with output.open("w") as stream:
        process = subprocess.Popen([sandbox, "--port", "0", "--scenario", changed], stdout=stream)
    for _ in range(10 * SOME_SECONDS):
        if found := re.search(r"listening on (http://[^/\s]+)", output.read_text()):
            return process, found.group(1)
        time.sleep(0.1)
    process.kill()
    process.wait()
    raise RuntimeError("the sandbox did not start")


class Service(http.server.BaseHTTPRequestHandler):
    """Stands in front of the sandbox, counts what comes, and may accept whatever it is."""

    address = ""
    counted = None
    accepts = False
    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("Content-Length", 0))
        request = urllib.request.Request(
            self.address + self.path,
            self.rfile.read(length) if length else None,
            dict(self.headers),
            method=self.command,
        )
        try:
            with urllib.request.urlopen(request, timeout=SOME_SECONDS) as response:
                status, body, kind = response.status, response.read(), response.headers
        except urllib.error.HTTPError as error:
            status, body, kind = error.code, error.read(), error.headers
        if self.path.startswith("/api/"):
            self.counted.append(self.path)
            if self.accepts:
                status, body = 200, b"{}"
        self.send_response(status)
        self.send_header("Content-Type", kind["Content-Type"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class CommandLine(unittest.TestCase):
    address = ""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        process, cls.address = started(folder.name)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.secret = self.folder / "secret"
        self.secret.write_text(f"{SECRET}\n")
        self.secret.chmod(0o600)
        self.config = self.folder / "ticketing/config"
        self.config.parent.mkdir()
        self.config.write_text(
            f"""# what holds for all
client_id = c11e0000-0000-4000-8000-00000000000a
directory_id = d1ec7081-0000-4000-8000-000000000001
api_app_guid = a9100000-0000-4000-8000-000000000002
auth_url = {self.address}
base_url = {self.address}
client_secret_file = {self.secret}

[arena]
tenant = arena

[nowhere]
tenant = nowhere
"""
        )

    def run_program(self, *arguments, profile="arena", text="", **environment):
        """Status, output and errors. The terminal is no part of it."""
        run = subprocess.run(
            [program, "--profile", profile, *arguments],
            capture_output=True,
            text=True,
            input=text,
            timeout=SOME_SECONDS,
            check=False,
            env={"PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(self.folder), **environment},
        )
        return run.returncode, run.stdout, run.stderr

    def test_a_list_is_json_a_line_for_each_or_a_table(self):
        status, output, errors = self.run_program("list-events")
        self.assertEqual((status, errors), (0, ""))
        events = json.loads(output)["events"]
        self.assertEqual([event["name"] for event in events], ["Winter concert", "Spring play"])
        _, lines, _ = self.run_program("list-events", "--output", "ndjson")
        self.assertEqual([json.loads(line) for line in lines.splitlines()], events)
        _, table, _ = self.run_program("list-events", "--output=table")
        head, *rows = table.splitlines()
        self.assertEqual(head.split()[:3], ["eventId", "name", "venueId"])
        self.assertEqual(rows[0].split()[:3], ["4400000001", "Winter", "concert"])

    def test_a_seat_is_held_by_the_short_form_and_by_json(self):
        status, output, errors = self.run_program(
            "allocate-manual-seats", "--event-session-id", SESSION, "--seat", f"{SEAT}:{RATE}"
        )
        self.assertEqual((status, errors), (0, ""))
        held = json.loads(output)
        self.assertEqual(held["cartItemDetail"][0]["seatProperties"]["seatId"], int(SEAT))
        # digits of money stay as the service sends them
        self.assertRegex(output, r'"amount": \d+\.\d0,')
        release = {
            "eventSessionId": int(SESSION),
            "detail": [{"seatId": int(SEAT), "rateId": int(RATE), "actionSelect": False}],
        }
        status, output, errors = self.run_program(
            "allocate-manual-seats",
            "--json",
            "-",
            "--cart-id",
            str(held["cartId"]),
            "--cart-item-id",
            str(held["cartItemId"]),
            text=json.dumps(release),
        )
        self.assertEqual((status, errors, json.loads(output)["cartItemDetail"]), (0, "", []))

    def test_a_refusal_reads_the_same_whoever_refuses(self):
        request = ["allocate-manual-seats", "--event-session-id", "0"]
        request += ["--seat", "101:7:true", "--seat", "0:7:true"]
        status, output, local = self.run_program(*request)
        self.assertEqual((status, output), (3, ""))
        self.assertEqual(
            local.splitlines(),
            [
                "ticketing: refused (422): The request contains 2 validation error(s)",
                "  /eventSessionId   EventSessionId must be greater than 0",
                "  /detail/1/seatId  SeatId must be greater than 0",
                "Found here; nothing was sent.",
            ],
        )
        status, _, remote = self.run_program("--observe", *request)
        self.assertEqual(status, 3)
        self.assertEqual(remote.splitlines()[:-1], local.splitlines()[:-1])
        self.assertEqual(remote.splitlines()[-1], "Told by the service.")

    def test_all_mistakes_of_options_are_told_at_once(self):
        status, _, errors = self.run_program(
            "allocate-manual-seats", "--cart-id", "x", "--seat", "101"
        )
        self.assertEqual(status, 2)
        self.assertIn("--cart-id x: expected an integer", errors)
        self.assertIn("--event-session-id INTEGER is missing", errors)
        self.assertIn("--seat 101: has 1 of the 2 parts", errors)
        status, _, errors = self.run_program("sell-everything")
        self.assertEqual(status, 2)
        self.assertIn("sell-everything", errors)
        _, _, errors = self.run_program("list-events", "--start-dat", "2027-01-01")
        self.assertEqual(errors, "ticketing: there is no option `--start-dat`; --help lists all\n")
        _, _, errors = self.run_program("list-events", "--output", "yaml")
        self.assertTrue(errors.startswith("ticketing: --output: yaml"), errors)
        _, _, errors = self.run_program("allocate-products", "--cart-id", "99999999999999999999")
        self.assertIn("--cart-id 99999999999999999999: the number", errors)
        self.assertIn("is out of the range of a signed 64-bit integer", errors)

    def test_mistakes_of_settings_are_told_in_their_words(self):
        self.config.write_text("[arena]\n[hall]\n")
        told = "no base_url: give --base-url, or base_url in a profile"
        status, output, errors = self.run_program("list-events", profile="default")
        self.assertEqual((status, output), (2, ""))
        self.assertEqual(
            errors, f"ticketing: {told}; --profile chooses one of these: arena, hall\n"
        )
        # Nothing was asked, so nothing is summed up.
        status, output, errors = self.run_program("verify")
        self.assertEqual((status, output, errors), (2, "", f"ticketing: {told}\n"))
        self.config.write_text("[arena]\ntennant = arena\n")
        _, _, errors = self.run_program("list-events")
        self.assertIn("there is no setting `tennant`, which stands in ", errors)

    def test_a_value_that_cannot_be_sent_is_no_refusal_of_the_service(self):
        status, output, errors = self.run_program("--tenant", "a\nb", "list-events")
        self.assertEqual((status, output), (2, ""))
        self.assertIn("nothing was sent: tenant (header x-tenant)", errors)
        self.assertNotIn("service", errors)

    def test_the_environment_names_a_profile(self):
        command = [program, "list-events", "--dry-run"]
        environment = {"XDG_CONFIG_HOME": str(self.folder), "TICKETING_PROFILE": "nowhere"}
        shown = subprocess.check_output(command, text=True, env=environment, timeout=SOME_SECONDS)
        self.assertIn("x-tenant: nowhere\n", shown)

    def test_an_output_that_cannot_be_written_is_told(self):
        command = [program, "--profile", "arena", "list-events"]
        environment = {"XDG_CONFIG_HOME": str(self.folder)}
        with open("/dev/full", "w", encoding="ascii") as full:
            run = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False
            )
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, b"ticketing: the standard output cannot be written\n")

    def test_exit_statuses_tell_kinds_of_errors(self):
        kinds = (
            (4, ["list-events"], {"profile": "nowhere"}),
            (5, ["confirm-order", "--json", '{"cartId": 1}'], {}),
            (8, ["--base-url", "http://127.0.0.1:1", "list-events"], {}),
            (2, ["list-events"], {"profile": "unknown"}),
            (4, ["list-events"], {"TICKETING_CLIENT_SECRET": "another"}),
        )
        for expected, arguments, more in kinds:
            with self.subTest(arguments=arguments, more=more):
                status, _, errors = self.run_program(*arguments, **more)
                self.assertEqual(status, expected, errors)

    def test_a_secret_comes_from_the_environment_or_a_private_file_only(self):
        self.secret.chmod(0o640)
        status, _, errors = self.run_program("list-events")
        self.assertEqual(status, 2)
        self.assertIn("chmod 600", errors)
        self.assertEqual(self.run_program("list-events", TICKETING_CLIENT_SECRET=SECRET)[0], 0)
        status, _, _ = self.run_program("--client-secret", SECRET, "list-events")
        self.assertEqual(status, 2)
        with self.config.open("a") as file:
            file.write(f"client_secret = {SECRET}\n")
        status, _, errors = self.run_program("list-events")
        self.assertEqual(status, 2)
        self.assertIn("a secret does not stand here", errors)
        self.assertNotIn(SECRET, errors)

    def test_a_secret_is_asked_for_at_a_terminal_that_does_not_show_it(self):
        self.config.write_text(re.sub("client_secret_file.*", "", self.config.read_text()))
        main, other = os.openpty()
        self.addCleanup(os.close, main)
        environment = {"PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(self.folder)}
        command = [program, "--profile", "arena", "--output", "ndjson", "list-events"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=other, stdout=pipe, stderr=pipe, env=environment
        ) as run:
            self.assertEqual(run.stderr.read(len("client_secret: ")), b"client_secret: ")
            os.write(main, f"{SECRET}\n".encode())
            output, errors = run.communicate(timeout=SOME_SECONDS)
        os.close(other)
        self.assertEqual((run.returncode, errors), (0, b"\n"))
        self.assertIn(b'"eventId":', output)
        shown = b""
        with contextlib.suppress(OSError):  # which a terminal without a user gives
            shown = os.read(main, 65536)
        self.assertNotIn(SECRET.encode(), shown)

    def test_a_trace_tells_what_happens_and_no_secret(self):
        status, output, errors = self.run_program("--trace", "list-events")
        self.assertEqual(status, 0)
        self.assertIn("eventId", output)
        self.assertIn("token", errors)
        self.assertIn("200", errors)
        self.assertNotIn(SECRET, errors)
        self.assertNotIn("Bearer ey", errors)

    def test_a_dry_run_shows_the_request_and_sends_nothing(self):
        status, output, _ = self.run_program(
            "allocate-products",
            "--cart-id",
            "1",
            "--product-id",
            "2",
            "--quantity",
            "3",
            "--dry-run",
            "--base-url",
            "http://127.0.0.1:1",
        )
        self.assertEqual(status, 0)
        self.assertIn("POST http://127.0.0.1:1/api/v1/ext/cart/allocateProducts\n", output)
        self.assertIn("x-tenant: arena\n", output)
        self.assertIn("""--data-binary '{"cartId":1,"productId":2,"quantity":3}'""", output)
        self.assertNotIn(SECRET, output)

    @contextlib.contextmanager
    def waiting(self, *arguments, at_interrupt):
        """The program while a service has its request and says nothing. at_interrupt: what Ctrl-C
        does where the program itself says nothing of it."""
        with socket.create_server(("127.0.0.1", 0)) as silent:
            silent.settimeout(SOME_SECONDS)
            address = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with subprocess.Popen(
                [program, "--profile", "arena", *arguments, "--base-url", address],
                stderr=subprocess.PIPE,
                text=True,
                env={"PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(self.folder)},
                preexec_fn=lambda: signal.signal(signal.SIGINT, at_interrupt),
            ) as run:
                connection, _ = silent.accept()
                with connection:
                    connection.recv(1)
                    yield run
                    run.kill()

    def interrupted(self, *arguments):
        """What is told at Ctrl-C."""
        with self.waiting(*arguments, at_interrupt=signal.SIG_DFL) as run:
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=SOME_SECONDS)
            self.assertEqual(run.returncode, -signal.SIGINT)
            return errors

    def test_an_interrupted_call_says_what_may_have_happened(self):
        errors = self.interrupted("confirm-order", "--json", '{"cartId": 1}')
        self.assertEqual(
            errors,
            "\nticketing: interrupted. The request may have taken effect: ask the service before "
            "you send it again.\n",
        )
        self.assertEqual(self.interrupted("list-events"), "")

    def test_a_program_in_the_background_is_not_interrupted(self):
        command = ["confirm-order", "--json", '{"cartId": 1}']
        with self.waiting(*command, at_interrupt=signal.SIG_IGN) as run:
            run.send_signal(signal.SIGINT)
            with self.assertRaises(subprocess.TimeoutExpired):
                run.wait(timeout=0.3)

    def test_a_picture_is_saved(self):
        path = self.folder / "plan.png"
        status, output, errors = self.run_program(
            "venue-picture",
            "--venue-id",
            "4300000001",
            "--option",
            "numbers-only",
            "--save",
            str(path),
        )
        self.assertEqual((status, output), (0, ""), errors)
        self.assertEqual(path.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_a_picture_is_shown_where_the_terminal_can(self):
        arguments = ["venue-picture", "--venue-id", "4300000001", "--option", "numbers-only"]
        shown = self.at_a_terminal(*arguments, TERM="xterm-kitty")
        pieces = re.findall(rb"\x1b_G(?:a=T,f=100,)?m=[01];([^\x1b]*)\x1b\\", shown)
        self.assertEqual(base64.b64decode(b"".join(pieces))[:8], b"\x89PNG\r\n\x1a\n")
        # Another terminal gets a table, which says how the picture is saved.
        self.assertIn(b"--save FILE", self.at_a_terminal(*arguments, TERM="xterm"))

    def test_a_viewer_of_the_user_shows_a_picture(self):
        arguments = ["venue-picture", "--venue-id", "4300000001", "--option", "numbers-only"]
        # It does not read all, and comes before what the terminal knows.
        viewer = "head -c 8 | od -An -tx1"
        shown = self.at_a_terminal(*arguments, TERM="xterm-kitty", TICKETING_VIEWER=viewer)
        self.assertEqual(shown.split(), b"89 50 4e 47 0d 0a 1a 0a".split())
        path = self.folder / "seen.png"
        self.config.write_text(f"viewer = cat >{path}\n" + self.config.read_text())
        self.assertEqual(self.at_a_terminal(*arguments, TERM="xterm"), b"")
        _, output, _ = self.run_program(*arguments, TICKETING_VIEWER="echo no terminal")
        picture = base64.b64decode(json.loads(output)["picture"])
        self.assertEqual(path.read_bytes(), picture)
        _, _, saved = self.run_program(*arguments, "--save", str(path))
        self.assertIn(f"{path}: ", saved)

    def test_a_viewer_that_fails_is_told(self):
        arguments = ["venue-picture", "--venue-id", "4300000001", "--option", "numbers-only"]
        for viewer in ("no-such-viewer", "cat >/dev/null; false", "kill $$"):
            shown = self.at_a_terminal(*arguments, TERM="xterm", TICKETING_VIEWER=viewer)
            self.assertIn(f"ticketing: the viewer `{viewer}` has failed".encode(), shown)
            self.assertIn(b"--save FILE", shown)

    def at_a_terminal(self, *arguments, **environment):
        """What a terminal gets from the program."""
        main, other = os.openpty()
        self.addCleanup(os.close, main)
        environment |= {"PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(self.folder)}
        command = [program, "--profile", "arena", *arguments]
        with subprocess.Popen(command, stdout=other, stderr=other, env=environment) as run:
            os.close(other)
            found = b""
            with contextlib.suppress(OSError):  # which a terminal without a writer gives
                while piece := os.read(main, 65536):
                    found += piece
        self.assertEqual(run.returncode, 0)
        return found

    def in_front(self, accepts=False):
        """The address of a service in front of the sandbox, and the paths that it was asked."""
        asked = []
        members = {"address": self.address, "counted": asked, "accepts": accepts}
        handler = type("Front", (Service,), members)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}", asked

    def changed(self, **rule):
        """The address of a sandbox one of whose rules differs from the document."""
        folder = self.folder / "changed"
        folder.mkdir()
        process, address = started(folder, [rule])
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return address

    def verify(self, address):
        """The exit status and the output of `verify`. Tokens are the service's own."""
        return self.run_program("verify", "--against", address, TICKETING_AUTH_URL=address)[:2]

    def test_a_service_that_keeps_its_word_has_not_drifted(self):
        address, asked = self.in_front()
        status, output = self.verify(address)
        self.assertEqual(status, 0, output)
        self.assertEqual(output, f"{len(asked)} refusals are the same, 0 differ, 0 not asked\n")
        self.assertGreater(len(asked), 12)

    def test_another_message_is_drift(self):
        ours, theirs = "SeatId must be greater than 0", "SeatId has to be greater than 0"
        status, output = self.verify(self.changed(message=ours, says=theirs))
        self.assertEqual(status, 12)
        self.assertIn(
            "allocate-manual-seats /detail/0/seatId: exclusiveMinimum 0\n"
            f"  ours:   422 /detail/0/seatId: {ours};\n"
            f"  theirs: 422 /detail/0/seatId: {theirs};\n",
            output,
        )
        self.assertIn(" 1 differ", output)

    def test_a_rule_that_the_service_lacks_is_drift(self):
        status, output = self.verify(self.changed(message="SeatId must be greater than 0"))
        self.assertEqual(status, 12)
        self.assertIn("theirs: 422 The event session does not exist\n", output)
        self.assertIn(" 1 differ", output)

    def test_a_service_that_accepts_what_must_be_refused_stops_the_run(self):
        address, asked = self.in_front(accepts=True)
        status, output = self.verify(address)
        self.assertEqual((status, len(asked)), (13, 1))
        self.assertIn("theirs: accepted", output)

    def test_it_starts_at_once(self):
        fastest = 1.0
        for _ in range(100):
            begin = time.perf_counter()
            self.run_program("--version")
            fastest = min(fastest, time.perf_counter() - begin)
            if fastest < 0.01:
                break
        self.assertLess(fastest, 0.01)

    def test_bash_completes_commands_options_and_values(self):
        def completed(*words):
            script = (
                f"source {FILES / 'ticketing.bash'}; COMP_WORDS=(ticketing {' '.join(words)});"
                f' COMP_CWORD={len(words)}; _ticketing 2>/dev/null; echo "${{COMPREPLY[@]}}"'
            )
            environment = {"PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(self.folder)}
            return subprocess.check_output(
                ["bash", "-c", script], text=True, env=environment
            ).split()

        self.assertEqual(
            completed("al"), ["allocate-manual-seats", "allocate-best-seats", "allocate-products"]
        )
        self.assertIn("--seat", completed("allocate-manual-seats", "--s"))
        self.assertEqual(completed("venue-picture", "--option", "n"), ["numbers-only"])
        self.assertEqual(completed("list-events", "--output", "n"), ["ndjson"])
        self.assertEqual(completed("--profile", ""), ["arena", "nowhere"])
        self.assertEqual(completed("--tenant", ""), [])


if __name__ == "__main__":
    sandbox, scenario, program = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1])
