# SPDX-License-Identifier: BSL-1.0
"""What a form needs to know of a request: which values it has, and of which kinds."""

from __future__ import annotations

from restbind import ir
from restbind.docs import calls
from restbind.docs.content import Content
from restbind.docs.facts import Facts

_DEPTH = 5
_INPUTS = {"date": "date", "boolean": "boolean"}

Form = dict[str, object]


class Forms:
    """Describes requests for the script of the playground.

    A form has a `kind`: object (with `members`, each `name`, `form`, `required`, `words`), list
    (with `element`), choice (with `values`, as JSON texts), text, number, integer, boolean, date,
    or json for whatever a form has no field for. `example`: what a new value is, as JSON.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._types = content.types
        self._facts = Facts(content.api, content.types, content.links)

    def of(
        self, type_: ir.Type, checked: ir.Checked = ir.Checked(), within: tuple[str, ...] = ()
    ) -> Form:
        """The form of a value."""
        listed = [limit.limits for limit in checked.constraints if limit.keyword == "enum"]
        if listed:
            is_text = self._types.behind(type_).is_text
            return {"kind": "choice", "values": [_json(value, is_text) for value in listed[0]]}
        type_ = self._types.resolve(type_)
        if isinstance(type_, ir.Ref):
            return self._named(type_, within)
        if isinstance(type_, ir.Array) and len(within) < _DEPTH:
            inner = self.of(type_.element, checked.elements or ir.Checked(), within)
            example = self._content.examples.request(
                type_.element, checked.elements or ir.Checked()
            )
            return {"kind": "list", "element": inner, "example": calls.as_json(example)}
        if isinstance(type_, ir.Scalar):
            kind = "text" if "string" in type_.json_types else "number"
            return {"kind": _INPUTS.get(type_.kind) or ("integer" if type_.is_whole else kind)}
        return {"kind": "json"}

    def _named(self, type_: ir.Ref, within: tuple[str, ...]) -> Form:
        named = self._types.named[type_.name]
        if isinstance(named, ir.Enum):
            values = [_json(value, named.is_text) for value in dict.fromkeys(named.values)]
            return {"kind": "choice", "values": values}
        if not isinstance(named, ir.Model) or type_.name in within or len(within) >= _DEPTH:
            return {"kind": "json"}
        members = []
        rows = self._facts.members(named, True, opens=False)
        for member, row in zip(named.members, rows):
            if member.access == "read_only":
                continue
            limits = "; ".join(str(limit.words.striptags()) for limit in row.limits)
            example = self._content.examples.request(member.type, member.checked)
            members.append(
                {
                    "name": member.wire_name,
                    "required": row.is_required,
                    "words": str(row.doc.striptags())[:200],
                    "limits": limits,
                    "example": calls.as_json(example),
                    "form": self.of(member.type, member.checked, (*within, type_.name)),
                }
            )
        return {"kind": "object", "members": members}


def _json(value: str, is_text: bool) -> str:
    return calls.as_json(value) if is_text else value
