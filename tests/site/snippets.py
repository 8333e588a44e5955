# SPDX-License-Identifier: BSL-1.0
"""All C++ of a site as one file, which a compiler can check: python3 -m tests.site.snippets SPEC
NAMESPACE > FILE. The snippets stand in namespaces of their own, because they have functions of the
same names."""

import sys

from restbind import pipeline
from restbind.docs import site


def source_of(spec, namespace, overlays=()):
    """The text of the file."""
    document = pipeline.read(spec, overlays)
    assert document.lowered.api is not None, document.diagnostics.text()
    made = site.make(document.lowered, document.diagnostics, site.Wanted(namespace))
    start = [line for line in made.start.text.split("\n") if not line.startswith("namespace api")]
    parts = [line for line in start if line.startswith("#include")]
    parts += [
        "#include <restbind/json/decode.hpp>",
        "#include <restbind/json/encode.hpp>",
        *([f"namespace api = {namespace};"] if namespace != "api" else []),
        "namespace start {",
        *(
            line.replace("int main()", "void run()")
            for line in start
            if not line.startswith("#include")
        ),
        "}",
    ]
    for page in made.operations:
        for view in page.code:
            parts += [f"namespace {view.id}_{page.name} {{", view.text, "}"]
    parts += [page.code.text for page in made.incoming if page.code is not None]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(source_of(sys.argv[1], sys.argv[2]))
