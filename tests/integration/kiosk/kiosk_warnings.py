# SPDX-License-Identifier: BSL-1.0
"""warnings.py SANDBOX SCENARIO KIOSK: what the kiosk tells an operator when the service answers `confirm` with 503 before it reaches the
sandbox: once, and always. A relay between the two gives these responses."""

import http.client
import http.server
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

SOME_SECONDS = 30
CASES = {  # how many responses are 503: what the kiosk says, and whether it sells
    1: ("an earlier attempt failed and may have been applied, too: check for a second order", True),
    9: ("the order may be confirmed all the same: ask the service before you try again", False),
}


def relay_to(address, failures):
    """A server that hands every request on, but the first `failures` ones to confirm an order."""
    left = [failures]

    class Relay(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.path.lower().endswith("/confirm") and left[0] > 0:
                left[0] -= 1
                return self.reply(503, [], b"")
            service = http.client.HTTPConnection(address, timeout=SOME_SECONDS)
            service.request(self.command, self.path, body, dict(self.headers))
            response = service.getresponse()
            self.reply(response.status, response.getheaders(), response.read())
            service.close()
            return None

        def reply(self, status, headers, body):
            self.send_response_only(status)
            for name, value in headers:
                if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_DELETE = handle_any

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, left


def started(sandbox, scenario, output):
    """The sandbox, and where it listens."""
    process = subprocess.Popen([sandbox, "--port", "0", "--scenario", scenario], stdout=output.open("w"))
    for _ in range(10 * SOME_SECONDS):
        if found := re.search(r"listening on http://([^/\s]+)", output.read_text()):
            return process, found.group(1)
        time.sleep(0.1)
    raise RuntimeError("the sandbox did not start")


def main():
    sandbox, scenario, kiosk = sys.argv[1:]
    for failures, (said, sells) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            process, address = started(sandbox, scenario, pathlib.Path(folder) / "out")
            try:
                relay, left = relay_to(address, failures)
                url = f"http://127.0.0.1:{relay.server_port}"
                run = subprocess.run([kiosk, url], capture_output=True, text=True, timeout=SOME_SECONDS, check=False)
                relay.shutdown()
            finally:
                process.terminate()
                process.wait()
            assert left[0] < failures, f"no order was confirmed:\n{run.stdout}{run.stderr}"
            for text, _ in CASES.values():
                assert (text in run.stdout) == (text == said), f"{failures} failures:\n{run.stdout}{run.stderr}"
            assert (run.returncode == 0) == sells, f"{failures} failures, status {run.returncode}:\n{run.stdout}{run.stderr}"
    print(f"{len(CASES)} warnings were seen")


if __name__ == "__main__":
    main()
