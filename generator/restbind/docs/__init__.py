# SPDX-License-Identifier: BSL-1.0
"""A reference of an API as a site of static pages, for people who write C++ against it."""
