# SPDX-License-Identifier: BSL-1.0
"""Views of the statements that check a value: `checks.j2` prints each by its `kind`.

value: the expression that names what is checked. name: its member_name, '' where the walk need not
be told. guard: the condition under which there is a value. condition: may be broken at its marks.
"""

from __future__ import annotations

from dataclasses import dataclass

from restbind.naming import Safe
from restbind.views.rules import RuleView


@dataclass(frozen=True)
class BrokenView:
    """A rule that is broken: its place in the table of the function and what is said of it there;
    or the whole rule, where the function has no table.
    """

    row: int
    said: Safe
    rule: RuleView | None


@dataclass(frozen=True)
class LimitView:
    """A condition that holds for each value that keeps a rule. guard: '' where there always is a
    value. is_format: it is asked only where formats are checked.
    """

    kind = "limit"
    guard: Safe
    is_format: bool
    condition: Safe
    broken: BrokenView


@dataclass(frozen=True)
class UnsetView:
    """A condition that holds where a value is missing."""

    kind = "unset"
    condition: Safe
    broken: BrokenView


@dataclass(frozen=True)
class LocationView:
    """The members that follow stand in another part of a request."""

    kind = "location"
    place: Safe


@dataclass(frozen=True)
class StatedView:
    """A rule that a model states. id: what it is called. place: the part of the request that it
    is about, where the members before it stand in another one; else ''.
    """

    kind = "stated"
    id: Safe
    place: Safe
    condition: Safe
    broken: BrokenView


@dataclass(frozen=True)
class SchemaCheckView:
    """A value is checked by a schema. is_unevaluated: by one that says what else may be there."""

    kind = "schema"
    is_unevaluated: bool
    schema: Safe
    value: Safe
    name: Safe


@dataclass(frozen=True)
class OpenObjectView:
    """A value is refused that is an object which none of the alternatives describes. message: may
    be broken. schema: of objects that may come besides, '' for none.
    """

    kind = "open_object"
    value: Safe
    name: Safe
    message: Safe
    schema: Safe


@dataclass(frozen=True)
class NamedView:
    """The function of a value's type is called."""

    kind = "named"
    value: Safe
    name: Safe


@dataclass(frozen=True)
class ElementsView:
    """Each element of a list or map is looked at. element: the parameter that has it."""

    kind = "elements"
    name: Safe
    value: Safe
    element: Safe
    inner: tuple[CheckView, ...]


@dataclass(frozen=True)
class AlternativeView:
    """What is checked where a value is of one type. held: the name of the pointer to it."""

    kind = "alternative"
    held: Safe
    type: Safe
    value: Safe
    in_braces: bool
    inner: tuple[CheckView, ...]


@dataclass(frozen=True)
class UnlessView:
    """What is found by these statements does not count where the value fits all of the schemas.
    otherwise: statements for where nothing counts.
    """

    kind = "unless"
    value: Safe
    inner: tuple[CheckView, ...]
    schemas: tuple[Safe, ...]
    otherwise: tuple[CheckView, ...]


@dataclass(frozen=True)
class DiscriminatorCheckView:
    """A value is refused that says by its discriminator that it is another alternative."""

    kind = "discriminator"
    value: Safe
    name: Safe


@dataclass(frozen=True)
class GivenView:
    """Statements under a condition. in_braces: always; else where they are several lines."""

    kind = "given"
    guard: Safe
    in_braces: bool
    inner: tuple[CheckView, ...]


CheckView = (
    LimitView
    | UnsetView
    | LocationView
    | StatedView
    | SchemaCheckView
    | OpenObjectView
    | NamedView
    | ElementsView
    | AlternativeView
    | UnlessView
    | DiscriminatorCheckView
    | GivenView
)
