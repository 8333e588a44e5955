# SPDX-License-Identifier: BSL-1.0
"""Tests that are run with Python."""
