# SPDX-License-Identifier: BSL-1.0
"""Makes a case that disagrees smaller, as long as it disagrees in the same way."""

import json

_ANNOTATED = ("const", "enum", "default")
_MOST = 30  # candidates of one case in one round


def minimised(bench, found, rounds=10, progress=lambda text: None):
    """[(case, kind, instances)] with smaller ones in their places. Each round compiles all
    candidates together.
    """
    found = [(pruned(case), kind, instances) for case, kind, instances in found]
    open_ = set(range(len(found)))
    for turn in range(rounds):
        tries = [
            (index, case, instances)
            for index in sorted(open_)
            for case, instances in _smaller(found[index])
        ]
        if not tries:
            break
        progress(f"round {turn + 1}: {len(tries)} candidates for {len(open_)} cases")
        results = []
        for start in range(0, len(tries), 60):
            results += bench.results(
                [(case, instances) for _, case, instances in tries[start : start + 60]]
            )
        better = {}
        for (index, case, _), result in zip(tries, results):
            left = [one.instance for one in result.disagreements if one.kind == found[index][1]]
            if (
                left
                and not result.warnings
                and (index not in better or _size(case) < _size(better[index][0]))
            ):
                better[index] = (case, found[index][1], sorted(left, key=_size)[:4])
        for index, state in better.items():
            found[index] = state
        open_ = set(better)
    return found


def _size(value):
    return len(json.dumps(value))


def _smaller(state):
    case, _, instances = state
    candidates = {}
    for one, values in _candidates(case, instances):
        one = pruned(one)
        if values and isinstance(one["schema"], dict):
            candidates.setdefault(json.dumps(one, sort_keys=True), (one, values))
    ordered = sorted(candidates.values(), key=lambda one: _size(one[0]))
    return [one for one in ordered if _size(one[0]) < _size(case)][:_MOST]


def _candidates(case, instances):
    schema, definitions = case["schema"], case["$defs"]
    for one in _reductions(schema):
        yield {"schema": one, "$defs": definitions}, instances
    for name, held in definitions.items():
        for one in _reductions(held):
            yield {"schema": schema, "$defs": definitions | {name: one}}, instances
    if set(schema) == {"$ref"}:
        yield {
            "schema": definitions[schema["$ref"].removeprefix("#/$defs/")],
            "$defs": definitions,
        }, instances
    for name, one in schema.get("properties", {}).items():  # a member by itself
        yield {"schema": one, "$defs": definitions}, [
            value[name] for value in instances if isinstance(value, dict) and name in value
        ]
    if isinstance(schema.get("items"), dict):
        yield {"schema": schema["items"], "$defs": definitions}, [
            one for value in instances if isinstance(value, list) for one in value
        ][:8]


def _reductions(value, key=""):
    """The value with one thing less."""
    if key in _ANNOTATED and not isinstance(value, list):
        return
    if isinstance(value, dict):
        for name in value:
            yield {other: one for other, one in value.items() if other != name}
            if isinstance(value[name], (dict, list)) and name not in ("const", "default"):
                for smaller in _reductions(value[name], name):
                    if smaller not in ([], {}) or name in ("properties", "items"):
                        yield {**value, name: smaller}
            if isinstance(value[name], dict) and value[name] and key == "properties":
                yield {**value, name: {}}
    elif isinstance(value, list):
        for index, one in enumerate(value):
            if len(value) > 1:
                yield [*value[:index], *value[index + 1 :]] if not (
                    key == "type" and len(value) == 2
                ) else value[1 - index]
            if isinstance(one, dict) and key in ("allOf", "anyOf", "oneOf", "prefixItems"):
                for smaller in _reductions(one):
                    yield [*value[:index], smaller, *value[index + 1 :]]


def pruned(case):
    """Without definitions that nothing refers to."""
    used, waiting = set(), [case["schema"]]
    while waiting:
        text = json.dumps(waiting.pop())
        for name, one in case["$defs"].items():
            if name not in used and f'"#/$defs/{name}"' in text:
                used.add(name)
                waiting.append(one)
    return {
        "schema": case["schema"],
        "$defs": {name: one for name, one in case["$defs"].items() if name in used},
    }
