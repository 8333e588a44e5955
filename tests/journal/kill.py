#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""kill.py TILL [--kills N] [--seed S]: kills a till at random instants. Two of three times the power
fails, too: what was not synchronised is lost or torn, every other time within a synchronisation; and
some writes fail. Afterwards every sale that the service has made is in the journal, as sold or as
unresolved; none is missing, and none was made twice.

TILL is tests/journal/till.cpp. The service is a server of this program, which counts sales by the
number in the request; it loses responses, and refuses some requests, too.
"""

import argparse
import collections
import http.server
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sales: list[int] = []
    chance = random.Random(1)
    lock = threading.Lock()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.lock:
            luck = self.chance.random()
            if luck >= 0.1:
                self.sales.append(body["sessionId"])
        if luck < 0.1:
            return self.respond(409, {"title": "sold out", "status": 409})
        if luck < 0.2:
            self.close_connection = True  # the response is lost
            return None
        time.sleep(0.002 * luck)
        return self.respond(
            200, {"cartId": 1, "cartItemId": 1, "cartItemDetail": [], "errors": []}
        )

    def respond(self, status, value):
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A till that was killed leaves half a request behind."""


def records_of(till, journal):
    listed = subprocess.run(
        [till, "list", journal], capture_output=True, text=True, check=True, timeout=60
    )
    states = {}
    for line in listed.stdout.splitlines():
        state, _, body = line.partition(" ")
        number = json.loads(body)["sessionId"]
        assert number not in states, f"{number} is in the journal twice"
        states[number] = state
    return states


def mistakes_of(states, sales):
    """What the journal says, beside what the service did."""
    for number, times in collections.Counter(sales).items():
        if times != 1:
            yield f"{number} was sold {times} times"
        if states.get(number) not in ("succeeded", "lost", "unknown"):
            yield f"{number} was sold, and is {states.get(number, 'missing')}"
    sold = set(sales)
    for number, state in states.items():
        if state == "pending":
            yield f"{number} is pending, and no till runs"
        if state in ("succeeded", "settled") and number not in sold:
            yield f"{number} is noted as sold, and was not"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("till")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    Service.chance = random.Random(options.seed)
    server = Server(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        journal = str(pathlib.Path(folder) / "till.journal")
        outages = 0
        for turn in range(options.kills):
            command = [options.till, url, journal, str((turn + 1) * 1_000_000)]
            if turn % 3 != 0:
                cut = chance.randint(5, 60) if turn % 3 == 2 else 0
                command += [str(chance.randrange(2**32)), str(cut)]
            with subprocess.Popen(command) as till:
                try:
                    till.wait(chance.uniform(0.03, 0.25))
                except subprocess.TimeoutExpired:
                    till.kill()
                status = till.wait(10)
            assert status == -signal.SIGKILL, f"the till ended with {status}"
            outages += turn % 3 != 0
        time.sleep(0.2)  # requests of the last till
        states = records_of(options.till, journal)
        sales = list(Service.sales)
    mistakes = list(mistakes_of(states, sales))
    counts = dict(sorted(collections.Counter(states.values()).items()))
    print(f"{options.kills} kills, {outages} of them with the power; {len(sales)} sales; {counts}")
    for mistake in mistakes[:20]:
        print(mistake, file=sys.stderr)
    assert len(sales) > options.kills, "the tills have sold hardly anything"
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
