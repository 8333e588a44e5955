# SPDX-License-Identifier: BSL-1.0
"""A document becomes the IR: `document.lower_document`."""
