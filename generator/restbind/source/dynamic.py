# SPDX-License-Identifier: BSL-1.0
"""`$dynamicRef` and `$recursiveRef`, where they mean what a `$ref` would."""

from __future__ import annotations

from restbind.source.nodes import Map, Scalar
from restbind.source.refs import Cursor, SourceFile, around


def settle_dynamic(file: SourceFile) -> None:
    """Makes a plain `$ref` of each `$dynamicRef` whose anchor stands once: whichever way a
    value is reached, it can mean nothing else. Where schemas extend each other an anchor stands
    several times, and the reference is left as it is. So is it done with `$recursiveRef` of
    JSON Schema 2019-09, which means the schema around it that has a `$recursiveAnchor`.
    """
    if "$dynamicRef" in file.source.text:
        for node, _ in file.schemas():
            ref = node.entries.get("$dynamicRef")
            if (
                isinstance(ref, Scalar)
                and ref.kind == "string"
                and ref.text.startswith("#")
                and len(file.anchored(ref.text[1:])) == 1
            ):
                _make_plain(file, node, "$dynamicRef", ref)
    if "$recursiveRef" in file.source.text:
        _settle_recursive(file)


def _settle_recursive(file: SourceFile) -> None:
    anchors = {
        pointer: (pointer, Cursor(node, file, pointer))
        for node, pointer in file.schemas()
        if Cursor(node, file, pointer).is_true("$recursiveAnchor")
    }
    extended = {part.text("$ref") for _, at in anchors.values() for part in (at, *at.each("allOf"))}
    for node, pointer in file.schemas():
        ref, outer = node.entries.get("$recursiveRef"), around(anchors, pointer)
        if not isinstance(ref, Scalar) or ref.kind != "string" or ref.text != "#" or outer is None:
            continue
        target = outer[0].partition("#")[2].replace("%", "%25")
        if f"#{target}" not in extended:
            _make_plain(
                file, node, "$recursiveRef", Scalar("string", f"#{target}", ref.line, ref.column)
            )


def _make_plain(file: SourceFile, node: Map, name: str, ref: Scalar) -> None:
    """Makes a `$ref` of the keyword `name`, in its place, unless there is one."""
    if "$ref" not in node.entries:
        file.rename(node, name, "$ref")
        node.entries["$ref"] = ref
