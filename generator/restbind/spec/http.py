# SPDX-License-Identifier: BSL-1.0
"""HTTP as OpenAPI describes it: the methods that a path item has keys for, headers that are no
parameters, placeholders of addresses, and the styles of parameters.
"""

from __future__ import annotations

import re

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
# OpenAPI: parameters of these names are ignored.
IGNORED_HEADERS = ("accept", "content-type", "authorization")
# In a path, or in the address of a server.
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
# By place, the default first.
STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
