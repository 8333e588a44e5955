# SPDX-License-Identifier: BSL-1.0
"""The reference of the runtime: Doxygen reads the public headers, and the site frames its pages."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from restbind import progress
from restbind.docs.places import TEMPLATES, Missing

FOLDER = "runtime"  # of the site
_SECONDS = 600  # a Doxygen that takes longer is stopped
# Indexes that the site's own lists and search replace, and lists of what the page of a class has.
_LEFT_OUT = re.compile(r"(annotated|classes|hierarchy|functions|namespace(s|members)|dir_).*")
_LINK = re.compile(r'<a (?:class="el" )?href="([^"#]*)(#[^"]*)?"[^>]*>(.*?)</a>', re.DOTALL)


@dataclass(frozen=True)
class RuntimePage:
    """A page as Doxygen has made it, without a frame. name: of its file."""

    name: str
    title: str
    body: Markup


@dataclass(frozen=True)
class Reference:
    """links: the place of each public name, such as `restbind::error::kind`, below the site's
    folder. The first of several functions of one name counts. complaints: Doxygen's warnings."""

    pages: tuple[RuntimePage, ...]
    links: Mapping[str, str]
    complaints: str


def build(runtime: pathlib.Path) -> Reference:
    """Reads the public headers. runtime: the folder that holds restbind/core. Raises Missing."""
    found = shutil.which("doxygen")
    if found is None:
        raise Missing("there is no Doxygen (Debian: doxygen).")
    with tempfile.TemporaryDirectory(prefix="restbind-reference-") as name:
        folder = pathlib.Path(name)
        complaints = _run(found, runtime.resolve(), folder)
        pages = tuple(_pages(folder / "html"))
        kept = {page.name for page in pages}
        names = xml.parse(folder / "names.xml").getroot()
    links: dict[str, str] = {}
    for full, place in _names(names):
        if place.partition("#")[0] in kept:
            links.setdefault(full, f"{FOLDER}/{place}")
    return Reference(pages, links, complaints)


def _run(doxygen: str, runtime: pathlib.Path, folder: pathlib.Path) -> str:
    """Writes the pages and the list of names; gives the warnings."""
    progress.phase("reads the headers of the runtime")
    (folder / "head.html").write_text('$title\n<div id="top">\n', encoding="utf-8")
    (folder / "foot.html").write_text("</div>\n", encoding="utf-8")
    settings = {
        "INPUT": runtime / "restbind",
        "STRIP_FROM_PATH": runtime,
        "STRIP_FROM_INC_PATH": runtime,
        "OUTPUT_DIRECTORY": folder,
        "GENERATE_TAGFILE": folder / "names.xml",
        "HTML_HEADER": folder / "head.html",
        "HTML_FOOTER": folder / "foot.html",
    }
    own = (TEMPLATES / "runtime.doxyfile").read_text(encoding="utf-8")
    lines = "".join(f'{name} = "{value}"\n' for name, value in settings.items())
    try:
        done = subprocess.run(
            [doxygen, "-"],
            input=own + lines,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{doxygen} cannot be run: {error}") from error
    complaints = done.stderr.strip().replace(f"{runtime}/", "")
    if not (folder / "names.xml").is_file() or not (folder / "html/index.html").is_file():
        raise Missing(f"Doxygen has failed: {complaints or f'status {done.returncode}'}")
    return complaints


def _pages(folder: pathlib.Path) -> Iterator[RuntimePage]:
    """The pages that are kept, with links to no others."""
    paths = [
        path
        for path in sorted(folder.glob("*.html"))
        if not _LEFT_OUT.fullmatch(path.name) and not path.stem.endswith("-members")
    ]
    kept = {path.name for path in paths}

    def link(match: re.Match[str]) -> str:
        file = match[1]
        return match[3] if file and file not in kept else match[0]

    for path in paths:
        title, _, text = path.read_text(encoding="utf-8").partition("\n")
        yield RuntimePage(path.name, _plain_title(title), Markup(_framed(_LINK.sub(link, text))))


def _plain_title(title: str) -> str:
    """A title without the name of the project in front."""
    return str(Markup(title).unescape()).removeprefix("restbind: ")


def _framed(text: str) -> str:
    """A page's text as it stands within the frame of the site."""
    text = re.sub(r'<div class="title">(.*?)</div>', r"<h1>\1</h1>", text, flags=re.DOTALL)
    text = re.sub(r"(&#124;)?\s*List of all members", "", text)
    text = re.sub(r'<a id="([^"]*)" name="\1"></a>\s*', r'<a id="\1"></a>', text)
    # Tables that only lay out say so.
    text = re.sub(r'<table class="(memberdecls|mlabels|memname)">', _laid_out, text)
    text = re.sub(r'<(div|pre) class="(memproto|fragment)">', _scrolled, text)
    text = re.sub(r'<table class="markdownTable">.*?</table>', _wide, text, flags=re.DOTALL)
    text = re.sub(r"This is an overloaded member function, [^<]* accepts\.", "As above.", text)
    text = re.sub(r'<span class="permalink">.*?</span>', "", text)
    text = re.sub(r'<img [^>]*>(&#160;)?| onclick="[^"]*"', "", text)
    held = set(re.findall(r' id="([^"]*)"', text))
    return _LINK.sub(lambda link: link[3] if _is_broken(link, held) else link[0], text)


def _is_broken(link: re.Match[str], held: set[str]) -> bool:
    """A link to a place of its own page that is not there: what it leads to is not public."""
    return not link[1] and (link[2] or "#").removeprefix("#") not in held


def _laid_out(match: re.Match[str]) -> str:
    return f'<table class="{match[1]}" role="presentation">'


def _scrolled(match: re.Match[str]) -> str:
    return f'<{match[1]} class="{match[2]}" tabindex="0" role="group" aria-label="Code">'


def _wide(match: re.Match[str]) -> str:
    return f'<div class="wide" tabindex="0" role="group" aria-label="Table">{match[0]}</div>'


def _names(root: xml.Element) -> Iterator[tuple[str, str]]:
    """Each name of a tag file with its place."""
    for compound in root.iter("compound"):
        if compound.get("kind") not in ("class", "struct", "namespace", "concept"):
            continue
        full = compound.findtext("name", "")
        yield full, compound.findtext("filename", "")
        for member in compound.iter("member"):
            place = f"{member.findtext('anchorfile')}#{member.findtext('anchor')}"
            name = f"{full}::{member.findtext('name')}"
            yield name, place
            for value in member.iter("enumvalue"):
                yield f"{name}::{value.text}", f"{value.get('file')}#{value.get('anchor')}"
