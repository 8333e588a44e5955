# SPDX-License-Identifier: BSL-1.0
"""restbind turns an OpenAPI 3.0, 3.1 or 3.2 document into header-only C++ bindings."""
