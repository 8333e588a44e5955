# SPDX-License-Identifier: BSL-1.0
"""Security schemes, and what each operation wants to be shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import OperationDraft
from restbind.lower.tokens import grant_of
from restbind.runtime import CLIENT_HEADERS, MOST_SCHEMES
from restbind.source.refs import Cursor
from restbind.spec.lost_keys import lost_keys
from restbind.spec.media_types import TOKEN

# A response to these depends on what the service said before.
_CHALLENGES = frozenset(
    "digest hoba mutual negotiate ntlm scram-sha-1 scram-sha-256 vapid gnap privatetoken".split()
)


class Security:
    """The schemes of a document by name."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[str, ir.SecurityScheme | None] = {}  # None: nothing can be sent for it
        components = context.document.root.get("components")
        self._at = dict(components.table("securitySchemes")) if components is not None else {}
        for name, at in self._at.items():
            target = context.document.follow(at)
            if target is None or target.kind != "object":
                self._found[name] = None  # what is wrong with it has been reported
                continue
            scheme, reason = _scheme(name, target)
            self._found[name] = scheme
            if scheme is None:
                context.report(
                    "RB049",
                    at,
                    (
                        f"the security scheme `{name}` is not supported: {reason}; nothing is sent"
                        " for it"
                    ),
                    "tokens, HTTP Basic, API keys and mutual TLS are",
                )
        self._reported: set[int] = set()

    def schemes(
        self, drafts: Iterable[OperationDraft], operations: Iterable[ir.Operation]
    ) -> tuple[ir.SecurityScheme, ...]:
        """Those that some operation names and those whose tokens the client gets, in the order of
        the document. drafts: of the same operations."""
        used = {
            name for one in operations for alternative in one.security or () for name in alternative
        }
        required = [
            element
            for one in drafts
            if (at := self.required(one.at)) is not None
            for element in at.elements()
        ]
        found = [self._with_grant(one, required) for one in self._found.values() if one is not None]
        return tuple(one for one in found if one.name in used or one.grant is not None)

    def _with_grant(self, scheme: ir.SecurityScheme, required: list[Cursor]) -> ir.SecurityScheme:
        """A scheme with how the client gets its tokens. required: the security requirements of all
        operations that are generated.
        """
        target = self._context.document.follow(self._at[scheme.name])
        if scheme.kind != "token" or target is None:
            return scheme
        scopes = dict.fromkeys(
            scope.written for element in required for scope in element.texts(scheme.name)
        )
        return dataclasses.replace(scheme, grant=grant_of(self._context, target, tuple(scopes)))

    def components(self) -> dict[str, Cursor]:
        """The schemes as the document has them, by name."""
        found = {name: self._context.document.follow(at) for name, at in self._at.items()}
        return {name: at for name, at in found.items() if at is not None}

    def required(self, operation: Cursor) -> Cursor | None:
        """The security requirements of an operation, else those of the document; None where neither
        has any.
        """
        return operation.get("security") or self._context.document.root.get("security")

    def of(self, operation: Cursor) -> tuple[tuple[str, ...], ...] | None:
        """The alternatives in order, that of nothing at all last; None where the client's own token
        is all there is to say.
        """
        required = self.required(operation)
        if required is None or required.kind != "array":
            return None
        found = dict.fromkeys(
            names for element in required.elements() for names in self._alternatives(element)
        )
        if not found:
            return ((),)
        tokens = [one for one in self._found.values() if one is not None and one.kind == "token"]
        others = [
            one
            for one in self._found.values()
            if one is not None and one.kind not in ("token", "none")
        ]
        if len(tokens) == 1 and not others and list(found) == [(tokens[0].name,)]:
            return None
        return tuple(sorted(found, key=lambda names: not names))

    def keys(self, operation: Cursor) -> dict[tuple[str, str], tuple[str, bool]]:
        """The API keys that an operation may send, by name (of headers in small letters) and place:
        the first scheme that is one, and whether each alternative has such a scheme."""
        sent = [
            {
                (one.field.lower() if one.place == "header" else one.field, one.place): name
                for name in names
                if (one := self._found[name]) is not None and one.kind == "key"
            }
            for names in self.of(operation) or ()
        ]
        found: dict[tuple[str, str], tuple[str, bool]] = {}
        for keys in sent:
            for key, name in keys.items():
                found.setdefault(key, (name, all(key in others for others in sent)))
        return found

    def is_served(self, operation: Cursor) -> bool:
        """Something can be sent for one of its alternatives, or need not be."""
        required = self.required(operation)
        elements = list(required.elements()) if required is not None else []
        return not elements or any(self._alternatives(element) for element in elements)

    def is_by_token(self, operation: Cursor) -> bool:
        """Some alternative of the security requirements of an operation has a token scheme."""
        required = self.required(operation)
        elements = required.elements() if required is not None else ()
        return any(
            (scheme := self._found.get(name)) is not None and scheme.kind == "token"
            for element in elements
            for names in self._alternatives(element)
            for name in names
        )

    def unserved(self, operation: Cursor) -> list[Cursor]:
        """The schemes for which an operation is sent without anything."""
        required = self.required(operation)
        if required is None or self.is_served(operation):
            return []
        return [
            self._at[name]
            for element in required.elements()
            for name, _ in element.items()
            if name in self._at
        ]

    def lost(self, operation: Cursor) -> list[Cursor]:
        """The keys of the schemes of an operation that lose what they describe."""
        required = self.required(operation)
        names = (
            [name for element in required.elements() for name, _ in element.items()]
            if required is not None
            else []
        )
        schemes = [at for name, at in self.components().items() if name in names]
        return [
            key
            for at in schemes
            for key in (
                *lost_keys("security scheme", at),
                *(lost_keys("oauth flows", at["flows"]) if at.has("flows") else ()),
            )
        ]

    def _alternatives(self, element: Cursor) -> list[tuple[str, ...]]:
        """What meets one requirement: the schemes that have something to send. None if nothing
        does.

        There is space for one token in a request, so where several schemes want one, that of any of
        them is taken to meet them all.
        """
        if element.kind != "object":
            return []
        unknown = [name for name, _ in element.items() if name not in self._at]
        if unknown:
            self._report(
                "RB049",
                element,
                f"there is no security scheme `{unknown[0]}`; nothing is sent for it",
                near(unknown[0], list(self._at)),
            )
        schemes = [self._found.get(name) for name, _ in element.items()]
        if any(scheme is None for scheme in schemes):
            return []
        sent = [scheme for scheme in schemes if scheme is not None and scheme.kind != "none"]
        tokens = [scheme for scheme in sent if scheme.kind == "token"]
        why = _why_not_together(sent, tokens)
        if why:
            self._report("RB049", element, f"these security schemes cannot be met together: {why}")
            return []
        if len(tokens) < 2:
            return [tuple(scheme.name for scheme in sent)]
        self._report(
            "RB055",
            element,
            f"{_spelt(tokens)} are tokens in one header; the token of any of them is sent for all",
        )
        return [
            tuple(scheme.name for scheme in sent if scheme is token or scheme.kind != "token")
            for token in tokens
        ]

    def _report(self, code: str, element: Cursor, message: str, hint: str = "") -> None:
        """Once for each requirement, however many operations it is that of."""
        if element.identity not in self._reported:
            self._reported.add(element.identity)
            self._context.report(code, element, message, hint)


def _why_not_together(sent: list[ir.SecurityScheme], tokens: list[ir.SecurityScheme]) -> str:
    """Why one request cannot hold all that is sent, '' if it can. tokens: those of the schemes that
    want a token.
    """
    same = [
        scheme
        for scheme in sent
        if scheme.place == "header"
        and (scheme.kind != "key" or scheme.field.lower() == "authorization")
    ]
    if len(same) > max(len(tokens), 1):
        return f"{_spelt(same)} are all sent in one header"
    return (
        f"at most {MOST_SCHEMES} schemes can"
        if len(sent) - max(len(tokens) - 1, 0) > MOST_SCHEMES
        else ""
    )


def _spelt(schemes: list[ir.SecurityScheme]) -> str:
    return joined([f"`{scheme.name}`" for scheme in schemes], "and")


def _scheme(name: str, at: Cursor) -> tuple[ir.SecurityScheme | None, str]:
    """The scheme, or why it cannot be served."""
    doc = doc_of(at)
    type_, word, field = at.text("type"), at.text("scheme"), at.text("name")
    if type_ in ("oauth2", "openIdConnect") or (type_ == "http" and word.lower() == "bearer"):
        return ir.SecurityScheme(name, "token", "header", "Authorization", doc, at.pointer), ""
    if type_ == "mutualTLS":
        return ir.SecurityScheme(name, "none", "", "", doc, at.pointer), ""
    if type_ == "http" and word.lower() == "basic":
        return ir.SecurityScheme(name, "basic", "header", "Authorization", doc, at.pointer), ""
    if type_ == "http":
        if word.lower() in _CHALLENGES:
            return None, f"`{word}` answers a challenge of the service"
        if not TOKEN.fullmatch(word):
            return None, (
                "its `scheme` is no word that a header may hold" if word else "it has no `scheme`"
            )
        return ir.SecurityScheme(name, "authorization", "header", word, doc, at.pointer), ""
    if type_ == "apiKey":
        place = at.text("in")
        if place not in ("header", "query", "cookie"):
            return None, f"a key goes into the header, query or cookie, not `{place}`"
        if not field or (place != "query" and not TOKEN.fullmatch(field)):
            return (
                None,
                f"its `name` cannot be that of a {place if place != 'query' else 'parameter'}",
            )
        if place == "header" and field.lower() in CLIENT_HEADERS:
            return None, f"the header `{field}` is set by the client itself"
        return ir.SecurityScheme(name, "key", place, field, doc, at.pointer), ""
    return None, f"the type `{type_}` does not exist" if type_ else "it has no `type`"
