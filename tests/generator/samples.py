# SPDX-License-Identifier: BSL-1.0
"""IR built by hand, for tests that look at one part of the generator's output."""

from restbind import ir, templating
from restbind.cel.checker import compile_rule
from restbind.cpp.text import Pad

INT = ir.Scalar("int64")
TEXT = ir.Scalar("string")
DOUBLE = ir.Scalar("double")
POINTER = "#/components/schemas/Sample"


def limit(keyword, *limits, message="Broken"):
    return ir.Constraint(keyword, limits, message, POINTER)


def member(
    name,
    kind=INT,
    presence="required",
    default=None,
    limits=(),
    items=(),
    doc="What it is.",
    assumed="",
):
    checked = ir.Checked(tuple(limits), ir.Checked(tuple(items)) if items else None)
    return ir.Member(
        name, kind, presence, default, checked, ir.Doc(description=doc, assumed=assumed), POINTER
    )


def model(name, *members, rules=(), keeps_extra=False, doc="What it is."):
    return ir.Model(
        name,
        members,
        tuple(rules),
        keeps_extra,
        ir.Doc(description=doc),
        f"#/components/schemas/{name}",
    )


def enum(name, *values, base="int64", names=()):
    return ir.Enum(
        name, base, values, names or ("",) * len(values), ir.Doc(description="What it is."), POINTER
    )


def alias(name, kind):
    return ir.Alias(name, kind, ir.Doc(description="What it is."), POINTER)


def rule(text, on, named, path="", message="Broken", id="a-rule"):
    """A checked rule over the model `on`; `named` are all models, enums and aliases."""
    tree = compile_rule(text, on, {one.name: one for one in named})
    return ir.Rule(id, tree, text, path, message, POINTER)


def parameter(name, place="query", kind=TEXT, required=False, client="", limits=()):
    return ir.Parameter(
        name,
        place,
        kind,
        required,
        None,
        client,
        tuple(limits),
        ir.Doc(description="What it is."),
        POINTER,
    )


def operation(
    id,
    request="",
    body=None,
    response=None,
    parameters=(),
    path="/things",
    method="post",
    idempotency="not_idempotent",
    when=None,
    doc="Does it.",
    errors="list",
    detail="{count} errors",
    secured=False,
    statuses=(500, 503),
):
    return ir.Operation(
        id=id,
        method=method,
        path=path,
        tags=(),
        parameters=tuple(parameters),
        request_name=request,
        body=body,
        response=response,
        success_status=200,
        error_responses=(ir.ErrorResponse("404", ir.Doc(description="It is not there.")),),
        idempotency=idempotency,
        idempotent_when=when,
        retry=ir.Retry(3, 1000, 2, tuple(statuses)),
        validation_problem=ir.ValidationProblem(422, errors, "wire", detail, ir.Doc()),
        secured=secured,
        doc=ir.Doc(summary=doc),
        pointer=f"#/paths/~1things/{method}",
    )


def api(
    models=(),
    enums=(),
    aliases=(),
    operations=(),
    codes=(),
    client=(),
    environments=(),
    title="Sample",
    file="sample.yaml",
):
    return ir.Api(
        title,
        "1.0",
        ir.Doc(),
        file,
        tuple(models),
        tuple(enums),
        tuple(aliases),
        tuple(operations),
        tuple(codes),
        tuple(client),
        tuple(environments),
        (),
    )


def client_parameter(name, wire_name, place="header", default=None, limits=()):
    return ir.ClientParameter(
        name, wire_name, place, default, tuple(limits), ir.Doc(description="What it is."), POINTER
    )


def with_body(of, *others, **kinds):
    """An API with one operation whose request is the model `of`."""
    return api(
        models=(of, *others), operations=(operation("send", of.name, ir.Ref(of.name)),), **kinds
    )


def included(template, **values):
    """What a template prints that others include."""
    return templating.environment().get_template(template).render(values)


def statements(checks):
    """The statements of a function."""
    return included("checks.j2", checks=checks, pad=Pad("    ")).removesuffix("\n")
