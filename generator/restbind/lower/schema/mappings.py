# SPDX-License-Identifier: BSL-1.0
"""What a `discriminator` says itself: which values stand for which schemas, by its `mapping` and by
the names of schemas.
"""

from __future__ import annotations

from urllib.parse import unquote

from restbind.diagnostics import near
from restbind.lower.schema.context import Context
from restbind.lower.schema.equality import led_to, say_the_same
from restbind.lower.schema.known import Known
from restbind.lower.schema.layers import holder_of
from restbind.lower.schema.normalise import next_step
from restbind.lower.schema.queries import (
    listed_for,
    listed_values,
    literal,
    takes_texts,
    value_text,
)
from restbind.source.refs import Cursor, stem, unescape

# By the identity of the mapping of a discriminator: its values and what they stand for. By that of
# a `defaultMapping`: what it names.
_MAPPINGS = Known(dict[Cursor, list[tuple[str, Cursor]]])
_OTHERWISE = Known(dict[Cursor, Cursor | None])


def targets(context: Context, stated: Cursor | None) -> list[tuple[str, Cursor]]:
    """The mapping: each value with the schema that it stands for, which is named or referred to,
    and does not exclude it.
    """
    mapping = stated.get("mapping") if stated is not None else None
    if mapping is None or stated is None:
        return []
    known = _MAPPINGS.about(mapping)
    if mapping not in known:
        known[mapping] = _targets(context, stated, mapping)
    return known[mapping]


def _targets(context: Context, stated: Cursor, mapping: Cursor) -> list[tuple[str, Cursor]]:
    name = stated.text("propertyName")
    found: list[tuple[str, Cursor]] = []
    excluded: list[str] = []
    for key, value in mapping.items():
        at = _named(context, value)
        if at is None:
            continue
        listed = [value_text(listed) for listed in listed_for(at, name)]
        # A number or boolean where the schema lists it, or has no strings there.
        other = literal(key) if key not in listed else None
        if other in listed or not listed and not takes_texts(at, name):
            key = other if other is not None else key
        at = _original(context, stated, value, at)
        listed = [value_text(listed) for listed in listed_for(at, name)]
        if listed and key not in listed:
            excluded.append(key)
        else:
            found.append((key, at))
    if excluded:
        keys = " and ".join(f"`{key}`" for key in excluded)
        verb = "stands" if len(excluded) == 1 else "stand"
        mapping.report(
            "RB035",
            f"what {keys} {verb} for lists other values of `{name}`; these count",
            "map the values that the schemas list",
        )
    return found


def _named(context: Context, value: Cursor) -> Cursor | None:
    """The schema that a text names or refers to."""
    text = value.written if value.kind == "string" else ""
    document, at = context.document, None
    if value.document is not document.root.document:
        at = dict(reversed(document.sources.named_schemas(value.document))).get(text)
    at = at or document.components.get(text)
    if at is None and any(mark in text for mark in "#/."):
        return value.resolve()
    if at is None and text:
        hint = near(text, document.components)
        value.report("RB020", f"`{text}` names no schema", hint)
    return at


def _original(context: Context, stated: Cursor, value: Cursor, at: Cursor) -> Cursor:
    """The alternative of which the mapping names a copy; what it names where that is none."""
    holder = holder_of(stated)
    members = [*holder.each("oneOf"), *holder.each("anyOf")]
    final = led_to(at)
    if any(led_to(member) == final for member in members):
        return at
    same = [member for member in members if say_the_same(context, member, at)]
    if len(same) != 1:
        return at
    target = same[0].target or same[0]
    value.report(
        "RB097",
        f"`{at.pointer}` says the same as the alternative `{target.pointer}`, which"
        f" `{value.name}` stands for",
        "map the value to the alternative itself",
    )
    return target


def key_for(stated: Cursor, value: str) -> Cursor:
    """What the mapping of a discriminator has for a value of targets()."""
    return next(at for key, at in stated.table("mapping") if value in (key, literal(key)))


def mapped_to(context: Context, stated: Cursor | None, target: Cursor | None) -> tuple[str, ...]:
    """The values that the mapping gives a schema, or what only refers to it."""
    named = targets(context, stated) if target is not None else []
    if not named or target is None:
        return ()
    own = tuple(key for key, at in named if at == target)
    final = home(context, target)
    return own or tuple(key for key, at in named if home(context, at) == final)


def otherwise(context: Context, stated: Cursor | None) -> Cursor | None:
    """`defaultMapping`: the schema of objects with another value, or none."""
    at = stated.get("defaultMapping") if stated is not None else None
    if at is None:
        return None
    known = _OTHERWISE.about(at)
    if at not in known:
        known[at] = _named(context, at)
    return known[at]


def forgive(context: Context, stated: Cursor, listed: set[str]) -> None:
    """Nothing is lost by a mapping to what does not exist where an alternative lists the value
    itself.
    """
    known = {key for key, _ in targets(context, stated)}
    for key, at in stated.table("mapping"):
        if key in listed - known and _named(context, at) is None:
            context.checks.diagnostics.excuse(("RB020",), (at.place, at.key_place))
            at.report(
                "RB035",
                f"what `{key}` is mapped to does not exist; the alternative that lists it counts",
            )


def report_otherwise(stated: Cursor) -> None:
    """Reports a `defaultMapping` that names none of the alternatives."""
    stated["defaultMapping"].report(
        "RB030",
        "what `defaultMapping` names is none of the objects that are told apart; it is not used",
    )


def report_no_text(stated: Cursor) -> None:
    """Reports a discriminator whose values are not strings, so that names of schemas cannot be its
    values.
    """
    stated.report(
        "RB029",
        f"`{stated.text('propertyName')}` is no string, so that no name of a schema stands for"
        " one; objects are told apart by their other members",
        "a `mapping` says which value stands for which",
    )


# --------------------------------------------------------------------------------------------------
# names


def home(context: Context, at: Cursor) -> Cursor:
    """The schema that a type is made of, where `at` only refers to it."""
    seen, distinct = set[Cursor](), context.found.kinds.distinct
    while at not in seen and at not in distinct:
        seen.add(at)
        at = next_step(at) or at
    return at


def schema_name(context: Context, at: Cursor) -> str:
    """The name of a component or of a file."""
    if not at.pointer.endswith("#"):
        return unescape(at.pointer.rsplit("/", 1)[-1])
    name, _ = context.found.homes.get(at, ("", at))
    return name or stem(at.document.path)


def referred_name(context: Context, member: Cursor) -> str:
    """The name of what an alternative refers to: the end of the pointer; of a whole file that of
    the component which only names it, or the file's. '' where it refers to nothing.
    """
    ref = member.get("$ref")
    if ref is None or ref.kind != "string":
        return ""
    path, _, fragment = ref.written.partition("#")
    target = ref.resolve() if not fragment else None
    return unescape(unquote(fragment.rsplit("/", 1)[-1])) or (
        schema_name(context, target) if target is not None else stem(unquote(path))
    )


def name_beside(
    context: Context, stated: Cursor | None, at: Cursor, name: str, values: tuple[str, ...]
) -> tuple[str, ...]:
    """A schema's name beside the values that the mapping gives it: none where that is the value of
    another one, or where the schema lists the values of the member without it."""
    mapped = [key for key, _ in targets(context, stated)]
    if not name or name in mapped or stated is None or set(mapped).isdisjoint(values):
        return ()
    member = stated.text("propertyName")
    listed = listed_values(at, member)
    is_value = name in listed if listed else takes_texts(at, member)
    return (name,) if is_value else ()


def note_file(context: Context, stated: Cursor, name: str, at: Cursor | None) -> None:
    """OpenAPI gives names to components only."""
    if at is not None and at.pointer.endswith("#") and at not in context.found.homes:
        stated["propertyName"].report(
            "RB095",
            f"`{name}` is taken to stand for the file `{at.pointer[:-1]}`, which has no name of"
            " its own",
            "a `mapping` says what stands for it",
        )
