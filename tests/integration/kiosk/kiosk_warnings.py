# SPDX-License-Identifier: BSL-1.0
"""kiosk_warnings.py SANDBOX SCENARIO KIOSK: what the kiosk tells an operator when a call may have
been carried out twice, or when nobody knows whether it was carried out. The sandbox makes the
faults."""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SOME_SECONDS = 30
SEATS_TWICE = "an earlier attempt failed and may have been applied, too: it may hold two more seats, in a cart that we do not know"
SEATS_UNKNOWN = "two seats may be held all the same, in a cart that we do not know"
ORDER_TWICE = "an earlier attempt failed and may have been applied, too: check for a second order"
ORDER_UNKNOWN = "the order may be confirmed all the same: ask the service before you try again"
CASES = (  # faults, further arguments of the kiosk: what it says, and whether it sells
    ("confirmOrder=503", (), ORDER_TWICE, True),
    ("confirmOrder=3x503", (), ORDER_UNKNOWN, False),
    ("allocateBestSeats=applied:503", (), SEATS_TWICE, True),
    ("allocateBestSeats=applied:503", ("only_unapplied",), SEATS_UNKNOWN, False),
    ("confirmOrder=lost", ("only_unapplied",), ORDER_UNKNOWN, False),
)


def started(sandbox, scenario, faults, output):
    """The sandbox, and its address."""
    process = subprocess.Popen(
        [sandbox, "--scenario", scenario, "--fault", faults], stdout=output.open("w")
    )
    for _ in range(10 * SOME_SECONDS):
        if found := re.search(r"listening on (http://[^/\s]+)", output.read_text()):
            return process, found.group(1)
        time.sleep(0.1)
    process.kill()
    process.wait()
    raise RuntimeError("the sandbox did not start")


def sale(sandbox, scenario, kiosk, faults, further, said, sells):
    with tempfile.TemporaryDirectory() as folder:
        process, address = started(sandbox, scenario, faults, pathlib.Path(folder) / "out")
        try:
            run = subprocess.run(
                [kiosk, address, *further],
                capture_output=True,
                text=True,
                timeout=SOME_SECONDS,
                check=False,
            )
        finally:
            process.terminate()
            process.wait()
    story = f"{faults} {further}, status {run.returncode}:\n{run.stdout}{run.stderr}"
    for text in (SEATS_TWICE, SEATS_UNKNOWN, ORDER_TWICE, ORDER_UNKNOWN):
        assert (text in run.stdout) == (text == said), story
    assert (run.returncode == 0) == sells, story


def main():
    with concurrent.futures.ThreadPoolExecutor(len(CASES)) as pool:  # a retry pauses for seconds
        for case in [pool.submit(sale, *sys.argv[1:], *one) for one in CASES]:
            case.result()
    print(f"{len(CASES)} warnings were seen")


if __name__ == "__main__":
    main()
