"""How C++ spells it: names, types, text."""
