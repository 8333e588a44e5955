# SPDX-License-Identifier: BSL-1.0
"""What a page says of values: types in words, members with their limits and messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from restbind import ir
from restbind.cpp.types import Types
from restbind.docs import highlight, markdown
from restbind.views import docs as view_docs

_DEPTH = 5  # objects within objects that a table opens; deeper ones have a page of their own
_SCALARS = {
    "boolean": "true or false",
    "double": "number",
    "decimal": "exact decimal",
    "string": "text",
    "date": "date",
    "date-time": "timestamp",
    "base64": "bytes, as base64",
    "base64-png": "PNG picture, as base64",
    "file": "file",
}
_PRESENCE = {
    "required": "required",
    "nullable": "required, may be null",
    "optional": "optional",
    "optional_nullable": "optional, may be null",
    "defaulted": "has a default",
}
_ACCESS = {
    "read_only": "only in responses",
    "write_only": "only in requests",
}


@dataclass(frozen=True)
class LimitView:
    """words: what is demanded. message: how a value is refused, '' where the place of the mistake
    has its own words."""

    words: Markup
    message: str


@dataclass(frozen=True)
class MemberView:
    """name: on the wire. cpp, cpp_type: in C++. depth: in how many objects and lists it stands.
    place: how a list of members calls it, such as `detail[].seatId`. presence: in words, with what
    restricts it. default: '' for none. doc, assumed: '' for none."""

    name: str
    place: str
    cpp: str
    type: Markup
    cpp_type: str
    depth: int
    presence: str
    is_required: bool
    default: str
    doc: Markup
    assumed: Markup
    limits: tuple[LimitView, ...]
    is_deprecated: bool

    @property
    def above(self) -> str:
        """What stands in front of the name in `place`."""
        return self.place.removesuffix(self.name)


class Facts:
    """Facts about the values of one API. links: the page of each named type, seen from the folder
    of the page that asks."""

    def __init__(self, api: ir.Api, types: Types, links: Mapping[str, str]) -> None:
        self._types = types
        self._named = api.named
        self._links = links

    # ------------------------------------------------------------------------------------- types

    def type(self, type_: ir.Type | None) -> Markup:
        """A type in words, with links to named ones."""
        if type_ is None:
            return Markup("nothing")
        if isinstance(type_, ir.Scalar):
            return escape(_SCALARS.get(type_.kind) or f"integer ({type_.kind})")
        if isinstance(type_, ir.Ref):
            return self.link(type_.name)
        if isinstance(type_, ir.Collection):
            element = self.type(type_.element)
            element = Markup("{} or null").format(element) if type_.nullable else element
            head = "list of" if isinstance(type_, ir.Array) else "object, by name:"
            return Markup("{} {}").format(head, element)
        if isinstance(type_, ir.Nullable):
            return Markup("{} or null").format(self.type(type_.value))
        if isinstance(type_, ir.OneOf):
            told = [self.type(part) for part in type_.alternatives if part != ir.OTHER]
            return Markup(" or ").join(dict.fromkeys(told))
        if isinstance(type_, ir.Open):
            return escape("any JSON" if type_.kind == "any" else f"any JSON {type_.kind}")
        if isinstance(type_, ir.Responses):
            told = [self.type(alternative) for _, alternative in type_.alternatives]
            return Markup(" or ").join(dict.fromkeys(told))
        if isinstance(type_, ir.Problem):
            return escape("problem document")
        if isinstance(type_, ir.Received):
            return escape("any bytes" if type_.kind == "bytes" else "redirect")
        return escape(str(self._types.spell(type_)))

    def link(self, name: str) -> Markup:
        """The name of a type, with a link to its page."""
        shown = str(self._types.names.types[name]).removeprefix("api::")
        return Markup('<a href="{}">{}</a>').format(self._links[name], shown)

    # ----------------------------------------------------------------------------------- members

    def members(self, model: ir.Model, is_request: bool, opens: bool = True) -> list[MemberView]:
        """The members of an object; of objects in it, too, if it opens them."""
        hidden = "read_only" if is_request else "write_only"
        return list(self._members(model, hidden if opens else "", "", 0, (model.name,), opens))

    def _members(
        self,
        model: ir.Model,
        hidden: str,
        prefix: str,
        depth: int,
        within: tuple[str, ...],
        opens: bool,
    ) -> Iterator[MemberView]:
        for member in model.members:
            if member.access == hidden:
                continue
            place = f"{prefix}{member.wire_name}"
            yield self._member(model, member, place, depth)
            inner, suffix = self._inside(member.type)
            if not opens or inner is None or inner.name in within or depth >= _DEPTH:
                continue
            below = f"{place}{suffix}."
            names = (*within, inner.name)
            yield from self._members(inner, hidden, below, depth + 1, names, opens)

    def _inside(self, type_: ir.Type) -> tuple[ir.Model | None, str]:
        """The object that a value is, or that each element of it is."""
        type_ = self._types.resolve(type_)
        suffix = ""
        while isinstance(type_, ir.Collection):
            suffix += "[]" if isinstance(type_, ir.Array) else ".*"
            type_ = self._types.resolve(type_.element)
        found = self._named.get(type_.name) if isinstance(type_, ir.Ref) else None
        return (found if isinstance(found, ir.Model) else None), suffix

    def _member(self, model: ir.Model, member: ir.Member, place: str, depth: int) -> MemberView:
        presence = _PRESENCE[member.presence]
        if member.access in _ACCESS:
            presence = f"{presence}, {_ACCESS[member.access]}"
        limits = list(self.limits(member.checked, member.type))
        if member.missing:
            limits.append(LimitView(escape("must be given"), member.missing))
        return MemberView(
            name=member.wire_name,
            place=place,
            cpp=str(self._types.names.member(model.name, member.wire_name)),
            type=self.type(member.type),
            cpp_type=str(self._types.member_type(member)),
            depth=depth,
            presence=presence,
            is_required=member.is_needed,
            default=self._default(member),
            doc=self.text(member.doc),
            assumed=markdown.inline(" ".join(member.doc.assumed.split())),
            limits=tuple(limits),
            is_deprecated=member.doc.deprecated,
        )

    @staticmethod
    def _default(member: ir.Member) -> str:
        if member.default is None:
            return ""
        return member.default or '""'

    def limits(self, checked: ir.Checked, type_: ir.Type, head: str = "") -> Iterator[LimitView]:
        """What a value must fulfil, and all that it holds, each with the message of a refusal."""
        for constraint in checked.constraints:
            words = view_docs.limit(constraint, type_, self._types)
            yield LimitView(markdown.inline(f"{head}{words}"), constraint.message)
        type_ = self._types.resolve(type_)
        if isinstance(type_, ir.Collection) and checked.elements is not None:
            what = "element" if isinstance(type_, ir.Array) else "value"
            yield from self.limits(checked.elements, type_.element, f"{head}each {what}: ")
        if isinstance(type_, ir.OneOf):
            for alternative, own in zip(type_.alternatives, checked.alternatives):
                spelt = str(self._types.spell(alternative)).replace("`", "")
                yield from self.limits(own, alternative, f"{head}as `{spelt}`: ")

    def rules(self, model: ir.Model) -> list[tuple[str, LimitView]]:
        """Rules over several members: the member that each is about, '' for the whole."""
        found = [
            (
                rule.field_path,
                LimitView(Markup("<code>{}</code>").format(rule.source), rule.message),
            )
            for rule in model.rules
        ]
        whole = ir.Checked(model.constraints)
        return found + [("", limit) for limit in self.limits(whole, ir.Ref(model.name))]

    def rules_below(self, model: ir.Model) -> list[tuple[str, LimitView]]:
        """The rules of an object and of all objects in it."""
        names = [model.name, *sorted(self._types.held([model.name]) - {model.name})]
        found = []
        for name in names:
            inner = self._named[name]
            if isinstance(inner, ir.Model):
                found += self.rules(inner)
        return found

    # ------------------------------------------------------------------------------------- texts

    @staticmethod
    def text(doc: ir.Doc) -> Markup:
        """Summary and description as HTML."""
        parts = [doc.summary.strip(), doc.description.strip()]
        if parts[0] == parts[1]:
            parts.pop()
        return Markup("\n").join(markdown.block(part, highlight.block) for part in parts if part)
