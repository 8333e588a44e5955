# SPDX-License-Identifier: BSL-1.0
"""The JSON Schema of the x-restbind keys, made of the registry and of spec/vocabulary.md;
generator/restbind/keys.schema.json holds it.

It follows the structure of an OpenAPI document only to know where a key stands, and says nothing of
the keywords of others.
"""

import json
import re

from tests.generator.documents import ROOT

from restbind.spec.keywords import KINDS, OWN_KEYS, OWN_KINDS, PATTERNS, PREFIX

FILE = ROOT / "generator/restbind/keys.schema.json"
VOCABULARY = ROOT / "spec/vocabulary.md"

_PLAIN = {
    "text": {"type": ["string", "number", "boolean"]},
    "string": {"type": "string"},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
}
_NAME = "^[a-z][a-z0-9_]*$"
_STATUSES = {"type": "array", "items": {"type": "integer", "minimum": 100, "maximum": 599}}
_FEW = {**_STATUSES, "maxItems": 4}
_MEMBER = {
    "type": "string",
    "minLength": 1,
    "pattern": '^[^"\\\\\\u0000-\\u001f]*$',
    "not": {"enum": ["type", "title", "status", "detail", "instance"]},
}
_ANY_MEMBER = {"type": "string", "pattern": _MEMBER["pattern"]}


def _between(least, most):
    return {"type": "integer", "minimum": least, "maximum": most}


# What the registry does not say of a value. A test compares each limit with what the generator
# accepts.
VALUES = {
    ("parameter", "x-restbind-client-parameter"): {"type": "string", "pattern": _NAME},
    ("server", "x-restbind-environment"): {"type": "string", "pattern": _NAME},
    ("schema", "x-restbind-enum-names"): {
        "type": "array",
        "items": {"type": "string"},
        "uniqueItems": True,
    },
    **{
        (kind, "x-restbind-name"): {
            "type": "string",
            "pattern": "^[A-Za-z](_?[A-Za-z0-9])*_?$",
            "maxLength": 58,
        }
        for kind in ("operation", "parameter", "schema", "tag")
    },
    ("own type", "name"): {
        "type": "string",
        "pattern": "^(::)?[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*(<[A-Za-z0-9_:, ]+>)?$",
    },
    ("own type", "header"): {"type": "string", "pattern": '^(<[^<>"\\\\\n]+>|"[^<>"\\\\\n]+")$'},
    ("root", "x-restbind-trace-headers"): {
        "type": "array",
        "items": {"type": "string", "pattern": "^[A-Za-z0-9!#$%&'*+\\-.^_`|~]+$"},
    },
    ("retry", "attempts"): _between(1, 10),
    ("retry", "initialDelayMs"): _between(0, 600_000),
    ("retry", "multiplier"): _between(1, 10),
    ("retry", "statuses"): _FEW,
    ("retry", "unappliedStatuses"): {"type": "array", "items": _between(300, 599), "maxItems": 4},
    ("token", "clientAuthentication"): {"enum": ["client_secret_basic", "client_secret_post", ""]},
    ("token", "lifetimeSeconds"): _between(1, 86_400),
    ("token", "renewBeforeSeconds"): _between(0, 86_400),
    ("error code", "code"): _between(1, 2**31 - 1),
    ("error code", "name"): {"type": "string", "pattern": _NAME},
    ("error code", "statuses"): _STATUSES,
    ("problem", "errorField"): _ANY_MEMBER,
    ("problem", "errorMessage"): _ANY_MEMBER,
    **{
        ("problem", key): _MEMBER
        for key in ("code", "errors", "errorCount", "traceId", "timestamp")
    },
    ("idempotency", "class"): {"enum": ["safe", "idempotent", "not_idempotent"]},
    ("validation problem", "status"): _between(400, 499),
    ("validation problem", "errors"): {"enum": ["list", "map", "none"]},
    ("validation problem", "keys"): {"enum": ["wire", "pascal"]},
    ("rule", "rule"): {"type": "string", "maxLength": 4000},
}

# What a kind says of its keys together.
_TOGETHER = {
    "idempotency": {
        "if": {"required": ["idempotentWhen"]},
        "then": {"properties": {"class": {"const": "not_idempotent"}}},
    }
}


def key_schema():
    """The whole schema, as JSON text."""
    about = _descriptions()
    defs = {_named(kind): _kind(kind, about) for kind in KINDS} | {
        _named(kind): _by_name(kind) for kind in PATTERNS
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The x-restbind keys of an OpenAPI document",
        "description": "Checks the x-restbind keys and where they stand, and nothing else.",
        "$ref": "#/$defs/root",
        "$defs": dict(sorted(defs.items())),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _kind(kind, about):
    is_own = kind in OWN_KINDS
    known = {
        name: found
        for name, keyword in KINDS[kind].items()
        if (found := _key(kind, keyword, about)) is not None
    }
    schema = {"properties": known} if known else {}
    if not is_own:
        own = [name.removeprefix(PREFIX) for name in known if name.startswith(PREFIX)]
        schema["patternProperties"] = {
            f"^{PREFIX}(?!({'|'.join(own)})$)" if own else f"^{PREFIX}": False
        }
        return schema
    required = [keyword.name for keyword in KINDS[kind].values() if keyword.required]
    return {
        "type": "object",
        **schema,
        **({"required": required} if required else {}),
        **_TOGETHER.get(kind, {}),
        "patternProperties": {"^x-(?!restbind-)": True},
        "additionalProperties": False,
    }


def _named(kind):
    return kind.replace(" ", "-")


def _refer(kind):
    return {"$ref": f"#/$defs/{_named(kind)}"}


def _by_name(kind):
    return {"patternProperties": {"^(?!x-)": _refer(PATTERNS[kind]), f"^{PREFIX}": False}}


def _key(kind, keyword, about):
    """The schema of a key of ours; of a keyword of others where it leads to such keys, else
    None.
    """
    if kind not in OWN_KINDS and not keyword.name.startswith(PREFIX):
        return _way(keyword.shape)
    text = about.get((OWN_KINDS.get(kind, ""), keyword.name)) or about[keyword.name]
    return {"description": text, **(VALUES.get((kind, keyword.name)) or _own(keyword.shape))}


def _own(shape):
    if shape.startswith("["):
        return {"type": "array", "items": _own(shape[1:-1])}
    if shape.startswith("{"):
        return {"type": "object", "additionalProperties": _own(shape[1:-1])}
    return _PLAIN[shape] if shape in _PLAIN else _refer(shape)


def _way(shape):
    """Where kinds stand in a value, whatever its JSON type is otherwise."""
    if shape.startswith("["):
        inner = _way(shape[1:-1])
        return {"items": inner} if inner is not None else None
    if shape.startswith("{"):
        inner = _way(shape[1:-1])
        # of other responses nothing is generated
        name = {"{media type}": "[jJ][sS][oO][nN]", "{path item}": "^(?!x-)"}.get(shape)
        return (
            None
            if inner is None
            else {"patternProperties": {name: inner}}
            if name
            else {"additionalProperties": inner}
        )
    kinds = [
        part
        for part in shape.split("|")
        if part in KINDS or part in PATTERNS or part == "sent media type"
    ]
    return _refer(kinds[0].removeprefix("sent ")) if kinds else None


def _descriptions():
    """By key, and by own key and key within it: what spec/vocabulary.md says of it."""
    found = {}
    for name, text in re.findall(
        r"^## `(x-restbind-[a-z-]+)`\n(.*?)(?=^## |\Z)",
        VOCABULARY.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    ):
        paragraphs = [" ".join(one.split()) for one in text.strip().split("\n\n")]
        found[name] = _unlinked(paragraphs[1])
        for key, meaning in re.findall(r"^\| `(\w+)` \| (.+) \|$", text, re.MULTILINE):
            found[name, key] = (
                _unlinked(meaning[:1].upper() + meaning[1:])
                if name != f"{PREFIX}messages"
                else f"The text for a broken `{key}`."
            )
    assert all(name in found for name in OWN_KEYS)
    return found


def _unlinked(text):
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
