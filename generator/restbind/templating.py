# SPDX-License-Identifier: BSL-1.0
"""Jinja2, set up so that nothing can be printed that was not made safe, and nothing missing passes.
Templates of one's own stand in a folder and replace those of restbind one by one."""

from __future__ import annotations

import functools
import pathlib
import traceback
from collections.abc import Mapping

import jinja2

from restbind.cpp import filters
from restbind.cpp.text import Pad
from restbind.diagnostics import near
from restbind.naming import Safe

TEMPLATES = pathlib.Path(__file__).parent / "templates"
_SUFFIX = ".j2"


class BadTemplate(Exception):
    """A template of one's own cannot be used; the argument says which one, where, and why."""


def _only_safe(value: object) -> object:
    """Refuses document text that went through no escaper."""
    if type(value) is Safe:  # as most are
        return value
    if isinstance(value, jinja2.Undefined):
        str(value)  # raises with the name of what is missing
    if isinstance(value, (Safe, int)) and not isinstance(value, bool):
        return value
    raise TypeError(f"a template prints text that was not made safe: {value!r}")


@functools.cache
def environment(own: str = "") -> jinja2.Environment:
    """The environment that headers are rendered in; it keeps the templates that it has compiled.
    own: a folder whose files come before ours.
    """
    folders = [pathlib.Path(own)] if own else []
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader([*folders, TEMPLATES]),
        undefined=jinja2.StrictUndefined,
        finalize=_only_safe,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "fill": filters.fill,
        "closing": filters.closing,
        "comment": filters.comment,
        "broken": filters.broken,
        "condition": filters.condition,
        "with_lambda": filters.with_lambda,
        "braces": filters.braces,
        "remark": filters.remark,
    }
    made.globals["margin"] = Pad("    ")
    return made


class Renderer:
    """Renders templates, those in the folder `own` in place of ours of the same names. Raises
    BadTemplate for a folder that replaces nothing."""

    def __init__(self, own: str = "") -> None:
        self._own = own
        self._environment = environment(own)
        self._replaced = replaced(own) if own else []

    def text(self, template: str, values: Mapping[str, object]) -> str:
        """What a template prints. Raises BadTemplate for a mistake in one of one's own."""
        try:
            made = self._environment.get_template(template).render(values)
        except jinja2.TemplateNotFound as error:
            if not self._own:
                raise
            raise BadTemplate(f"{self._own}: there is no template `{error.name}`") from error
        except (jinja2.TemplateError, TypeError) as error:
            place = self._place(error)
            if not place:
                raise
            raise BadTemplate(f"{place}: {error}") from error
        return self._told(made)

    def _told(self, made: str) -> str:
        """What was made, which says in its second line which templates are not ours."""
        if not self._replaced:
            return made
        first, _, rest = made.partition("\n")
        return f"{first}\n// Templates replaced: {', '.join(self._replaced)}.\n{rest}"

    def _place(self, error: Exception) -> str:
        """The line of a template of one's own that an error comes from; '' for another error."""
        if isinstance(error, jinja2.TemplateSyntaxError):
            return f"{error.filename}:{error.lineno}" if self._is_own(error.filename) else ""
        lines = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if self._is_own(frame.filename)
        ]
        return f"{lines[-1].filename}:{lines[-1].lineno}" if lines else ""

    def _is_own(self, path: str | None) -> bool:
        if not self._own or path is None:
            return False
        return pathlib.Path(self._own) in pathlib.Path(path).parents


def replaced(own: str) -> list[str]:
    """The names of our templates that files in a folder replace. Raises BadTemplate where there are
    none, and for a file that replaces none and that no other one there includes."""
    folder = pathlib.Path(own)
    known = {path.name for path in TEMPLATES.iterdir()}
    files = sorted(folder.glob(f"*{_SUFFIX}"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    for path in files:
        if path.name not in known and not any(f'"{path.name}"' in text for text in texts):
            hint = near(path.name, known)
            raise BadTemplate(f"{path}: no template has that name{hint and f': {hint}'}")
    found = [path.name for path in files if path.name in known]
    if not found:
        raise BadTemplate(
            f"{own}: no file in it is called as a template, such as models_struct.hpp.j2"
        )
    return found
