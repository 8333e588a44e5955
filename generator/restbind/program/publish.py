# SPDX-License-Identifier: BSL-1.0
"""From a program to the folder of its files."""

from __future__ import annotations

import pathlib
import re
from dataclasses import dataclass

from restbind import render
from restbind.program.files import files
from restbind.program.model import Program


@dataclass
class Wanted:
    """What is asked for. folder: of the files. name: what users type, else the first word of the
    namespace. header: what the program includes, else that of the namespace. Raises ValueError for
    what cannot be a name."""

    folder: str
    namespace: str
    name: str = ""
    header: str = ""

    def __post_init__(self) -> None:
        render.check_namespace(self.namespace)
        self.name = self.name or self.namespace.partition("::")[0]
        self.header = self.header or self.namespace.replace("::", "/") + ".hpp"
        is_name = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", self.name)
        if not is_name or not re.fullmatch(r"[\w./+-]+", self.header):
            raise ValueError(
                f"`{self.name}` or `{self.header}` cannot be the name of a program and of its"
                " header"
            )


def write(program: Program, wanted: Wanted) -> None:
    """Writes the files. Raises OSError."""
    folder = pathlib.Path(wanted.folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files(program, wanted.namespace, wanted.header).items():
        (folder / name).write_text(text, encoding="utf-8")
