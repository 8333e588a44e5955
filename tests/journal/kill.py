#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""kill.py TILL SANDBOX SCENARIO [--kills N] [--seed S]: kills a till, which sells against the sandbox,
at random instants. Two of three times the power fails, too: what was not synchronised is lost or
torn, every other time within a synchronisation; and some writes fail. Afterwards every effect on the
sandbox is in the journal, as done or as unresolved; none is missing, and none came twice.

TILL is tests/journal/till.cpp, SANDBOX and SCENARIO those of examples/sandbox. The sandbox loses
responses, refuses requests, is slow, and says 503 before and after the effect.
"""

import argparse
import collections
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

SEATS = 200  # of a till's life: more than it can sell


def world_of(scenario, seats):
    """The sandbox's own world, with a session 1 that has so many seats at least, from 1 on."""
    world = json.loads(pathlib.Path(scenario).read_text(encoding="utf-8"))
    venue = world["venues"][0]
    row = {**venue["rows"][0], "seats": 1000, "dx": 0}
    rows = [{**row, "firstSeatId": first} for first in range(1, seats + 1, 1000)]
    world["venues"].append({**venue, "venueId": 1, "rows": rows})
    price = {"categoryId": row["categoryId"], "amount": "19.90", "fees": "1.00"}
    session = {
        "eventSessionId": 1,
        "catalogId": 1,
        "startsAt": "2027-05-01T19:00:00Z",
        "rates": [{"rateId": 1, "label": "Full price", "prices": [price]}],
    }
    event = {**world["events"][0], "eventId": 1, "venueId": 1, "sessions": [session]}
    world["events"].append(event)
    return json.dumps(world)


def faults_of(chance, count):
    """What the next requests meet."""
    drawn = chance.choices(
        ["ok", "slow:2ms", "slow:20ms", "lost", "409", "503", "applied:503"],
        [30, 20, 10, 6, 4, 2, 2],
        k=count,
    )
    return "any=" + ",".join(drawn)


def request_of(line):
    """Operation and body, as the journal and the sandbox's log of effects have them."""
    operation, _, body = line.partition(" ")
    return operation, json.dumps(json.loads(body), sort_keys=True)


def records_of(till, journal):
    listed = subprocess.run(
        [till, "list", journal], capture_output=True, text=True, check=True, timeout=60
    )
    states = {}
    for line in listed.stdout.splitlines():
        state, _, rest = line.partition(" ")
        request = request_of(rest)
        assert request not in states, f"{request} is in the journal twice"
        states[request] = state
    return states


def mistakes_of(states, effects):
    """What the journal says, beside what the service did."""
    for request, times in collections.Counter(effects).items():
        if times != 1:
            yield f"{request} was carried out {times} times"
        if states.get(request) not in ("succeeded", "lost", "unknown"):
            yield f"{request} was carried out, and is {states.get(request, 'missing')}"
    done = set(effects)
    for request, state in states.items():
        if state == "pending":
            yield f"{request} is pending, and no till runs"
        if state in ("succeeded", "settled") and request not in done:
            yield f"{request} is noted as done, and was not"


def kill_tills(options, chance, url, journal):
    """Returns how often the power has failed, too."""
    outages = 0
    for turn in range(options.kills):
        command = [options.till, url, journal, str(turn * SEATS + 1), str(SEATS)]
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
    return outages


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("till")
    parser.add_argument("sandbox")
    parser.add_argument("scenario")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "world.json").write_text(world_of(options.scenario, options.kills * SEATS))
        command = [options.sandbox, "--scenario", folder / "world.json"]
        command += ["--effect-log", folder / "effects"]
        for _ in range(options.kills):
            command += ["--fault", faults_of(chance, 30)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sandbox:
            url = sandbox.stdout.readline().split()[-1]
            try:
                outages = kill_tills(options, chance, url, str(folder / "journal"))
            finally:
                sandbox.terminate()  # which lets the last requests finish
        states = records_of(options.till, str(folder / "journal"))
        log = (folder / "effects").read_text(encoding="utf-8")
    effects = [request_of(line) for line in log.splitlines()]
    sales = sum(operation == "confirmOrder" for operation, _ in effects)
    counts = dict(sorted(collections.Counter(states.values()).items()))
    print(
        f"{options.kills} kills, {outages} of them with the power; {len(effects)} effects, "
        f"{sales} sales; records: {counts}"
    )
    mistakes = list(mistakes_of(states, effects))
    for mistake in mistakes[:20]:
        print(mistake, file=sys.stderr)
    assert sales > options.kills, "the tills have sold hardly anything"
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
