# SPDX-License-Identifier: BSL-1.0
"""What the headers weigh: compile time and memory of typical files, size of typical programs.

    tests/bench/run weight [--json FILE] [--compiler g++] [--rounds 5] [--document FILE]
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parents[2] / "include"
FLAGS = ["-std=c++20", "-I", str(INCLUDE)]
SMALL = [
    "-Os",
    "-DNDEBUG",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wl,--gc-sections",
    "-s",
    "-pthread",
]
SEPARATE = ["-DRESTBIND_SEPARATE_COMPILATION"]
TLS_LIBRARIES = ["-lssl", "-lcrypto"]

# member of `ratios`: unit, bar if there is one, what it is. `bare` is a file that includes Asio,
# Beast's HTTP and Boost.JSON.
ROWS = {
    "including_vs_bare_s": (
        "x",
        1.55,
        "a file that includes the bindings and calls nothing, over bare",
    ),
    "including_kb": ("KB", 20.0, "the same, code that it emits"),
    "calling_vs_bare_s": ("x", 2.3, "a file that gets a client and makes one call, over bare"),
    "calling_kb": ("KB", 120.0, "the same, code that it emits"),
    "one_call_vs_beast_s": (
        "x",
        1.35,
        "a file that makes a client and one call, over the same by hand with Beast and Boost.JSON",
    ),
    "one_call_vs_beast_mb": ("x", 1.1, "the same, memory of the compiler"),
    "models_only_s": ("s", 2.2, "a file that includes the models only"),
    "mapping_s": ("s", 5.0, "models, decode, encode, validate"),
    "mapping_mb": ("MB", 340.0, "the same, memory of the compiler"),
    "one_call_s": ("s", 14.0, "a file that makes one call, headers alone"),
    "one_call_mb": ("MB", 580.0, "the same, memory of the compiler"),
    "one_call_separate_s": (
        "s",
        4.5,
        "a file that makes one call, with RESTBIND_SEPARATE_COMPILATION",
    ),
    "per_operation_s": ("s", 0.6, "each further operation that the file calls, headers alone"),
    "per_operation_separate_s": ("s", 0.6, "the same with RESTBIND_SEPARATE_COMPILATION"),
    "large_models_vs_json_s": (
        "x",
        10.0,
        "all models of --document, over <boost/json.hpp> with the standard headers in it",
    ),
    "core_kb": ("KB", 104.0, "program with models, validation and JSON, stripped, -Os"),
    "plain_kb": ("KB", 418.0, "program that makes one call over http, stripped, -Os"),
    "tls_kb": ("KB", 463.0, "program that makes one call over https, stripped, -Os"),
}


def run_and_measure(command):
    """Runs a command. Returns its user time in seconds and its peak resident memory in MB, children
    included.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # A process of its own, so that the resources of its children are those of this command
        # alone.
        import resource

        status = subprocess.run(command).returncode
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(write, f"{used.ru_utime} {used.ru_maxrss / 1024}".encode())
        os._exit(status)
    os.close(write)
    with os.fdopen(read) as result:
        text = result.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise SystemExit(f"this failed: {' '.join(map(str, command))}")
    seconds, megabytes = map(float, text.split())
    return seconds, megabytes


def compile_costs(arguments, scratch):
    """Medians over the rounds, files compiled in turn so that a slow minute hits all of them."""
    files = {
        "bare": (HERE / "bare.cpp", []),
        "including": (HERE / "including.cpp", []),
        "calling": (HERE / "calling.cpp", []),
        "beast_call": (HERE / "beast_call.cpp", []),
        "models": (HERE / "models.cpp", []),
        "mapping": (HERE / "mapping.cpp", []),
        "one_call": (HERE / "one_call.cpp", []),
        "three_calls": (HERE / "three_calls.cpp", []),
        "one_call_separate": (HERE / "one_call.cpp", SEPARATE),
        "three_calls_separate": (HERE / "three_calls.cpp", SEPARATE),
    }
    seconds = {name: [] for name in files}
    megabytes = {name: [] for name in files}
    emitted = {}
    for _ in range(arguments.rounds):
        for name, (source, flags) in files.items():
            command = [
                arguments.compiler,
                *FLAGS,
                "-O2",
                "-DNDEBUG",
                *flags,
                "-c",
                source,
                "-o",
                scratch / "out.o",
            ]
            user, memory = run_and_measure(command)
            seconds[name].append(user)
            megabytes[name].append(memory)
            emitted[name] = code_size(scratch / "out.o")

    def over(values, one, other):
        """The median of the rounds' ratios: a slow minute hits both."""
        return statistics.median(mine / theirs for mine, theirs in zip(values[one], values[other]))

    further, further_separate = (
        statistics.median(
            (three - one) / 2
            for one, three in zip(seconds[f"one_call{mode}"], seconds[f"three_calls{mode}"])
        )
        for mode in ("", "_separate")
    )
    return {
        "including_vs_bare_s": over(seconds, "including", "bare"),
        "including_kb": emitted["including"],
        "calling_vs_bare_s": over(seconds, "calling", "bare"),
        "calling_kb": emitted["calling"],
        "one_call_vs_beast_s": over(seconds, "one_call", "beast_call"),
        "one_call_vs_beast_mb": over(megabytes, "one_call", "beast_call"),
        "models_only_s": statistics.median(seconds["models"]),
        "mapping_s": statistics.median(seconds["mapping"]),
        "mapping_mb": statistics.median(megabytes["mapping"]),
        "one_call_s": statistics.median(seconds["one_call"]),
        "one_call_mb": statistics.median(megabytes["one_call"]),
        "one_call_separate_s": statistics.median(seconds["one_call_separate"]),
        "per_operation_s": further,
        "per_operation_separate_s": further_separate,
    }


def code_size(object_file):
    """Code in an object file in KB (1024 bytes): all of its text, as `size` tells it."""
    told = subprocess.run(["size", object_file], check=True, capture_output=True, text=True).stdout
    return int(told.splitlines()[1].split()[0]) / 1024


def document_costs(arguments, scratch):
    """Time of a large document's models, over that of Boost.JSON with the standard headers that
    models use.
    """
    generated = scratch / "large"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "restbind",
            "generate",
            arguments.document,
            "--out",
            generated,
            "--namespace",
            "large",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(INCLUDE.parent / "generator")},
    )
    (scratch / "models.cpp").write_text(f'#include "{generated}/models.hpp"\n', encoding="utf-8")
    ratios = []
    for _ in range(arguments.rounds):
        command = [arguments.compiler, *FLAGS, "-O2", "-DNDEBUG", "-c", "-o", scratch / "out.o"]
        models, _ = run_and_measure([*command, scratch / "models.cpp"])
        headers, _ = run_and_measure([*command, HERE / "boost_json.cpp"])
        ratios.append(models / headers)
    return {"large_models_vs_json_s": statistics.median(ratios)}


def program_size(arguments, scratch, source, libraries=()):
    """Size of a stripped program in KB (1024 bytes), shared libraries not counted."""
    program = scratch / "program"
    subprocess.run(
        [arguments.compiler, *FLAGS, *SMALL, source, "-o", program, *libraries], check=True
    )
    return program.stat().st_size / 1024


def holds(figure, bar):
    return bar is None or figure <= bar


def main():
    parser = argparse.ArgumentParser(
        prog="tests/bench/run weight", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--json", metavar="FILE", help="writes the figures as a JSON object, too")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument(
        "--rounds", type=int, default=5, help="compilations of each file; the median counts"
    )
    parser.add_argument(
        "--document",
        metavar="FILE",
        help="a large OpenAPI document, whose models are measured, too",
    )
    parser.add_argument(
        "--enforce", action="store_true", help="exit status 1 unless every bar holds"
    )
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        measured = compile_costs(arguments, scratch)
        if arguments.document:
            measured.update(document_costs(arguments, scratch))
        measured["core_kb"] = program_size(arguments, scratch, HERE / "mapping.cpp")
        measured["plain_kb"] = program_size(arguments, scratch, HERE / "one_call.cpp")
        measured["tls_kb"] = program_size(
            arguments, scratch, HERE / "one_call_tls.cpp", TLS_LIBRARIES
        )

    print(f"{'figure':<26}{'measured':>10}  {'bar':>8}")
    for name, (unit, bar, meaning) in ROWS.items():
        if name not in measured:
            continue
        stated = "-" if bar is None else f"{bar:.2f}"
        mark = "" if holds(measured[name], bar) else "  above"
        print(f"{name:<26}{measured[name]:>10.2f}  {stated:>8} {unit:<3}{meaning}{mark}")
    if arguments.json:
        bars = {name: bar for name, (_, bar, _) in ROWS.items() if bar is not None}
        text = json.dumps(
            {"bench": "weight", "rounds": arguments.rounds, "ratios": measured, "bars": bars},
            indent=2,
        )
        pathlib.Path(arguments.json).write_text(text + "\n", encoding="utf-8")
    held = all(holds(measured[name], bar) for name, (_, bar, _) in ROWS.items() if name in measured)
    return 1 if arguments.enforce and not held else 0


if __name__ == "__main__":
    sys.exit(main())
