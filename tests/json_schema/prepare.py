#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""prepare.py CASES OUT whole|member: makes of one file of cases an OpenAPI document and the C++
that runs each group through generated types.

A group is {about, schema, valid, invalid}; `typed: false`, or `typed_accepts` and `typed_refuses`
with values that
a generated type judges in another way than the schema, always with `why`. Each schema stands in the
document as a component by itself, with its definitions inside; with `member` as the member `v` of
an object, its definitions led to components of their own, unless it has identifiers. One operation
takes each as its body.
"""

import json
import pathlib
import sys


def led(schema, way):
    """The schema with its references turned by `way`."""
    if isinstance(schema, dict):
        return {
            key: way(value)
            if key == "$ref" and isinstance(value, str)
            else value
            if key in ("enum", "const")
            else led(value, way)
            for key, value in schema.items()
        }
    return [led(one, way) for one in schema] if isinstance(schema, list) else schema


def within(place):
    """Pointers into the schema itself, which stands at `place`."""
    return (
        lambda reference: place + reference[1:]
        if reference == "#" or reference.startswith("#/")
        else reference
    )


def as_member(schema, name, schemas):
    """Definitions with plain names become components."""
    definitions = schema.get("$defs", {}) if isinstance(schema, dict) else {}
    plain = {key: f"{name}D{place}" for place, key in enumerate(definitions) if key.isalnum()}
    inside = within(f"#/components/schemas/{name}/properties/v")

    def way(reference):
        own, _, rest = reference.removeprefix("#/$defs/").partition("/")
        is_own = reference.startswith("#/$defs/") and own in plain
        return (
            f"#/components/schemas/{plain[own]}{'/' + rest if rest else ''}"
            if is_own
            else inside(reference)
        )

    for key, component in plain.items():
        schemas[component] = led(definitions[key], way)
    if definitions:
        rest = {key: value for key, value in definitions.items() if key not in plain}
        schema = {
            **{key: value for key, value in schema.items() if key != "$defs"},
            **({"$defs": rest} if rest else {}),
        }
    schemas[name] = {"type": "object", "required": ["v"], "properties": {"v": led(schema, way)}}


def as_whole(schema, name, schemas):
    has_id = isinstance(schema, dict) and "$id" in schema
    schemas[name] = schema if has_id else led(schema, within(f"#/components/schemas/{name}"))


def main():
    source, out, forms = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    groups = json.loads(source.read_text(encoding="utf-8"))
    schemas, paths, rows = {}, {}, []
    for index, group in enumerate(groups):
        if group.get("typed") is False:
            continue
        # which a document can hold once
        is_identified = any(f'"{key}"' in json.dumps(group["schema"]) for key in ("$id", "$anchor"))
        is_whole = forms == "whole" or is_identified
        name = f"S{index:03}"
        (as_whole if is_whole else as_member)(group["schema"], name, schemas)
        body = {
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}},
            "required": True,
        }
        paths[f"/{name}"] = {
            "post": {
                "operationId": f"check_{name}",
                "requestBody": body,
                "responses": {"200": {"description": "Done."}},
            }
        }
        rows.append(
            f"    {{{index}, {{&schema_truth::holds<api::operations::check_s{index:03}>, {'false' if is_whole else 'true'}}}}},"
        )
    stem = source.stem
    document = {
        "openapi": "3.1.0",
        "info": {"title": stem, "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }
    out.mkdir(parents=True, exist_ok=True)
    write(out / f"{stem}.json", json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    lines = [
        f'#include "{stem}/operations.hpp"',
        '#include "json_schema/truth.hpp"',
        "",
        f"namespace api = truth::{stem};",
        "",
        f"schema_truth::table const& schema_truth::{stem}()",
        "{",
        "    static table const all{",
        *rows,
        "    };",
        "    return all;",
        "}",
    ]
    write(out / f"{stem}.cpp", "\n".join(lines) + "\n")


def write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


main()
