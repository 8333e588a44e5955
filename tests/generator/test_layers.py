# SPDX-License-Identifier: BSL-1.0
"""The order of the generator's modules: each imports only what precedes it, as the table in
generator/README.md has them.
"""

import ast
import re
import unittest

from tests.generator.documents import ROOT

PACKAGE = ROOT / "generator/restbind"
# the only package that names what is in its modules: `from restbind import ir` is all of them
NAMED = "ir"


def stated_order():
    """The modules of the table of generator/README.md, first to last."""
    text = (ROOT / "generator/README.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\(top\)|`[\w.]+`) \| [^|]+ \| ([^|]+) \|$",
        text[text.index("## The pipeline") :],
        re.MULTILINE,
    )
    return [
        (name if package == "(top)" else f"{package.strip('`')}.{name}")
        for package, modules in rows
        for name in re.findall(r"`(\w+)`", modules)
    ]


def modules():
    """Each module with its syntax tree, but for those that stand for a package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        if not name.endswith("__init__") and name != "__main__":
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree, known):
    """Own modules that are imported anywhere in a file, within functions and for type checkers,
    too.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [
                whole
                if (whole := f"{node.module}.{alias.name}").removeprefix("restbind.") in known
                else node.module
                for alias in node.names
            ]
        else:
            continue
        yield from (
            name.removeprefix("restbind.") for name in found if name.startswith("restbind.")
        )


class Layers(unittest.TestCase):
    def test_each_module_has_its_place_in_the_table(self):
        self.assertEqual(sorted(stated_order()), sorted(name for name, _ in modules()))

    def test_a_module_imports_only_what_precedes_it(self):
        order = stated_order()
        rank = {name: place for place, name in enumerate(order)}
        rank[NAMED] = max(place for name, place in rank.items() if name.startswith(f"{NAMED}."))
        for name, tree in modules():
            for other in imported(tree, rank.keys()):
                self.assertLess(rank[other], rank[name], f"{name} imports {other}")

    def test_a_package_itself_holds_nothing(self):
        for path in PACKAGE.rglob("__init__.py"):
            if path.parent.name == NAMED:
                continue
            statements = ast.parse(path.read_text(encoding="utf-8")).body
            self.assertTrue(
                all(isinstance(one, ast.Expr) for one in statements),
                f"{path} has more than a docstring",
            )

    def test_nothing_is_imported_within_functions(self):
        for name, tree in modules():
            inner = [
                node.lineno
                for function in ast.walk(tree)
                if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
                for node in ast.walk(function)
                if isinstance(node, (ast.Import, ast.ImportFrom))
            ]
            self.assertEqual(inner, [], name)


if __name__ == "__main__":
    unittest.main()
