# SPDX-License-Identifier: BSL-1.0
"""Many cases in one document, one generated set of headers and one program."""

import collections
import importlib.util
import json
import os
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

from comparing import Oracle, compared, parsed, whole, without  # noqa: E402
from keywords import WRITE_ONLY  # noqa: E402


def _conformance():
    loader = SourceFileLoader("conformance_run", str(ROOT / "tests" / "conformance" / "run"))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("conformance_run", loader)
    )
    loader.exec_module(module)
    return module


conformance = _conformance()

Disagreement = collections.namedtuple("Disagreement", "kind instance why")


class Result:
    """Of one case: what it disagrees about, and what the generator warned of."""

    def __init__(self):
        self.disagreements = []
        self.warnings = []  # [{"pointer", "code", "reason"}] of what the document loses
        self.readings = []  # the codes of what is read in one of several ways
        self.instances = self.skipped = self.valid = 0


class Bench:
    """The compiler, and the parts of the program that are the same for all batches."""

    def __init__(self, compiler, folder):
        self._folder, self._count = folder, 0
        folder.mkdir(parents=True, exist_ok=True)
        options = collections.namedtuple("Options", "compiler jobs")(compiler, 1)
        self._tools = conformance.Tools(options, folder)
        self._generic = folder / "generic.o"
        if failure := self._tools.compile(HERE / "generic.cpp", self._generic, []):
            raise SystemExit(f"run: generic.cpp does not compile:\n{failure}")

    def results(self, cases, document=None):
        """A Result for each of [(case, instances)]. document(cases): the document of cases that are
        not random.
        """
        folder = self._folder / f"batch_{self._count % 4}"
        self._count += 1
        made = [Result() for _ in cases]
        folder.mkdir(parents=True, exist_ok=True)
        report = generated((document or random_document)([case for case, _ in cases]), folder)
        if isinstance(report, str):
            return self._halves(cases, document, made, "the generator fails", report)
        for index, ((case, _), result) in enumerate(zip(cases, made)):
            result.warnings = [
                {key: entry[key] for key in ("pointer", "code", "reason")}
                for entry in [*report["fallbacks"], *report["refusals"]]
                if int(re.search(r"\d+", entry["operation"])[0]) == _number(case, index)
            ]
            result.readings = [
                entry["code"]
                for entry in report["readings"]
                if _reaches(case, index, entry["pointer"])
            ]
        program, failure = self._program(
            folder,
            set(
                re.findall(
                    r"^struct check_t(\d+)$",
                    (folder / "api/operations.hpp").read_text(encoding="utf-8"),
                    re.M,
                )
            ),
        )
        if failure:
            return self._halves(cases, document, made, "it does not compile", failure)
        self._judge(program, cases, made)
        return made

    def _halves(self, cases, document, made, kind, failure):
        """What one case spoils is tried again without it."""
        if len(cases) == 1:
            made[0].disagreements.append(Disagreement(kind, None, failure[:600]))
            return made
        middle = len(cases) // 2
        return self.results(cases[:middle], document) + self.results(cases[middle:], document)

    def _program(self, folder, numbers):
        lines = [
            '#include "first.hpp"',
            '#include "api/operations.hpp"',
            "",
            "documents::outcome judge_generic(documents::sample const& one);",
            "documents::table const& all_operations();",
            "documents::table const& all_operations()",
            "{",
            '    static documents::table const all{{"generic", &judge_generic},',
            *(
                f'        {{"{one}", &documents::prove<differential::operations::check_t{one}>}},'
                for one in sorted(numbers)
            ),
            "    };",
            "    return all;",
            "}",
        ]
        source, object_, program = folder / "batch.cpp", folder / "batch.o", folder / "batch"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        failure = self._tools.compile(source, object_, [folder]) or self._tools.link(
            [self._tools.main, self._generic, object_], program
        )
        self._numbers = numbers
        return program, failure

    def _judge(self, program, cases, made):
        lines, rows = [], []
        case_of = [case for case, _ in cases]
        for index, (case, instances) in enumerate(cases):
            oracle = Oracle(case)
            for instance in instances:
                text = json.dumps(instance)
                exact = parsed(text)
                if not oracle.is_well_formed(exact):
                    continue
                number = f"{_number(case, index):03}"
                ways = (
                    [way for way in ("request", "response") if case.get("way") in (None, "", way)]
                    if number in self._numbers
                    else []
                )
                rows.append((index, instance, exact, oracle, ways))
                lines.append(
                    {
                        "operation": "generic",
                        "text": json.dumps([json.dumps(whole(case)), instance]),
                        "status": 0,
                        "content_type": "",
                    }
                )
                lines += [
                    {
                        "operation": number,
                        "text": json.dumps(without(instance, WRITE_ONLY))
                        if way == "response"
                        else text,
                        "status": 200 if way == "response" else 0,
                        "content_type": "application/json" if way == "response" else "",
                    }
                    for way in ways
                ]
        outcomes = iter(self._outcomes(program, [json.dumps(one) for one in lines]))
        for index, instance, exact, oracle, ways in rows:
            generic = next(outcomes)
            request, response = [
                next(outcomes) if way in ways else None for way in ("request", "response")
            ]
            if request and _wants(case_of[index], request["why"]):
                # reading asks for what applications set by themselves, in types that responses
                # have, too
                request = None
            found, is_skipped = compared(exact, oracle, generic, request, response)
            result = made[index]
            result.instances += 1
            result.skipped += is_skipped
            result.valid += oracle.accepts(exact)
            why = "; ".join(
                one["why"] for one in (generic, request, response) if one and one["why"]
            )
            result.disagreements += [Disagreement(kind, instance, why[:300]) for kind in found]

    @staticmethod
    def _outcomes(program, lines):
        """One for each line; a program that dies is started again behind the line that killed
        it.
        """
        found = []
        while len(found) < len(lines):
            run = subprocess.run(
                [str(program)],
                input="\n".join(lines[len(found) :]) + "\n",
                capture_output=True,
                text=True,
                check=False,
                timeout=600,
            )
            # not splitlines: texts hold other ends of lines
            found += [json.loads(line) for line in run.stdout.split("\n") if line]
            if len(found) < len(lines):
                found.append(
                    {
                        "step": "a crash",
                        "why": f"the program ended with {run.returncode}: {run.stderr[-300:]}",
                    }
                )
        return found


def _number(case, index):
    """Of the operation of a case."""
    return case.get("operation", index)


def _wants(case, why):
    """Whether a request is not read because it lacks a member that only responses have."""
    missing = re.search(r'the required member "(.+?)" is missing', why)
    return missing is not None and missing[1] in case.get("hidden", ())


def _reaches(case, index, pointer):
    """Whether a place in the document belongs to a case."""
    component = re.match(r"#/components/schemas/([^/]+)", pointer)
    if component and "components" in case:
        return component[1].replace("~1", "/").replace("~0", "~") in case["components"]
    return int(re.search(r"(?:T|~1)(\d{3})", pointer)[1]) == _number(case, index)


def generated(document, folder):
    """The generator's report, or what it said when it failed."""
    spec, report = folder / "document.json", folder / "report.json"
    spec.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    report.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "restbind",
        "generate",
        str(spec),
        "--out",
        str(folder / "api"),
        "--namespace",
        "differential",
        "--split",
        "none",
        "--report",
        str(report),
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "generator"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    (folder / "findings.txt").write_text(run.stderr, encoding="utf-8")
    if run.returncode != 0 or not report.exists():
        return f"{run.returncode}: {run.stderr[-1500:]}"
    return json.loads(report.read_text(encoding="utf-8"))


def random_document(cases):
    """Each case is the body and the success of one operation."""
    schemas, paths = {}, {}
    for index, case in enumerate(cases):
        name = f"T{index:03}"
        for key, value in case["$defs"].items():
            schemas[name + key] = moved(value, name)
        schemas[name] = moved(case["schema"], name)
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        paths[f"/{name}"] = {
            "post": {
                "operationId": f"check_t{index:03}",
                "requestBody": {"required": True, "content": content},
                "responses": {"200": {"description": "Done.", "content": content}},
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Differential", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def moved(schema, name):
    """The schema with references to its own definitions led to components; anchors and identifiers
    get names that no other case has.
    """
    if isinstance(schema, dict):
        return {
            key: f"{value}{name}"
            if key == "$anchor" and isinstance(value, str)
            else moved(value, name)
            for key, value in schema.items()
        }
    if isinstance(schema, str) and schema.startswith("#/$defs/"):
        return f"#/components/schemas/{name}{schema.removeprefix('#/$defs/')}"
    if isinstance(schema, str) and (
        schema.startswith("urn:case:") or schema.startswith("#") and schema[1:].isalpha()
    ):
        return f"{schema}{name}"
    return [moved(one, name) for one in schema] if isinstance(schema, list) else schema
