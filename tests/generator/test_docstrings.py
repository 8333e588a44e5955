# SPDX-License-Identifier: BSL-1.0
"""Each public function of the generator has a docstring that says what it gives."""

import functools
import importlib
import inspect
import pkgutil
import types
import unittest

import restbind


def modules():
    """All modules of the package."""
    for found in pkgutil.walk_packages(restbind.__path__, f"{restbind.__name__}."):
        yield importlib.import_module(found.name)


def function_of(one):
    """The function that the user of a name calls, be it a property or a method of any kind; None
    for other values.
    """
    if isinstance(one, property):
        one = one.fget
    elif isinstance(one, functools.cached_property):
        one = one.func
    one = (
        inspect.unwrap(one)
        if callable(one) or isinstance(one, (classmethod, staticmethod))
        else one
    )
    return one if isinstance(one, types.FunctionType) else None


def public(space, module):
    """The public functions among the names of a module or class that the module itself defines;
    dataclasses bring none.
    """
    for name, one in space.items():
        found = function_of(one)
        if not name.startswith("_") and found is not None and found.__module__ == module.__name__:
            yield name, found


def undocumented(module):
    """The functions, and methods of public classes, that have no docstring and override nothing
    that has one.
    """
    for name, one in public(vars(module), module):
        if not inspect.getdoc(one):
            yield f"{module.__name__}.{name}"
    for holder, class_ in vars(module).items():
        if (
            holder.startswith("_")
            or not inspect.isclass(class_)
            or class_.__module__ != module.__name__
        ):
            continue
        for name, _ in public(vars(class_), module):
            # What overrides is documented by what it overrides. inspect.getdoc alone would not see
            # that of a cached property.
            overridden = (function_of(vars(base).get(name)) for base in class_.__mro__)
            if not any(one.__doc__ for one in overridden if one is not None):
                yield f"{module.__name__}.{holder}.{name}"


class Docstrings(unittest.TestCase):
    def test_each_public_function_says_what_it_gives(self):
        known = list(modules())
        # the walk has found them
        self.assertGreater(sum(1 for module in known for _ in public(vars(module), module)), 300)
        self.assertEqual([one for module in known for one in undocumented(module)], [])


if __name__ == "__main__":
    unittest.main()
