# SPDX-License-Identifier: BSL-1.0
"""The registry as a table: every keyword of OpenAPI 3.0 / 3.1 / 3.2 and JSON Schema 2020-12, and
every x-restbind key, a line for each.

`name[!][@since] | shape | status | types | note`; `!` marks a key that is required. Of schemas
`means` stands before the note.

`where` is the kind of object a keyword stands in. `shape` is what its value may be: `text` (any
scalar), `string`, `boolean`, `integer`, `number`, `scalar`, `any`, the name of a kind, `[shape]`
for a list, `{shape}` for a map, and `|` between alternatives; `{a|b}` is a map of either.
`types` are the schema types it fits ('' = all).
`since` is the version of OpenAPI that has it first, or the draft of JSON Schema that alone has it.
It stands behind the name (`webhooks@3.1`), or in `means`; without either it is 3.0.
`means`, of keywords of schemas, is what it does, in words:

    3.0, 3.1    the version of OpenAPI that has it first
    2019-09, draft-7  the draft of JSON Schema that alone has it
    asserts     it says which values are valid: the ledger has it
    refers      its value leads to a schema elsewhere
    same        the schemas that it holds are about the same value, not about its members or
    elements
    shapes      it says what the value is: beside a `$ref` it makes a new type of it
    changes     it says what else may be sent or is sent
    in:...      which field of a `Shape` takes it; without, it is in the rest, which is checked as
    it stands
    set         the order of its list means nothing
    data        its value is data: no schema stands in it

status: SUPPORTED has an effect on the generated code (doc comments count); ANNOTATION is known and
has none, and nothing is lost by that; REFUSED is known, has no effect, and should have one: the
note says what is not done, and a warning does so at each place (never for the value `false` where
that is no mistake).

spec/keywords.md and spec/vocabulary.md are held to this table by a test.
"""

from __future__ import annotations

from restbind.spec.messages import KEYWORDS as MESSAGES

TABLES: dict[str, str] = {
    "root": """
        openapi! | text | supported
        $self@3.2 | string | annotation | - | references are resolved against the file
        info! | info | supported
        jsonSchemaDialect@3.1 | string | annotation
        servers | [server] | supported
        paths | paths | supported
        webhooks@3.1 | {path item} | supported | - | their JSON payloads are models; what \
            receives them is not generated
        components | components | supported
        security | [security requirement] | supported
        tags | [tag] | supported
        externalDocs | any | annotation
        x-restbind-messages | messages | supported
        x-restbind-retry | retry | supported
        x-restbind-error-codes | [error code] | supported
        x-restbind-problem | problem | supported
        x-restbind-trace-headers | [string] | supported
        """,
    "info": """
        title! | text | supported
        version! | text | supported
        summary@3.1 | text | supported
        description | text | supported
        termsOfService | string | annotation
        contact | any | annotation
        license | any | annotation
        """,
    "server": """
        url! | string | supported | - | the client's own addresses are settings; \
            `use_document_servers` takes these
        description | text | supported
        name@3.2 | text | supported | - | what the address is called in C++; one that is taken \
            or has no letter is not used
        variables | {server variable} | supported
        x-restbind-environment | string | supported
        """,
    "server variable": """
        enum | [any] | supported
        default! | any | supported
        description | text | supported
        """,
    "tag": """
        name! | text | supported
        summary@3.2 | text | supported | - | in the comment of the tag's clients, in a document \
            that is split by tag
        description | text | annotation
        parent@3.2 | string | annotation | - | one that is no tag is told
        x-restbind-name | string | supported
        kind@3.2 | string | annotation
        externalDocs | any | annotation
        """,
    "components": """
        schemas | {schema} | supported
        responses | {response} | supported
        parameters | {parameter} | supported
        examples | any | annotation
        requestBodies | {request body} | supported
        headers | any | annotation | - | the names of responses' headers count, not their schemas
        securitySchemes | {security scheme} | supported
        links | any | annotation
        callbacks | {{path item}} | supported | - | their JSON payloads are models; what \
            receives them is not generated
        pathItems@3.1 | {path item} | supported
        mediaTypes@3.2 | {sent media type} | supported
        """,
    "path item": """
        $ref | string | supported
        summary | text | annotation
        description | text | annotation
        get | operation | supported
        put | operation | supported
        post | operation | supported
        delete | operation | supported
        options | operation | supported
        head | operation | supported
        patch | operation | supported
        trace | any | refused | - | the runtime has no method TRACE
        query@3.2 | any | refused | - | the runtime has no method QUERY
        additionalOperations@3.2 | {operation} | supported | - | of the methods that Boost.Beast \
            knows, such as LINK, PURGE and PROPFIND
        servers | [server] | supported | - | the first; the others are generated as addresses
        parameters | [parameter] | supported
        """,
    "operation": """
        $ref | string | supported | - | not in OpenAPI: it is followed, with a warning
        operationId | string | supported
        summary | text | supported
        description | text | supported
        tags | [string] | supported
        externalDocs | any | annotation
        parameters | [parameter] | supported
        requestBody | request body | supported
        responses | responses | supported
        callbacks | {{path item}} | supported | - | their JSON payloads are models; what \
            receives them is not generated
        deprecated | boolean | supported
        security | [security requirement] | supported
        servers | [server] | supported | - | the first; the others are generated as addresses
        x-restbind-after-loss | after loss | supported
        x-restbind-idempotency | idempotency | supported
        x-restbind-name | string | supported
        x-restbind-retry | retry | supported
        x-restbind-validation-problem | validation problem | supported
        """,
    "parameter": """
        $ref | string | supported
        name! | string | supported
        in! | string | supported | - | `querystring` of an object as a form
        description | text | supported
        summary@3.1 | text | annotation
        required | boolean | supported
        deprecated | boolean | supported
        allowEmptyValue | boolean | supported | - | an empty text is sent as `name=`
        style | string | supported | - | all of OpenAPI; `cookie` (3.2) escapes nothing; what \
            they leave open is in `generator/reference.md`
        explode | boolean | supported
        allowReserved | boolean | supported | - | in the query; `#`, `&`, `+`, `[` and `]` are \
            escaped all the same; in the path and in \
            cookies all are (RB046)
        schema | schema | supported
        content | {sent media type} | supported | - | JSON; a text of another media type is sent \
            as it is
        example | any | annotation
        examples | any | annotation
        x-restbind-client-parameter | string | supported
        x-restbind-name | string | supported
        """,
    "request body": """
        $ref | string | supported
        description | text | annotation
        summary@3.1 | text | annotation
        content | {sent media type} | supported
        required | boolean | supported
        """,
    "media type": """
        $ref@3.2 | string | supported
        schema | schema | supported
        example | any | annotation
        examples | any | annotation
        encoding | {encoding} | supported | - | of forms
        itemSchema@3.2 | any | refused | - | streams of items are not read
        prefixEncoding@3.2 | any | refused | - | parts without names are not put together
        itemEncoding@3.2 | any | refused | - | parts without names are not put together
        """,
    "encoding": """
        contentType | string | supported | - | `application/json` for the whole value of a \
            field; of a part its Content-Type, unless it \
            lists several
        headers | any | supported | - | of a part: sent where the document fixes the value; \
            others are given with the file
        style | string | supported
        explode | boolean | supported
        allowReserved | boolean | annotation | - | reserved characters are always \
            percent-encoded, which a form's reader undoes
        encoding@3.2 | any | refused | - | parts within parts are not put together
        prefixEncoding@3.2 | any | refused | - | parts within parts are not put together
        itemEncoding@3.2 | any | refused | - | parts within parts are not put together
        """,
    "response": """
        $ref | string | supported
        description | text | supported
        summary@3.2 | text | annotation
        headers | any | supported | - | kept as texts: `call_info::headers`
        content | {media type} | supported | - | one kind for each status: JSON, else text, else \
            bytes
        links | any | annotation
        """,
    "security scheme": """
        $ref | string | supported
        type | string | supported
        description | text | annotation
        name | string | supported
        in | string | supported
        scheme | string | supported | - | not those that answer a challenge, such as Digest
        bearerFormat | string | annotation
        flows | oauth flows | supported
        openIdConnectUrl | string | annotation | - | the application gets the token, or its own \
            credentials do
        oauth2MetadataUrl@3.2 | string | annotation
        deprecated@3.2 | boolean | supported
        """,
    "oauth flows": """
        implicit | any | supported | - | the application gets the token
        password | any | supported | - | the application gets the token
        clientCredentials | client credentials flow | supported
        authorizationCode | any | supported | - | the application gets the token
        deviceAuthorization@3.2 | any | supported | - | the application gets the token
        """,
    "client credentials flow": """
        tokenUrl! | string | supported | - | may hold variables in braces; a relative one is \
            resolved against the base address
        refreshUrl | string | annotation
        scopes! | any | supported | - | those that operations name are asked for, or else all
        x-restbind-token | token | supported
        """,
    "schema": """
        $ref | string | supported | - | 3.0 asserts refers in:made_of | keys beside it hold too
        $defs@3.1 | {schema} | supported
        definitions@draft-7 | {schema} | supported
        $schema@3.1 | string | annotation
        $comment@3.1 | text | annotation
        $id@3.1 | string | supported | - | - | references in it, and to it, within the file; \
            else they are resolved against the file
        $anchor@3.1 | string | supported | - | - | where it stands once in its file
        $dynamicRef | string | refused | - | 3.1 asserts refers | the value becomes open JSON \
            unless its anchor stands once in the file
        $recursiveRef | string | refused | - | 2019-09 asserts refers | the value becomes open \
            JSON unless a schema around it has a \
            `$recursiveAnchor`
        $recursiveAnchor@2019-09 | boolean | annotation
        $dynamicAnchor@3.1 | string | supported | - | - | an anchor like others
        $vocabulary@3.1 | any | annotation
        type | string/[string] | supported | - | 3.0 asserts set in:types
        nullable | boolean | supported | - | 3.0 changes
        enum | [any] | supported | - | 3.0 asserts shapes set data in:values
        const | any | supported | - | 3.1 asserts shapes data in:values
        format | string | supported | - | 3.0 shapes changes | of texts checked in requests, \
            where it is one of those below
        title | text | supported
        description | text | supported
        default | any | supported | - | 3.0 data changes
        deprecated | boolean | supported
        readOnly | boolean | supported | - | 3.0 changes | on a member: it is read, not sent, \
            and not checked in requests
        writeOnly | boolean | supported | - | 3.0 changes | on a member: it is sent, and not \
            needed in responses
        example | any | annotation | - | data
        examples@3.1 | any | annotation | - | data
        externalDocs | any | annotation
        xml | any | annotation
        properties | {schema} | supported | object | 3.0 asserts shapes in:members
        required | [string] | supported | object | 3.0 asserts shapes set in:members
        additionalProperties | schema | supported | object | 3.0 asserts shapes in:others | beside \
            properties, members of one type are collected; \
            `false` is not enforced: unknown members are skipped
        unevaluatedProperties | schema | supported | object | 3.1 asserts | as \
            `additionalProperties`; beside `$ref`, `allOf` and the \
            like checked on what is sent
        patternProperties | {schema} | supported | object | 3.1 asserts | members that are not \
            listed are open JSON, and checked on what \
            is sent
        propertyNames | schema | supported | object | 3.1 asserts | checked on what is sent
        minProperties | integer | supported | object | 3.0 asserts in:limits
        maxProperties | integer | supported | object | 3.0 asserts in:limits
        dependentRequired | {[string]} | supported | object | 3.1 asserts shapes | checked on \
            what is sent
        dependentSchemas | {schema} | supported | object | 3.1 asserts shapes | checked on what \
            is sent
        dependencies | {[string]/schema} | supported | object | draft-7 asserts shapes | checked \
            on what is sent
        items | schema | supported | array | 3.0 asserts shapes in:items
        minItems | integer | supported | array | 3.0 asserts in:limits
        maxItems | integer | supported | array | 3.0 asserts in:limits
        uniqueItems | boolean | supported | array | 3.0 asserts in:limits
        prefixItems | [schema] | supported | array | 3.1 asserts shapes in:prefix | a list of the \
            types that are named, or open JSON where others \
            may follow; which stands where is checked on what is sent
        contains | schema | supported | array | 3.1 asserts | checked on what is sent
        minContains | integer | supported | array | 3.1 asserts | checked on what is sent
        maxContains | integer | supported | array | 3.1 asserts | checked on what is sent
        unevaluatedItems | schema | supported | array | 3.1 asserts | checked on what is sent
        minLength | integer | supported | string | 3.0 asserts in:limits
        maxLength | integer | supported | string | 3.0 asserts in:limits
        pattern | string | supported | string | 3.0 asserts in:limits | ECMA-262 over code points, \
            in linear time; without backreferences; with \
            octal escapes, `\\A`, `\\z` and classes of ASCII such as `\\p{Alnum}`, as Java \
            reads them
        contentEncoding@3.1 | string | supported | string | shapes
        contentMediaType@3.1 | string | supported | string | shapes
        contentSchema@3.1 | any | annotation | string
        minimum | number | supported | integer number | 3.0 asserts in:limits
        maximum | number | supported | integer number | 3.0 asserts in:limits
        exclusiveMinimum | number/boolean | supported | integer number | 3.0 asserts in:limits
        exclusiveMaximum | number/boolean | supported | integer number | 3.0 asserts in:limits
        multipleOf | number | supported | integer number | 3.0 asserts in:limits | exact, in decimal
        allOf | [schema] | supported | - | 3.0 asserts same set in:made_of
        oneOf | [schema] | supported | - | 3.0 asserts same shapes set in:choice | told apart as \
            `generator/reference.md` says; which of them may \
            hold together is checked on what is sent
        anyOf | [schema] | supported | - | 3.0 asserts same shapes set in:choice | told apart as \
            `generator/reference.md` says; which of them may \
            hold together is checked on what is sent
        not | schema | supported | - | 3.0 asserts same | checked on what is sent
        if | schema | supported | - | 3.1 asserts same | checked on what is sent
        then | schema | supported | - | 3.1 asserts same shapes | checked on what is sent
        else | schema | supported | - | 3.1 asserts same shapes | checked on what is sent
        discriminator | discriminator/any | supported | - | - | by it, or else by values or \
            members, objects are told apart
        x-restbind-messages | messages | supported
        x-restbind-rules | [rule] | supported | object | shapes
        x-restbind-enum-names | [string] | supported | integer string | shapes
        x-restbind-name | string | supported
        x-restbind-type | own type | supported | - | shapes
        x-restbind-problem | boolean | supported | object
        x-restbind-secret | boolean | supported | - | - | on a member or a parameter: it is sent, \
            and left out of what is kept or shown of a request
        """,
    "own type": """
        name! | string | supported
        header! | string | supported
        """,
    "discriminator": """
        propertyName | string | supported
        mapping | {string} | supported
        defaultMapping@3.2 | string | supported | - | the alternative of objects with another \
            value, or none
        """,
    "retry": """
        attempts | number | supported
        initialDelayMs | number | supported
        multiplier | number | supported
        statuses | [integer] | supported
        unappliedStatuses | [integer] | supported
        """,
    "token": """
        clientAuthentication | string | supported
        lifetimeSeconds | number | supported
        renewBeforeSeconds | number | supported
        variables | {token variable} | supported
        """,
    "token variable": """
        default | string | supported
        description | text | supported
        """,
    "error code": """
        code! | number | supported
        name! | string | supported
        statuses! | [integer] | supported
        operation! | string | supported
        condition! | text | supported
        """,
    "problem": """
        code | string | supported
        errors | string | supported
        errorField | string | supported
        errorMessage | string | supported
        errorCount | string | supported
        traceId | string | supported
        timestamp | string | supported
        """,
    "after loss": """
        ask | string | supported
        store | string | supported
        show | string | supported
        """,
    "idempotency": """
        class | string | supported
        idempotentWhen | string | supported
        key | string | supported
        """,
    "validation problem": """
        status! | number | supported
        errors! | string | supported
        keys | string | supported
        detail! | string | supported
        title | string | supported
        type | string | supported
        """,
    "messages": "\n".join(f"{keyword} | string | supported" for keyword in MESSAGES),
    "rule": """
        id! | string | supported
        rule! | string | supported
        fieldPath | string | supported
        message! | text | supported
        """,
}

# x-restbind-assumed marks anything that a provider did not state.
ASSUMED_IN = (
    "info",
    "server",
    "operation",
    "parameter",
    "request body",
    "response",
    "media type",
    "schema",
    "security scheme",
    "retry",
    "token",
    "error code",
    "problem",
    "idempotency",
    "after loss",
    "validation problem",
    "rule",
)
