# SPDX-License-Identifier: BSL-1.0
"""Invented documents of any size, for measuring: `python3 -m tests.generator.synthetic OPERATIONS
[MEMBERS] > big.json` (or .yaml with `--yaml`; without tags, under `/v1`, with `--untagged`). The
same arguments give the same text.

Like large documents of the world: a tag for each ten operations, models that refer to each other
and to a few that all share, circles through lists, long descriptions, examples, enums, and inline
objects.
"""

import json
import sys

WORDS = "The service keeps this value for as long as the resource exists and tells it to every client that may read the resource. "


def document(operations, members=20, tagged=True):
    schemas = {
        "Error": {
            "type": "object",
            "required": ["code"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        },
        "Link": {
            "type": "object",
            "properties": {
                "href": {"type": "string", "format": "uri"},
                "next": {"type": "array", "items": {"$ref": "#/components/schemas/Link"}},
            },
        },
    }
    paths = {}
    for number in range(operations):
        schemas[f"Thing{number}"] = _model(number, operations, members)
        path, operation = f"/area{number // 10}/things{number}/{{id}}", _operation(number)
        if not tagged:
            path = f"/v1{path}"
            del operation["tags"]
        paths[path] = {"put": operation}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Synthetic", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _model(number, operations, members):
    properties = {
        "id": {"type": "string", "minLength": 1},
        "link": {"$ref": "#/components/schemas/Link"},
    }
    for index in range(members):
        properties[f"value{index}Of{number}"] = (
            {
                "type": "string",
                "maxLength": 40,
                "description": f"Value {index}. {WORDS}",
                "example": "a" * 20,
            },
            {
                "type": "integer",
                "format": "int32",
                "minimum": 0,
                "maximum": 100,
                "description": WORDS,
                "default": 5,
            },
            {"type": "string", "enum": ["one", "two", "three"], "description": WORDS},
            {"type": "array", "items": {"type": "number"}, "maxItems": 9, "description": WORDS},
            {
                "type": "object",
                "properties": {"inner": {"type": "string"}, "depth": {"type": "integer"}},
                "description": WORDS,
            },
        )[index % 5]
    # Neighbours within an area hold each other, as models of one resource do.
    first = number - number % 10
    properties["next"] = {
        "type": "array",
        "items": {
            "$ref": f"#/components/schemas/Thing{min(first + (number + 1) % 10, operations - 1)}"
        },
    }
    return {
        "type": "object",
        "required": ["id"],
        "description": f"Thing {number}. {WORDS}",
        "properties": properties,
    }


def _operation(number):
    body = {
        "application/json": {
            "schema": {"$ref": f"#/components/schemas/Thing{number}"},
            "example": {f"value{index}": [WORDS, index] for index in range(5)},
        }
    }
    response = {"description": "Done.", "content": body}
    error = {
        "description": "Refused.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    return {
        "operationId": f"putThing{number}",
        "tags": [f"area{number // 10}"],
        "summary": f"Puts thing {number}.",
        "description": WORDS,
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "dry", "in": "query", "schema": {"type": "boolean"}, "description": WORDS},
        ],
        "requestBody": {"required": True, "content": body},
        "responses": {"200": response, "404": error, "422": error},
    }


def as_json(operations, members=20, tagged=True):
    return json.dumps(document(operations, members, tagged), indent=2)


def as_yaml(operations, members=20, tagged=True):
    import yaml

    class Plain(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
        def ignore_aliases(self, data):
            return True

    return yaml.dump(document(operations, members, tagged), Dumper=Plain, sort_keys=False)


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    sys.stdout.write(
        (as_yaml if "--yaml" in sys.argv else as_json)(
            *numbers, tagged="--untagged" not in sys.argv
        )
    )
