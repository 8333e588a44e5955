# SPDX-License-Identifier: BSL-1.0
"""Values that fit a schema, made from it. `judge` helps to find them; whether one fits in the end
says `independent`.

Four kinds: `required` (nothing that may be left out), `all` (everything, as deep as DEPTH), `other`
(the next branch of each oneOf and anyOf, other enum values), `null` (null wherever it may be, but
for the whole) and `nothing` (null for the whole).
"""

import itertools
from decimal import Decimal

import formats
import patterns
from independent import Independent
from judge import Judge, is_number, kind_fits, kind_of, same

KINDS = ("required", "all", "other", "null", "nothing")
DEPTH = 6  # levels with optional members
_MEMBERS = 1500  # optional members of one sample
_DEEPEST = 40
_FORMATS = {
    "date": ("2024-02-29", "1999-12-31"),
    "date-time": ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09.125+02:00"),
    "time": ("12:30:45Z", "23:59:59Z"),
    "duration": ("P1DT2H", "PT5M"),
    "uuid": ("3fa85f64-5717-4562-b3fc-2c963f66afa6", "123e4567-e89b-42d3-a456-426614174000"),
    "uri": ("https://example.com/a", "https://example.com/b?c=d"),
    "url": ("https://example.com/a", "https://example.com/b"),
    "uri-reference": ("/a", "b"),
    "email": ("anna@example.com", "bo@example.org"),
    "idn-email": ("anna@example.com", "bo@example.org"),
    "hostname": ("example.com", "example.org"),
    "ipv4": ("192.0.2.1", "198.51.100.7"),
    "ipv6": ("2001:db8::1", "2001:db8::2"),
    "byte": ("aGVsbG8=", "AAEC"),
    "binary": ("bytes", "more bytes"),
    "decimal": ("12.50", "0.1"),
    "iso-country-code": ("NL", "CH"),
}


class NoSample(Exception):
    """No value could be made that fits the schema. The argument says where and why."""


class Maker:
    def __init__(self, document, direction, kind, is_ascii=False):
        """is_ascii: as headers and cookies need it."""
        self._is_ascii = is_ascii
        self._document = document
        self._hidden = "readOnly" if direction == "request" else "writeOnly"
        self.judge = Judge(document, direction)
        self._independent = document.independent(
            direction, lambda: Independent(document, self.judge.is_unneeded)
        )
        self._kind = kind
        self._turn = {"required": 0, "all": 0, "other": 1, "null": 0, "nothing": 0}[kind]
        self._members = 0
        self.left_out = []  # optional members that no value was found for

    def value(self, schema, where=""):
        """A value that fits; raises NoSample."""
        self._members = 0
        if self._kind == "nothing":
            if _may_be_null(self._layers([schema])) and self._fits(None, [schema]):
                return None
            self._kind = "required"  # which has been a sample already
        made = self._value([schema], 0, where, ())
        why = self._independent.why(made, schema)
        if why:
            raise NoSample(f"{where or 'the value'}: {why}")
        return made

    # ----------------------------------------------------------------------------------------------
    # layers

    def _layers(self, schemas, depth=0):
        """All schemas that hold at once: with references and allOf followed. A schema `false`
        raises.
        """
        found = []
        for schema in schemas:
            if schema is False:
                raise NoSample("nothing fits false")
            if not isinstance(schema, dict):
                continue
            if depth > 50:
                raise NoSample("allOf without end")
            if isinstance(schema.get("$ref"), str):
                found += self._layers([self._document.at(schema["$ref"])], depth + 1)
                if self._document.is_old:
                    continue
            found.append(schema)
            if isinstance(schema.get("allOf"), list):
                found += self._layers(schema["allOf"], depth + 1)
        return found

    @staticmethod
    def _refs(schemas):
        return tuple(
            schema["$ref"]
            for schema in schemas
            if isinstance(schema, dict) and isinstance(schema.get("$ref"), str)
        )

    # ----------------------------------------------------------------------------------------------
    # values

    def _value(self, schemas, depth, where, stack, done=frozenset()):
        """done: the oneOf and anyOf of this very value for which a branch was taken."""
        if depth > _DEEPEST:
            raise NoSample(f"{where}: it holds itself without end")
        stack += self._refs(schemas)
        layers = self._layers(schemas) or [{}]
        if self._kind == "null" and depth and not done and _may_be_null(layers):
            if self._fits(None, schemas):
                return None
        for layer in layers:
            for key in ("oneOf", "anyOf"):
                branches = layer.get(key)
                if isinstance(branches, list) and branches and (id(layer), key) not in done:
                    return self._branch(
                        schemas, layer, key, depth, where, stack, done | {(id(layer), key)}
                    )
        return self._plain(schemas, layers, depth, where, stack)

    def _branch(self, schemas, layer, key, depth, where, stack, done):
        """The value of the first branch that leads to one that fits all."""
        branches = layer[key]
        reason = ""
        turn = self._turn
        for index in range(len(branches)):
            branch = branches[(index + turn) % len(branches)]
            extra = self._told(layer, branch)
            try:
                members = self._members
                made = self._value([*schemas, branch, *extra], depth + 1, where, stack, done)
            except NoSample as failure:
                reason = reason or str(failure)
                continue
            why = self._why(made, schemas)
            if not why:
                return made
            self._members = members
            reason = reason or f"{where}: {why}"
        raise NoSample(reason or f"{where}: no branch of {key} fits")

    def _told(self, layer, branch):
        """What the discriminator says of a branch."""
        told = layer.get("discriminator")
        if (
            not isinstance(told, dict)
            or not isinstance(told.get("propertyName"), str)
            or not isinstance(branch, dict)
        ):
            return []
        ref = branch.get("$ref")
        if not isinstance(ref, str):
            return []
        mapping = told.get("mapping") if isinstance(told.get("mapping"), dict) else {}
        name = told["propertyName"]
        for part in self._layers([branch]):
            own = part["properties"].get(name) if isinstance(part.get("properties"), dict) else None
            if any("enum" in layer or "const" in layer for layer in self._layers([own])):
                return [{"required": [name]}]  # the branch says itself which value is its own
        end = ref.rsplit("/", 1)[-1]
        names = [
            value
            for value, target in mapping.items()
            if isinstance(target, str) and (target == end or target.rsplit("/", 1)[-1] == end)
        ]
        return [{"properties": {name: {"const": (names or [end])[0]}}, "required": [name]}]

    def _why(self, value, schemas):
        return next(
            (why for why in (self.judge.why(value, schema) for schema in schemas) if why), ""
        )

    def _fits(self, value, schemas):
        return not self._why(value, schemas)

    def _plain(self, schemas, layers, depth, where, stack):
        for layer in layers:
            if "const" in layer:
                return layer["const"]
        values = next(
            (layer["enum"] for layer in layers if isinstance(layer.get("enum"), list)), None
        )
        if values is not None:
            usable = [one for one in values if self._fits(one, [_alone(layer) for layer in layers])]
            usable = [one for one in usable if one is not None] or usable
            if not usable:
                raise NoSample(f"{where}: no value of the enum fits")
            return usable[self._turn % len(usable)]
        kinds = _kinds(layers)
        if not kinds:
            raise NoSample(f"{where}: no type fits")
        kind = kinds[self._turn % len(kinds)]
        if kind == "null":
            return None
        if kind == "boolean":
            return self._turn == 0
        if kind in ("integer", "number"):
            return _number(layers, kind, self._turn, where)
        if kind == "string":
            return self._string(layers, where)
        if kind == "array":
            return self._array(layers, depth, where, stack)
        return self._object(layers, depth, where, stack)

    def _string(self, layers, where):
        low = max([_count(layer, "minLength", 0) for layer in layers])
        high = min([_count(layer, "maxLength", 10**9) for layer in layers])
        named = [layer["format"] for layer in layers if isinstance(layer.get("format"), str)]
        format_ = next(iter(named), "")
        if any(layer.get("contentEncoding") == "base64" for layer in layers):
            format_ = "byte"
        wanted = []
        known = _FORMATS.get(format_, ())
        wanted += [
            *known[self._turn :],
            *known,
            *(one.upper() for one in known if format_ == "uuid"),
        ]
        matching = [layer["pattern"] for layer in layers if isinstance(layer.get("pattern"), str)]
        if not known and not matching:
            plain = "text" if format_ or self._is_ascii else ("text", "Grüße")[self._turn]
            wanted += [
                plain,
                plain[:high],
                (plain * (low // len(plain) + 1))[: max(low, min(high, 4))],
            ]
        stated = [layer[key] for layer in layers for key in ("example", "default") if key in layer]
        stated += [
            one
            for layer in layers
            if isinstance(layer.get("examples"), list)
            for one in layer["examples"]
        ]
        wanted += [one for one in stated if isinstance(one, str)]
        candidates = (
            one
            for pattern in matching
            for one in patterns.candidates(pattern, low, high, self._turn)
        )
        for one in itertools.chain(wanted, candidates):
            if (
                low <= len(one) <= high
                and all(self.judge.matches(pattern, one) for pattern in matching)
                and all(formats.keeps(name, one) for name in named)
            ):
                return one
        if format_ == "byte" and low:
            return ("A" * 4 * ((low + 3) // 4))[:high]
        if known and not matching and high >= low:
            one = (known[0] + "0" * low)[: max(low, min(high, len(known[0])))]
            if all(formats.keeps(name, one) for name in named):
                return one
        raise NoSample(
            f"{where}: no text of {low} to {high} characters was found that matches {matching}"
        )

    def _array(self, layers, depth, where, stack):
        low = max([_count(layer, "minItems", 0) for layer in layers])
        high = min([_count(layer, "maxItems", 10**9) for layer in layers])
        unique = any(layer.get("uniqueItems") is True for layer in layers)
        count = low
        rules = [layer["items"] for layer in layers if isinstance(layer.get("items"), dict)]
        if self._kind != "required" and depth <= DEPTH and not self._goes_round(rules, stack):
            count = max(low, min(high, 2))
        if count > 20000:
            raise NoSample(f"{where}: it needs {count} items")
        first = next(
            (
                layer["prefixItems"]
                for layer in layers
                if isinstance(layer.get("prefixItems"), list)
            ),
            [],
        )
        if any("contains" in layer for layer in layers):
            rules = rules + [layer["contains"] for layer in layers if "contains" in layer]
            count = max(count, 1)
        made = []
        turn = self._turn
        for index in range(count):
            rule = [first[index]] if index < len(first) else rules
            try:
                one = self._value(rule, depth + 1, f"{where}[{index}]", stack)
            except NoSample:
                if index >= low:
                    break
                raise
            tries = 0
            while unique and any(same(one, other) for other in made) and tries < 8:
                tries += 1
                self._turn = turn + index + tries
                one = self._another(one, rule, depth, where, stack, index + tries)
            self._turn = turn
            if unique and any(same(one, other) for other in made):
                if index >= low:
                    break
                raise NoSample(f"{where}: no {count} items that differ")
            made.append(one)
        return made

    def _another(self, one, rule, depth, where, stack, number):
        """A value like `one` that differs, if the rules allow it."""
        if isinstance(one, str) and self._fits(one + str(number), rule):
            return one + str(number)
        if is_number(one) and self._fits(one + number, rule):
            return one + number
        if isinstance(one, dict):
            for name, value in one.items():
                for changed in (
                    (value + str(number),)
                    if isinstance(value, str)
                    else (value + number,)
                    if is_number(value)
                    else ()
                ):
                    if self._fits({**one, name: changed}, rule):
                        return {**one, name: changed}
        try:
            return self._value(rule, depth + 1, where, stack)
        except (NoSample, KeyError):
            return one

    def _goes_round(self, schemas, stack):
        """Whether this would go into a schema again that it is in already."""
        return any(stack.count(ref) > 1 for ref in self._refs(schemas))

    def _object(self, layers, depth, where, stack):
        rules, required = {}, []
        for layer in layers:
            properties = layer.get("properties")
            for name, rule in properties.items() if isinstance(properties, dict) else ():
                rules.setdefault(name, []).append(rule)
            if isinstance(layer.get("required"), list):
                required += [name for name in layer["required"] if isinstance(name, str)]
        made = {}
        wanted = max([_count(layer, "minProperties", 0) for layer in layers])
        space = min([_count(layer, "maxProperties", 10**9) for layer in layers])
        hidden = {
            name for name, parts in rules.items() if any(self._is_hidden(part) for part in parts)
        }
        for name in dict.fromkeys([*(name for name in rules if name in required), *required]):
            if name in hidden:
                continue
            made[name] = self._value(
                rules.get(name) or self._others(layers, name), depth + 1, f"{where}.{name}", stack
            )
        for name, parts in rules.items():
            if name in made or name in hidden:
                continue
            is_needed = len(made) < wanted
            is_wanted = (
                self._kind != "required"
                and depth <= DEPTH
                and self._members < _MEMBERS
                and len(made) < space
            )
            if not is_needed and (not is_wanted or self._goes_round(parts, stack)):
                continue
            members = self._members
            self._members += 1
            try:
                made[name] = self._value(parts, depth + 1, f"{where}.{name}", stack)
            except NoSample as failure:
                self._members = members
                if depth < 3:
                    self.left_out.append(str(failure)[:200])
        for layer in layers:  # members that need others
            for key in ("dependentRequired", "dependencies"):
                dependent = layer.get(key) if isinstance(layer.get(key), dict) else {}
                for name, needed in dependent.items():
                    for other in needed if name in made and isinstance(needed, list) else ():
                        if other not in made:
                            made[other] = self._value(
                                rules.get(other, []), depth + 1, f"{where}.{other}", stack
                            )
        self._add_others(layers, rules, made, wanted, space, depth, where, stack)
        return made

    def _add_others(self, layers, rules, made, wanted, space, depth, where, stack):
        """Members that are not listed, where the schema says what they are."""
        stated = [
            layer["additionalProperties"]
            for layer in layers
            if isinstance(layer.get("additionalProperties"), dict)
        ]
        is_open = not any(layer.get("additionalProperties") is False for layer in layers)
        by_pattern = next(
            (
                layer["patternProperties"]
                for layer in layers
                if isinstance(layer.get("patternProperties"), dict)
            ),
            {},
        )
        names = next(
            (
                layer["propertyNames"]
                for layer in layers
                if isinstance(layer.get("propertyNames"), dict)
            ),
            None,
        )
        count = (
            1
            if self._kind != "required"
            and depth <= DEPTH
            and stated
            and not self._goes_round(stated, stack)
            else 0
        )
        while (count > 0 or len(made) < wanted) and len(made) < space:
            count -= 1
            name = (
                f"key{len(made)}"
                if names is None
                else self._value([names], depth + 1, where, stack)
            )
            parts = stated
            if by_pattern and not stated:
                pattern, part = next(iter(by_pattern.items()))
                name = next(
                    (
                        one
                        for one in patterns.candidates(pattern, 1, 60, len(made))
                        if one not in made and self.judge.matches(pattern, one)
                    ),
                    name,
                )
                parts = [part]
            if name in made or name in rules or not (is_open or by_pattern):
                break
            try:
                made[name] = self._value(parts, depth + 1, f"{where}.{name}", stack)
            except NoSample:
                break

    def _others(self, layers, name):
        for layer in layers:
            for pattern, rule in (
                layer["patternProperties"].items()
                if isinstance(layer.get("patternProperties"), dict)
                else ()
            ):
                if self.judge.matches(pattern, name):
                    return [rule]
            if isinstance(layer.get("additionalProperties"), dict):
                return [layer["additionalProperties"]]
        return []

    def _is_hidden(self, schema, depth=0):
        """Only the other side sets it."""
        if not isinstance(schema, dict) or depth > 8:
            return False
        if schema.get(self._hidden) is True:
            return True
        if isinstance(schema.get("$ref"), str) and self._is_hidden(
            self._document.at(schema["$ref"]), depth + 1
        ):
            return True
        parts = schema.get("allOf")
        return isinstance(parts, list) and any(self._is_hidden(one, depth + 1) for one in parts)


def _alone(layer):
    """A layer without what is looked at elsewhere."""
    return {
        key: value for key, value in layer.items() if key not in ("$ref", "allOf", "oneOf", "anyOf")
    }


def _may_be_null(layers):
    kinds = [layer["type"] for layer in layers if "type" in layer]
    return any(
        layer.get("nullable") is True
        or isinstance(layer.get("type"), list)
        and "null" in layer["type"]
        for layer in layers
    ) or (
        not kinds
        and any(
            isinstance(one, dict) and one.get("type") == "null"
            for layer in layers
            for key in ("oneOf", "anyOf")
            for one in (layer.get(key) if isinstance(layer.get(key), list) else ())
        )
    )


def _kinds(layers):
    """The types that a value may have; null last."""
    stated = [
        [layer["type"]] if isinstance(layer["type"], str) else layer["type"]
        for layer in layers
        if isinstance(layer.get("type"), (str, list))
    ]
    if not stated:
        for kind, keys in (
            (
                "object",
                (
                    "properties",
                    "additionalProperties",
                    "required",
                    "minProperties",
                    "patternProperties",
                ),
            ),
            ("array", ("items", "minItems", "prefixItems", "contains")),
            ("string", ("minLength", "maxLength", "pattern")),
            ("number", ("minimum", "maximum", "multipleOf")),
        ):
            if any(key in layer for layer in layers for key in keys):
                return [kind]
        return ["string"]
    found = [
        kind
        for kind in stated[0]
        if all(
            kind in others
            or kind == "integer"
            and "number" in others
            or kind == "number"
            and "integer" in others
            for others in stated[1:]
        )
    ]
    if any("integer" in others and "number" not in others for others in stated):
        found = ["integer" if kind == "number" else kind for kind in found]
    return sorted(dict.fromkeys(found), key=lambda kind: kind == "null")


def _count(layer, key, otherwise):
    return int(layer[key]) if is_number(layer.get(key)) else otherwise


def _number(layers, kind, turn, where):
    """The simplest number within the limits."""
    low, high, steps = None, None, []
    for layer in layers:
        for key, strict in (
            ("minimum", layer.get("exclusiveMinimum") is True),
            ("exclusiveMinimum", True),
        ):
            if is_number(layer.get(key)) and (low is None or (layer[key], strict) > low):
                low = (layer[key], strict)
        for key, strict in (
            ("maximum", layer.get("exclusiveMaximum") is True),
            ("exclusiveMaximum", True),
        ):
            if is_number(layer.get(key)) and (high is None or (layer[key], not strict) < high):
                high = (layer[key], not strict)
        if is_number(layer.get("multipleOf")) and layer["multipleOf"] > 0:
            steps.append(Decimal(layer["multipleOf"]))
    step = max(steps, default=None)

    def fits(number):
        return not (
            low
            and (number < low[0] or low[1] and number == low[0])
            or high
            and (number > high[0] or not high[1] and number == high[0])
            or any(Decimal(number) % one for one in steps)
            or kind == "integer"
            and number != int(number)
        )

    wanted = [7, 12] if kind == "integer" else [Decimal("1.5"), Decimal("0.25"), Decimal("0.001")]
    wanted = wanted[turn % 2 :] + [1, 0, 5, 10, 100, 1000, 10000, -1]
    for bound, sign in ((low, 1), (high, -1)):
        if bound:
            start = Decimal(bound[0])
            if step:
                start = (start / step).to_integral_value() * step
            wanted += [
                start + sign * part * (step or 1)
                for part in (0, 1, 2, Decimal("0.5"), Decimal("0.001"))
                if not step or part == int(part)
            ]
    wanted += [step, 0] if step else []
    if low and high:
        wanted.append((Decimal(low[0]) + Decimal(high[0])) / 2)
    for number in wanted:
        if fits(number):
            return int(number) if kind == "integer" else number
    raise NoSample(f"{where}: no number fits")
