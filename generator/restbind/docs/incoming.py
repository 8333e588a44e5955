# SPDX-License-Identifier: BSL-1.0
"""The pages of webhooks and callbacks: what the service sends to the application."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from restbind import ir
from restbind.docs import calls, markdown
from restbind.docs.content import Content, code_view
from restbind.docs.facts import Facts
from restbind.docs.pages import CodeView, IncomingPage
from restbind.naming import file_name
from restbind.views.validation import Validation


def pages(content: Content) -> tuple[IncomingPage, ...]:
    """A page for each, in the order of the document."""
    return tuple(_Incoming(content).pages())


class _Incoming:
    def __init__(self, content: Content) -> None:
        self._content = content
        self._api = content.api
        self._types = content.types
        self._facts = Facts(content.api, content.types, content.links)
        self._checked = {part.name for part in Validation(content.api, content.types).parts()}
        self._names = {
            operation.id: content.name_of(operation) for operation in self._api.operations
        }

    def pages(self) -> Iterator[IncomingPage]:
        """The pages; each has a name of its own."""
        taken: set[str] = set()
        for incoming in self._api.incoming:
            wanted = file_name(incoming.name, "payload")
            name, number = wanted, 2
            while name in taken:
                name, number = f"{wanted}_{number}", number + 1
            taken.add(name)
            yield self._page(incoming, name)

    def _page(self, incoming: ir.Incoming, name: str) -> IncomingPage:
        model = self._model(incoming)
        title = incoming.doc.summary.strip() or incoming.name
        code = self._code(incoming, name) if incoming.payload else None
        asking = tuple(self._names[operation] for operation in incoming.operations)
        return IncomingPage(
            name=name,
            title=incoming.name,
            kind="callback" if incoming.address else "webhook",
            method=incoming.method.upper(),
            address=incoming.address,
            words=markdown.plain(title)[:160],
            doc=self._facts.text(incoming.doc),
            asked_by=asking,
            type=self._facts.type(ir.Ref(incoming.payload)) if incoming.payload else Markup(""),
            members=tuple(self._facts.members(model, False)) if model is not None else (),
            code=code,
            json=self._example(incoming),
            responses=tuple(
                (status, markdown.inline(" ".join(words.split())))
                for status, words in incoming.responses
            ),
            pointer=incoming.pointer,
        )

    def _model(self, incoming: ir.Incoming) -> ir.Model | None:
        """The model that comes; None for anything else."""
        resolved = self._types.resolve(ir.Ref(incoming.payload)) if incoming.payload else None
        return self._types.models.get(resolved.name) if isinstance(resolved, ir.Ref) else None

    def _example(self, incoming: ir.Incoming) -> CodeView | None:
        if not incoming.payload:
            return None
        value = self._content.examples.response(ir.Ref(incoming.payload))
        return code_view("json", "JSON", "json", calls.as_json(value))

    def _code(self, incoming: ir.Incoming, name: str) -> CodeView:
        """How its body is read, and checked where it has rules."""
        spelt = self._types.spell(ir.Ref(incoming.payload))
        lines = [
            f"void receive_{name}(std::string_view body)",
            "{",
            f"    auto payload = restbind::json::decode<{spelt}>(body);",
            "    if (!payload)",
            "        std::cerr << payload.error() << '\\n';",
            "    else",
            "        std::cout << restbind::json::encode(*payload).value() << '\\n';",
        ]
        check = self._check(incoming)
        if check:
            lines += [
                "    restbind::violations broken;",
                "    if (payload)",
                f"        {check}",
                "    for (auto const& one : broken.take())",
                "        std::cerr << one.pointer << \": \" << one.message << '\\n';",
            ]
        return code_view("receive", "Receive", "cpp", "\n".join([*lines, "}"]))

    def _check(self, incoming: ir.Incoming) -> str:
        """The statement that checks what came; '' for what has no rules."""
        model = self._model(incoming)
        if model is not None:
            return "validate(*payload, broken);" if model.name in self._checked else ""
        kind = self._types.resolve(ir.Ref(incoming.payload))
        element = self._types.resolve(kind.element) if isinstance(kind, ir.Array) else None
        has_rules = isinstance(element, ir.Ref) and element.name in self._checked
        if not has_rules or not isinstance(kind, ir.Array) or kind.nullable:
            return ""
        return "for (auto const& element : *payload) validate(element, broken);"
