# SPDX-License-Identifier: BSL-1.0
"""Texts for readers, as the document has them."""

from __future__ import annotations

from dataclasses import replace

from restbind import ir
from restbind.lower.schema.shape import Shape
from restbind.source.refs import Cursor


def doc_of(at: Cursor) -> ir.Doc:
    """The texts that stand beside each other in one object."""
    return ir.Doc(
        summary=at.text("summary"),
        description=at.text("description"),
        assumed=at.text("x-restbind-assumed"),
        deprecated=at.is_true("deprecated"),
    )


def schema_doc(schema: Shape) -> ir.Doc:
    """Texts of the schema as it stands; a description is taken from what it refers to if it has
    none of its own.
    """
    at = schema.at
    description = next(
        (layer.text("description") for layer in schema.layers if layer.text("description")), ""
    )
    own = doc_of(at)
    summary = own.summary or ("" if description else at.text("title"))
    return ir.Doc(summary, description, own.assumed, own.deprecated)


def type_doc(schema: Shape, own_name: str) -> ir.Doc:
    """Texts for a type. What is assumed about an inline schema is assumed about its member, which
    says so.
    """
    doc = schema_doc(schema)
    return doc if own_name else replace(doc, assumed="")
