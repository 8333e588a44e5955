# SPDX-License-Identifier: BSL-1.0
"""Reads documents: nodes that know their place, references, paths, overlays."""
