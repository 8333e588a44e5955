# SPDX-License-Identifier: BSL-1.0
"""Where the templates of a site and the runtime are."""

from __future__ import annotations

import pathlib

TEMPLATES = pathlib.Path(__file__).parents[1] / "templates/docs"


class Missing(Exception):
    """A part of the site cannot be built; the argument says why."""


def runtime(named: str) -> pathlib.Path:
    """The folder that holds restbind/core: the one that is named, else that of the project that
    the generator is a part of, or was installed with. Raises Missing."""
    above = pathlib.Path(__file__).resolve().parents[3:5]
    places = [pathlib.Path(named)] if named else [place / "include" for place in above]
    for place in places:
        if (place / "restbind/core").is_dir():
            return place
    raise Missing("the runtime is not found: --runtime names the folder that holds restbind/core.")
