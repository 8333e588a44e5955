"""Two versions of a document compared in C++ terms: `restbind diff OLD NEW`."""

from restbind.apidiff.changes import BREAKING, KINDS, SILENT, as_json, as_markdown, as_text, summary
from restbind.apidiff.compare import compare

__all__ = ["BREAKING", "KINDS", "SILENT", "as_json", "as_markdown", "as_text", "compare", "summary"]
