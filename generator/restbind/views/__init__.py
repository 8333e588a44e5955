# SPDX-License-Identifier: BSL-1.0
"""All that the templates print, final."""
