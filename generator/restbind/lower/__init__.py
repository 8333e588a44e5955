"""Turns a document into the IR: `lower_document`."""

from restbind.lower.document import Lowered, lower_document

__all__ = ["Lowered", "lower_document"]
