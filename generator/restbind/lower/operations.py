"""Operations: one call each, or left out with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from restbind import ir
from restbind.diagnostics import near
from restbind.lower import extensions
from restbind.lower.bodies import RequestBody, lower_body
from restbind.lower.constraints.limits import missing_of
from restbind.lower.constraints.values import of_value
from restbind.lower.parameters import ClientParameters, ParameterDraft, Unsendable, finish_parameter, lower_parameters, member_of
from restbind.lower.query_of_path import PLACEHOLDER, filled_by, in_query, without_given
from restbind.lower.responses import Responses, lower_responses
from restbind.lower.rules import compile_rule
from restbind.lower.schema.context import Context, pascal
from restbind.lower.schema.docs import doc_of
from restbind.lower.schema.flatten import flatten
from restbind.lower.security import Security
from restbind.lower.servers import Servers
from restbind.lower.shared_files import report_shared_files
from restbind.naming import snake_case
from restbind.source.refs import Cursor

METHODS = ("get", "put", "post", "delete", "options", "head", "patch")
# What `additionalOperations` may have besides: the methods that Boost.Beast knows, as they are sent.
MORE_METHODS = frozenset(
    """ACL BIND CHECKOUT COPY LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE REBIND REPORT
    SEARCH SUBSCRIBE UNBIND UNLINK UNLOCK UNSUBSCRIBE""".split()
)
# Outside of placeholders; RFC 3986, section 3.3.
_NOT_IN_PATH = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]")


@dataclass(eq=False)
class OperationDraft:
    """An operation whose limits and rules wait until all types are known."""

    id: str
    method: str
    path: str
    at: Cursor
    parameters: list[ParameterDraft]
    sent: RequestBody | None
    body_required: bool
    responses: Responses
    statuses: set[str]
    server: str
    fragment: str

    @property
    def body(self) -> ir.Type | None:
        return self.sent.type if self.sent is not None else None


@dataclass(frozen=True, eq=False)
class FoundOperation:
    """An operation of the document, whether it is generated or not."""

    id: str
    method: str
    path: str
    at: Cursor
    item: Cursor


@dataclass(frozen=True)
class LeftOut:
    """Why an operation is not generated."""

    code: str
    reason: str
    at: Cursor


class Refused(Exception):
    """The operation is left out; the argument, a LeftOut, has been reported."""


class Operations:
    """Lowers in two steps: `draft` finds all types, `finish` needs them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._drafts: list[OperationDraft] = []
        self._requests: dict[str, str] = {}  # id -> name of the request type
        self._nullable: dict[str, str] = {}  # name of a body's type -> name of the alias for it or null
        self.ids: set[str] = set()
        self._stated: set[str] = set()  # all that the document states: none is given to another operation
        self._paths: dict[int, str] = {}  # operation -> the first path that has it
        self._names: dict[str, str] = {}  # name in C++ -> the first operation of that name
        self.found: list[FoundOperation] = []
        self.left_out: dict[str, LeftOut] = {}  # by id
        self.lost: list[tuple[str, Cursor]] = []  # paths whose operations nobody can know
        self.client_parameters = ClientParameters(context)
        self.security = Security(context)
        self.servers = Servers(context)
        self._retry = extensions.lower_retry(context, context.root.get("x-restbind-retry"), None)
        self._unapplied = extensions.lower_unapplied(context, context.root.get("x-restbind-retry"), ())

    def draft(self) -> None:
        paths = self._context.root.get("paths")
        items = [(path, item, self._context.documents.follow(item)) for path, item in (paths.items() if paths is not None else ())
                 if not path.startswith("x-")]
        self._stated = {at.text("operationId") for _, _, target in items for _, at, _ in _operations_of(target)}
        for path, item, target in items:
            # A fragment is no part of a request. Documents use it to list one path several times.
            sent, mark, _ = path.partition("#")
            if mark:
                self._context.report("RB050", item, f"the path `{path}` ends in a fragment; `{sent}` is sent")
            sent, filled = filled_by(sent)
            reason = self._unusable(sent, item)
            if target is None or target.kind != "object":
                self.lost.append((path, item))
            for method, at, refusal in _operations_of(target):
                self._context.building = at
                self._draft_one(path, sent, filled, method, target, at, reason, refusal)

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
            query = path[len(bare):].replace("?", "")
            if "{" in query:
                why = "has a placeholder in its query that is more or less than one value"
            elif _NOT_IN_PATH.search(PLACEHOLDER.sub("", bare)) or _NOT_IN_PATH.search(query):
                why, hint = "holds a character that no path may hold", "escape it as %XX"
            else:
                return None
        reason = LeftOut("RB044", f"the path {json.dumps(path)} {why}", item)
        self._context.report("RB044", item, f"{reason.reason}; its operations are left out", hint)
        return reason

    def _draft_one(self, path: str, sent: str, filled: dict[str, str], method: str, item: Cursor, at: Cursor, unusable: LeftOut | None,
                   refusal: str = "") -> None:
        id_ = self._id(path, method, at)
        self.found.append(FoundOperation(id_, method, path, at, item))
        if unusable is None and method in ("trace", "query"):
            unusable = LeftOut("RB011", f"the runtime has no method {method.upper()}", at)  # the keyword check reports it
        if unusable is None and at.kind != "object":
            unusable = LeftOut("RB008", "it is no object", at)  # so does it here
        if unusable is not None:
            self.left_out[id_] = unusable
            return
        if refusal:
            self._leave_out(at, id_, refusal)
            return
        typed = self._context.ledger.typed
        known = len(typed)
        try:
            draft = self._draft_of(id_, sent, path.partition("#")[2], filled, method, item, at)
        except Unsendable as reason:
            self._leave_out(at, id_, *reason.args)
        except Refused as reason:
            self.left_out[id_] = reason.args[0]
        else:
            self._drafts.append(draft)
            self._tell_name(draft)
            return
        while len(typed) > known:  # of what was lowered for this operation alone nothing comes
            typed.popitem()

    def _tell_name(self, draft: OperationDraft) -> None:
        name = snake_case(draft.id, "operation")
        first = self._names.setdefault(name, draft.id)
        if first != draft.id:
            self._context.report("RB033", draft.at.get("operationId") or draft.at, f"the operation `{first}` is called `{name}`, too; `{draft.id}` "
                                 "has a number behind that name")

    def _leave_out(self, at: Cursor, id_: str, reason: str, hint: str = "") -> None:
        self.left_out[id_] = LeftOut("RB044", reason, at)
        self._context.report("RB044", at, f"the operation `{id_}` is left out: {reason}", hint)

    def _id(self, path: str, method: str, at: Cursor) -> str:
        stated = at.text("operationId")
        words = pascal(method, path)
        wanted = stated or words[0].lower() + words[1:]
        id_, number = wanted, 2
        while id_ in self.ids or (id_ != stated and id_ in self._stated):
            id_, number = f"{wanted}{number}", number + 1
        first = self._paths.setdefault(at.identity, path)
        if not stated:
            self._context.report("RB041", at, f"the operation has no operationId; it becomes `{id_}`")
        elif id_ != stated and first != path:
            self._context.report("RB041", at.get("operationId"), f"the operation `{stated}` of `{first}` is that of `{path}`, too, where it "
                                 f"becomes `{id_}`")
        elif id_ != stated:
            self._context.report("RB040", at.get("operationId"), f"the operationId `{stated}` is given twice; this operation becomes `{id_}`")
        self.ids.add(id_)
        return id_

    def _draft_of(self, id_: str, path: str, fragment: str, filled: dict[str, str], method: str, item: Cursor, at: Cursor) -> OperationDraft:
        context = self._context
        lists = [found for found in (item.get("parameters"), at.get("parameters")) if found is not None]
        bare, fixed = ir.split_path(path)
        parameters = lower_parameters(context, lists, id_, bool(fixed or filled), self.security.keys(at) if lists else {})
        in_path = {one.wire_name for one in parameters if one.place == "path"}
        queried = {one.wire_name for one in parameters if one.place == "query"}
        filled = {name: place for name, place in filled.items() if name in in_path or place not in queried}
        self._match(id_, bare, [*PLACEHOLDER.findall(bare), *filled], at, parameters)
        parameters = without_given(context, dict(fixed), filled, parameters)
        parameters = [in_query(context, one, filled[one.wire_name]) if one.place == "path" and one.wire_name in filled else one for one in parameters]
        body_at = at.get("requestBody")
        if body_at is not None:
            body_at = context.documents.follow(body_at)
            if body_at is None or body_at.kind != "object":
                raise Unsendable("its body cannot be read")  # what is wrong with it has been reported
        sent = lower_body(context, body_at, id_, method)
        responses = at.get("responses")
        statuses = {name for name, _ in responses.items()} if responses is not None else set()
        responses = lower_responses(context, responses, id_, method != "head")
        return OperationDraft(id_, method, path, at, parameters, sent, bool(body_at and body_at.is_true("required")), responses, statuses,
                              self.servers.of(item, at), fragment)

    def _match(self, draft_id: str, path: str, placeholders: list[str], at: Cursor, parameters: list[ParameterDraft]) -> None:
        """Raises Refused unless each placeholder and path parameter has its other half: nobody knows which request is meant."""
        declared = {draft.wire_name: draft.at for draft in parameters if draft.place == "path"}
        only_named = [name for name in dict.fromkeys(placeholders) if name not in declared]
        only_declared = [name for name in declared if name not in placeholders]
        wrong = [(LeftOut("RB052", f"the path has `{{{name}}}`, but there is no path parameter of that name", at), near(name, only_declared))
                 for name in only_named]
        wrong += [(LeftOut("RB052", f"the path parameter `{name}` does not stand in `{path}`", declared[name]), near(name, only_named))
                  for name in only_declared]
        for one, hint in wrong:
            self._context.report(one.code, one.at, f"{one.reason}; the operation `{draft_id}` is left out", hint)
        if wrong:
            raise Refused(wrong[0][0])

    def sent(self) -> list[Cursor]:
        """The schemas of all that is sent."""
        found = [one.schema for draft in self._drafts for one in draft.parameters]
        return [at for at in (*found, *(draft.sent.schema for draft in self._drafts if draft.sent is not None)) if at is not None]

    def responses(self) -> list[Cursor]:
        """What the document says of all that is received."""
        return [at for one in self.found if (at := one.at.get("responses")) is not None]

    def report_shared_files(self) -> None:
        """To be called when all drafts are made."""
        uses = [(one.schema, frozenset()) for draft in self._drafts for one in draft.parameters if one.schema is not None]
        uses += [(draft.sent.schema, draft.sent.files) for draft in self._drafts
                 if draft.sent is not None and draft.sent.schema is not None and draft.sent.format.kind not in ("bytes", "text")]
        report_shared_files(self._context, [*uses, *((at, frozenset()) for at, _ in self._context.responses)])

    def drafts(self) -> tuple[OperationDraft, ...]:
        return tuple(self._drafts)

    def finish_parameters(self) -> dict[str, list[ir.Parameter]]:
        """The parameters of each operation, and the models that are made of them; needed before rules are checked."""
        found: dict[str, list[ir.Parameter]] = {}
        for draft in self._drafts:
            parameters = [finish_parameter(self._context, parameter) for parameter in draft.parameters]
            for parameter, source in zip(parameters, draft.parameters):
                if parameter.client_name:
                    self.client_parameters.add(parameter, source.at)
            members = [member_of(self._context, parameter, source)
                       for parameter, source in zip(parameters, draft.parameters) if not parameter.client_name]
            self._request_model(draft, members)
            found[draft.id] = parameters
        return found

    def _request_model(self, draft: OperationDraft, members: list[ir.Member]) -> None:
        """Makes the model of the per-call parameters, if there are any."""
        if not members:
            self._requests[draft.id] = self._sole_body(draft)
            return
        if draft.body is not None:
            presence = ("nullable" if draft.body_required else "optional_nullable") if draft.sent.nullable else (
                "required" if draft.body_required else "optional")
            limits, schema = self._limits(draft), draft.sent.schema
            member = ir.Member("body", draft.body, presence, None, limits.get("constraints", ()), limits.get("item_constraints", ()),
                               ir.Doc(description="The body of the request."), f"{draft.at.pointer}/requestBody")
            members.append(member if schema is None else replace(member, missing=missing_of(self._context, member, flatten(self._context, schema))))
        members = _told_apart(members, [one.place for one in draft.parameters if not one.client_name])
        name = pascal(draft.id, "Request")
        if name in self._context.names:
            name = pascal(draft.id, "Parameters")
        name = self._context.claim(name, draft.at)
        self._context.named[name] = ir.Model(name, tuple(members), (), False, ir.Doc(
            description=f"What a call of {draft.id} takes."), draft.at.pointer)
        self._requests[draft.id] = name

    def _sole_body(self, draft: OperationDraft) -> str:
        """The name of the request that is nothing but a body, '' without one."""
        if draft.body is None or not draft.sent.nullable:
            return draft.body.name if draft.body else ""
        if draft.body.name not in self._nullable:
            at = draft.sent.schema
            name = self._context.claim(pascal("Nullable", draft.body.name), at)
            self._context.named[name] = ir.Alias(name, ir.Nullable(draft.body), ir.Doc(
                description=f"{draft.body.name}, or null."), at.pointer)
            self._nullable[draft.body.name] = name
        return self._nullable[draft.body.name]

    def finish(self, parameters: dict[str, list[ir.Parameter]]) -> tuple[ir.Operation, ...]:
        return tuple(self._finish_one(draft, parameters[draft.id]) for draft in self._drafts)

    def _finish_one(self, draft: OperationDraft, parameters: list[ir.Parameter]) -> ir.Operation:
        at, request = draft.at, self._requests[draft.id]
        idempotency, idempotent_when = self._idempotency(draft, request)
        return ir.Operation(
            id=draft.id, method=draft.method, path=draft.path, tags=tuple(tag.node.text for tag in at.texts("tags")),
            parameters=tuple(parameters), request_name=request, body=draft.body, response=draft.responses.response,
            success_status=draft.responses.success_status, error_responses=draft.responses.error_responses, idempotency=idempotency,
            responses=draft.responses.responses, errors=draft.responses.errors, accept=draft.responses.accept,
            accept_choices=draft.responses.accept_choices, accept_errors=draft.responses.accept_errors,
            response_headers=draft.responses.headers,
            idempotent_when=idempotent_when,
            retry=extensions.lower_retry(self._context, at.get("x-restbind-retry"), self._retry),
            unapplied=extensions.lower_unapplied(self._context, at.get("x-restbind-retry"), self._unapplied),
            validation_problem=extensions.lower_validation_problem(self._context, at.get("x-restbind-validation-problem"), draft.statuses),
            secured=self.security.is_by_token(at), doc=doc_of(at), pointer=at.pointer, success_doc=self._success_doc(draft),
            security=self.security.of(at), server=draft.server, fragment=draft.fragment,
            body_format=draft.sent.format if draft.sent is not None else ir.JSON_BODY,
            body_required=draft.body_required or draft.sent is None,
            **self._body_constraints(draft, request))

    def _body_constraints(self, draft: OperationDraft, request: str) -> dict[str, tuple[ir.Constraint, ...]]:
        """What a request that is a body must fulfil, what a model checks itself aside."""
        if draft.body is None or request not in (draft.body.name, self._nullable.get(draft.body.name)):
            return {}
        return self._limits(draft)

    def _limits(self, draft: OperationDraft) -> dict[str, tuple[ir.Constraint, ...]]:
        context = self._context
        if draft.sent is None or draft.sent.schema is None:
            return {}
        constraints, items = of_value(context, flatten(context, draft.sent.schema), draft.body, "body")
        return {"constraints": constraints, "item_constraints": items}

    def _success_doc(self, draft: OperationDraft) -> ir.Doc | None:
        """What the document says about the response that means success."""
        responses = draft.at.get("responses")
        if responses is None:
            return None
        found = next((responses.get(status) for status in (str(draft.responses.success_status), "2XX", "3XX", "default") if responses.has(status)), None)
        at = self._context.documents.follow(found) if found is not None else None
        return doc_of(at) if at is not None else None

    def shared(self) -> dict[str, tuple[Cursor, ...]]:
        """By id: what an operation has from its path item, and the security schemes that it names."""
        found = {}
        for one in self.found:
            item = self._context.documents.follow(one.item) or one.item
            parts = [item.get(key) for key in ("parameters", "servers")]
            if one.at.kind == "object":
                parts += self.security.unserved(one.at)
            found[one.id] = tuple(part for part in parts if part is not None)
        return found

    def _idempotency(self, draft: OperationDraft, request: str) -> tuple[str, object | None]:
        at = draft.at.get("x-restbind-idempotency")
        assumed = {"get": "safe", "head": "safe", "options": "safe", "put": "idempotent", "delete": "idempotent"}
        natural = assumed.get(draft.method, "not_idempotent")
        if at is None or at.kind != "object":
            return natural, None
        class_ = extensions.one_of(self._context, at, "class", ("safe", "idempotent", "not_idempotent"), "RB081", natural)
        when = at.get("idempotentWhen")
        if when is None:
            return class_, None
        if class_ != "not_idempotent":
            self._context.report("RB081", when, f"`idempotentWhen` means nothing for the class `{class_}`")
            return class_, None
        if not isinstance(self._context.bare(ir.Ref(request)) if request else None, ir.Model):
            self._context.report("RB081", when, "`idempotentWhen` needs a request with members")
            return class_, None
        return class_, compile_rule(self._context, when, self._context.bare(ir.Ref(request)).name)


def _operations_of(item: Cursor | None) -> Iterator[tuple[str, Cursor, str]]:
    """The operations of a path item: each with its method, and why that cannot be sent, '' if it can."""
    for method in (*METHODS, "trace", "query") if item is not None else ():
        at = item.get(method)
        if at is not None:
            yield method, at, ""
    more = item.get("additionalOperations") if item is not None else None
    for name, at in more.items() if more is not None else ():
        if not name.startswith("x-"):
            refusal = _refusal_of(name)
            yield name if refusal else name.lower(), at, refusal


def _refusal_of(name: str) -> str:
    """Why a method of `additionalOperations` cannot be sent, '' if it can. Methods are case-sensitive (RFC 9110, section 9.1)."""
    if name in MORE_METHODS:
        return ""
    if name.lower() in (*METHODS, "trace", "query"):
        return f"`additionalOperations` has `{name}`, which a path item has a key for"
    return f"the runtime has no method {name}"


def _told_apart(members: list[ir.Member], places: list[str]) -> list[ir.Member]:
    """Parameters of one name in several places, or called as the body: those behind the first are called after their place."""
    taken = {members[-1].wire_name} if len(members) > len(places) else set()
    found = []
    for member, place in zip(members, places):
        name, number = member.wire_name, 1
        while name in taken:
            name, number = f"{member.wire_name}-{place}" if number == 1 else f"{member.wire_name}-{place}-{number}", number + 1
        taken.add(name)
        found.append(replace(member, wire_name=name))
    return [*found, *members[len(places):]]
