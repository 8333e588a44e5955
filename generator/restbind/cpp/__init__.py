# SPDX-License-Identifier: BSL-1.0
"""How C++ spells it: names, types, text."""
