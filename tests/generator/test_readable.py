# SPDX-License-Identifier: BSL-1.0
"""How much of the generator a reader has to hold in mind at once: modules, functions, expressions."""

import ast
import re
import unittest

from tests.generator.documents import ROOT

PACKAGE = ROOT / "generator/restbind"
LINES_OF_A_MODULE = 450
LINES_OF_A_FUNCTION = 60
DECISIONS = 20
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def modules():
    """Each module: its name, its text and its syntax tree."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield str(path.relative_to(PACKAGE)), text, ast.parse(text)


def own(function):
    """The nodes of a function, but for functions within it."""
    todo = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        todo += [child for child in ast.iter_child_nodes(node) if not isinstance(child, FUNCTIONS)]


def decisions(function):
    """One, and one more for each statement that decides, each operand of `and` and `or` but the
    first, each condition within an expression, and each loop and condition of a comprehension.
    """
    found = 1
    for node in own(function):
        if isinstance(node, (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler)):
            found += 1
        elif isinstance(node, ast.match_case):
            found += 1
        elif isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            found += 1 + len(node.ifs)
    return found


def nested(tree):
    """The lines with a comprehension that holds another one."""
    for node in ast.walk(tree):
        if isinstance(node, COMPREHENSIONS):
            below = [child for child in ast.walk(node) if isinstance(child, COMPREHENSIONS)]
            if len(below) > 1:
                yield node.lineno


# What only a statement of C++ has; texts for comments and single expressions have none of it.
STATEMENT = re.compile(
    r"\);$|\bif \(|\bfor \(|\breturn [^.]*;|\) \{\{?$|\[&|^\}\}?\);|\busing \w+ ="
)


def statements(tree):
    """The lines with a literal that is a statement of C++, or a part of one; docstrings aside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""  # a docstring
        if isinstance(node, ast.Constant) and STATEMENT.search(str(node.value)):
            yield node.lineno


class Readable(unittest.TestCase):
    def test_the_statements_of_headers_stand_in_templates(self):
        found = [
            (name, line)
            for name, _, tree in modules()
            if name.startswith(("views/", "lower/"))
            for line in statements(tree)
        ]
        self.assertEqual(found, [])

    def test_no_comprehension_holds_another_one(self):
        found = [f"{name}:{line}" for name, _, tree in modules() for line in nested(tree)]
        self.assertEqual(found, [])

    def test_no_function_makes_many_decisions(self):
        for name, _, tree in modules():
            for node in ast.walk(tree):
                if isinstance(node, FUNCTIONS):
                    self.assertLessEqual(decisions(node), DECISIONS, f"{name} {node.name}")

    def test_functions_and_modules_are_short(self):
        for name, text, tree in modules():
            self.assertLessEqual(text.count("\n"), LINES_OF_A_MODULE, name)
            for node in ast.walk(tree):
                if isinstance(node, FUNCTIONS):
                    lines = node.end_lineno - node.lineno + 1
                    self.assertLessEqual(lines, LINES_OF_A_FUNCTION, f"{name} {node.name}")


if __name__ == "__main__":
    unittest.main()
