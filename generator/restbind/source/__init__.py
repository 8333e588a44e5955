"""Reads documents: nodes that know their place, references, paths, overlays."""
