"""Schema -> C++ type."""
