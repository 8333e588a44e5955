# SPDX-License-Identifier: BSL-1.0
"""The validator of the headers as WebAssembly, and what the page of the playground reads."""

from __future__ import annotations

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass

from restbind import ir, pipeline, progress
from restbind.cpp.names import Names
from restbind.docs import calls, places
from restbind.docs.content import Content
from restbind.docs.forms import Forms
from restbind.docs.places import TEMPLATES, Missing
from restbind.docs.site import Site
from restbind.naming import Safe
from restbind.templating import environment

_COMPILERS = ("clang++-19", "clang++-20", "clang++-21", "clang++-18", "clang++")
_BOOST = ("/usr/include", "/usr/local/include")
_FLAGS = (
    "--target=wasm32-wasi",
    "-mexec-model=reactor",
    "-std=c++20",
    "-Oz",
    "-fno-rtti",
    "-fvisibility=hidden",
    "-DBOOST_SYSTEM_DISABLE_THREADS",
    "-fuse-ld=lld",
    "-Wl,--strip-all",
    "-Wl,--gc-sections",
)
_NAMESPACE = "play_of"  # of the headers that are compiled, whatever those of the document have
_SECONDS = 1800  # a compiler that takes longer is stopped


@dataclass(frozen=True)
class Built:
    """What was compiled. operations: the ids of those that it checks, in their order."""

    wasm: bytes
    operations: tuple[str, ...]


def build(document: pipeline.ReadDocument, compiler: str, runtime: str) -> Built:
    """Compiles the validator. Raises Missing."""
    api = document.lowered.api
    assert api is not None
    checked = [operation for operation in api.operations if _can_be_checked(operation, api)]
    if not checked:
        raise Missing("no operation takes a request in JSON.")
    found = compiler or next(filter(None, map(shutil.which, _COMPILERS)), "")
    if not found:
        raise Missing("there is no clang++ (Debian: clang-19).")
    includes = places.runtime(runtime)
    boost = next((place for place in _places() if (place / "boost/version.hpp").is_file()), None)
    if boost is None:
        raise Missing(
            "there are no headers of Boost: the environment's BOOST_ROOT names their folder."
        )
    with tempfile.TemporaryDirectory(prefix="restbind-playground-") as name:
        folder = pathlib.Path(name)
        _sources(folder, document, checked)
        (folder / "boost").symlink_to(boost / "boost")  # alone, without the system's C headers
        _compile(folder, found, includes)
        wasm = (folder / "playground.wasm").read_bytes()
    return Built(wasm, tuple(operation.id for operation in checked))


def _places() -> Iterable[pathlib.Path]:
    root = os.environ.get("BOOST_ROOT")
    if root:
        yield from (pathlib.Path(root), pathlib.Path(root) / "include")
    yield from map(pathlib.Path, _BOOST)


def _can_be_checked(operation: ir.Operation, api: ir.Api) -> bool:
    """A request can be read from JSON: no part of it is a file, or a type of the user's."""
    if not operation.request_name:
        return False
    named, pending, seen = api.named, [operation.request_name], set[str]()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        for type_ in named[name].held:
            parts = list(ir.base_types(type_))
            if any(isinstance(part, ir.Own) or part == ir.Scalar("file") for part in parts):
                return False
            pending += [part.name for part in parts if isinstance(part, ir.Ref)]
    return True


def _sources(
    folder: pathlib.Path,
    document: pipeline.ReadDocument,
    checked: Iterable[ir.Operation],
) -> None:
    """Writes the headers and the file that is compiled."""
    api = document.lowered.api
    assert api is not None
    headers = pipeline.headers(document, pipeline.Target(str(folder / "api"), _NAMESPACE, "none"))
    assert headers is not None
    (folder / "api").mkdir()
    for name, text in headers.items():
        (folder / "api" / name).resolve().write_text(text, encoding="utf-8")
    names = Names(api, _NAMESPACE)
    template = environment().get_template("docs/playground.cpp.j2")
    source = template.render(
        namespace=Safe(_NAMESPACE),
        operations=[names.operations[operation.id] for operation in checked],
        parameters=[
            names.parameters[parameter.name]
            for parameter in api.client_parameters
            if parameter.default is None
        ],
    )
    (folder / "playground.cpp").write_text(source, encoding="utf-8")
    shutil.copy(TEMPLATES / "playground.hpp", folder)


def _compile(folder: pathlib.Path, compiler: str, runtime: pathlib.Path) -> None:
    progress.phase("compiles the validator to WebAssembly")
    command = [compiler, *_FLAGS, f"-I{folder}", f"-I{runtime.resolve()}", "playground.cpp"]
    try:
        done = subprocess.run(
            [*command, "-o", "playground.wasm"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{compiler} cannot be run: {error}") from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error:" in line]
        why = lines[0] if lines else done.stderr.strip()[-300:] or f"status {done.returncode}"
        why = why.replace(f"{folder}{os.sep}", "")
        raise Missing(
            f"{compiler} cannot compile it for WebAssembly (Debian: libc++-19-dev-wasm32,"
            f" libclang-rt-19-dev-wasm32, wasi-libc, lld-19): {why}"
        )


def files(built: Built, site: Site) -> dict[str, str | bytes]:
    """The files of the playground. The module is a script, because pages of file:// may read
    nothing else."""
    content = site.content
    module = base64.b64encode(built.wasm).decode("ascii")
    data = json.dumps(_data(built, site), ensure_ascii=False, separators=(",", ":"))
    data = data.replace("</", "<\\/")
    return {
        "assets/playground.js": (TEMPLATES / "playground.js").read_text(encoding="utf-8"),
        "assets/playground-data.js": f"window.restbindPlayground={data};\n",
        "assets/playground-wasm.js": f'window.restbindModule="{module}";\n',
        "assets/playground-enums.js": _enums(content),
    }


def _data(built: Built, site: Site) -> list[object]:
    """One entry for each operation, in the order of the numbers that the module knows."""
    content = site.content
    forms = Forms(content)
    operations = {operation.id: operation for operation in content.api.operations}
    pages = {page.id: page for page in site.operations}
    found: list[object] = []
    for id_ in built.operations:
        operation, page = operations[id_], pages[id_]
        found.append(
            {
                "name": page.name,
                "title": page.words or page.title,
                "method": page.method,
                "path": page.path,
                "example": calls.as_json(content.example(operation), width=40),
                "form": forms.of(ir.Ref(operation.request_name)),
            }
        )
    return found


def _enums(content: Content) -> str:
    """How the values of enums are called in C++, which the module does not know."""
    found: dict[str, dict[str, str]] = {}
    for enum in content.api.enums:
        spelt = str(content.types.spell(ir.Ref(enum.name)))
        names = content.types.names.enumerators
        found[spelt] = {value: str(names[enum.name, value]) for value in dict.fromkeys(enum.values)}
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"window.restbindEnums={data};\n"
