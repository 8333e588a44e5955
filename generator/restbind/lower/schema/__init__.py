"""What a schema says: layers that hold together, questions about them, the text of its assertions."""
