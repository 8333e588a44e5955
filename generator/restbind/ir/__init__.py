# SPDX-License-Identifier: BSL-1.0
"""The intermediate representation: what a document means, free of how it was written and of how C++ will spell it.

`lower` builds it, `views` reads it. Everything is frozen, holds wire names and spec text only (no C++ identifiers), and
carries the JSON pointer of its source (`pointer`, e.g. `#/components/schemas/Cart`) for doc comments and diagnostics.
Numbers that stand in limits and defaults are kept as their source text, so that `5.0` is never respelled.
"""

from restbind.ir.choice import Alternative, Named, alternatives_of, bare
from restbind.ir.models import Alias, Checked, Constraint, Enum, Member, Model, NamedType, Rule
from restbind.ir.operations import (
    JSON_BODY, BodyField, BodyFormat, ErrorResponse, Operation, Parameter, ProblemFormat, Response, Retry, ValidationProblem, bare_path,
    split_path,
)
from restbind.ir.service import (
    Api, Assumption, ClientParameter, Environment, ErrorCode, SecurityScheme, Server, ServerVariable, TokenGrant, TokenVariable, with_types,
)
from restbind.ir.types import (
    ANY, JSON_TYPES, OTHER, PLAIN, UNLISTED, Array, Collection, Doc, Literal, Map, Nullable, OneOf, Open, Own, Problem, Received, Ref,
    Responses, Scalar, Type, Values, base_types, held_by, referred,
)

__all__ = [
    "ANY", "Alias", "Alternative", "Api", "Array", "Assumption", "BodyField", "BodyFormat", "Checked", "ClientParameter", "Collection",
    "Constraint",
    "Doc", "Enum", "Environment", "ErrorCode", "ErrorResponse", "JSON_BODY", "JSON_TYPES", "Literal", "Map", "Member", "Model", "Named",
    "NamedType", "Nullable", "OTHER", "OneOf", "Open", "Operation", "Own", "PLAIN", "Parameter", "Problem", "ProblemFormat", "Received",
    "Ref", "Response", "Responses", "Retry", "Rule", "Scalar", "SecurityScheme", "Server", "ServerVariable", "TokenGrant", "TokenVariable",
    "Type", "UNLISTED", "ValidationProblem", "Values", "alternatives_of", "bare", "bare_path", "base_types", "held_by", "referred",
    "split_path", "with_types",
]
