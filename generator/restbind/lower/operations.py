# SPDX-License-Identifier: BSL-1.0
"""Operations: one call each, or left out with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from restbind import ir, runtime
from restbind.diagnostics import near
from restbind.lower.bodies import lower_body
from restbind.lower.idempotency import is_named_header, key_header, report_key
from restbind.lower.own import given_name
from restbind.lower.parameters import QUERY_STRING, Unsendable, find_parameters, lower_parameter
from restbind.lower.query_of_path import filled_by, in_query, without_given
from restbind.lower.responses import lower_responses
from restbind.lower.schema.context import Context
from restbind.lower.schema.drafts import FoundOperation, LeftOut, OperationDraft, Operations
from restbind.lower.security import Security
from restbind.lower.servers import Servers
from restbind.naming import pascal
from restbind.source.refs import Cursor
from restbind.spec.http import METHODS, PLACEHOLDER
from restbind.spec.lost_keys import lost_operations

# Outside of placeholders; RFC 3986, section 3.3.
_NOT_IN_PATH = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]")
_PLACEHOLDER_OR_LETTERS = re.compile(rf"{PLACEHOLDER.pattern}|[^\0-\x7f]+")


@dataclass(frozen=True)
class _Path:
    """A path of the document. stated: as it is written. sent: as it goes out, without the values in
    its query that placeholders fill. filled: their names there, by those of the placeholders.
    unusable: why no operation of it can be called.
    """

    stated: str
    sent: str
    filled: dict[str, str]
    unusable: LeftOut | None


def find_operations(context: Context) -> Operations:
    """All operations; the types of those that are generated are made."""
    return _Finding(context).all()


class _Finding:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._drafts: list[OperationDraft] = []
        self._ids: set[str] = set()
        # All ids that the document states: none is given to another operation.
        self._stated: set[str] = set()
        # A path without the names of placeholders, and the first such path.
        self._templates: dict[str, str] = {}
        self._paths: dict[Cursor, str] = {}  # operation -> the first path that has it
        self._found: list[FoundOperation] = []
        self._left_out: dict[str, LeftOut] = {}
        self._lost: list[tuple[str, Cursor]] = []
        self._security = Security(context)
        self._servers = Servers(context)

    def all(self) -> Operations:
        items = [
            (path, item, item.follow())
            for path, item in self._context.document.root.table("paths")
            if not path.startswith("x-")
        ]
        for _, _, target in items:
            for _, at, _ in _operations_of(target) if target is not None else ():
                self._stated.add(_followed(at).text("operationId"))
        for stated, item, target in items:
            path = self._path(stated, item)
            if target is None or target.kind != "object":
                self._lost.append((stated, item))
            if target is not None:
                self._find(path, item, target)
        return Operations(
            tuple(self._drafts),
            tuple(self._found),
            self._left_out,
            tuple(self._lost),
            self._security.schemes(self._drafts),
            self._security.described,
            self._servers.all(),
            self._servers.main(),
        )

    # ----------------------------------------------------------------------------------------------
    # paths

    def _path(self, stated: str, item: Cursor) -> _Path:
        # A fragment is no part of a request. Documents use it to list one path several times.
        path, mark, _ = stated.partition("#")
        if mark:
            item.report("RB050", f"the path `{stated}` ends in a fragment; `{path}` is sent")
        self._tell_template(path, item)
        sent, filled = filled_by(_escaped(path))
        why, hint = _why_unusable(sent)
        unusable = LeftOut("RB044", why, item) if why else None
        if unusable is not None:
            item.report("RB044", f"{why}; its operations are left out", hint)
        return _Path(stated, sent, filled, unusable)

    def _tell_template(self, path: str, item: Cursor) -> None:
        """OpenAPI forbids two paths that differ in the names of their placeholders alone."""
        first = self._templates.setdefault(PLACEHOLDER.sub("{}", path), path)
        if first != path:
            item.report(
                "RB098",
                f"the path `{path}` is `{first}` with other names of placeholders; the service"
                " cannot tell them apart",
                "describe the operations of both under one path",
            )

    def _find(self, path: _Path, item: Cursor, target: Cursor) -> None:
        """The operations of a path. target: where its path item is described."""
        is_elsewhere = item.has("$ref")
        lost = [item[key] for key in ("parameters", "servers") if is_elsewhere and item.has(key)]
        known = set()
        for method, stated, refusal in _operations_of(target):
            known.add(method)
            at = _followed(stated)
            beside = [value for name, value in stated.items() if name != "$ref"]
            operation = FoundOperation(
                self._id(path.stated, method, at),
                method,
                path.stated,
                at,
                target,
                self._security.of(at),
                (*lost, *(beside if stated.has("$ref") else ())),
                given_name(self._context, at),
            )
            self._found.append(operation)
            self._lower(operation, path, refusal)
        if is_elsewhere:
            self._leave_out_beside(path.stated, item, target, known)
        self._lost += [(path.stated, at) for at in lost_operations(target)]

    def _leave_out_beside(self, path: str, item: Cursor, target: Cursor, known: set[str]) -> None:
        """The operations beside the `$ref` of a path item, which the keyword check reports; but for
        methods that the target has, too.
        """
        for method, at, _ in _operations_of(item):
            if method not in known:
                id_ = self._id(path, method, at)
                self._found.append(
                    FoundOperation(id_, method, path, at, target, self._security.of(at))
                )
                self._left_out[id_] = LeftOut(
                    "RB011",
                    "it stands beside the `$ref` of its path, where it is not looked at",
                    at,
                )

    # ----------------------------------------------------------------------------------------------
    # operations

    def _lower(self, operation: FoundOperation, path: _Path, refusal: str) -> None:
        """Makes the draft of an operation, or leaves it out. refusal: why its method cannot be
        sent.

        No type is made, and no name taken, before it is known that the operation can be called: one
        that is left out leaves nothing behind.
        """
        left_out = path.unusable or _why_no_operation(operation)
        if left_out is not None:
            self._left_out[operation.id] = left_out
            return
        try:
            if refusal:
                raise Unsendable(refusal)
            parameters = self._parameters(operation, path)
            body = self._body(operation) if parameters is not None else None
        except Unsendable as why:
            self._leave_out(operation, *why.args)
            return
        if parameters is not None:
            with self._context.lowering(operation.at) as context:
                draft = self._draft(context, operation, path, parameters, body)
            self._drafts.append(draft)

    def _leave_out(
        self, operation: FoundOperation, reason: str, hint: str = "", place: Cursor | None = None
    ) -> None:
        """place: of the part of the operation that is to blame."""
        at = place or operation.at
        self._left_out[operation.id] = LeftOut("RB044", reason, at)
        at.report("RB044", f"the operation `{operation.id}` is left out: {reason}", hint)

    def _id(self, path: str, method: str, at: Cursor) -> str:
        stated = at.text("operationId")
        words = pascal(method, path)
        wanted = stated or words[0].lower() + words[1:]
        id_, number = wanted, 2
        while id_ in self._ids or id_ != stated and id_ in self._stated:
            id_, number = f"{wanted}{number}", number + 1
        self._ids.add(id_)
        first = self._paths.setdefault(at, path)
        if not stated:
            at.report("RB041", f"the operation has no operationId; it becomes `{id_}`")
        elif id_ != stated and first != path:
            at["operationId"].report(
                "RB041",
                f"the operation `{stated}` of `{first}` is that of `{path}`, too, where it becomes"
                f" `{id_}`",
            )
        elif id_ != stated:
            at["operationId"].report(
                "RB040",
                f"the operationId `{stated}` is given twice; this operation becomes `{id_}`",
            )
        return id_

    def _parameters(self, operation: FoundOperation, path: _Path) -> list[Cursor] | None:
        """Those that are sent; None where they are not those of the path, which is reported. Raises
        Unsendable."""
        stated = [operation.item.get("parameters"), operation.at.get("parameters")]
        lists = [found for found in stated if found is not None]
        bare, fixed = ir.split_path(path.sent)
        found = find_parameters(
            self._context, lists, bool(fixed or path.filled), operation.security.keys
        )
        placeholders = [*PLACEHOLDER.findall(bare), *_in_path(path.filled, found)]
        wrong = _unmatched(operation.at, bare, placeholders, found)
        for reason, hint in wrong:
            reason.at.report(
                reason.code,
                f"{reason.reason}; the operation `{operation.id}` is left out",
                hint,
            )
        if wrong:
            self._left_out[operation.id] = wrong[0][0]
        return None if wrong else found

    def _body(self, operation: FoundOperation) -> Cursor | None:
        """What is said of the body; raises Unsendable where it cannot be read."""
        stated = operation.at.get("requestBody")
        body = stated.follow() if stated is not None else None
        if stated is not None and (body is None or body.kind != "object"):
            raise Unsendable("its body cannot be read")  # what is wrong with it has been reported
        return body

    def _draft(
        self,
        context: Context,
        operation: FoundOperation,
        path: _Path,
        found: list[Cursor],
        body: Cursor | None,
    ) -> OperationDraft:
        at, named_after = operation.at, operation.named_after
        key = key_header(context, at, operation.method, found)
        of_key = [parameter for parameter in found if key and is_named_header(parameter, key)]
        for parameter in of_key:
            report_key(parameter)
        found = [parameter for parameter in found if parameter not in of_key]
        filled = _in_path(path.filled, found)
        given = dict(ir.split_path(path.sent)[1])
        drafts = [lower_parameter(context, parameter, named_after) for parameter in found]
        parameters = []
        for draft in without_given(context, given, filled, drafts):
            in_path = draft.place == "path" and draft.wire_name in filled
            name = filled[draft.wire_name] if in_path else ""
            parameters.append(in_query(draft, name) if in_path else draft)
        sent = lower_body(context, body, named_after, operation.method)
        responses = at.get("responses")
        return OperationDraft(
            operation.id,
            operation.method,
            path.sent,
            at,
            parameters,
            sent,
            body is not None and body.is_true("required"),
            lower_responses(context, responses, named_after, operation.method != "head"),
            self._servers.of(operation.item, at),
            path.stated.partition("#")[2],
            operation.security,
            operation.called,
            key,
        )


def _followed(at: Cursor) -> Cursor:
    """What an operation that is a `$ref` refers to; itself where that leads nowhere, which is
    reported.
    """
    return at.follow() or at


def _why_unusable(path: str) -> tuple[str, str]:
    """Why no operation of a path can be called, and a hint; '' if they can."""
    if not path.startswith("/"):
        return f"the path `{path}` does not begin with `/`", ""
    try:
        bare, _ = ir.split_path(path)
    except UnicodeDecodeError:
        return f"the path {json.dumps(path)} has escapes in its query that are no UTF-8", ""
    query = path[len(bare) :].replace("?", "")
    if "{" in query:
        why = "has a placeholder in its query that is more or less than one value"
        return f"the path {json.dumps(path)} {why}", ""
    if _NOT_IN_PATH.search(PLACEHOLDER.sub("", bare) + query):
        why = "holds a character that no path may hold"
        return f"the path {json.dumps(path)} {why}", "escape it as %XX"
    return "", ""


def _why_no_operation(operation: FoundOperation) -> LeftOut | None:
    """Why what stands there is no operation that can be called, which the keyword check reports."""
    at, method = operation.at, operation.method
    if method in METHODS and method.upper() not in runtime.METHODS:
        return LeftOut("RB011", f"the runtime has no method {method.upper()}", at)
    if at.kind != "object":
        return LeftOut("RB008", "it is no object", at)
    return LeftOut("RB020", "its `$ref` leads to no operation", at) if at.has("$ref") else None


def _unmatched(
    at: Cursor, path: str, placeholders: list[str], parameters: list[Cursor]
) -> list[tuple[LeftOut, str]]:
    """The placeholders and path parameters that lack their other half, each with a hint: nobody
    knows which request is meant.
    """
    declared = {
        parameter.text("name"): parameter
        for parameter in parameters
        if parameter.text("in") == "path"
    }
    only_named = [name for name in dict.fromkeys(placeholders) if name not in declared]
    only_declared = [name for name in declared if name not in placeholders]
    found = []
    for name in only_named:
        why = f"the path has `{{{name}}}`, but there is no path parameter of that name"
        found.append((LeftOut("RB052", why, at), near(name, only_declared)))
    for name in only_declared:
        why = f"the path parameter `{name}` does not stand in `{path}`"
        found.append((LeftOut("RB052", why, declared[name]), near(name, only_named)))
    return found


def _in_path(filled: dict[str, str], parameters: list[Cursor]) -> dict[str, str]:
    """The placeholders in the query of a path, each with the name of its value there, that are path
    parameters and no query parameters.
    """
    named = [(at.text("name"), at.text("in")) for at in parameters]
    in_path = {name for name, place in named if place == "path"}
    queried = {name for name, place in named if place in ("query", QUERY_STRING)}
    return {
        name: place for name, place in filled.items() if name in in_path or place not in queried
    }


def _escaped(path: str) -> str:
    """Letters beyond ASCII as they are sent, `%C3%BC` for `ü`; the names of placeholders as they
    are.
    """
    return _PLACEHOLDER_OR_LETTERS.sub(
        lambda found: found[0] if found[0].startswith("{") else quote(found[0]), path
    )


def _operations_of(item: Cursor) -> Iterator[tuple[str, Cursor, str]]:
    """The operations of a path item: each with its method, and why that cannot be sent, '' if it
    can.
    """
    for method in METHODS:
        at = item.get(method)
        if at is not None:
            yield method, at, ""
    for name, at in item.table("additionalOperations"):
        if not name.startswith("x-"):
            refusal = _refusal_of(name)
            yield name if refusal else name.lower(), at, refusal


def _refusal_of(name: str) -> str:
    """Why a method of `additionalOperations` cannot be sent, '' if it can. Methods are
    case-sensitive (RFC 9110, section 9.1).
    """
    if name.lower() in METHODS:
        return f"`additionalOperations` has `{name}`, which a path item has a key for"
    return "" if name in runtime.METHODS else f"the runtime has no method {name}"
