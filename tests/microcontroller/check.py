#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check ADDRESS: builds the example for a microcontroller and runs it in QEMU against the sandbox
at ADDRESS.

It must refuse a request with the sandbox's own words, hold a seat that another request then does
not get, read and write numbers exactly, and be as small as examples/microcontroller/README.md
promises.
"""

import json
import pathlib
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples/microcontroller"
OUT = ROOT / "build/microcontroller"
PATIENCE = 60  # seconds

# Bytes.
MOST_CODE = 135_000
MOST_CODE_OF_A_FURTHER_OPERATION = 12_000
MOST_HEAP = 8_000
MOST_STACK = 8_000


def build(name, *sources):
    """Builds a program. Returns its file."""
    program = OUT / f"{name}.elf"
    subprocess.run(
        [EXAMPLE / "build", program, "-Werror", *sources], check=True, timeout=10 * PATIENCE
    )
    return program


def run(program, address):
    return subprocess.run(
        [EXAMPLE / "run", address, program],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def sizes(program):
    """Code with its constants, data that has values, data that is 0."""
    told = subprocess.run(
        ["arm-none-eabi-size", program], check=True, capture_output=True, text=True
    ).stdout
    return [int(size) for size in told.splitlines()[1].split()[:3]]


def post(address, body, **headers):
    """Status and JSON of the response."""
    request = urllib.request.Request(address, data=body.encode(), headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def refusals_of_the_sandbox(address):
    """What the sandbox says of the request that the example refuses."""
    credentials = {
        "grant_type": "client_credentials",
        "client_id": "c11e0000-0000-4000-8000-00000000000a",
        "client_secret": "kiosk-secret-for-the-sandbox-only",
        "scope": "api://a9100000-0000-4000-8000-000000000002/.default",
    }
    _, token = post(
        f"{address}/d1ec7081-0000-4000-8000-000000000001/oauth2/v2.0/token",
        urllib.parse.urlencode(credentials),
    )
    wrong = {
        "cartId": -1,
        "cartItemId": 0,
        "eventSessionId": 4500000001,
        "detail": [{"seatId": 0, "rateId": 4600000001, "actionSelect": False}],
    }
    status, problem = post(
        f"{address}/api/v1/cart/allocateManualSeats",
        json.dumps(wrong),
        **{
            "Authorization": "Bearer " + token["access_token"],
            "X-Tenant": "arena",
            "Content-Type": "application/json",
        },
    )
    if status != 422:
        raise SystemExit(f"the sandbox takes the request that must be refused: {status} {problem}")
    return [f"{error['field']}: {error['message']}" for error in problem["errors"]]


def faults_of_runs(program, address):
    first = run(program, address)
    print(first.stdout, end="")
    refusals = refusals_of_the_sandbox(address)
    *lines, held, memory = first.stdout.splitlines() or [""] * 2
    if first.returncode != 0:
        yield f"the program ends with {first.returncode}: {first.stdout}{first.stderr}"
        return
    if lines != refusals:
        yield f"refused in the words {lines}, by the sandbox {refusals}"
    if held != "held: row A seat 5, 59.90":
        yield f"it holds no seat: {held}"
    heap, stack = map(int, re.findall(r"\d+", memory))
    if heap > MOST_HEAP or stack > MOST_STACK:
        yield f"more memory than {MOST_HEAP} bytes of heap or {MOST_STACK} of stack"
    second = run(program, address)
    if second.returncode != 1 or "not held: seat 5100000105" not in second.stdout:
        yield f"the seat is held twice: {second.stdout}"


def faults_of_sizes(program, sources):
    code, data, zeros = sizes(program)
    print(f"code {code:,}, data {data:,}, zeros {zeros:,} bytes")
    if code > MOST_CODE:
        yield f"{code} bytes of code, more than {MOST_CODE}"
    for name, function in (
        ("best_seats", "hold_best_seats"),
        ("product", "take_product"),
        ("picture", "get_picture"),
    ):
        further, _, _ = sizes(
            build(
                name,
                *sources,
                ROOT / f"tests/microcontroller/{name}.cpp",
                f"-Wl,--undefined={function}",
            )
        )
        print(f"a further operation, {name}: {further - code:,} bytes of code")
        if not 1000 < further - code <= MOST_CODE_OF_A_FURTHER_OPERATION:
            yield f"{further - code} bytes of code for a further operation, more than {MOST_CODE_OF_A_FURTHER_OPERATION} or too few to be true"


def faults(address):
    sources = sorted(EXAMPLE.glob("*.cpp"))
    program = build("holds_a_seat", *sources)
    yield from faults_of_runs(program, address)
    yield from faults_of_sizes(program, sources)
    numbers = run(
        build("numbers", ROOT / "tests/microcontroller/numbers.cpp", EXAMPLE / "board.cpp"), address
    )
    if numbers.returncode != 0:
        yield f"numbers: {numbers.returncode} mistakes: {numbers.stdout}{numbers.stderr}"


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    found = list(faults(sys.argv[1]))
    for fault in found:
        print(f"error: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
