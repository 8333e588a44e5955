"""Tests that are run with Python."""
