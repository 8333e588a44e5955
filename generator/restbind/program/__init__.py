# SPDX-License-Identifier: BSL-1.0
"""A command line for an API: its C++ program, completions for shells and a manual page."""
