# SPDX-License-Identifier: BSL-1.0
"""What the document says about the service as a whole: retries, validation problems, error codes,
environments, what is assumed of it, tags.
"""

from __future__ import annotations

import re

from restbind import ir
from restbind.diagnostics import joined, near
from restbind.lower.own import given_name
from restbind.lower.schema.context import Context
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.layers import holder_of
from restbind.naming import is_plain
from restbind.runtime import MOST_STATUSES
from restbind.source.refs import Cursor, reached
from restbind.spec.media_types import TOKEN
from restbind.spec.numbers import whole

# What a rule says that names only some of its keys.
_ONE_ATTEMPT = ir.Retry(attempts=1, initial_delay_ms=1000, multiplier=2, statuses=())
_RETRY = ("attempts", "initialDelayMs", "multiplier", "statuses")
_USUAL_STATUS = 422
_STANDARD_MEMBERS = ("type", "title", "status", "detail", "instance")  # RFC 9457, section 3.1
_ESCAPED = re.compile(r'["\\\x00-\x1f]')

MAX_ATTEMPTS, MAX_DELAY_MS, MAX_MULTIPLIER = 10, 600_000, 10


def number_within(at: Cursor, key: str, least: int, most: int, code: str, default: int) -> int:
    """The whole number `key` of the object `at`; the default if absent or, after a report, out of
    range.
    """
    value = at.get(key)
    if value is None or value.kind not in ("integer", "number"):
        return default
    number = whole(value)
    if number is not None and least <= number <= most:
        return number
    what = f"`{key}` must be a whole number from {least} to {most}, not {value.written}"
    value.report(code, what)
    return default


def _statuses(at: Cursor, key: str) -> tuple[int, ...]:
    """The HTTP statuses in the list `key` of `at`, each once; others are reported and left out."""
    found: list[int] = []
    for element in at.each(key):
        number = whole(element)
        if number is None or not 100 <= number <= 599:
            element.report(
                "RB047",
                f"`{getattr(element.node, 'text', element.kind)}` is not an HTTP status (100 to"
                " 599)",
                own=True,
            )
        elif number not in found:
            found.append(number)
    return tuple(found)


def _few_statuses(at: Cursor, key: str, verb: str) -> tuple[int, ...]:
    """The statuses in the list `key`; more than the runtime has space for are reported."""
    found = _statuses(at, key)
    if len(found) > MOST_STATUSES:
        what = f"at most {MOST_STATUSES} statuses can be {verb}, not {len(found)}"
        at[key].report("RB080", what)
    return found


def lower_retry(at: Cursor | None, base: ir.Retry | None) -> ir.Retry | None:
    """What `at` says, over `base`; None where neither says anything."""
    if at is None or not any(map(at.has, _RETRY)):
        return base
    base, is_listed = base or _ONE_ATTEMPT, at.has("statuses")
    return ir.Retry(
        number_within(at, "attempts", 1, MAX_ATTEMPTS, "RB080", base.attempts),
        number_within(at, "initialDelayMs", 0, MAX_DELAY_MS, "RB080", base.initial_delay_ms),
        number_within(at, "multiplier", 1, MAX_MULTIPLIER, "RB080", base.multiplier),
        _few_statuses(at, "statuses", "retried") if is_listed else base.statuses,
    )


def lower_unapplied(at: Cursor | None, base: tuple[int, ...]) -> tuple[int, ...]:
    """The statuses by which `at` says that a request was not applied; `base` where it does not."""
    if at is None or not at.has("unappliedStatuses"):
        return base
    unapplied = _few_statuses(at, "unappliedStatuses", "listed")
    for status in unapplied:
        if status < 300:
            at["unappliedStatuses"].report(
                "RB080", f"{status} is a success: the request was applied"
            )
    return unapplied


def text_among(at: Cursor, key: str, allowed: tuple[str, ...], code: str, default: str) -> str:
    """The text `key` of `at` if it is one of those allowed, else the default; a text that is not
    allowed is reported.
    """
    value = at.get(key)
    if value is None or value.kind != "string":
        return default
    if value.written not in allowed:
        value.report(
            code,
            f"`{key}` must be {', '.join(allowed[:-1])} or {allowed[-1]}, not `{value.written}`",
            near(value.written, allowed),
        )
        return default
    return value.written


def lower_validation_problem(at: Cursor | None, responses: set[str]) -> ir.ValidationProblem | None:
    """`responses`: the statuses that the operation lists."""
    if at is None:
        return None
    status = number_within(at, "status", 400, 499, "RB082", 0)
    errors = text_among(at, "errors", ("list", "map", "none"), "RB082", "map")
    keys = text_among(at, "keys", ("wire", "pascal"), "RB082", "wire")
    if status and not responses & {str(status), "4XX", "default"}:
        at["status"].report(
            "RB083",
            f"the operation lists no response {status}",
            "describe that response under `responses`",
        )
    return ir.ValidationProblem(
        status or _USUAL_STATUS,
        errors,
        keys,
        at.text("detail"),
        doc_of(at),
        at.text("type"),
        at.text("title"),
    )


def lower_after_loss(at: Cursor | None) -> ir.AfterLoss | None:
    """What the document says of a lost response."""
    if at is None:
        return None
    return ir.AfterLoss(at.text("ask"), at.text("store"), at.text("show"), doc_of(at))


def lower_problem(context: Context) -> ir.ProblemFormat | None:
    """Which members problem documents have beside those of RFC 9457; None where nothing is said."""
    at = context.document.root.get("x-restbind-problem")
    if at is None:
        return None
    names: dict[str, str] = {}
    for key in ("code", "errorCount", "errors", "traceId", "timestamp"):
        name = at.text(key)
        if at.has(key) and not name:
            at[key].report("RB089", f"the member `{name}` is empty")
        elif name in _STANDARD_MEMBERS:
            at[key].report("RB089", f"the member `{name}` is a member of RFC 9457")
        elif name and name in names.values():
            at[key].report("RB089", f"the member `{name}` is named twice")
        names[key] = name
    for _, value in at.items():
        if value.kind == "string" and _ESCAPED.search(value.written):
            value.report("RB089", f"the member `{value.written}` holds what JSON escapes")
    # Without names as in the example of RFC 9457.
    field, message = at.text("errorField") or "pointer", at.text("errorMessage") or "detail"
    if field == message:
        (at.get("errorField") or at).report("RB089", f"the member `{field}` is named twice")
    return ir.ProblemFormat(
        names["code"],
        names["errorCount"],
        names["errors"],
        field,
        message,
        names["traceId"],
        names["timestamp"],
        at.pointer,
    )


def lower_trace_headers(context: Context) -> tuple[str, ...]:
    """The names of the headers that identify a request; one that cannot be a name is reported."""
    found = context.document.root.texts("x-restbind-trace-headers")
    for header in found:
        if not TOKEN.fullmatch(header.written):
            header.report("RB089", f"`{header.written}` is no name of a header")
    return tuple(header.written for header in found)


def lower_error_codes(context: Context, operations: set[str]) -> tuple[ir.ErrorCode, ...]:
    """`operations`: every operationId of the document, those left out included."""
    found: list[ir.ErrorCode] = []
    root = context.document.root
    if root.has("x-restbind-error-codes") and root.below("x-restbind-problem", "code") is None:
        root["x-restbind-error-codes"].report(
            "RB085",
            "no member of problem documents holds the error codes",
            "name it: `x-restbind-problem: {code: …}`",
        )
    for at in root.each("x-restbind-error-codes"):
        code, name = number_within(at, "code", 1, 2**31 - 1, "RB085", 0), at.get("name")
        if not code or name is None or name.kind != "string":
            continue
        if not is_plain(name.written):
            _report_name("RB085", name, "an error code")
        _check_unique(at, found, code, name.written)
        operation, statuses = at.text("operation"), _statuses(at, "statuses")
        if operation and operation not in operations:
            at["operation"].report(
                "RB086",
                f"no operation is called `{operation}`",
                near(operation, operations),
            )
        condition = at.scalar("condition")
        found.append(ir.ErrorCode(code, name.written, statuses, operation, condition, at.pointer))
    return tuple(found)


def _report_name(code: str, at: Cursor, what: str) -> None:
    hint = "use lower-case letters, digits and `_`"
    at.report(code, f"`{at.written}` cannot name {what}", hint)


def _check_unique(at: Cursor, before: list[ir.ErrorCode], code: int, name: str) -> None:
    for other in before:
        if other.code == code:
            at["code"].report(
                "RB085",
                f"the error code {code} is given twice; first as `{other.name}`",
            )
        if other.name == name:
            at["name"].report("RB085", f"the name `{name}` is given twice; first for {other.code}")


def lower_environments(context: Context) -> tuple[ir.Environment, ...]:
    """The environments that the document's servers name; one with an unusable or repeated name is
    reported and left out.
    """
    found: list[ir.Environment] = []
    for at in context.document.root.each("servers"):
        stated, name = at.get("x-restbind-environment"), at.text("x-restbind-environment")
        if stated is None:
            continue
        if not is_plain(name):
            _report_name("RB088", stated, "an environment")
        elif any(other.name == name for other in found):
            stated.report("RB088", f"the environment `{name}` is given twice")
        else:
            found.append(ir.Environment(name, at.scalar("description"), at.pointer))
    return tuple(found)


# --------------------------------------------------------------------------------------------------
# what is assumed


_ASSUMED = "x-restbind-assumed"

# `A-3, A-11, A-12: …` at the start of a text or of a part after `;`.
_IDS = re.compile(r"(?:^|;)\s*([A-Z]+-[0-9]+(?:\s*,\s*[A-Z]+-[0-9]+)*)\s*:")


def _ids_of(text: str) -> tuple[str, ...]:
    """The ids that an assumption begins with, each once: `A-3, A-11: ...` gives A-3 and A-11."""
    found: list[str] = []
    for ids in _IDS.findall(text):
        found += re.split(r"\s*,\s*", ids)
    return tuple(dict.fromkeys(found))


def assumptions_of(root: Cursor) -> tuple[ir.Assumption, ...]:
    """All of the main document, by line. The pointer is that of the object that the key stands
    in.
    """
    document = root.document
    sources = {document.source, *document.foreign.values()}
    if not any(source.text and _ASSUMED in source.text for source in sources):
        return ()  # walking a large document is slow
    stated = [at[_ASSUMED] for at in reached([root], lambda _: None) if at.has(_ASSUMED)]
    stated.sort(key=lambda value: (value.key_place.line, value.key_place.column))
    return tuple(_assumption(value) for value in stated if value.kind == "string")


def _assumption(value: Cursor) -> ir.Assumption:
    text, place = value.written, value.key_place
    pointer = holder_of(value).pointer
    return ir.Assumption(_ids_of(text), text, pointer, place.source.name, place.line)


# --------------------------------------------------------------------------------------------------
# tags


def tags_of(context: Context) -> tuple[tuple[str, str], ...]:
    """The tags that the document has a summary of. Told are parents that are no tags, or in the end
    the tag itself, and a tag given twice.
    """
    tags = list(context.document.root.each("tags"))
    names = [at.scalar("name") for at in tags]
    first: dict[str, Cursor] = {}
    summaries: dict[str, str] = {}
    for name, at in zip(names, tags):
        if name and first.setdefault(name, at) is not at:
            at["name"].report("RB059", f"the tag `{name}` is given twice")
        parent = at.text("parent")
        if parent and parent not in names:
            what = f"`{parent}` is no tag of the document"
            at["parent"].report("RB059", what, near(parent, names))
        if at.scalar("summary"):
            summaries[name] = at.scalar("summary")
    _report_circles(first)
    return tuple(summaries.items())


def names_of_tags(context: Context) -> tuple[tuple[str, str], ...]:
    """The tags that the document gives another name in C++."""
    tags = context.document.root.each("tags")
    names = [(at.scalar("name"), given_name(context, at)) for at in tags]
    return tuple((name, called) for name, called in names if called)


def _report_circles(tags: dict[str, Cursor]) -> None:
    """Each circle of parents once."""
    done: set[str] = set()
    for name in tags:
        path: list[str] = []
        while name in tags and name not in done:
            done.add(name)
            path.append(name)
            name = tags[name].text("parent")
        if name in path:
            others = joined([f"`{other}`" for other in path[path.index(name) + 1 :]], "and")
            tags[name]["parent"].report(
                "RB059",
                f"the tag `{name}` is its own parent" + (f", by {others}" if others else ""),
            )
