# SPDX-License-Identifier: BSL-1.0
"""Schema -> C++ type."""
