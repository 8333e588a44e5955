# SPDX-License-Identifier: BSL-1.0
"""Makes the pages of operations and named types from the IR."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from restbind import ir
from restbind.cpp.cel import Emitter
from restbind.cpp.names import Names
from restbind.cpp.types import Types
from restbind.docs import calls, errors, highlight, markdown
from restbind.docs.examples import Examples
from restbind.docs.facts import Facts, LimitView
from restbind.docs.pages import (
    AssumptionRow,
    ChangeRow,
    CodeView,
    FindingRow,
    ModelPage,
    OperationPage,
    ParameterRow,
    ResponseRow,
    ValueRow,
)
from restbind.report import Outcome
from restbind.source.documents import Documents
from restbind.views import docs as view_docs
from restbind.views.tags import tags_of
from restbind.views.validation import Validation

_IDEMPOTENCY = {
    "safe": "Safe: the request changes nothing.",
    "idempotent": "Idempotent: twice has the effect of once.",
    "not_idempotent": "Not idempotent: twice may have twice the effect.",
}


class Content:
    """Makes the pages of one API. namespace: of its headers."""

    def __init__(self, api: ir.Api, namespace: str, documents: Documents) -> None:
        self.api = api
        self.namespace = namespace
        names = Names(api, namespace)
        plain = {name: str(own) for name, own in names.types.items()}
        calls.in_namespace(names)
        self.types = Types(api, names)
        self.examples = Examples(api, self.types, documents)
        self.links = {name: f"../models/{own}.html" for name, own in plain.items()}
        self._plain = plain
        self._facts = Facts(api, self.types, self.links)
        self._validation = Validation(api, self.types)
        self._tags = tags_of(api)
        self._users = self._users_of_types()
        self._assumed = assumption_rows(api)

    def name_of(self, operation: ir.Operation) -> str:
        """What an operation is called in C++, and its page."""
        return str(self.types.names.operations[operation.id])

    # -------------------------------------------------------------------------------- operations

    def operation(
        self, operation: ir.Operation, outcome: Outcome | None, changes: Sequence[ChangeRow]
    ) -> OperationPage:
        """The page of an operation."""
        node = self.example(operation)
        has_rules = bool(self._validation.of_request(operation))
        rows = tuple(errors.of_operation(operation, self.api, self.types, self._facts, has_rules))
        codes = [
            self.types.names.codes[index]
            for index, code in enumerate(self.api.error_codes)
            if code.operation == operation.id
        ]
        snippets = calls.snippets(operation, self.types, node, codes)
        model = self._request_model(operation)
        name = self.name_of(operation)
        body = self.body_of(operation, node)
        is_json = operation.body is not None and operation.body_format.kind == "json"
        first = view_docs.sentences(operation.doc)[:1]
        return OperationPage(
            name=name,
            id=operation.id,
            tag=self._tags[operation.id],
            method=operation.method.upper(),
            path=operation.path,
            title=operation.doc.summary.strip() or name,
            summary=markdown.inline(operation.doc.summary.strip()),
            doc=self._facts.text(replace(operation.doc, summary="")),
            is_deprecated=operation.doc.deprecated,
            code=tuple(map(_shown, snippets)),
            curl=code_view("curl", "curl", "sh", self.curl(operation, node, body)),
            request_type=str(self.types.spell(ir.Ref(operation.request_name)))
            if operation.request_name
            else "",
            request_link=self._facts.link(operation.request_name)
            if operation.request_name
            else escape(""),
            sent=self._sent(operation),
            request=code_view("json", "JSON", "json", calls.as_json(body)) if is_json else None,
            members=tuple(self._facts.members(model, True)) if model else (),
            rules=tuple(self._facts.rules_below(model)) if model else (),
            shared=self._shared(operation),
            result_type=str(self.types.spell(operation.response)),
            responses=self._responses(operation),
            response=self._response_example(operation),
            errors=rows,
            refusal=self._refusal(operation) if has_rules else escape(""),
            loss=self._loss(operation),
            retry=markdown.inline(view_docs.retry(operation, self.types)),
            idempotency=self._idempotency(operation),
            security=self._security(operation),
            scopes=self._scopes(operation),
            assumptions=self._assumptions(operation),
            verdict=outcome.verdict if outcome is not None else "",
            findings=_findings_of(outcome),
            changes=tuple(changes),
            pointer=operation.pointer,
            words=markdown.plain(first[0]) if first else "",
        )

    def example(self, operation: ir.Operation) -> object:
        """A request as JSON: the body, or the parameters and in `body` the body."""
        if not operation.request_name:
            return None
        model = self._request_model(operation)
        own = ir.Ref(operation.request_name)
        if model is None or not self._has_parameters(operation):
            return self.examples.request(own, operation.checked)
        found = self.examples.request(own)
        assert isinstance(found, dict)
        return found

    def _has_parameters(self, operation: ir.Operation) -> bool:
        return any(not parameter.client_name for parameter in operation.parameters)

    def _request_model(self, operation: ir.Operation) -> ir.Model | None:
        type_ = ir.Ref(operation.request_name) if operation.request_name else None
        resolved = self.types.resolve(type_) if type_ is not None else None
        return self.types.models.get(resolved.name) if isinstance(resolved, ir.Ref) else None

    def body_of(self, operation: ir.Operation, node: object) -> object:
        """The body of an example."""
        if not self._has_parameters(operation):
            return node
        return node.get("body") if isinstance(node, dict) else None

    def curl(self, operation: ir.Operation, node: object, body: object) -> str:
        """The example as a command of a shell."""
        model = self._request_model(operation)
        own = [parameter for parameter in operation.parameters if not parameter.client_name]
        values: dict[str, object] = {}
        if model is not None and own and isinstance(node, dict):
            for parameter, member in zip(own, model.members):
                if member.wire_name in node:
                    values[f"{parameter.place} {parameter.wire_name}"] = node[member.wire_name]
        for parameter in operation.parameters:
            if parameter.client_name:
                given = parameter.default or f"${parameter.client_name.upper()}"
                values[f"{parameter.place} {parameter.wire_name}"] = given
        return calls.curl(operation, self.api, calls.address(operation, values), body)

    def _sent(self, operation: ir.Operation) -> str:
        return "" if operation.body is None else operation.body_format.media_type

    def _shared(self, operation: ir.Operation) -> tuple[ParameterRow, ...]:
        names = [parameter.client_name for parameter in operation.parameters]
        return tuple(row for row in self.client_parameters() if row.name in names)

    def client_parameters(self) -> tuple[ParameterRow, ...]:
        """What the client sends with each call."""
        return tuple(
            ParameterRow(
                parameter.name,
                str(self.types.names.parameters[parameter.name]),
                f"{parameter.place} {parameter.wire_name}",
                parameter.default or "",
                self._facts.text(parameter.doc),
                self._limits_of_client(parameter),
            )
            for parameter in self.api.client_parameters
        )

    def _limits_of_client(self, parameter: ir.ClientParameter) -> tuple[LimitView, ...]:
        """The limits of what a client sends: making the client fails, in words of the runtime."""
        limits = self._facts.limits(ir.Checked(parameter.constraints), ir.Scalar("string"))
        return tuple(replace(limit, message="") for limit in limits)

    def _responses(self, operation: ir.Operation) -> tuple[ResponseRow, ...]:
        rows = []
        for response in operation.responses:
            words = self._words(response.doc)
            rows.append(
                ResponseRow(
                    response.status,
                    words,
                    self._facts.type(response.type),
                    ", ".join(response.media),
                )
            )
        if not rows:
            words = self._words(operation.success_doc or ir.Doc())
            type_ = self._facts.type(operation.response)
            rows.append(ResponseRow(str(operation.success_status), words, type_, ""))
        return tuple(rows)

    @staticmethod
    def _words(doc: ir.Doc) -> Markup:
        return markdown.inline(" ".join(doc.description.split()))

    def _response_example(self, operation: ir.Operation) -> CodeView | None:
        type_ = operation.response
        if isinstance(type_, ir.Responses):
            held = [alternative for _, alternative in type_.alternatives if alternative is not None]
            type_ = held[0] if held else None
        if type_ is None or isinstance(type_, (ir.Received, ir.Problem)):
            return None
        text = calls.as_json(self.examples.response(type_))
        return code_view("response", "JSON", "json", _cut(text))

    def _refusal(self, operation: ir.Operation) -> Markup:
        """How the service words a refusal, which is what the library says."""
        said = operation.validation_problem
        if said is None:
            return escape("")
        keys = "as on the wire" if said.keys == "wire" else "with a capital first letter"
        shape = {
            "list": f"`errors` is a list of members and messages; members are spelt {keys}.",
            "map": f"`errors` is an object: for each member, spelt {keys}, its messages.",
            "none": "There is no list: the first broken rule is the whole answer.",
        }[said.errors]
        detail = f" `detail` is “{said.detail}”." if said.detail else ""
        return markdown.inline(
            f"Whatever breaks a limit is refused before anything is sent, with the problem document"
            f" that the service would send: status {said.status}.{detail} {shape}"
        )

    def _loss(self, operation: ir.Operation) -> tuple[Markup, ...]:
        """What happens, and what to do, where the answer is lost."""
        if operation.idempotency == "safe":
            return (markdown.inline("Nothing is lost: the request changes nothing. Ask again."),)
        found = [
            markdown.inline(
                "If the connection breaks after the request was sent, nobody knows whether it was"
                " applied. Then `error::outcome_unknown()` is true, whatever the kind of the error."
            )
        ]
        said = operation.after_loss
        told = [] if said is None else _told_after_loss(said)
        if not told:
            told = [
                ("", "Do not send it again by yourself: ask the service what it has, or a person.")
            ]
        found += [markdown.inline(f"**{head}** {words}" if head else words) for head, words in told]
        return tuple(found)

    def _idempotency(self, operation: ir.Operation) -> Markup:
        words = _IDEMPOTENCY[operation.idempotency]
        if operation.idempotent_when is not None:
            condition = Emitter(self.types, "request").condition(operation.idempotent_when)
            words += f" Where `{condition}` it is idempotent."
        return markdown.inline(words)

    def _security(self, operation: ir.Operation) -> tuple[Markup, ...]:
        if operation.security is None:
            if not operation.secured:
                return (escape("None: the request carries no credentials."),)
            names = [scheme.name for scheme in self.api.schemes if scheme.grant is not None]
            told = f"The token of the client{f', scheme `{names[0]}`' if names else ''}."
            return (markdown.inline(told),)
        return tuple(map(self._accepted, operation.security))

    def _scopes(self, operation: ir.Operation) -> tuple[Markup, ...]:
        """What a token must allow, for each scheme that has scopes."""
        wanted: dict[str, list[str]] = {}
        for scheme, scopes in operation.scopes:
            named = " and ".join(f"`{scope}`" for scope in scopes)
            wanted.setdefault(scheme, []).append(named)
        names = self.types.names.schemes
        return tuple(
            markdown.inline(
                f"A token of `schemes::{names[scheme]}` has the scope {' or '.join(told)}."
            )
            for scheme, told in wanted.items()
            if scheme in names
        )

    def _accepted(self, alternative: tuple[str, ...]) -> Markup:
        """The schemes that a request shows together."""
        called = [f"`schemes::{self.types.names.schemes[name]}`" for name in alternative]
        return markdown.inline(" with ".join(called) or "nothing")

    def _assumptions(self, operation: ir.Operation) -> tuple[AssumptionRow, ...]:
        names = [operation.request_name] if operation.request_name else []
        starts = [operation.pointer]
        starts += [self.types.named[name].pointer for name in sorted(self.types.held(names))]
        below = tuple(f"{start}/" for start in starts)
        return tuple(
            row for row in self._assumed if row.pointer in starts or row.pointer.startswith(below)
        )

    # ------------------------------------------------------------------------------ named types

    def _users_of_types(self) -> Mapping[str, list[tuple[str, str]]]:
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for operation in self.api.operations:
            kinds = [operation.response, *(error.type for error in operation.errors)]
            names = [name for kind in kinds if kind is not None for name in ir.referred(kind)]
            names += [operation.request_name] if operation.request_name else []
            link = (f"../operations/{self.name_of(operation)}.html", self.name_of(operation))
            for name in dict.fromkeys(names):
                found[name].append(link)
        return found

    def holders(self) -> Mapping[str, list[tuple[str, str]]]:
        """For each named type those that hold it: page and name."""
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for name, type_ in self.types.named.items():
            inner = [other for kind in type_.held for other in ir.referred(kind)]
            for other in dict.fromkeys(inner):
                found[other].append((self.links[name], self._plain[name]))
        return found

    def plain_name(self, name: str) -> str:
        """What a named type is called in C++, without the namespace."""
        return self._plain[name]

    def model(
        self,
        named: ir.Model | ir.Enum | ir.Alias,
        holders: Mapping[str, list[tuple[str, str]]],
    ) -> ModelPage:
        """The page of a named type."""
        is_model = isinstance(named, ir.Model)
        extra = escape("")
        if isinstance(named, ir.Model) and named.keeps_extra:
            extra = markdown.inline(view_docs.extra(named, self.types))
        node = None if isinstance(named, ir.Enum) else self.examples.response(ir.Ref(named.name))
        return ModelPage(
            name=self._plain[named.name],
            kind=_kind_in_words(named),
            spelling="" if not isinstance(named, ir.Alias) else str(self.types.spell(named.type)),
            doc=self._facts.text(named.doc),
            assumed=markdown.inline(" ".join(named.doc.assumed.split())),
            is_deprecated=named.doc.deprecated,
            members=tuple(self._facts.members(named, False, opens=False))
            if isinstance(named, ir.Model)
            else (),
            extra=extra,
            rules=tuple(self._facts.rules(named)) if isinstance(named, ir.Model) else (),
            values=self._values(named),
            type=self._facts.type(named.type) if isinstance(named, ir.Alias) else escape(""),
            json=code_view("json", "JSON", "json", _cut(calls.as_json(node)))
            if is_model or node
            else None,
            used_by=tuple(self._users.get(named.name, ())),
            models=tuple(holders.get(named.name, ())),
            pointer=named.pointer,
            words=markdown.plain(named.doc.summary or named.doc.description)[:160],
        )

    def _values(self, named: ir.Model | ir.Enum | ir.Alias) -> tuple[ValueRow, ...]:
        if not isinstance(named, ir.Enum):
            return ()
        spelt = self.types.spell(ir.Ref(named.name))
        values = dict.fromkeys(named.values)
        names = self.types.names.enumerators
        return tuple(ValueRow(value, f"{spelt}::{names[named.name, value]}") for value in values)


def _told_after_loss(said: ir.AfterLoss) -> list[tuple[str, str]]:
    """What the document says of a lost answer: who can tell, what to store, what to show."""
    told = [
        ("Who can tell:", said.ask),
        ("Store before the call:", said.store),
        ("Show:", said.show),
        ("Assumed:", said.doc.assumed),
    ]
    return [(head, " ".join(words.split())) for head, words in told if words.strip()]


def _kind_in_words(named: ir.Model | ir.Enum | ir.Alias) -> str:
    if isinstance(named, ir.Model):
        count = len(named.members)
        return f"object with {count} member{'' if count == 1 else 's'}"
    if isinstance(named, ir.Enum):
        return f"one of {len(named.values)} {'texts' if named.is_text else 'integers'}"
    return "another name of a type"


def _cut(text: str, lines: int = 400) -> str:
    """A long example without its end."""
    found = text.split("\n")
    return text if len(found) <= lines else "\n".join([*found[:lines], "…"])


def code_view(id_: str, title: str, language: str, text: str) -> CodeView:
    """Code that is shown."""
    return CodeView(id_, title, highlight.block(text, language), text)


def _shown(snippet: calls.Snippet) -> CodeView:
    """Code to copy, as it is shown."""
    return code_view(snippet.id, snippet.title, snippet.language, snippet.text)


def _findings_of(outcome: Outcome | None) -> tuple[FindingRow, ...]:
    if outcome is None:
        return ()
    return tuple(
        FindingRow(
            found.code, "", bare_place(found.place), markdown.inline(found.reason), escape("")
        )
        for found in (*outcome.findings, *outcome.readings, *outcome.not_generated)
    )


def bare_place(place: str) -> str:
    """A place without the folders of its file, which are those of another machine."""
    return place.replace("\\", "/").rsplit("/", 1)[-1]


def assumption_rows(api: ir.Api) -> tuple[AssumptionRow, ...]:
    """All that the document only assumes."""
    return tuple(
        AssumptionRow(
            " ".join(assumption.ids),
            markdown.inline(" ".join(assumption.text.split())),
            assumption.pointer,
            bare_place(f"{assumption.file}:{assumption.line}"),
        )
        for assumption in api.assumptions
    )
