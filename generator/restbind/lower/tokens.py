# SPDX-License-Identifier: BSL-1.0
"""How a client gets the tokens of a security scheme: OAuth 2.0 client credentials."""

from __future__ import annotations

import re

from restbind import ir
from restbind.diagnostics import near
from restbind.lower.extensions import number_within
from restbind.runtime import CLIENT_AUTHENTICATIONS, RENEW_BEFORE_SECONDS, TOKEN_LIFETIME_SECONDS
from restbind.source.refs import Cursor
from restbind.spec.http import PLACEHOLDER

MAX_LIFETIME_SECONDS = 24 * 60 * 60

_SCOPE = re.compile(r"[!#-\[\]-~]+")  # RFC 6749, section 3.3


def grant_of(scheme: Cursor, wanted: tuple[str, ...]) -> ir.TokenGrant | None:
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
