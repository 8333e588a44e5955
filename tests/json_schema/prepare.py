#!/usr/bin/env python3
"""prepare.py CASES OUT: makes of one file of cases an OpenAPI document and the C++ that runs each group through generated types.

A group is {about, schema, valid, invalid}; `typed: false`, or `typed_accepts` and `typed_refuses` with values that
a generated type judges in another way than the schema, always with `why`. Each schema stands in the document as the member `v` of an object of its own, which
one operation takes as its body.
"""

import json
import pathlib
import sys


def moved(schema, name):
    """The schema with references to its own definitions led to components."""
    if isinstance(schema, dict):
        return {key: f"#/components/schemas/{name}{value.removeprefix('#/$defs/').title()}"
                if key == "$ref" and isinstance(value, str) and value.startswith("#/$defs/") and not key.startswith("$$") else
                value if key in ("enum", "const") else moved(value, name)
                for key, value in schema.items()}
    return [moved(one, name) for one in schema] if isinstance(schema, list) else schema


def main():
    source, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    groups = json.loads(source.read_text(encoding="utf-8"))
    schemas, paths, rows = {}, {}, []
    for index, group in enumerate(groups):
        if group.get("typed") is False:
            continue
        name = f"G{index:03}"
        schema = group["schema"]
        definitions = schema.get("$defs", {}) if isinstance(schema, dict) else {}
        if definitions:
            schema = {key: value for key, value in schema.items() if key != "$defs"}
        for key, value in definitions.items():
            schemas[f"{name}{key.title()}"] = moved(value, name)
        schemas[name] = {"type": "object", "required": ["v"], "properties": {"v": moved(schema, name)}}
        body = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}, "required": True}
        paths[f"/{name}"] = {"post": {"operationId": f"check_{name}", "requestBody": body,
                                      "responses": {"200": {"description": "Done."}}}}
        rows.append(f'    {{{index}, &schema_truth::holds<api::operations::check_g{index:03}>}},')
    stem = source.stem
    document = {"openapi": "3.1.0", "info": {"title": stem, "version": "1"}, "paths": paths, "components": {"schemas": schemas}}
    out.mkdir(parents=True, exist_ok=True)
    write(out / f"{stem}.json", json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    lines = [f'#include "{stem}/operations.hpp"', '#include "json_schema/truth.hpp"', "", f"namespace api = truth::{stem};", "",
             f"schema_truth::table const& schema_truth::{stem}()", "{", "    static table const all{", *rows, "    };",
             "    return all;", "}"]
    write(out / f"{stem}.cpp", "\n".join(lines) + "\n")


def write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


main()
