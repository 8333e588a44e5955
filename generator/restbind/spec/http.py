# SPDX-License-Identifier: BSL-1.0
"""HTTP as OpenAPI describes it: the methods that a path item has keys for, and headers that are no
parameters.
"""

from __future__ import annotations

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
# OpenAPI: parameters of these names are ignored.
IGNORED_HEADERS = ("accept", "content-type", "authorization")
