"""Fails unless every requirement is proven by a test.

A test names the ids it proves in a comment right above it: `// proves: R4.1-7, A-3` in C++, `# proves:` in Python.
Ids come from the tables of spec/requirements.md. A comment that names an unknown id, or that no test follows, fails too.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| ((?:R[0-9.]+|A)-[0-9]+)\b", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?://|#) proves: (.*)$")
TEST = re.compile(r"^\s*(?:BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE|(?:async )?def test_|add_test\()")
CONTINUATION = re.compile(r"^\s*(?://|#|@|BOOST_TEST_DECORATOR|\*)")


def comments(path):
    """Yields (line number, ids, whether a test follows) for each `proves:` comment of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        found = COMMENT.match(line)
        if not found:
            continue
        following = next((text for text in lines[number:] if text.strip() and not CONTINUATION.match(text)), "")
        ids = [word.strip() for word in found.group(1).split(",") if word.strip()]
        yield number, ids, bool(TEST.match(following))


def main():
    required = ROW.findall((ROOT / "spec/requirements.md").read_text(encoding="utf-8"))
    mistakes, proven = [], {}
    if len(required) < 50 or len(set(required)) != len(required):
        mistakes.append(f"spec/requirements.md: {len(required)} ids, {len(set(required))} different ones: unreadable?")
    sources = [path for path in sorted((ROOT / "tests").rglob("*"))
               if path.suffix in {".cpp", ".py"} or path.name == "CMakeLists.txt"]
    for path in sources:
        if path.resolve() == pathlib.Path(__file__).resolve():
            continue
        for number, ids, has_test in comments(path):
            place = f"{path.relative_to(ROOT)}:{number}"
            if not has_test:
                mistakes.append(f"{place}: no test follows this comment")
            for name in ids:
                if name not in required:
                    mistakes.append(f"{place}: {name} is not a requirement")
                elif has_test:
                    proven.setdefault(name, []).append(place)
    mistakes += [f"spec/requirements.md: no test proves {name}" for name in required if name not in proven]
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    print(f"{len(proven)} of {len(required)} requirements are proven by {sum(map(len, proven.values()))} comments")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
