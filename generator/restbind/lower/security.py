# SPDX-License-Identifier: BSL-1.0
"""Security schemes, what each operation wants to be shown, and how a client gets the tokens of a
scheme: OAuth 2.0 client credentials.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Iterator

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.extensions import number_within
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.drafts import OperationDraft, Secured
from restbind.runtime import (
    CLIENT_AUTHENTICATIONS,
    CLIENT_HEADERS,
    MOST_SCHEMES,
    RENEW_BEFORE_SECONDS,
    TOKEN_LIFETIME_SECONDS,
)
from restbind.source.refs import Cursor
from restbind.spec.http import PLACEHOLDER
from restbind.spec.lost_keys import lost_keys
from restbind.spec.media_types import TOKEN

# A response to these depends on what the service said before.
_CHALLENGES = frozenset(
    "digest hoba mutual negotiate ntlm scram-sha-1 scram-sha-256 vapid gnap privatetoken".split()
)


class Security:
    """The security schemes of a document. described: where each stands, by name."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._listed = dict(context.document.root.table("components", "securitySchemes"))
        self._known: dict[str, ir.SecurityScheme] = {}  # those for which something can be sent
        self._reported: set[Cursor] = set()
        self.described: dict[str, Cursor] = {}
        for name, listed in self._listed.items():
            at = listed.follow()
            if at is None:
                continue
            self.described[name] = at
            if at.kind == "object":  # else it has been reported
                self._read(name, at)

    def _read(self, name: str, at: Cursor) -> None:
        scheme = _scheme(name, at)
        if isinstance(scheme, ir.SecurityScheme):
            self._known[name] = scheme
        else:
            self._listed[name].report(
                "RB049",
                f"the security scheme `{name}` is not supported: {scheme}; nothing is sent for it",
                "tokens, HTTP Basic, API keys and mutual TLS are",
            )

    def of(self, operation: Cursor) -> Secured:
        """What an operation must show: what it says itself, else what the document says."""
        stated = operation.get("security") or self._context.document.root.get("security")
        required = tuple(stated.elements()) if stated is not None else ()
        served: list[tuple[str, ...]] = []
        scopes: list[tuple[str, tuple[str, ...]]] = []
        named: dict[str, Cursor] = {}
        for element in required:
            served += self._alternatives(element)
            scopes += self._scopes(element)
            for name, _ in element.items():
                if name in self._listed:
                    named[name] = self._listed[name]
        is_list = stated is not None and stated.kind == "array"
        alternatives = self._ordered(served) if is_list else None
        tokens = {scheme.name for scheme in self._known.values() if scheme.kind == "token"}
        return Secured(
            required,
            alternatives,
            self._keys(alternatives or ()),
            any(not tokens.isdisjoint(names) for names in served),
            () if served else tuple(named.values()),
            tuple(self._lost(named)),
            tuple(dict.fromkeys(scopes)),
        )

    def _scopes(self, requirement: Cursor) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The scopes that tokens must have, for each scheme that has some."""
        for name, _ in requirement.items():
            stated = tuple(scope.written for scope in requirement.texts(name))
            if stated and name in self._known:
                yield name, stated

    def schemes(self, operations: Iterable[OperationDraft]) -> tuple[ir.SecurityScheme, ...]:
        """Those that some operation names and those whose tokens the client gets, in the order of
        the document."""
        used: set[str] = set()
        required: list[Cursor] = []
        for operation in operations:
            used.update(*(operation.security.alternatives or ()))
            required += operation.security.required
        found = [self._with_grant(scheme, required) for scheme in self._known.values()]
        return tuple(scheme for scheme in found if scheme.name in used or scheme.grant is not None)

    def _with_grant(self, scheme: ir.SecurityScheme, required: list[Cursor]) -> ir.SecurityScheme:
        """A scheme with how the client gets its tokens. required: the security requirements of all
        operations that are generated.
        """
        if scheme.kind != "token":
            return scheme
        scopes = [scope.written for element in required for scope in element.texts(scheme.name)]
        wanted = tuple(dict.fromkeys(scopes))
        grant = _grant_of(self.described[scheme.name], wanted)
        return dataclasses.replace(scheme, grant=grant)

    def _ordered(self, served: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...] | None:
        """The alternatives in order, that of nothing at all last; None where the client's own token
        is all there is to say.
        """
        found = list(dict.fromkeys(served))
        if not found:
            return ((),)
        sent = [scheme for scheme in self._known.values() if scheme.kind != "none"]
        only = sent[0] if len(sent) == 1 else None
        if only is not None and only.kind == "token" and found == [(only.name,)]:
            return None
        return tuple(sorted(found, key=lambda names: not names))

    def _keys(
        self, alternatives: tuple[tuple[str, ...], ...]
    ) -> dict[tuple[str, str], tuple[str, bool]]:
        """See Secured.keys."""
        sent: list[dict[tuple[str, str], str]] = []
        for names in alternatives:
            keys = [self._known[name] for name in names if self._known[name].kind == "key"]
            sent.append({_key(scheme): scheme.name for scheme in keys})
        found: dict[tuple[str, str], tuple[str, bool]] = {}
        for alternative in sent:
            for key, name in alternative.items():
                found.setdefault(key, (name, all(key in others for others in sent)))
        return found

    def _lost(self, named: Collection[str]) -> Iterator[Cursor]:
        """The keys of schemes that lose what they describe."""
        for name, at in self.described.items():
            flows = at.get("flows")
            if name in named:
                yield from lost_keys("security scheme", at)
            if name in named and flows is not None:
                yield from lost_keys("oauth flows", flows)

    def _alternatives(self, element: Cursor) -> list[tuple[str, ...]]:
        """What meets one requirement: the schemes that have something to send. None if nothing
        does.

        There is space for one token in a request, so where several schemes want a token, that of
        any of them is taken to meet them all.
        """
        if element.kind != "object":
            return []
        names = [name for name, _ in element.items()]
        unknown = next((name for name in names if name not in self._listed), "")
        if unknown:
            self._report(
                "RB049",
                element,
                f"there is no security scheme `{unknown}`; nothing is sent for it",
                near(unknown, self._listed),
            )
        schemes = [self._known[name] for name in names if name in self._known]
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
        if element not in self._reported:
            self._reported.add(element)
            element.report(code, message, hint)


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
    same = []
    for scheme in sent:
        is_authorization = scheme.kind != "key" or scheme.field.lower() == "authorization"
        if scheme.place == "header" and is_authorization:
            same.append(scheme)
    if len(same) > max(len(tokens), 1):
        return f"{_spelt(same)} are all sent in one header"
    count = len(sent) - max(len(tokens) - 1, 0)
    return f"at most {MOST_SCHEMES} schemes can" if count > MOST_SCHEMES else ""


def _spelt(schemes: list[ir.SecurityScheme]) -> str:
    return joined([f"`{scheme.name}`" for scheme in schemes], "and")


def _scheme(name: str, at: Cursor) -> ir.SecurityScheme | str:
    """The scheme, or why it cannot be served."""

    def scheme(kind: str, place: str = "header", field: str = "Authorization") -> ir.SecurityScheme:
        return ir.SecurityScheme(name, kind, place, field, doc_of(at), at.pointer)

    type_, word = at.text("type"), at.text("scheme")
    if type_ == "http" and word.lower() == "basic":
        return scheme("basic")
    if type_ == "http" and word.lower() != "bearer":
        return _why_no_word(word) or scheme("authorization", field=word)
    if type_ in ("oauth2", "openIdConnect", "http"):
        return scheme("token")
    if type_ == "mutualTLS":
        return scheme("none", "", "")
    if type_ == "apiKey":
        place, field = at.text("in"), at.text("name")
        return _why_no_key(place, field) or scheme("key", place, field)
    return f"the type `{type_}` does not exist" if type_ else "it has no `type`"


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


# --------------------------------------------------------------------------------------------------
# tokens


MAX_LIFETIME_SECONDS = 24 * 60 * 60

_SCOPE = re.compile(r"[!#-\[\]-~]+")  # RFC 6749, section 3.3


def _grant_of(scheme: Cursor, wanted: tuple[str, ...]) -> ir.TokenGrant | None:
    """The scheme's client credentials flow, if it has one with an address.

    wanted: the scopes that operations name for the scheme; without any, tokens are asked for with
    all of the flow.
    """
    flow = scheme.below("flows", "clientCredentials")
    url = flow.text("tokenUrl") if flow is not None else ""
    if scheme.text("type") != "oauth2" or flow is None or not url:
        return None
    scopes = []
    for scope in wanted or [name for name, _ in flow.table("scopes")]:
        if _SCOPE.fullmatch(scope):
            scopes.append(scope)
        else:
            (flow.get("scopes") or flow).report(
                "RB049",
                f"`{scope}` cannot be a scope; tokens are asked for without it",
            )
    at = flow.get("x-restbind-token")
    names = list(dict.fromkeys(PLACEHOLDER.findall(" ".join([url, *scopes]))))
    variables = _variables(at, names)
    return ir.TokenGrant(url, tuple(scopes), *_settings(at), variables, flow.pointer)


def _settings(at: Cursor | None) -> tuple[str, int, int]:
    if at is None:
        return CLIENT_AUTHENTICATIONS[0], TOKEN_LIFETIME_SECONDS, RENEW_BEFORE_SECONDS
    authentication = at.text("clientAuthentication") or CLIENT_AUTHENTICATIONS[0]
    if authentication not in CLIENT_AUTHENTICATIONS:
        at["clientAuthentication"].report(
            "RB087",
            f"the client authentication `{authentication}` is not supported",
            near(authentication, CLIENT_AUTHENTICATIONS)
            or "client_secret_basic and client_secret_post are",
        )
    longest, usual = MAX_LIFETIME_SECONDS, TOKEN_LIFETIME_SECONDS
    lifetime = number_within(at, "lifetimeSeconds", 1, longest, "RB087", usual)
    lead = number_within(at, "renewBeforeSeconds", 0, longest, "RB087", -1)
    if lead >= lifetime:
        what = f"renewBeforeSeconds {lead} is not less than lifetimeSeconds {lifetime}"
        at["renewBeforeSeconds"].report("RB087", what)
    return authentication, lifetime, lead if lead >= 0 else RENEW_BEFORE_SECONDS


def _variables(at: Cursor | None, names: list[str]) -> tuple[ir.TokenVariable, ...]:
    described = dict(at.table("variables")) if at is not None else {}
    for name, where in described.items():
        if name not in names:
            where.report(
                "RB087",
                f"neither `tokenUrl` nor a scope has a variable `{name}`",
                near(name, names),
            )
    return tuple(_variable(name, described.get(name)) for name in names)


def _variable(name: str, at: Cursor | None) -> ir.TokenVariable:
    if at is None:
        return ir.TokenVariable(name, "", "")
    return ir.TokenVariable(name, at.text("default"), at.scalar("description"))
