#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""readme_blocks OUT: writes each C++ block of each README.md under OUT, as the tests compile them.

A block starts with a line `// name.cpp`. Prints the names, one a line; fails if a block has none or
two share one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def blocks():
    # where whole systems can lie
    folders = [one for one in ROOT.iterdir() if one.is_dir() and one.name != "build"]
    readmes = [
        ROOT / "README.md",
        *(readme for folder in folders for readme in folder.rglob("README.md")),
    ]
    for readme in sorted(readmes):
        for block in re.findall(
            r"^```cpp\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            name = re.match(r"// (\w+)\.cpp\n", block)
            if not name:
                raise SystemExit(
                    f"{readme}: a block does not start with // name.cpp: {block.splitlines()[0]}"
                )
            yield name.group(1), block


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    found = {}
    for name, block in blocks():
        if name in found:
            raise SystemExit(f"two blocks are called {name}.cpp")
        found[name] = block
        path = out / f"{name}.cpp"
        if not path.exists() or path.read_text(encoding="utf-8") != block:
            path.write_text(block, encoding="utf-8")
    print(";".join(found), end="")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
