# SPDX-License-Identifier: BSL-1.0
"""What OpenAPI and JSON Schema say by themselves: keywords, messages, media types, numbers,
patterns.
"""
