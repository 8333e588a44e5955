"""A document becomes the IR: `document.lower_document`."""
