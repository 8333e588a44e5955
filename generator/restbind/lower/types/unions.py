"""`oneOf` and `anyOf`: a value of one of several types.

Alternatives are told apart by the JSON type of the value; objects by a member that says which one it is, or else by their
members; lists, and strings with formats, by reading them as one after the other. Strings and numbers of one C++ type become one
type, and which of their values are allowed is checked as a schema.
"""

from __future__ import annotations

from restbind import ir
from restbind.lower.types import discriminators
from restbind.lower.types import build
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.flatten import CHOICES, SHAPING, Schema, flatten, is_null_type, sole_alternative
from restbind.lower.constraints.limits import BOUNDED
from restbind.lower.types.normalize_unions import settled, undecided
from restbind.spec.numbers import INT64, whole
from restbind.source.refs import Cursor

ALL = ("object", "array", "boolean", "integer", "number", "string")
_SHAPES = ("$ref", "type", "properties", "items", "additionalProperties", "allOf", "oneOf", "anyOf", "enum", "const", "format")


def lower_alternatives(context: Context, schema: Schema, hint: str, own_name: str) -> ir.Type | None:
    """None when the alternatives only bound a value whose shape the schema gives itself; they are checked as a
    schema."""
    at = schema.choices()
    context.holders.update((layer.get(name).identity, layer) for layer in schema.layers for name in CHOICES if layer.has(name))
    members = [member for member in at.elements() if not is_null_type(member)]
    if leads_back(context, schema, at) or not any(shapes(member) for member in members):
        return None
    holder = context.holders[at.identity]
    if discriminators.is_beside(holder) and not lists_its_kinds(context, schema, members) and \
            all(member.has("$ref") and json_kinds(context, member) == ("object",) for member in members):
        return _with_members(context, holder, at, members, own_name or hint)
    if schema.has("properties") and not lists_its_kinds(context, schema, members):
        return None
    kinds = {member.pointer: json_kinds(context, member) for member in members}
    # A file is no JSON: it may stand beside a string.
    kinds.update((member.pointer, ("file",)) for member in members if context.files and
                 any(layer.identity in context.files for layer in flatten(context, member).layers))
    if any(not kinds[member.pointer] for member in members):
        return build.ANY
    return _told_apart(context, at, members, kinds, hint, own_name)


def leads_back(context: Context, schema: Schema, choices: Cursor) -> bool:
    """The alternatives of a base, seen from one of them: `Cat: {allOf: [Pet]}`, where `Pet` lists `Cat`."""
    own = {layer.identity for layer in schema.layers}
    if any(schema.at.has(key) and schema.at.get(key).identity == choices.identity for key in CHOICES):
        return False  # this is the base
    return any(target is not None and target.identity in own for member in choices.elements() if member.has("$ref")
               for target in [context.documents.resolve(member.get("$ref"))])


def lists_its_kinds(context: Context, schema: Schema, members: list[Cursor]) -> bool:
    """Each alternative is the schema and more: a base that lists what is made of it."""
    own = {layer.identity for layer in schema.layers if layer.has("properties")}
    return all(own <= {layer.identity for layer in flatten(context, member).layers} for member in members)


def _with_members(context: Context, holder: Cursor, at: Cursor, members: list[Cursor], name: str) -> ir.Type:
    """Alternatives beside members that all of them have, and a discriminator: each is an object with these, too."""
    found = [build.lower_parts(context, (member, holder), pascal(name, member.text("$ref").rsplit("/", 1)[-1])) for member in members]
    found = list(dict.fromkeys([*found, ir.Open("object")]))
    return ir.OneOf(tuple(found), *_discriminator(context, at, list(zip(members, found)), found))


def _told_apart(context: Context, at: Cursor, members: list[Cursor], kinds: dict[str, tuple[str, ...]], hint: str,
                own_name: str) -> ir.Type:
    merged = {kind: found for kind in ("string", "integer", "number", "boolean")
              if len(found := [member for member in members if kinds[member.pointer] == (kind,)]) > 1}
    apart = [member for member in members if not any(member in found for found in merged.values())]
    inline = [member for member in apart if not member.has("$ref") and _is_named(member, kinds[member.pointer])]
    named = len(inline) + len(merged)
    several = [[member for member in inline if kinds[member.pointer] == (kind,)] for kind in ("object", "array")]
    found: list[ir.Type] = []
    places: list[tuple[Cursor, ir.Type]] = []
    for member in members:
        kind = kinds[member.pointer][0]
        if member in apart:
            name = hint if named < 2 else pascal(hint, next((_title(member, group) for group in several if member in group), "") or kind)
            type_ = build.lower_type(context, member, name)
            found += unfolded(type_)
            places.append((member, type_))
        elif member is merged[kind][0]:
            sole = len(merged[kind]) == len(members)
            found += _merged(context, at, merged[kind], kind, hint if named < 2 else pascal(hint, kind), own_name if sole else "")
    found = list(dict.fromkeys(found))
    if len(found) == 1:
        return found[0]
    if sum(kinds[member.pointer] == ("object",) for member in members) > 1 and ir.Open("object") not in found:
        found.append(ir.Open("object"))  # next year's kinds of objects must not make a response unreadable
    type_ = ir.OneOf(tuple(found), *_discriminator(context, at, places, found))
    if at.key is not None and at.key.text == "anyOf" and not type_.discriminator:
        context.undecided.append((at, type_))
    return type_


def report_undecided(context: Context) -> None:
    """Several alternatives of `anyOf` may hold at once, of which a variant has one."""
    for at, type_ in context.undecided:
        pair = undecided(context.named, settled(context.named, type_))
        if pair is not None:
            context.report("RB030", at, f"nothing tells `{pair[0]}` from `{pair[1]}`: an object is read as the one of which it has more members, "
                           "and what only others have is lost", "a `discriminator`, or members that must be there, tell them apart")


def _title(member: Cursor, group: list[Cursor]) -> str:
    """Several inline alternatives of one kind are called after their titles, or numbered."""
    return (member.text("title") or f"Option{group.index(member) + 1}") if len(group) > 1 else ""


# ------------------------------------------------------------------------------------------------- strings and numbers


def _merged(context: Context, at: Cursor, members: list[Cursor], kind: str, hint: str, own_name: str) -> list[ir.Type]:
    """Several alternatives that are strings, or numbers, as few types: an enum with the values of all, open if others are
    allowed, too; and dates and times, which are read first."""
    schemas = [flatten(context, member) for member in members]
    listed = [schema for schema in schemas if schema.choices() is None and (schema.has("enum") or schema.has("const"))]
    others = [build.typed(context, schema, kind, hint, "") if schema.choices() is None else build.PLAIN[kind]
              for schema in schemas if schema not in listed]
    found = [one for one in dict.fromkeys(others) if isinstance(one, ir.Scalar) and one.kind in ("date", "date-time")]
    rest = [one for one in dict.fromkeys(others) if one not in found]
    wide = rest[0] if len(rest) == 1 else build.PLAIN[kind]
    enum = _enum(context, at, listed, kind, hint, own_name, is_open=bool(others)) if wide == build.PLAIN[kind] else None
    component = next((member for member, schema in zip(members, schemas) if schema in listed and member.has("$ref")), None)
    if enum is not None and len(listed) == 1 and others and component is not None:
        return [*found, build.lower_type(context, component, hint)]  # which holds any other text, too
    if enum is not None and any(not member.has("$ref") for member, schema in zip(members, schemas) if schema in listed):
        return [*found, enum()]
    return [*found, wide] if rest or listed else found


def _enum(context: Context, at: Cursor, schemas: list[Schema], kind: str, hint: str, own_name: str, is_open: bool):
    """What makes the enum; None without values that one can hold."""
    groups = [(schema, build.enums.enum_values(schema)) for schema in schemas]
    values = [value for _, group in groups for value in group]
    if kind == "string" and values and all(value.kind == "string" for value in values):
        base, texts = "string", [value.node.text for value in values]
    elif kind == "integer" and values and all((number := whole(value)) is not None and INT64[0] <= number <= INT64[1] for value in values):
        base, texts = "int64", [str(whole(value)) for value in values]
    else:
        return None

    def made() -> ir.Type:
        holder = context.holders.get(at.identity, at)
        names = [build.enums.name_of(value, *((schema.text("title"), schema.text("description")) if len(group) == 1 else ("", "")))
                 for schema, group in groups for value in group]
        named = dict(reversed(list(zip(texts, names))))  # of equal values the first
        return build.enums.named(context, ir.Enum("", base, tuple(dict.fromkeys(texts)), build.enums.distinct(named[text] for text in dict.fromkeys(texts)),
                                                  build.type_doc(flatten(context, holder), own_name), at.pointer, is_open), at, hint, own_name)

    return made


# ------------------------------------------------------------------------------------------------------------- objects


def _discriminator(context: Context, at: Cursor, places: list[tuple[Cursor, ir.Type]],
                   found: list[ir.Type]) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The member that the document tells objects apart by, and what its values stand for."""
    objects = [(member, type_) for member, type_ in places if type_ in found and json_kinds(context, member) == ("object",)]
    holder = context.holders.get(at.identity)
    stated = holder.get("discriminator") if holder is not None else None
    stated = stated or inherited(context, [member for member, _ in objects])
    if stated is None or not stated.text("propertyName"):
        name, values, _ = told_by_value(context, [member for member, _ in objects])
        return name, tuple((value, found.index(type_)) for value, place in values for _, type_ in [objects[place]])
    values: dict[str, int] = {}
    for member, type_ in objects:
        for key in discriminators.values_of(context, stated, member):
            values.setdefault(key, found.index(type_))
    return (stated.text("propertyName"), tuple(values.items())) if values else ("", ())


def inherited(context: Context, members: list[Cursor]) -> Cursor | None:
    """The discriminator of the base that all of these extend."""
    found = {at.identity if (at := flatten(context, member).first("discriminator")) is not None else 0: at for member in members}
    stated = next(iter(found.values())) if len(found) == 1 and len(members) > 1 else None
    return stated if stated is None or all(flatten(context, member).choices() is None for member in members) else None


def told_by_value(context: Context, members: list[Cursor]) -> tuple[str, list[tuple[str, int]], bool]:
    """A member that has other values in each of these objects: its name, each value with the place of its object, and
    whether it is always there. '' for none."""
    if len(members) < 2:
        return "", [], False
    names = [name for layer in flatten(context, members[0]).layers if layer.has("properties") for name, _ in layer.get("properties").items()]
    best: tuple[str, list[tuple[str, int]], bool] = ("", [], False)
    for name in dict.fromkeys(names):
        values: dict[str, int] = {}
        for place, member in enumerate(members):
            own = listed_values(context, member, name)
            if not own or any(value in values for value in own):
                break
            values.update(dict.fromkeys(own, place))
        else:
            needed = all(any(element.node.text == name for at in flatten(context, member).all("required") for element in at.elements()
                             if element.kind == "string") for member in members)
            if needed or not best[0]:
                best = (name, list(values.items()), needed)
            if needed:
                break
    return best


def listed_values(context: Context, member: Cursor, name: str) -> list[str]:
    """The strings that a member of an object may be; none unless they are listed."""
    found = [layer.get("properties").get(name) for layer in flatten(context, member).layers if layer.has("properties")]
    found = [at for at in found if at is not None and at.kind == "object"]
    schema = flatten(context, *found) if found else None
    if schema is None or not (schema.has("enum") or schema.has("const")):
        return []
    values = build.enums.enum_values(schema)
    return [value.node.text for value in values] if all(value.kind == "string" for value in values) else []


def _is_named(member: Cursor, kinds: tuple[str, ...]) -> bool:
    """An inline object or enum takes the name of where it stands; two of them need names of their own."""
    return "object" in kinds or member.has("enum") or member.has("const") or "array" in kinds and _has_named_items(member)


def _has_named_items(member: Cursor) -> bool:
    items = member.get("items")
    while items is not None and items.has("items"):
        items = items.get("items")
    return items is not None and any(items.has(key) for key in ("properties", "enum", "const", "oneOf", "anyOf"))


def is_wide(context: Context, member: Cursor, kind: str) -> bool:
    """The alternative allows every value of its JSON type."""
    schema = flatten(context, member)
    return schema.types() == (kind,) and not any(schema.has(key) for key in (
        *(key for key in SHAPING if key != "format"), *BOUNDED, "pattern", "multipleOf", "not", "if"))


def unfolded(type_: ir.Type) -> list[ir.Type]:
    return list(type_.alternatives) if isinstance(type_, ir.OneOf) and not type_.discriminator else [type_]


def shapes(at: Cursor) -> bool:
    """The alternative says what the value is, not only which members it must have."""
    return at.kind == "boolean" or any(at.has(key) for key in _SHAPES)


def refining(context: Context, schema: Schema) -> dict[str, list[Cursor]]:
    """Members that only the alternatives beside the properties of a schema name, each with its schemas there."""
    found: dict[str, list[Cursor]] = {}
    needed: list[Cursor] = []
    pending = [schema]
    seen = {layer.identity for layer in schema.layers}
    while pending:
        outer = pending.pop(0)
        for layer in outer.layers:
            for choices in [layer.get(key) for key in CHOICES if layer.has(key) and sole_alternative(layer) is None]:
                for member in choices.elements() if not leads_back(context, outer, choices) else ():
                    inner = flatten(context, member)
                    new = [one for one in inner.layers if one.identity not in seen]
                    seen.update(one.identity for one in new)
                    pending += [inner] if new else []
                    for name, at in ((name, at) for one in new if one.has("properties") for name, at in one.get("properties").items()):
                        found.setdefault(name, []).append(at)
                    needed += [at for one in new for at in one.texts("required")]
    if not schema.has("additionalProperties") or all(at.kind == "boolean" for at in schema.all("additionalProperties")):
        for at in needed:
            found.setdefault(at.node.text, [at])
    return found


def refined_type(context: Context, parts: list[Cursor], hint: str) -> ir.Type:
    """The type of a member that several alternatives name; open where `required` alone does."""
    if any(part.kind == "string" for part in parts):
        return build.ANY
    found = list(dict.fromkeys(one for part in dict.fromkeys(parts) for one in unfolded(build.lower_type(context, part, hint))))
    if build.ANY in found:
        return build.ANY
    return settled(context.named, ir.OneOf(tuple(found))) if len(found) > 1 else found[0]


# ---------------------------------------------------------------------------------------------------------- JSON types


def allows_null_alternative(context: Context, at: Cursor) -> bool:
    """One of the alternatives, at any depth, is null or may be null."""
    pending, seen = [at], {at.identity}
    while pending:
        for layer in flatten(context, pending.pop()).layers:
            for member in (member for key in CHOICES if layer.has(key) for member in layer.get(key).elements()):
                if is_null_type(member) or flatten(context, member).nullable():
                    return True
                if member.identity not in seen:
                    seen.add(member.identity)
                    pending.append(member)
    return False


def json_kinds(context: Context, at: Cursor) -> tuple[str, ...]:
    """The JSON types a schema's values have, null aside; () when it leaves them open."""
    pending, seen = [at], set()
    found: dict[str, None] = {}
    while pending:
        schema = flatten(context, pending.pop(0))
        identities = frozenset(layer.identity for layer in schema.layers)
        if identities in seen:
            continue  # alternatives that lead back to themselves add nothing
        seen.add(identities)
        choices = schema.choices()
        if choices is not None and not schema.types():
            pending += [member for member in choices.elements() if not is_null_type(member)]
            continue
        kinds = [kind for kind in schema.types() if kind in ALL] or _kinds_of_values(schema)
        if not kinds:
            return ()
        found.update(dict.fromkeys(kinds))
    return tuple(found)


def _kinds_of_values(schema: Schema) -> list[str]:
    values = list(schema.first("enum").elements()) if schema.has("enum") else list(schema.all("const"))
    return [value.kind for value in values if value.kind != "null"]
