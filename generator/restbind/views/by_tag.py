# SPDX-License-Identifier: BSL-1.0
"""Large documents split by tag, so that `#include <api/v1/cart.hpp>` costs what cart costs.

    v1.hpp                      everything, as ever
    v1/client.hpp               the client with all operations; blocking_client.hpp, operations.hpp,
    models.hpp, validation.hpp: the same v1/cart.hpp                 cart_client: the operations of
    the tag `cart`; blocking/cart.hpp: the same without coroutines v1/operations/cart.hpp      these
    operations without any networking
    v1/models/cart.hpp          the models that no other tag reaches; validation/cart.hpp: the rules
    on them v1/models/money.hpp         Money, and all others that the same tags reach; common.hpp:
    those of all tags; other.hpp: those of none v1/schemas/cart.hpp         schemas that are checked
    as they stand; patterns/cart.hpp: compiled patterns v1/discriminators/card_or_cash.hpp  what
    tells objects apart
    v1/common.hpp, options.hpp  what all operations and all clients share
    v1/src.hpp                  the code of all operations for programs that compile it once;
    src/cart.hpp: that of one tag

An operation stands in the header of its first tag, or of a word of its path, query or name. A
header includes the headers of the models that it reaches and no others, so no model is defined
twice, and what a tag costs does not grow with the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from restbind import ir
from restbind.cpp import text
from restbind.cpp.conditions import PatternCall, SchemaCall
from restbind.cpp.names import Names
from restbind.cpp.text import code
from restbind.cpp.types import Types
from restbind.graph import components
from restbind.naming import LONGEST_FILE, Safe, Scope, file_name, snake_case, within
from restbind.views import api as views
from restbind.views import headers
from restbind.views.docs import sentences
from restbind.views.models import PartView as ModelPart
from restbind.views.models import (
    discriminators,
    exchanged,
    has_open,
    model_parts,
    models_of,
    reaching_open,
    told_apart,
)
from restbind.views.operations import (
    PARAMETER_HEADERS,
    PROBLEM_HEADER,
    SECURITY_HEADER,
    OperationPart,
    operation_parts,
    view_of_parts,
)
from restbind.views.schemas import Needs, PatternView, SchemaView, pattern_views, schema_views
from restbind.views.validation import PartView as RulePart
from restbind.views.validation import Validation, ValidationView

THRESHOLD = 60  # operations: a document with fewer is not split unless that is asked for

UNTAGGED = "untagged"
# characters of a tag in the names of its clients, which have `blocking_` and `_client` around it
_LONGEST_TAG = 44
_Constant = TypeVar("_Constant", SchemaView, PatternView)
_OWN_FILES = frozenset(
    {
        *headers.ALL,
        "common",
        "options",
        "blocking",
        "operations",
        "models",
        "validation",
        "schemas",
        "patterns",
        "discriminators",
    }
)
_SHARED_HEADERS = frozenset(
    "<restbind/core/result.hpp> <boost/mp11/list.hpp> <string> <string_view> <utility>".split()
)


@dataclass(frozen=True)
class FileView:
    """One header: its name within the folder, the template, and all that the template may print."""

    name: str
    template: str
    page: views.Page
    values: dict[str, object]


@dataclass(frozen=True)
class TagClient:
    """The client of a tag. short_names: operation -> its name there, for those that have another
    one than in the client of all.
    """

    name: Safe
    operations: tuple[str, ...]
    short_names: Mapping[str, Safe]


def is_wanted(api: ir.Api, split: str) -> bool:
    """split: none, tag, or auto, which splits what is large and has tags, or paths, to split by."""
    return split == "tag" or (
        split == "auto" and len(api.operations) >= THRESHOLD and len(set(tags_of(api).values())) > 1
    )


def tags_of(api: ir.Api) -> dict[str, str]:
    """Operation -> the tag whose headers it stands in: its first one. Many that have none, or all
    of them, are told apart by their paths and names; a few among others stay together."""
    found = {
        one.id: one.tags[0] if one.tags and one.tags[0].strip() else UNTAGGED
        for one in api.operations
    }
    rest = [one for one in api.operations if found[one.id] == UNTAGGED]
    if len(rest) == len(api.operations) or len(rest) >= THRESHOLD:
        found |= dict(zip([one.id for one in rest], _groups([_words(one) for one in rest])))
    return found


_HEAD = re.compile(r"\A[\w~-]*")


def _words(operation: ir.Operation) -> tuple[list[str], ...]:
    """What the segments of a path begin with, without placeholders: `/v1/carts.json/{id}` -> v1,
    carts; the words of its query and fragment, and those of the operation's name."""
    path, query = ir.split_path(operation.path)
    heads = (_HEAD.findall(segment)[0] for segment in path.split("/"))

    def words(*texts: str) -> list[str]:
        return [word for one in texts if one for word in snake_case(one).split("_") if word]

    return (
        [head for head in heads if head],
        words(*(one for pair in query for one in pair), operation.fragment),
        words(operation.id),
    )


def _groups(operations: Sequence[tuple[list[str], ...]]) -> list[str]:
    """For each operation the first word of its path that not all of them begin with; the words
    after it, too, where very many share that one, but not where each would be alone. Very many of
    which no word of the path is left go on with the next list of words.
    """
    groups = [UNTAGGED] * len(operations)
    todo = [("", {one: words[0] for one, words in enumerate(operations)}, 0)]
    while todo:
        name, left, kind = todo.pop()
        while (
            (kind or not name)
            and all(left.values())
            and len({words[0] for words in left.values()}) == 1
        ):
            left = {
                one: words[1:] for one, words in left.items()
            }  # `/api/v1`, which all have in front
        parts: dict[str, dict[int, list[str]]] = {}
        for one, words in left.items():
            parts.setdefault("/".join([*([name] if name else []), *words[:1]]), {})[one] = words[1:]
        if (name or kind) and all(len(inside) == 1 for inside in parts.values()):
            continue  # nothing that they share tells them apart
        for part, inside in parts.items():
            for one in inside:
                groups[one] = part or UNTAGGED
            if len(inside) > THRESHOLD and part != name:
                todo.append((part, inside, kind))
            elif len(inside) > THRESHOLD and kind < 2:
                todo.append((part, {one: operations[one][kind + 1] for one in inside}, kind + 1))
    return groups


# What may follow a tag within the name of an operation: `getUserByName` is get_by_name.
_PREPOSITIONS = "as at by for from in of on to with".split()


def _without(name: str, tag: str) -> str:
    """A name without a tag behind a verb of one word; '' where there is none, or it would mean
    something else, as that of `list_issue_events` without its last word."""
    found = re.fullmatch(f"([a-z]+)_{tag}((?:_(?:{'|'.join(_PREPOSITIONS)})_.+)?)", name)
    return found[1] + found[2] if found else ""


def tag_clients(api: ir.Api, names: Names) -> dict[str, TagClient]:
    """By tag: its client."""
    operations: dict[str, list[str]] = {}
    for operation, tag in tags_of(api).items():
        operations.setdefault(tag, []).append(operation)
    titles = dict(api.tag_names)
    scope = Scope(names.taken | set(names.operations.values()), also=("", "basic_", "blocking_"))
    called = scope.names(
        [
            f"{within(snake_case(titles.get(tag, tag), 'tag').rstrip('_'), _LONGEST_TAG)}_client"
            for tag in operations
        ]
    )
    return {
        tag: TagClient(
            name,
            tuple(inside),
            _short_names(tag, name, {one: names.operations[one] for one in inside}, names.taken),
        )
        for (tag, inside), name in zip(operations.items(), called)
    }


def _short_names(
    tag: str, client: Safe, long: Mapping[str, Safe], taken: Collection[str]
) -> dict[str, Safe]:
    """Operation -> its name without the tag, for those of a tag that can have it: `issues/list` and
    `listIssues` -> list.
    """
    word = snake_case(tag).rstrip("_")  # which stands behind a keyword of C++
    head = f"{word}_"
    wanted = {
        operation: snake_case(name[len(head) :])
        for operation, name in long.items()
        if re.match(f"{head}[a-z]", name)
    }
    inner = {
        operation: _without(name, word)
        for operation, name in long.items()
        if operation not in wanted
    }
    wanted |= {
        operation: snake_case(name)
        for operation, name in inner.items()
        if name and snake_case(name) not in wanted.values()
    }
    often = Counter(wanted.values())
    refused = {*taken, *long.values(), client}
    return {
        operation: Safe(name)
        for operation, name in wanted.items()
        if often[name] == 1
        and not name.startswith("async_")
        and refused.isdisjoint({name, f"async_{name}"})
    }


def split_view(api: ir.Api, namespace: str, folder: str) -> list[FileView]:
    """All headers of an API that is split by tag, in the folder `folder`."""
    return _Split(api, namespace, folder).files()


def _alternatives(names: Sequence[str]) -> str:
    """A file's name: as many as there is room for, and a word for the others."""
    whole = "_or_".join(names)
    while len(whole) > LONGEST_FILE and len(names) > 1:
        names = names[:-1]
        whole = "_or_".join([*names, "others"])
    return within(whole, LONGEST_FILE)


def _by_file(
    views_: tuple[_Constant, ...], file_of: Mapping[str, str]
) -> dict[str, tuple[_Constant, ...]]:
    found: dict[str, list[_Constant]] = {}
    for one in views_:
        found.setdefault(file_of[one.name], []).append(one)
    return {name: tuple(group) for name, group in found.items()}


def shared_files(
    edges: Mapping[str, Iterable[str]],
    roots: Mapping[str, Iterable[str]],
    titles: Mapping[str, str],
) -> dict[str, str]:
    """The header of each name: one for all that the same tags reach. What holds each other is
    reached by the same tags, and what is held by all tags of its holder, so headers include each
    other in one direction.

    edges: what a name holds. roots: what a tag, by its file's name, begins with. A header is called
    as its one tag, `common` for all, `other` for none, else as the first name in it.
    """
    first_of = {name: members[0] for name, members in components(edges).items()}
    held: dict[str, set[str]] = {name: set() for name in first_of.values()}
    for name, others in edges.items():
        held[first_of[name]].update(first_of[other] for other in others if other in first_of)
    for name, others in held.items():
        others.discard(name)
    tags = _reached(
        held, [{first_of[name] for name in names if name in first_of} for names in roots.values()]
    )
    named = [name for name in edges if name in titles]
    first = {tags[first_of[name]]: titles[name] for name in reversed(named)}
    own = (
        {(1 << len(roots)) - 1: "common"}
        | {1 << index: file for index, file in enumerate(roots)}
        | {0: "other"}
    )
    files = {
        one: own.get(one, title)
        for one, title in sorted(first.items(), key=lambda item: item[0] not in own)
    }
    files = dict(zip(files, map(str, Scope().names(files.values()))))
    return {name: files[tags[first_of[name]]] for name in named}


def _reached(
    held: Mapping[str, Collection[str]], roots: Sequence[Collection[str]]
) -> dict[str, int]:
    """The roots from which each name of a graph without circles is reached, with a bit for each
    root.
    """
    found = dict.fromkeys(held, 0)
    for index, names in enumerate(roots):
        for name in names:
            found[name] |= 1 << index
    waits = Counter(other for others in held.values() for other in others)
    todo = [name for name in held if not waits[name]]
    while todo:
        name = todo.pop()
        for other in held[name]:
            found[other] |= found[name]
            waits[other] -= 1
            if not waits[other]:
                todo.append(other)
    return found


class _Split:
    def __init__(self, api: ir.Api, namespace: str, folder: str) -> None:
        self._api = api
        self._namespace = namespace
        self._folder = folder
        self._names = Names(api, namespace)
        self._types = Types(api, self._names)
        self._marks = views.marks_of(api)
        self._validation = Validation(api, self._types)
        self._models, self._forward = model_parts(api, self._types)
        self._open_models = reaching_open(self._models)
        self._rules = self._validation.parts()
        self._needs = {
            operation.id: self._validation.needs_of(operation) for operation in api.operations
        }
        self._needs_of_parameters = self._validation.needs_of_parameters()
        self._clients = tag_clients(api, self._names)
        tags = list(self._clients)
        titles = dict(api.tag_names)
        wanted = [file_name(titles.get(tag, tag), "tag") for tag in tags]
        self._tag_files = dict(
            zip(
                tags,
                map(
                    str,
                    Scope().names(
                        [f"{name}_tag" if name in _OWN_FILES else name for name in wanted]
                    ),
                ),
            )
        )
        short = {
            operation: name
            for client in self._clients.values()
            for operation, name in client.short_names.items()
        }
        self._operations, parameters, self._shared_headers = operation_parts(
            api, self._types, self._validation, short
        )
        self._whole = view_of_parts(
            api, self._names, self._operations, parameters, self._shared_headers
        )
        self._client = views.client_view(api, self._names)
        by_id = {part.operation.id: part for part in self._operations}
        self._parts_of = {
            tag: [by_id[operation] for operation in client.operations]
            for tag, client in self._clients.items()
        }
        self._share_headers()
        self._discriminators = discriminators(api, self._types)
        wanted = [
            _alternatives([file_name(self._names.types[name], "model") for name in one.named])
            for one in self._discriminators.values()
        ]
        self._discriminator_files = dict(zip(self._discriminators, map(str, Scope().names(wanted))))

    def _share_headers(self) -> None:
        """Which models, functions and schemas stand together."""
        models: dict[str, set[str]] = {}
        rules: dict[str, set[str]] = {}
        for tag, parts in self._parts_of.items():
            file = self._tag_files[tag]
            needs = [self._needs[part.operation.id] for part in parts]
            models[file] = {
                name
                for part in parts
                for kind in exchanged(part.operation)
                for name in ir.referred(kind)
            }
            rules[file] = {name for one in needs for name in one.called}
        title = {name: file_name(cpp, "model") for name, cpp in self._names.types.items()}
        self._file_of = shared_files({part.name: part.held for part in self._models}, models, title)
        self._rule_file_of = shared_files(
            {part.name: part.needs.called for part in self._rules}, rules, title
        )
        self._schema_file_of = self._files_of(lambda one: one.schemas, rules)
        self._pattern_file_of = self._files_of(lambda one: one.patterns, rules)

    def _files_of(
        self,
        constants: Callable[[Needs], Mapping[Safe, SchemaCall | PatternCall]],
        rules: Mapping[str, set[str]],
    ) -> dict[str, str]:
        """The header of each schema, or pattern, which is reached by what calls the functions that
        it stands in.
        """
        edges = {
            f"of {part.name}": {
                *constants(part.needs),
                *(f"of {name}" for name in part.needs.called),
            }
            for part in self._rules
        }
        needed = {
            self._tag_files[tag]: {f"of {name}" for name in rules[self._tag_files[tag]]}.union(
                *(constants(self._needs[part.operation.id]) for part in parts),
                constants(self._needs_of_parameters),
            )
            for tag, parts in self._parts_of.items()
        }
        known = sorted({str(name) for one in self._all_needs() for name in constants(one)})
        return shared_files(
            edges | dict.fromkeys(known, ()), needed, {name: name for name in known}
        )

    def _all_needs(self) -> list[Needs]:
        return [
            *(part.needs for part in self._rules),
            *self._needs.values(),
            self._needs_of_parameters,
        ]

    def files(self) -> list[FileView]:
        return [
            *self._discriminator_headers(),
            *self._model_files(),
            *self._schema_files(),
            *self._rule_files(),
            *self._tag_headers(),
            *self._whole_files(),
        ]

    def _file(
        self, name: str, template: str, about: Safe, headers: Iterable[str], **values: object
    ) -> FileView:
        return FileView(
            name,
            template,
            views.page(self._api, self._namespace, about, frozenset(headers), self._marks),
            values,
        )

    # ----------------------------------------------------------------------------------------------
    # models

    def _discriminator_headers(self) -> list[FileView]:
        """Headers of their own: several models may hold the same variant, and its alternatives may
        hold such a model.
        """
        return [
            self._file(
                f"discriminators/{self._discriminator_files[key]}.hpp",
                "discriminator.hpp.j2",
                Safe("Alternatives"),
                view.headers,
                discriminator=view,
            )
            for key, view in self._discriminators.items()
        ]

    def _model_files(self) -> list[FileView]:
        parts: dict[str, list[ModelPart]] = {}
        for part in self._models:
            parts.setdefault(self._file_of[part.name], []).append(part)
        files = []
        for name, group in parts.items():
            own = {part.name for part in group}
            view = models_of(group, [one for one in self._forward if one in own], self._types)
            held = {
                f'"{self._file_of[other]}.hpp"'
                for part in group
                for other in part.held
                if other not in own
            }
            held |= {
                f'"../discriminators/{self._discriminator_files[key]}.hpp"'
                for part in group
                for key in part.told
            }
            files.append(
                self._file(
                    f"models/{name}.hpp",
                    "models.hpp.j2",
                    self._about("{}", [part.name for part in group]),
                    view.headers | held,
                    models=view,
                )
            )
        return [*files, self._umbrella("models", "Models", parts)]

    def _schema_files(self) -> list[FileView]:
        """Those of schemas, and of patterns."""
        schemas = _by_file(schema_views(self._all_needs()), self._schema_file_of)
        patterns = _by_file(pattern_views(self._all_needs()), self._pattern_file_of)
        held = {
            name: schema for needs in self._all_needs() for name, schema in needs.schemas.items()
        }

        def headers(group: Iterable[SchemaView]) -> set[str]:
            calls = [held[view.name] for view in group]
            return {header for call in calls for header in call.headers} | {
                f'"../patterns/{self._pattern_file_of[one.name]}.hpp"'
                for call in calls
                for one in call.patterns
            }

        return [
            *(
                self._file(
                    f"schemas/{name}.hpp",
                    "validation.hpp.j2",
                    Safe("Schemas" if len(group) > 1 else "Schema"),
                    headers(group),
                    validation=ValidationView((), group, (), (), frozenset()),
                )
                for name, group in schemas.items()
            ),
            *(
                self._file(
                    f"patterns/{name}.hpp",
                    "validation.hpp.j2",
                    Safe("Patterns" if len(group) > 1 else "Pattern"),
                    {"<cstdint>"},
                    validation=ValidationView(group, (), (), (), frozenset()),
                )
                for name, group in patterns.items()
            ),
        ]

    def _about(self, wording: str, names: Sequence[str]) -> Safe:
        more = len(names) - 1
        first = code(wording, self._names.types[names[0]])
        return code("{} and {} more", first, more) if more else first

    def _headers_of(self, needs: Needs) -> set[str]:
        return (
            needs.headers
            | {f'"../schemas/{self._schema_file_of[name]}.hpp"' for name in needs.schemas}
            | {f'"../patterns/{self._pattern_file_of[name]}.hpp"' for name in needs.patterns}
        )

    def _rule_files(self) -> list[FileView]:
        parts: dict[str, list[RulePart]] = {}
        for part in self._rules:
            parts.setdefault(self._rule_file_of[part.name], []).append(part)
        files = []
        for name, group in parts.items():
            view = self._validation.view(group)
            called = {
                self._rule_file_of[other] for part in group for other in part.needs.called
            } - {name}
            headers = {f'"{other}.hpp"' for other in called} | {
                f'"../models/{self._file_of[part.name]}.hpp"' for part in group
            }
            headers.add("<restbind/core/validation.hpp>")
            headers = headers.union(*(self._headers_of(part.needs) for part in group))
            about = self._about("Rules on {}", [part.name for part in group])
            files.append(
                self._file(
                    f"validation/{name}.hpp",
                    "validation.hpp.j2",
                    about,
                    view.headers | headers,
                    validation=view,
                )
            )
        return [*files, self._umbrella("validation", "Rules on requests", parts)]

    def _umbrella(self, name: str, about: str, files: Iterable[str]) -> FileView:
        return self._file(
            f"{name}.hpp",
            "umbrella.hpp.j2",
            Safe(about),
            {f'"{name}/{file}.hpp"' for file in files},
        )

    # ----------------------------------------------------------------------------------------------
    # tags

    def _tag_headers(self) -> list[FileView]:
        files = []
        for tag, name in self._tag_files.items():
            parts = self._parts_of[tag]
            views_ = tuple(replace(part.view, calls=part.calls_of_tag) for part in parts)
            view = replace(
                self._whole,
                no_request=Safe(""),
                parameters=(),
                schemes=(),
                problem=None,
                operations=views_,
            )
            own = self._clients[tag].name
            blocking = Safe(f"blocking_{own}")
            client = replace(
                self._client,
                name=own,
                blocking_name=blocking,
                environments=(),
                servers=(),
                shared=Safe("base_type"),
                about=self._about_tag(tag),
            )
            said = text.line(tag)
            files += [
                self._file(
                    f"operations/{name}.hpp",
                    "tag_operations.hpp.j2",
                    code("Operations of {}, without any networking,", said),
                    self._operation_headers(parts),
                    operations=view,
                ),
                self._file(
                    f"{name}.hpp",
                    "tag_client.hpp.j2",
                    code("Client for {}", said),
                    views.client_headers(part.operation for part in parts)
                    | {'"options.hpp"', f'"operations/{name}.hpp"'},
                    operations=view,
                    client=client,
                ),
                self._file(
                    f"blocking/{name}.hpp",
                    "blocking_client.hpp.j2",
                    code("Client for {}, without coroutines,", said),
                    views.BLOCKING_CLIENT_HEADERS | {f'"../{name}.hpp"'},
                    operations=view,
                    client=client,
                ),
                self._file(
                    f"src/{name}.hpp",
                    "src.hpp.j2",
                    code("Code of the operations of {}", said),
                    {f'"../{name}.hpp"'},
                    operations=view,
                ),
            ]
        return files

    def _about_tag(self, tag: str) -> tuple[Safe, ...]:
        said = [
            line
            for part in sentences(ir.Doc(summary=dict(self._api.tags).get(tag, "")))
            for line in text.wrap(part, text.WIDTH - 4)
        ]
        return (Safe(""), *(code("    {}", Safe(line)) for line in said)) if said else ()

    def _operation_headers(self, parts: list[OperationPart]) -> set[str]:
        needed = {header for part in parts for header in part.headers}
        needed |= {*views.OPERATIONS_HEADERS, '"../common.hpp"', '"../error_codes.hpp"'}
        for part in parts:
            one = part.operation
            kinds = exchanged(one)
            for kind in kinds:
                needed |= self._types.headers(kind)
                needed |= {f'"../models/{self._file_of[name]}.hpp"' for name in ir.referred(kind)}
            needed |= {
                f'"../discriminators/{self._discriminator_files[key]}.hpp"'
                for kind in kinds
                for key in told_apart(kind, self._types)
            }
            needed |= {
                f'"../validation/{self._rule_file_of[name]}.hpp"'
                for name in self._needs[one.id].called
            }
            needed |= self._headers_of(self._needs[one.id])
            if has_open(one, self._types, self._open_models):
                needed.add(views.OPEN_JSON_HEADER)
        return needed

    # ----------------------------------------------------------------------------------------------
    # whole

    def _whole_files(self) -> list[FileView]:
        operations = {f'"operations/{name}.hpp"' for name in self._tag_files.values()}
        operations |= {'"common.hpp"', '"validation.hpp"', '"models.hpp"'}
        options = views.CLIENT_HEADERS - {
            "<boost/asio/any_io_executor.hpp>",
            "<boost/asio/async_result.hpp>",
            "<boost/asio/awaitable.hpp>",
        }
        shared = {SECURITY_HEADER} if self._whole.schemes else set()
        shared |= {PROBLEM_HEADER} if self._whole.problem else set()
        shared |= PARAMETER_HEADERS if self._whole.parameters else set()
        shared |= {
            f'"patterns/{self._pattern_file_of[name]}.hpp"'
            for name in self._needs_of_parameters.patterns
        }
        values = {"operations": self._whole, "client": self._client}
        plain = views.whole_headers(self._api, self._names, self._namespace)
        sources = {f'"src/{name}.hpp"' for name in self._tag_files.values()}
        return [
            self._file("src.hpp", "umbrella.hpp.j2", Safe("Code of all operations"), sources),
            self._file(
                "common.hpp",
                "common.hpp.j2",
                Safe("What all operations share,"),
                self._shared_headers | _SHARED_HEADERS | shared,
                **values,
            ),
            self._file(
                "operations.hpp",
                "all_operations.hpp.j2",
                Safe("Operations, without any networking,"),
                operations | {"<boost/mp11/list.hpp>"},
                **values,
            ),
            self._file(
                "options.hpp",
                "options.hpp.j2",
                Safe("What all clients share,"),
                options | {'"common.hpp"'} | views.servers_headers(self._api),
                **values,
            ),
            self._file(
                "client.hpp",
                "tag_client.hpp.j2",
                Safe("Client"),
                views.client_headers(self._api.operations) | {'"operations.hpp"', '"options.hpp"'},
                **values,
            ),
            self._file(
                "blocking_client.hpp",
                "blocking_client.hpp.j2",
                Safe("Client without coroutines"),
                views.BLOCKING_CLIENT_HEADERS | {'"client.hpp"'},
                **values,
            ),
            *(
                self._file(
                    f"{name}.hpp", f"{name}.hpp.j2", Safe(one.about), one.includes, **one.values
                )
                for name, one in plain.items()
            ),
            self._file(
                f"../{self._folder}.hpp",
                "umbrella.hpp.j2",
                Safe("Everything"),
                views.everything(self._folder),
            ),
        ]
