# SPDX-License-Identifier: BSL-1.0
"""What the tests against programs of others share: where things are, processes, one client's calls."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("PEERS_BUILD", ROOT / "build/test")).resolve()
MODULES = ROOT / "build/peers/node_modules"
CLIENT = BUILD / "tests/peers_client"
TICKETING = BUILD / "examples/command_line/ticketing"
SOME_SECONDS = 30


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def started(command, port, **more):
    """A server, from when it listens on until the block ends."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=log, stderr=subprocess.STDOUT, **more
        )
        try:
            end = time.monotonic() + SOME_SECONDS
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                if process.poll() is not None or time.monotonic() > end:
                    log.seek(0)
                    text = log.read().decode(errors="replace")
                    raise RuntimeError(f"{command[0]} does not start:\n{text}")
                time.sleep(0.05)
            yield process
        finally:
            process.terminate()
            try:
                process.wait(SOME_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def calls(url, **wanted):
    """What the calls of one client come to; client.cpp says what can be wanted."""
    pairs = {"url": url, "calls": 1, "pause": 0, "deadline": 5000, **wanted}
    line = "\t".join(f"{name} {value}" for name, value in pairs.items())
    done = subprocess.run(
        [str(CLIENT), "calls"],
        input=f"{line}\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout)


def call(url, **wanted):
    """What a single call comes to."""
    return calls(url, **wanted)["calls"][0]


def ticketing(*arguments, **environment):
    """A run of the command line."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [str(TICKETING), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            stdin=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "XDG_CONFIG_HOME": folder, **environment},
        )
