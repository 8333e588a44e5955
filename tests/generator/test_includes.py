"""Generated headers include what they name of the standard library: by themselves, or through headers of ours. Those of Boost and of the
standard library may include less in their next version."""

import pathlib
import re
import unittest

from .test_golden import GOLDEN, generated

INCLUDE = pathlib.Path(__file__).resolve().parent.parent.parent / "include"

# Where the standard says that a name is declared.
HEADERS = {
    "array": "array", "chrono": "chrono", "function": "functional", **dict.fromkeys(("int8_t", "int16_t", "uint8_t", "uint16_t", "int32_t"), "cstdint"), "int64_t": "cstdint", "uint32_t": "cstdint",
    "uint64_t": "cstdint", "map": "map", "unordered_map": "unordered_map", "move": "utility", "pair": "utility", "in_place_type": "utility",
    "monostate": "variant", "variant": "variant", "visit": "variant", "holds_alternative": "variant", "optional": "optional",
    "nullopt": "optional", "set": "set", "shared_ptr": "memory", "unique_ptr": "memory", "make_unique": "memory", "size_t": "cstddef",
    "byte": "cstddef", "span": "span", "string": "string", "to_string": "string", "string_view": "string_view", "vector": "vector",
    "strong_ordering": "compare", "partial_ordering": "compare", "numeric_limits": "limits", "is_same_v": "type_traits",
}


RUNTIME = {path.relative_to(INCLUDE).as_posix(): path.read_text(encoding="utf-8") for path in INCLUDE.glob("restbind/**/*.?pp")}


def reached(text, ours):
    """What a header of this text includes, and what it does through `ours`: headers by the names by which they are included."""
    seen, waiting = set(), [text]
    while waiting:
        new = set(re.findall(r"^#include <([^>]+)>", waiting.pop(), re.MULTILINE)) - seen
        seen |= new
        waiting += [ours[one] for one in new if one in ours]
    return seen


def named(text):
    code = re.sub(r'/\*.*?\*/|//[^\n]*|R"[^(\n]*\(.*?\)[^"\n]*"|"(?:\\.|[^"\\\n])*"', "", text, flags=re.DOTALL)
    return set(re.findall(r"\bstd::(\w+)", code))


class Includes(unittest.TestCase):
    def test_each_header_includes_what_it_names(self):
        for folder in sorted(path.parent for path in GOLDEN.glob("*/spec.yaml")):
            files = generated(folder)
            ours = {**RUNTIME, **{f"golden/{folder.name}/{name}": text for name, text in files.items()}}
            for name, text in files.items():
                has = reached(text, ours)
                missing = sorted(f"std::{one} of <{HEADERS[one]}>" for one in named(text) if one in HEADERS and HEADERS[one] not in has)
                with self.subTest(document=folder.name, header=name):
                    self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
