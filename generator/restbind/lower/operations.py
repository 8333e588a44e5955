# SPDX-License-Identifier: BSL-1.0
"""Operations: one call each, or left out with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

from restbind import ir, runtime
from restbind.diagnostics import near
from restbind.lower.bodies import lower_body
from restbind.lower.own import given_name
from restbind.lower.parameters import QUERY_STRING, Unsendable, find_parameters, lower_parameters
from restbind.lower.query_of_path import PLACEHOLDER, filled_by, in_query, without_given
from restbind.lower.responses import lower_responses
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.drafts import FoundOperation, LeftOut, OperationDraft, Operations
from restbind.lower.security import Security
from restbind.lower.servers import Servers
from restbind.naming import snake_case
from restbind.source.refs import Cursor
from restbind.spec.http import METHODS
from restbind.spec.lost_keys import lost_operations

# Outside of placeholders; RFC 3986, section 3.3.
_NOT_IN_PATH = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]")


class Refused(Exception):
    """The operation is left out; the argument, a LeftOut, has been reported."""


def find_operations(context: Context) -> Operations:
    """All operations; the types of those that are generated are made."""
    return _Finding(context).all()


class _Finding:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._drafts: list[OperationDraft] = []
        self._ids: set[str] = set()
        self._stated: set[
            str
        ] = set()  # all that the document states: none is given to another operation
        self._templates: dict[
            str, str
        ] = {}  # path without the names of placeholders -> the first such path
        self._paths: dict[int, str] = {}  # operation -> the first path that has it
        self._names: dict[str, str] = {}  # name in C++ -> the first operation of that name
        self._found: list[FoundOperation] = []
        self._left_out: dict[str, LeftOut] = {}
        self._lost: list[tuple[str, Cursor]] = []
        self._security = Security(context)
        self._servers = Servers(context)

    def all(self) -> Operations:
        items = [
            (path, item, self._context.document.follow(item))
            for path, item in self._context.document.root.table("paths")
            if not path.startswith("x-")
        ]
        self._stated = {
            self._followed(at).text("operationId")
            for _, _, target in items
            if target is not None
            for _, at, _ in _operations_of(target)
        }
        for path, item, target in items:
            # A fragment is no part of a request. Documents use it to list one path several times.
            sent, mark, _ = path.partition("#")
            if mark:
                self._context.report(
                    "RB050", item, f"the path `{path}` ends in a fragment; `{sent}` is sent"
                )
            self._tell_template(sent, item)
            sent, filled = filled_by(_escaped(sent))
            reason = self._unusable(sent, item)
            if target is None or target.kind != "object":
                self._lost.append((path, item))
            if target is None:
                continue
            lost = tuple(
                item[key] for key in ("parameters", "servers") if item.has("$ref") and item.has(key)
            )
            for method, at, refusal in _operations_of(target):
                self._draft_one(
                    FoundOperation(
                        self._id(path, method, self._followed(at)),
                        method,
                        path,
                        self._followed(at),
                        target,
                        (*lost, *_beside(at)),
                    ),
                    sent,
                    filled,
                    reason,
                    refusal,
                )
            if item.has("$ref"):
                self._leave_out_beside(path, item, target)
            self._lost += [(path, at) for at in lost_operations(target)]
        return Operations(
            tuple(self._drafts),
            tuple(self._found),
            self._left_out,
            tuple(self._lost),
            self._security,
            self._servers.all(),
            self._servers.main(),
        )

    def _tell_template(self, path: str, item: Cursor) -> None:
        """OpenAPI forbids two paths that differ in the names of their placeholders alone."""
        first = self._templates.setdefault(PLACEHOLDER.sub("{}", path), path)
        if first != path:
            self._context.report(
                "RB098",
                item,
                (
                    f"the path `{path}` is `{first}` with other names of placeholders; the service"
                    " cannot tell them apart"
                ),
                "describe the operations of both under one path",
            )

    def _unusable(self, path: str, item: Cursor) -> LeftOut | None:
        """Why no operation of the path can be called."""
        if not path.startswith("/"):
            reason = LeftOut("RB044", f"the path `{path}` does not begin with `/`", item)
            self._context.report("RB044", item, f"{reason.reason}; its operations are left out")
            return reason
        hint = ""
        try:
            bare, _ = ir.split_path(path)
        except UnicodeDecodeError:
            why = "has escapes in its query that are no UTF-8"
        else:
            query = path[len(bare) :].replace("?", "")
            if "{" in query:
                why = "has a placeholder in its query that is more or less than one value"
            elif _NOT_IN_PATH.search(PLACEHOLDER.sub("", bare)) or _NOT_IN_PATH.search(query):
                why, hint = "holds a character that no path may hold", "escape it as %XX"
            else:
                return None
        reason = LeftOut("RB044", f"the path {json.dumps(path)} {why}", item)
        self._context.report("RB044", item, f"{reason.reason}; its operations are left out", hint)
        return reason

    def _followed(self, at: Cursor) -> Cursor:
        """What an operation that is a `$ref` refers to; itself where that leads nowhere, which is
        reported.
        """
        return self._context.document.follow(at) or at

    def _leave_out_beside(self, path: str, item: Cursor, target: Cursor) -> None:
        """The operations beside the `$ref` of a path item, which the keyword check reports; but for
        methods that the target has, too.
        """
        known = {method for method, _, _ in _operations_of(target)}
        for method, at, _ in _operations_of(item):
            if method not in known:
                id_ = self._id(path, method, at)
                self._found.append(FoundOperation(id_, method, path, at, target))
                self._left_out[id_] = LeftOut(
                    "RB011",
                    "it stands beside the `$ref` of its path, where it is not looked at",
                    at,
                )

    def _draft_one(
        self,
        one: FoundOperation,
        sent: str,
        filled: dict[str, str],
        unusable: LeftOut | None,
        refusal: str,
    ) -> None:
        at, id_ = one.at, one.id
        if at.kind == "object":
            one = replace(one, called=given_name(self._context, at))
        self._found.append(one)
        if unusable is None and one.method in METHODS and one.method.upper() not in runtime.METHODS:
            unusable = LeftOut(
                "RB011", f"the runtime has no method {one.method.upper()}", at
            )  # the keyword check reports it
        if unusable is None and at.kind != "object":
            unusable = LeftOut("RB008", "it is no object", at)  # so does it here
        if unusable is None and at.has("$ref"):
            unusable = LeftOut("RB020", "its `$ref` leads to no operation", at)
        if unusable is not None:
            self._left_out[id_] = unusable
            return
        if refusal:
            self._leave_out(at, id_, refusal)
            return
        try:
            parameters, body = self._checked(one, sent, filled)
        except Unsendable as reason:
            self._leave_out(at, id_, *reason.args)
        except Refused as reason:
            self._left_out[id_] = reason.args[0]
        else:
            with self._context.lowering(at) as within:
                draft = self._draft_of(within, one, sent, filled, parameters, body)
            self._drafts.append(draft)
            self._tell_name(draft)

    def _tell_name(self, draft: OperationDraft) -> None:
        name = snake_case(draft.called or draft.id, "operation")
        first = self._names.setdefault(name, draft.id)
        if first != draft.id:
            self._context.report(
                "RB033",
                draft.at.get("operationId") or draft.at,
                (
                    f"the operation `{first}` is called `{name}`, too; `{draft.id}` "
                    "has a number behind that name"
                ),
            )

    def _leave_out(
        self, at: Cursor, id_: str, reason: str, hint: str = "", place: Cursor | None = None
    ) -> None:
        """place: of the part of the operation that is to blame."""
        self._left_out[id_] = LeftOut("RB044", reason, place or at)
        self._context.report(
            "RB044", place or at, f"the operation `{id_}` is left out: {reason}", hint
        )

    def _id(self, path: str, method: str, at: Cursor) -> str:
        stated = at.text("operationId")
        words = pascal(method, path)
        wanted = stated or words[0].lower() + words[1:]
        id_, number = wanted, 2
        while id_ in self._ids or (id_ != stated and id_ in self._stated):
            id_, number = f"{wanted}{number}", number + 1
        first = self._paths.setdefault(at.identity, path)
        if not stated:
            self._context.report(
                "RB041", at, f"the operation has no operationId; it becomes `{id_}`"
            )
        elif id_ != stated and first != path:
            self._context.report(
                "RB041",
                at["operationId"],
                (
                    f"the operation `{stated}` of `{first}` is that of `{path}`, too, where it "
                    f"becomes `{id_}`"
                ),
            )
        elif id_ != stated:
            self._context.report(
                "RB040",
                at["operationId"],
                f"the operationId `{stated}` is given twice; this operation becomes `{id_}`",
            )
        self._ids.add(id_)
        return id_

    def _checked(
        self, one: FoundOperation, path: str, filled: dict[str, str]
    ) -> tuple[list[Cursor], Cursor | None]:
        """The parameters and the body of an operation that can be called; else raises Unsendable or
        Refused. No type is made before that, so that an operation that is left out leaves nothing
        behind."""
        at = one.at
        bare, fixed = ir.split_path(path)
        lists = [
            found
            for found in (one.item.get("parameters"), at.get("parameters"))
            if found is not None
        ]
        parameters = find_parameters(
            self._context, lists, bool(fixed or filled), self._security.keys(at) if lists else {}
        )
        self._match(
            one.id,
            bare,
            [*PLACEHOLDER.findall(bare), *_in_path(filled, parameters)],
            at,
            parameters,
        )
        stated = at.get("requestBody")
        body = self._context.document.follow(stated) if stated is not None else None
        if stated is not None and (body is None or body.kind != "object"):
            raise Unsendable("its body cannot be read")  # what is wrong with it has been reported
        return parameters, body

    def _draft_of(
        self,
        context: Context,
        one: FoundOperation,
        path: str,
        filled: dict[str, str],
        found: list[Cursor],
        body: Cursor | None,
    ) -> OperationDraft:
        at, item = one.at, one.item
        filled = _in_path(filled, found)
        parameters = without_given(
            context,
            dict(ir.split_path(path)[1]),
            filled,
            lower_parameters(context, found, one.named_after),
        )
        parameters = [
            (
                in_query(context, draft, filled[draft.wire_name])
                if draft.place == "path" and draft.wire_name in filled
                else draft
            )
            for draft in parameters
        ]
        sent = lower_body(context, body, one.named_after, one.method)
        responses = at.get("responses")
        statuses = {name for name, _ in responses.items()} if responses is not None else set()
        received = lower_responses(context, responses, one.named_after, one.method != "head")
        return OperationDraft(
            one.id,
            one.method,
            path,
            at,
            parameters,
            sent,
            bool(body and body.is_true("required")),
            received,
            statuses,
            self._servers.of(item, at),
            one.path.partition("#")[2],
            one.called,
        )

    def _match(
        self,
        draft_id: str,
        path: str,
        placeholders: list[str],
        at: Cursor,
        parameters: list[Cursor],
    ) -> None:
        """Raises Refused unless each placeholder and path parameter has its other half: nobody
        knows which request is meant.
        """
        declared = {one.text("name"): one for one in parameters if one.text("in") == "path"}
        only_named = [name for name in dict.fromkeys(placeholders) if name not in declared]
        only_declared = [name for name in declared if name not in placeholders]
        wrong = [
            (
                LeftOut(
                    "RB052",
                    f"the path has `{{{name}}}`, but there is no path parameter of that name",
                    at,
                ),
                near(name, only_declared),
            )
            for name in only_named
        ]
        wrong += [
            (
                LeftOut(
                    "RB052",
                    f"the path parameter `{name}` does not stand in `{path}`",
                    declared[name],
                ),
                near(name, only_named),
            )
            for name in only_declared
        ]
        for one, hint in wrong:
            self._context.report(
                one.code, one.at, f"{one.reason}; the operation `{draft_id}` is left out", hint
            )
        if wrong:
            raise Refused(wrong[0][0])


def _in_path(filled: dict[str, str], parameters: list[Cursor]) -> dict[str, str]:
    """The placeholders in the query of a path, each with the name of its value there, that are path
    parameters and no query parameters.
    """
    in_path = {one.text("name") for one in parameters if one.text("in") == "path"}
    queried = {one.text("name") for one in parameters if one.text("in") in ("query", QUERY_STRING)}
    return {
        name: place for name, place in filled.items() if name in in_path or place not in queried
    }


def _beside(at: Cursor) -> list[Cursor]:
    """What stands beside the `$ref` of an operation, which is not looked at."""
    return [value for name, value in at.items() if name != "$ref"] if at.has("$ref") else []


def _escaped(path: str) -> str:
    """Letters beyond ASCII as they are sent, `%C3%BC` for `ü`; the names of placeholders as they
    are.
    """
    return "".join(
        part if part[:1] == "{" else re.sub("[^\0-\x7f]+", lambda found: quote(found[0]), part)
        for part in re.split(f"({PLACEHOLDER.pattern.replace('(', '(?:')})", path)
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
