# SPDX-License-Identifier: BSL-1.0
"""The version of the generator and of the runtime that it generates for."""

VERSION = "0.1.0"
