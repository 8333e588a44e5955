# SPDX-License-Identifier: BSL-1.0
"""Fails unless every row of the ledgers is proven by a test.

    requirements.py              the requirements, `proves:` in a comment right above a test
    requirements.py faults       the fault matrix, `survives:` in such a comment

A comment is `// proves: R4.1-7, A-3` in C++, `# proves:` in Python. Ids come from the tables of the
ledger's file in spec/. A comment that names an unknown id, or that no test follows, fails too.
"""

import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEST = re.compile(r"^\s*(?:BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE|(?:async )?def test_|add_test\()")
CONTINUATION = re.compile(r"^\s*(?://|#|@|BOOST_TEST_DECORATOR|\*)")


@dataclasses.dataclass(frozen=True)
class Ledger:
    """A list of rows in a file of spec/, and the word with which a test names them."""

    file: str
    row: str  # regular expression of an id at the start of a table's row
    word: str
    least: int  # fewer ids mean that the file was not understood

    def ids(self):
        text = (ROOT / self.file).read_text(encoding="utf-8")
        return re.findall(rf"^\| ({self.row})\b", text, re.MULTILINE)

    def comments(self, path):
        """Yields (line number, ids, whether a test follows) for each comment of a file with the
        ledger's word.
        """
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            found = re.match(rf"^\s*(?://|#) {self.word}: (.*)$", line)
            if not found:
                continue
            following = next(
                (text for text in lines[number:] if text.strip() and not CONTINUATION.match(text)),
                "",
            )
            ids = [word.strip() for word in found.group(1).split(",") if word.strip()]
            yield number, ids, bool(TEST.match(following))


LEDGERS = {
    "requirements": Ledger("spec/requirements.md", r"(?:R[0-9.]+|A)-[0-9]+", "proves", 50),
    "faults": Ledger("spec/fault-matrix.md", r"R[1-9]-[SIKAN]|[RNHTJKCXPSL][0-9]+", "survives", 120),
}


def main():
    ledger = LEDGERS[sys.argv[1] if len(sys.argv) > 1 else "requirements"]
    required = ledger.ids()
    mistakes, proven = [], {}
    if len(required) < ledger.least or len(set(required)) != len(required):
        mistakes.append(
            f"{ledger.file}: {len(required)} ids, {len(set(required))} different ones: unreadable?"
        )
    sources = [
        path
        for path in sorted((ROOT / "tests").rglob("*"))
        if path.suffix in {".cpp", ".py"} or path.name == "CMakeLists.txt"
    ]
    for path in sources:
        if path.resolve() == pathlib.Path(__file__).resolve():
            continue
        for number, ids, has_test in ledger.comments(path):
            place = f"{path.relative_to(ROOT)}:{number}"
            if not has_test:
                mistakes.append(f"{place}: no test follows this comment")
            for name in ids:
                if name not in required:
                    mistakes.append(f"{place}: {name} is not in {ledger.file}")
                elif has_test:
                    proven.setdefault(name, []).append(place)
    mistakes += [
        f"{ledger.file}: no test {ledger.word} {name}" for name in required if name not in proven
    ]
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    print(
        f"{len(proven)} of {len(required)} rows of {ledger.file} are proven by "
        f"{sum(map(len, proven.values()))} comments"
    )
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
