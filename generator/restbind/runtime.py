# SPDX-License-Identifier: BSL-1.0
"""What the runtime can send, and how much of it: facts that no document states, and that decide
what of a document is generated.
"""

from __future__ import annotations

# The methods that Boost.Beast knows, as they are sent.
METHODS = frozenset(
    """
    GET PUT POST DELETE OPTIONS HEAD PATCH
    ACL BIND CHECKOUT COPY LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
    PROPFIND PROPPATCH PURGE REBIND REPORT SEARCH SUBSCRIBE UNBIND UNLINK UNLOCK UNSUBSCRIBE
    """.split()
)

# Headers about the connection, which is the client's own.
CONNECTION_HEADERS = frozenset(
    """
    host content-length transfer-encoding connection expect upgrade te trailer keep-alive
    proxy-connection accept-encoding
    """.split()
)
# All that the client sets itself.
CLIENT_HEADERS = CONNECTION_HEADERS | {"user-agent", "accept", "content-type", "cookie"}

# What each class has space for: `http::security_requirement`, `http::retry_rule`.
MOST_SCHEMES = 4
MOST_STATUSES = 4

# `net::client_options`: for how long a token is valid where nobody says it, and when it is renewed.
TOKEN_LIFETIME_SECONDS = 3600
RENEW_BEFORE_SECONDS = 300
# How a client shows its credentials; the first where the document says nothing, because each
# authorization server has to know it (RFC 6749, section 2.3.1).
CLIENT_AUTHENTICATIONS = ("client_secret_basic", "client_secret_post")
