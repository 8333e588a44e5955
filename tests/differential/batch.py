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

from comparing import Oracle, compared, parsed, whole  # noqa: E402


def _conformance():
    loader = SourceFileLoader("conformance_run", str(ROOT / "tests" / "conformance" / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("conformance_run", loader))
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

    def results(self, cases):
        """A Result for each of [(case, instances)]."""
        folder = self._folder / f"batch_{self._count % 4}"
        self._count += 1
        made = [Result() for _ in cases]
        report = generated(cases, folder)
        if isinstance(report, str):
            return self._halves(cases, made, "the generator fails", report)
        for entry in [*report["fallbacks"], *report["refusals"]]:
            made[int(re.search(r"\d+", entry["operation"])[0])].warnings.append({key: entry[key] for key in ("pointer", "code", "reason")})
        for entry in report["readings"]:
            made[int(re.search(r"T(\d{3})", entry["pointer"])[1])].readings.append(entry["code"])
        program, failure = self._program(folder, set(re.findall(r"^struct check_t(\d+)$", (folder / "api/operations.hpp").read_text(encoding="utf-8"), re.M)))
        if failure:
            return self._halves(cases, made, "it does not compile", failure)
        self._judge(program, cases, made)
        return made

    def _halves(self, cases, made, kind, failure):
        """What one case spoils is tried again without it."""
        if len(cases) == 1:
            made[0].disagreements.append(Disagreement(kind, None, failure[:600]))
            return made
        middle = len(cases) // 2
        return self.results(cases[:middle]) + self.results(cases[middle:])

    def _program(self, folder, numbers):
        lines = ['#include "first.hpp"', '#include "api/operations.hpp"', "",
                 "documents::outcome judge_generic(documents::sample const& one);", "documents::table const& all_operations();",
                 "documents::table const& all_operations()", "{", '    static documents::table const all{{"generic", &judge_generic},',
                 *(f'        {{"{one}", &documents::prove<differential::operations::check_t{one}>}},' for one in sorted(numbers)),
                 "    };", "    return all;", "}"]
        source, object_, program = folder / "batch.cpp", folder / "batch.o", folder / "batch"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        failure = self._tools.compile(source, object_, [folder]) or self._tools.link([self._tools.main, self._generic, object_], program)
        self._numbers = numbers
        return program, failure

    def _judge(self, program, cases, made):
        lines, rows = [], []
        for index, (case, instances) in enumerate(cases):
            oracle = Oracle(case)
            for instance in instances:
                text = json.dumps(instance)
                exact = parsed(text)
                if not oracle.is_well_formed(exact):
                    continue
                own = f"{index:03}" in self._numbers
                rows.append((index, instance, exact, oracle, own))
                lines.append({"operation": "generic", "text": json.dumps([whole(case), instance]), "status": 0, "content_type": ""})
                if own:
                    lines.append({"operation": f"{index:03}", "text": text, "status": 0, "content_type": ""})
                    lines.append({"operation": f"{index:03}", "text": text, "status": 200, "content_type": "application/json"})
        outcomes = iter(self._outcomes(program, [json.dumps(one) for one in lines]))
        for index, instance, exact, oracle, own in rows:
            generic = next(outcomes)
            request, response = (next(outcomes), next(outcomes)) if own else (None, None)
            found, is_skipped = compared(exact, oracle, generic, request, response)
            result = made[index]
            result.instances += 1
            result.skipped += is_skipped
            result.valid += oracle.accepts(exact)
            why = "; ".join(one["why"] for one in (generic, request, response) if one and one["why"])
            result.disagreements += [Disagreement(kind, instance, why[:300]) for kind in found]

    @staticmethod
    def _outcomes(program, lines):
        """One for each line; a program that dies is started again behind the line that killed it."""
        found = []
        while len(found) < len(lines):
            run = subprocess.run([str(program)], input="\n".join(lines[len(found):]) + "\n", capture_output=True, text=True, check=False, timeout=600)
            found += [json.loads(line) for line in run.stdout.split("\n") if line]  # not splitlines: texts hold other ends of lines
            if len(found) < len(lines):
                found.append({"step": "a crash", "why": f"the program ended with {run.returncode}: {run.stderr[-300:]}"})
        return found


def generated(cases, folder):
    """The generator's report, or what it said when it failed."""
    folder.mkdir(parents=True, exist_ok=True)
    spec, report = folder / "document.json", folder / "report.json"
    spec.write_text(json.dumps(document([case for case, _ in cases]), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "restbind", "generate", str(spec), "--out", str(folder / "api"), "--namespace", "differential", "--split", "none",
               "--report", str(report)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator"), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    (folder / "findings.txt").write_text(run.stderr, encoding="utf-8")
    if run.returncode != 0 or not report.exists():
        return f"{run.returncode}: {run.stderr[-1500:]}"
    return json.loads(report.read_text(encoding="utf-8"))


def document(cases):
    """Each case is the body and the success of one operation."""
    schemas, paths = {}, {}
    for index, case in enumerate(cases):
        name = f"T{index:03}"
        for key, value in case["$defs"].items():
            schemas[name + key] = moved(value, name)
        schemas[name] = moved(case["schema"], name)
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        paths[f"/{name}"] = {"post": {"operationId": f"check_t{index:03}", "requestBody": {"required": True, "content": content},
                                      "responses": {"200": {"description": "Done.", "content": content}}}}
    return {"openapi": "3.1.0", "info": {"title": "Differential", "version": "1"}, "paths": paths, "components": {"schemas": schemas}}


def moved(schema, name):
    """The schema with references to its own definitions led to components."""
    if isinstance(schema, dict):
        return {key: moved(value, name) for key, value in schema.items()}
    if isinstance(schema, str) and schema.startswith("#/$defs/"):
        return f"#/components/schemas/{name}{schema.removeprefix('#/$defs/')}"
    return [moved(one, name) for one in schema] if isinstance(schema, list) else schema
