# SPDX-License-Identifier: BSL-1.0
"""What an inline type is called that stands in several places; names that are one in C++."""

from __future__ import annotations

from restbind import ir
from restbind.graph import all_from
from restbind.lower.schema.context import Context
from restbind.naming import Scope, pascal, type_name, type_names, within
from restbind.shared_names import name_of_enum, name_of_object


def name_shared(context: Context) -> None:
    """A type that stands in several places is called after what the names of these have in common;
    where that is nothing, or taken, after the first. What stands within it follows it."""
    taken = {type_name(name) for name in context.checks.names}
    members: dict[str, list[str]] = {}
    for name, drafts in context.found.drafts.items():
        members[pascal(name)] = [pascal(draft.wire_name) for draft in drafts]
    # By type: the name of what it stands in, and what that is called.
    around: dict[str, tuple[str, str]] = {}
    for name, hints in context.found.hints.items():
        found = context.found.named[name]
        if found.called:
            continue  # as the document says
        places = list(dict.fromkeys(hints))
        if len(places) == 1:
            old, new = around.get(name, ("", ""))
            wanted = new + name.removeprefix(old)
        elif isinstance(found, ir.Enum):
            wanted = name_of_enum(places, found.values)
        else:
            wanted = name_of_object(places, members)
        if wanted and wanted not in taken:
            taken.add(wanted)
            context.checks.names.add(wanted)
            context.found.change(name, called=wanted)
            for inner in _inline(context, name):
                around |= {inner: (name, wanted)} if inner.startswith(name) else {}


def tell_taken(context: Context, api: ir.Api) -> None:
    """Reports the types whose name another one has in C++: `FooBar` and `foo_bar`."""
    for name, chosen in type_names(Scope(), api.called).items():
        wanted = within(type_name(api.called[name]))
        at = context.document.sources.at(api.named[name].pointer) if chosen != wanted else None
        if at is not None:
            at.report(
                "RB033",
                f"the name `{wanted}` is taken; this schema becomes `{chosen}`",
                (
                    "give one of the components another name"
                    if name in context.document.components
                    else "give the schema a name of its own under components/schemas"
                ),
            )


def _inline(context: Context, name: str) -> set[str]:
    """The inline types that stand in a model, and within these."""

    def onward(model: str) -> list[str]:
        held = [ir.referred(draft.type) for draft in context.found.drafts.get(model, ())]
        return [inner for names in held for inner in names if inner in context.found.hints]

    return set(all_from([name], onward)) - {name}
