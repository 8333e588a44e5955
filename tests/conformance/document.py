# SPDX-License-Identifier: BSL-1.0
"""An OpenAPI document as plain Python values: objects, lists, strings, int, Decimal, bool, None.

Only the generator's reader is used (YAML 1.2: `no` and `18:00` are strings); what the document
means is worked out here anew, so that a misreading of the generator does not hide itself. Every
`$ref` is made whole: `file#pointer`.
"""

import os
import pathlib
from decimal import Decimal
from urllib.parse import unquote

from restbind.diagnostics import Diagnostics
from restbind.source.load import load_file
from restbind.source.nodes import List, Map

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class Unresolved(LookupError):
    """A reference cannot be resolved."""


class Document:
    def __init__(self, path):
        self._files = {}
        self.path = os.path.normpath(os.path.abspath(path))
        self.root = self._file(self.path)
        version = str(self.root.get("openapi", ""))
        self.is_old = version.startswith("3.0")
        self.defaults = {}  # by name and text
        self._independents = {}  # who judges samples, by the way they go
        self._collect(self.root)

    def _file(self, path):
        if path not in self._files:
            found = Diagnostics()
            _, node = load_file(path, path, 0, found)
            if node is None:
                raise Unresolved(found.text())
            self._files[path] = _plain(node, path)
        return self._files[path]

    def at(self, ref):
        """What a whole reference leads to."""
        path, _, pointer = ref.partition("#")
        here = self._file(path)
        for token in pointer.split("/")[1:]:
            token = unquote(token).replace("~1", "/").replace("~0", "~")
            if isinstance(here, dict) and token in here:
                here = here[token]
            elif isinstance(here, list) and token.isdigit() and int(token) < len(here):
                here = here[int(token)]
            else:
                raise Unresolved(ref)
        return here

    def independent(self, direction, make):
        """The judge of all samples that go one way, made once: it keeps the schemas that it has
        read.
        """
        if direction not in self._independents:
            self._independents[direction] = make()
        return self._independents[direction]

    def follow(self, node):
        """Through references, for anything but schemas."""
        for _ in range(50):
            if not isinstance(node, dict) or not isinstance(node.get("$ref"), str):
                return node
            node = self.at(node["$ref"])
        raise Unresolved("references lead to each other")

    def operation(self, pointer):
        """(path item, operation) of a generator's pointer `#/paths/~1a/get`, or `file.yaml#/get` in
        a file beside the document.
        """
        file, _, inside = pointer.partition("#")
        whole = (
            os.path.normpath(os.path.join(os.path.dirname(self.path), file)) if file else self.path
        )
        above, _, method = inside.rpartition("/")
        item = self.follow(self.at(f"{whole}#{above}"))
        return item, item[method]

    def _collect(self, node):
        """(name, value) of every member that has a default: what may be written where a sample
        leaves it out.
        """
        todo = [node]
        while todo:
            here = todo.pop()
            if isinstance(here, dict):
                properties = here.get("properties")
                for name, one in properties.items() if isinstance(properties, dict) else ():
                    for default in self._defaults_of(one, 0):
                        self.defaults[(name, canonical(default))] = (name, default)
                todo += here.values()
            elif isinstance(here, list):
                todo += here

    def _defaults_of(self, schema, depth):
        if not isinstance(schema, dict) or depth > 8:
            return
        if "default" in schema:
            yield schema["default"]
        parts = [
            one
            for key in ("allOf", "anyOf", "oneOf")
            if isinstance(schema.get(key), list)
            for one in schema[key]
        ]
        if isinstance(schema.get("$ref"), str):
            try:
                parts.append(self.at(schema["$ref"]))
            except Unresolved:
                return
        for part in parts:
            yield from self._defaults_of(part, depth + 1)


def canonical(value):
    """The same for values that are equal as JSON: 1 and 1.0 are."""
    if isinstance(value, dict):
        return tuple(sorted((name, canonical(one)) for name, one in value.items()))
    if isinstance(value, list):
        return tuple(map(canonical, value))
    return (
        str(Decimal(value).normalize())
        if isinstance(value, (int, Decimal)) and not isinstance(value, bool)
        else repr(value)
    )


def _plain(node, path):
    """Without recursion in the common case of scalars; depth is bounded by the reader."""
    if isinstance(node, Map):
        found = {name: _plain(value, path) for name, value in node.entries.items()}
        ref = found.get("$ref")
        if isinstance(ref, str):
            file, _, pointer = ref.partition("#")
            whole = (
                os.path.normpath(os.path.join(os.path.dirname(path), unquote(file)))
                if file
                else path
            )
            found["$ref"] = f"{whole}#{pointer}"
        return found
    if isinstance(node, List):
        return [_plain(one, path) for one in node.items]
    if node.kind == "null":
        return None
    if node.kind == "boolean":
        return node.text.lower() == "true"
    if node.kind == "integer":
        try:
            return int(node.text, 0) if node.text[:2] in ("0x", "0o") else int(node.text)
        except ValueError:
            return Decimal(node.text)
    if node.kind == "number":
        try:
            return Decimal(node.text)
        except ArithmeticError:
            return node.text  # .inf, .nan
    return node.text


def folder_of_tests():
    return pathlib.Path(__file__).resolve().parent


def essence(media):
    """A media type without its parameters."""
    return media.partition(";")[0].strip().lower()


def is_json(media):
    return essence(media) in ("application/json", "text/json", "*/*") or essence(media).endswith(
        "+json"
    )
