# SPDX-License-Identifier: BSL-1.0
"""Security schemes, and what each operation wants to be shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import OperationDraft, Secured
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
        self._at = dict(context.document.root.table("components", "securitySchemes"))
        for name, at in self._at.items():
            target = at.follow()
            if target is None or target.kind != "object":
                self._found[name] = None  # what is wrong with it has been reported
                continue
            self._found[name], reason = _scheme(name, target)
            if reason:
                context.report(
                    "RB049",
                    at,
                    f"the security scheme `{name}` is not supported: {reason}; nothing is sent"
                    " for it",
                    "tokens, HTTP Basic, API keys and mutual TLS are",
                )
        self._known = [scheme for scheme in self._found.values() if scheme is not None]
        self._reported: set[int] = set()

    def of(self, operation: Cursor) -> Secured:
        """What an operation must show."""
        served = self._served(operation)
        tokens = {scheme.name for scheme in self._known if scheme.kind == "token"}
        return Secured(
            tuple(self._required(operation)),
            self._alternatives_of(operation),
            any(not tokens.isdisjoint(names) for names in served),
            () if served else tuple(self._named(operation).values()),
            tuple(self._lost(operation)),
        )

    def schemes(self, operations: Iterable[OperationDraft]) -> tuple[ir.SecurityScheme, ...]:
        """Those that some operation names and those whose tokens the client gets, in the order of
        the document."""
        used: set[str] = set()
        required: list[Cursor] = []
        for operation in operations:
            used.update(*(operation.security.alternatives or ()))
            required += operation.security.required
        found = [self._with_grant(scheme, required) for scheme in self._known]
        return tuple(scheme for scheme in found if scheme.name in used or scheme.grant is not None)

    def _with_grant(self, scheme: ir.SecurityScheme, required: list[Cursor]) -> ir.SecurityScheme:
        """A scheme with how the client gets its tokens. required: the security requirements of all
        operations that are generated.
        """
        target = self._at[scheme.name].follow()
        if scheme.kind != "token" or target is None:
            return scheme
        scopes: dict[str, None] = {}
        for element in required:
            scopes.update((scope.written, None) for scope in element.texts(scheme.name))
        return dataclasses.replace(scheme, grant=grant_of(self._context, target, tuple(scopes)))

    def _stated(self, operation: Cursor) -> Cursor | None:
        """What an operation says of security, else what the document says; None where neither says
        anything.
        """
        return operation.get("security") or self._context.document.root.get("security")

    def _required(self, operation: Cursor) -> list[Cursor]:
        """The security requirements of an operation."""
        stated = self._stated(operation)
        return list(stated.elements()) if stated is not None else []

    def _served(self, operation: Cursor) -> list[tuple[str, ...]]:
        """All that meets one of its requirements."""
        found: list[tuple[str, ...]] = []
        for element in self._required(operation):
            found += self._alternatives(element)
        return found

    def _alternatives_of(self, operation: Cursor) -> tuple[tuple[str, ...], ...] | None:
        """The alternatives in order, that of nothing at all last; None where the client's own token
        is all there is to say.
        """
        stated = self._stated(operation)
        if stated is None or stated.kind != "array":
            return None
        found = list(dict.fromkeys(self._served(operation)))
        if not found:
            return ((),)
        sent = [scheme for scheme in self._known if scheme.kind != "none"]
        if len(sent) == 1 and sent[0].kind == "token" and found == [(sent[0].name,)]:
            return None
        return tuple(sorted(found, key=lambda names: not names))

    def keys(self, operation: Cursor) -> dict[tuple[str, str], tuple[str, bool]]:
        """The API keys that an operation may send, by name (of headers in small letters) and place:
        the first scheme that is one, and whether each alternative has such a scheme."""
        sent: list[dict[tuple[str, str], str]] = []
        for names in self._alternatives_of(operation) or ():
            schemes = [self._found[name] for name in names]
            keys = [scheme for scheme in schemes if scheme is not None and scheme.kind == "key"]
            sent.append({_key(scheme): scheme.name for scheme in keys})
        found: dict[tuple[str, str], tuple[str, bool]] = {}
        for alternative in sent:
            for key, name in alternative.items():
                found.setdefault(key, (name, all(key in others for others in sent)))
        return found

    def _lost(self, operation: Cursor) -> list[Cursor]:
        """The keys of the schemes of an operation that lose what they describe."""
        found: list[Cursor] = []
        named = self._named(operation)
        for name, at in self.components().items():
            if name in named:
                found += lost_keys("security scheme", at)
                found += lost_keys("oauth flows", at["flows"]) if at.has("flows") else ()
        return found

    def components(self) -> dict[str, Cursor]:
        """The schemes as the document has them, by name."""
        found = {name: at.follow() for name, at in self._at.items()}
        return {name: at for name, at in found.items() if at is not None}

    def _named(self, operation: Cursor) -> dict[str, Cursor]:
        """The schemes that the requirements of an operation name."""
        found: dict[str, Cursor] = {}
        for element in self._required(operation):
            found.update((name, self._at[name]) for name, _ in element.items() if name in self._at)
        return found

    def _alternatives(self, element: Cursor) -> list[tuple[str, ...]]:
        """What meets one requirement: the schemes that have something to send. None if nothing
        does.

        There is space for one token in a request, so where several schemes want a token, that of
        any of them is taken to meet them all.
        """
        if element.kind != "object":
            return []
        names = [name for name, _ in element.items()]
        unknown = next((name for name in names if name not in self._at), "")
        if unknown:
            self._report(
                "RB049",
                element,
                f"there is no security scheme `{unknown}`; nothing is sent for it",
                near(unknown, self._at),
            )
        schemes = [scheme for scheme in self._known if scheme.name in names]
        schemes.sort(key=lambda scheme: names.index(scheme.name))
        if len(schemes) < len(names):
            return []
        sent = [scheme for scheme in schemes if scheme.kind != "none"]
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
        return [_with_token(sent, token) for token in tokens]

    def _report(self, code: str, element: Cursor, message: str, hint: str = "") -> None:
        """Once for each requirement, however many operations it is that of."""
        if element.identity not in self._reported:
            self._reported.add(element.identity)
            self._context.report(code, element, message, hint)


def _key(scheme: ir.SecurityScheme) -> tuple[str, str]:
    """Name and place of a key; names of headers in small letters."""
    is_header = scheme.place == "header"
    return scheme.field.lower() if is_header else scheme.field, scheme.place


def _with_token(sent: list[ir.SecurityScheme], token: ir.SecurityScheme) -> tuple[str, ...]:
    """The names of all that is sent, with this token alone."""
    met = [scheme for scheme in sent if scheme is token or scheme.kind != "token"]
    return tuple(scheme.name for scheme in met)


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
    count = len(sent) - max(len(tokens) - 1, 0)
    return f"at most {MOST_SCHEMES} schemes can" if count > MOST_SCHEMES else ""


def _spelt(schemes: list[ir.SecurityScheme]) -> str:
    return joined([f"`{scheme.name}`" for scheme in schemes], "and")


def _scheme(name: str, at: Cursor) -> tuple[ir.SecurityScheme | None, str]:
    """The scheme, or why it cannot be served."""

    def scheme(kind: str, place: str = "header", field: str = "Authorization") -> ir.SecurityScheme:
        return ir.SecurityScheme(name, kind, place, field, doc_of(at), at.pointer)

    type_, word = at.text("type"), at.text("scheme")
    if type_ in ("oauth2", "openIdConnect") or type_ == "http" and word.lower() == "bearer":
        return scheme("token"), ""
    if type_ == "mutualTLS":
        return scheme("none", "", ""), ""
    if type_ == "http" and word.lower() == "basic":
        return scheme("basic"), ""
    if type_ == "http":
        why = _why_no_word(word)
        return (None, why) if why else (scheme("authorization", field=word), "")
    if type_ == "apiKey":
        place, field = at.text("in"), at.text("name")
        why = _why_no_key(place, field)
        return (None, why) if why else (scheme("key", place, field), "")
    return None, f"the type `{type_}` does not exist" if type_ else "it has no `type`"


def _why_no_word(word: str) -> str:
    """Why the word of a scheme of HTTP cannot stand in front of what the application gives."""
    if word.lower() in _CHALLENGES:
        return f"`{word}` answers a challenge of the service"
    if not TOKEN.fullmatch(word):
        return "its `scheme` is no word that a header may hold" if word else "it has no `scheme`"
    return ""


def _why_no_key(place: str, field: str) -> str:
    """Why an API key cannot be sent."""
    if place not in ("header", "query", "cookie"):
        return f"a key goes into the header, query or cookie, not `{place}`"
    if not field or place != "query" and not TOKEN.fullmatch(field):
        return f"its `name` cannot be that of a {place if place != 'query' else 'parameter'}"
    if place == "header" and field.lower() in CLIENT_HEADERS:
        return f"the header `{field}` is set by the client itself"
    return ""
