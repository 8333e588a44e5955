"""restbind turns an OpenAPI 3.0 or 3.1 document into header-only C++ bindings."""
