#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""lint.py: flake8 and mypy --strict on the generator; about 20 s.

Modules that are not clean yet are listed here, and nothing else is. A listed module that is clean, or gone, fails too: its name must
be taken out, so that the lists only become shorter.
"""

import pathlib
import re
import subprocess
import sys

GENERATOR = pathlib.Path(__file__).resolve().parents[2] / "generator"

NOT_CLEAN = {
    "flake8": """
        cpp.types lower.audit lower.bodies lower.calls lower.constraints.alternatives lower.constraints.limits
        lower.constraints.members lower.constraints.shapes lower.constraints.values lower.operations lower.parameters lower.passes
        lower.query_of_path lower.response_only lower.responses lower.schema.context lower.schema.discriminated lower.schema.drafts
        lower.schema.equality lower.schema.normal_form lower.schema.nulls lower.schema.queries lower.schema.schema_text
        lower.schema.unevaluated lower.security lower.servers lower.shared_files lower.tags lower.types.discriminators
        lower.types.enums lower.types.normalize_unions lower.types.objects lower.types.shared_names lower.types.unions
        """,
    "mypy": """
        cpp.types lower.assumptions lower.audit lower.bodies lower.calls lower.constraints.accounts lower.constraints.alternatives
        lower.constraints.defaults lower.constraints.json_types lower.constraints.limits lower.constraints.members
        lower.constraints.residuals lower.constraints.shapes lower.constraints.values lower.document lower.extensions lower.files
        lower.operations lower.parameters lower.passes lower.query_of_path lower.requests lower.response_only lower.responses
        lower.rules lower.schema.discriminated lower.schema.equality lower.schema.flatten lower.schema.layers lower.schema.ledger
        lower.schema.normal_form lower.schema.nulls lower.schema.queries lower.schema.schema_text lower.schema.unevaluated
        lower.security lower.servers lower.shared_files lower.tags lower.tokens lower.types.arrays lower.types.build
        lower.types.discriminators lower.types.enums lower.types.named_below lower.types.normalize_unions lower.types.objects
        lower.types.recursion lower.types.unions lower.webhooks
        """,
}
COMMANDS = {"flake8": ["flake8", "restbind"], "mypy": ["mypy", "--cache-dir=/dev/null", "--no-error-summary"]}
FINDING = re.compile(r"restbind/(?P<module>[\w/]+)\.py:\d+:.*")


def findings(tool):
    """By module: what a tool finds in it. Notes belong to the error before them."""
    ran = subprocess.run(COMMANDS[tool], cwd=GENERATOR, capture_output=True, text=True)
    found = {}
    for line in ran.stdout.splitlines():
        match = FINDING.fullmatch(line)
        if match is None:
            raise SystemExit(f"{tool}: {line}\n{ran.stderr}")
        if ": note: " not in line:
            found.setdefault(match["module"].replace("/", "."), []).append(line)
    if ran.returncode not in (0, 1) or bool(found) != bool(ran.returncode):
        raise SystemExit(f"{tool} failed with status {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return found


def main():
    mistakes = 0
    for tool, listed in NOT_CLEAN.items():
        known, found = listed.split(), findings(tool)
        for module in sorted(found.keys() - set(known)):
            print("\n".join(found[module]))
        for module in sorted(set(known) - found.keys()):
            print(f"lint.py: {module} is clean for {tool}, or gone: take it out of the list")
        wrong = len(found.keys() ^ set(known))
        print(f"{tool}: {wrong} modules to look at; {len(found.keys() & set(known))} are not clean yet, with "
              f"{sum(len(found[module]) for module in found.keys() & set(known))} findings")
        mistakes += wrong
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
