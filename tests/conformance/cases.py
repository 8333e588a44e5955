# SPDX-License-Identifier: BSL-1.0
"""Samples for each operation, and what must become of them."""

import re
from dataclasses import dataclass, field

from document import Document, Unresolved, essence, is_json
from samples import KINDS, Maker, NoSample
from wire import (
    check_request,
    difference,
    dumps,
    form_pairs,
    form_wanted,
    loads,
    parts_of,
    same_pairs,
    squeezed,
    text_of,
)

# OpenAPI: parameters of these names are ignored. Those about the connection are the client's own.
_IGNORED_HEADERS = (
    "accept",
    "content-type",
    "authorization",
    "host",
    "content-length",
    "transfer-encoding",
    "connection",
    "accept-encoding",
)
# a part of the query behind a path that a path parameter fills
_FILLED = re.compile(r"[?&]([^=&{}]+)=\{([^{}]+)\}")


@dataclass
class Case:
    """One sample as text, and `judged`: (step, why) of what went wrong with its outcome, or
    None.
    """

    text: str
    status: int
    content_type: str
    judge: object

    def judged(self, outcome):
        if outcome.get("step"):
            return outcome["step"], outcome["why"]
        return self.judge(outcome)


@dataclass
class Found:
    cases: list = field(default_factory=list)
    why: str = ""
    left_out: list = field(default_factory=list)


class Cases:
    def __init__(self, spec, api):
        self._document = Document(spec)
        self._models = {one.name: one for one in api.models}

    def of(self, operations):
        return {one.id: self._of(one) for one in operations}

    def _of(self, operation):
        found = Found()
        item, at = self._document.operation(operation.pointer)
        for part in (self._requests, self._responses):
            try:
                part(operation, item, at, found)
            except NoSample as failure:
                found.why = found.why or str(failure)
            except Unresolved as failure:
                found.why = found.why or f"the document's reference cannot be resolved: {failure}"
            except RecursionError:
                found.why = found.why or "the schemas hold each other too deeply"
        return found

    # ----------------------------------------------------------------------------------------------
    # requests

    def _parameters(self, item, at, path):
        merged = {}
        in_query = {name: key for key, name in _FILLED.findall(path)}
        for list_ in (item.get("parameters"), at.get("parameters")):
            for one in list_ or ():
                one = self._document.follow(one)
                if one["in"] == "path" and one["name"] in in_query:
                    one = {
                        **one,
                        "in": "query",
                        "name": in_query[one["name"]],
                        "style": "form",
                        "explode": one.get("explode", False),
                    }
                merged[(one["in"], one["name"])] = one
        return merged

    def _requests(self, operation, item, at, found):
        merged = self._parameters(item, at, operation.pointer.replace("~1", "/").replace("~0", "~"))
        own = [one for one in operation.parameters if not one.client_name]
        model = self._models.get(operation.request_name)
        members = (
            {_key(one, merged): member.wire_name for one, member in zip(own, model.members)}
            if own
            else {}
        )
        absent = [
            key
            for key, one in merged.items()
            if key not in members
            and not (key[0] == "header" and key[1].lower() in _IGNORED_HEADERS)
            and not any(_key(one, merged) == key for one in operation.parameters)
            and not self._is_key(at, key)
        ]
        body = self._document.follow(at.get("requestBody"))
        media = self._media(body.get("content") if isinstance(body, dict) else None)
        if absent:
            name = absent[0]
            found.cases.append(
                Case(
                    "{}",
                    0,
                    "",
                    lambda _: ("send", f"the {name[0]} parameter {name[1]} is never sent"),
                )
            )
            return
        seen = set()
        for kind in KINDS:
            try:
                values, body_value, has_body = self._request_values(
                    operation, merged, members, body, media, kind, found
                )
            except NoSample as failure:
                if kind == "required":
                    raise
                found.left_out.append(f"{kind}: {failure}")
                continue
            whole = {members[key]: value for key, value in values.items()}
            if has_body and own:
                whole[model.members[-1].wire_name] = body_value
            text = dumps(whole if own else body_value if has_body else {})
            if text not in seen:
                seen.add(text)
                found.cases.append(
                    Case(
                        text,
                        0,
                        "",
                        self._request_judge(
                            operation,
                            merged,
                            values,
                            body_value,
                            has_body,
                            media,
                            bool(own or has_body),
                        ),
                    )
                )

    def _request_values(self, operation, merged, members, body, media, kind, found):
        values = {}
        for key, one in merged.items():
            if (
                key not in members
                or kind in ("required", "null", "nothing")
                and not (one.get("required") is True or key[0] == "path")
            ):
                continue
            maker = Maker(
                self._document,
                "request",
                "required" if kind in ("null", "nothing") else kind,
                key[0] in ("header", "cookie"),
            )
            schema = one.get("schema", True)
            if "content" in one:
                schema = next(iter(one["content"].values()), {}).get("schema", True)
            value = maker.value(schema, key[1])
            if value in ([], {}) and key[0] == "path":  # which is no path
                value = Maker(self._document, "request", "all").value(schema, key[1])
            if value is None and key[0] != "path":
                continue  # as good as absent: no parameter says null
            values[key] = value
        is_needed = isinstance(body, dict) and (
            body.get("required") is True or not members or kind != "required"
        )
        if media is None or operation.body is None or not is_needed:
            return values, None, False
        maker = Maker(self._document, "request", kind)
        schema = media[1].get("schema", {})
        if operation.body_format.kind in ("form", "multipart"):  # which holds nothing but an object
            schema = {"allOf": [schema, {"type": "object"}]}
        made = maker.value(schema, "the body")
        if made is None and body.get("required") is not True:
            return values, None, False  # so is a body that may be left out
        found.left_out += [one for one in maker.left_out if one not in found.left_out]
        return values, made, True

    def _is_key(self, at, key):
        """A parameter is the key of a security scheme of each alternative, which is sent as
        that.
        """
        place, name = key
        schemes = self._document.root.get("components", {}).get("securitySchemes", {})
        alternatives = at.get("security", self._document.root.get("security")) or [{}]
        held = [
            [self._document.follow(schemes.get(one)) or {} for one in alternative]
            for alternative in alternatives
        ]
        return all(
            any(
                one.get("type") == "apiKey"
                and one.get("in") == place
                and (
                    one.get("name") == name
                    or place == "header"
                    and str(one.get("name")).lower() == name.lower()
                )
                for one in alternative
            )
            for alternative in held
        )

    def _media(self, content):
        """(name, media type object) of what is most likely sent: JSON, a form, or what comes
        first.
        """
        usable = (
            [(name, self._document.follow(one)) for name, one in content.items()]
            if isinstance(content, dict)
            else []
        )
        usable = [(name, one if isinstance(one, dict) else {}) for name, one in usable]
        order = ("application/x-www-form-urlencoded", "multipart/form-data")
        usable.sort(
            key=lambda entry: (
                essence(entry[0]) != "application/json",
                not is_json(entry[0]),
                self._is_no_patch(*entry),
                order.index(essence(entry[0])) if essence(entry[0]) in order else 2,
                not essence(entry[0]).startswith("text/"),
            )
        )
        return usable[0] if usable else None

    def _is_no_patch(self, name, media):
        """A JSON patch is a list; under a schema of an object that several kinds of patches share,
        it comes last.
        """
        schema = self._document.follow(media.get("schema"))
        return (
            essence(name) == "application/json-patch+json"
            and isinstance(schema, dict)
            and schema.get("type") == "object"
        )

    def _request_judge(self, operation, merged, values, body_value, has_body, media, is_typed):
        def judge(outcome):
            method = outcome["method"].lower()
            if method != operation.method:
                return "send", f"the method is {method}"
            why = check_request(operation.path, list(merged.values()), values, outcome)
            if why:
                return "send", why
            if is_typed:
                wanted = loads(self._cased(operation, merged, values, body_value, has_body))
                why = difference(loads(outcome["encoded"]), wanted, self._document.defaults)
                if why:
                    return "encode the request again", why
            if has_body:
                why = self._body(outcome, body_value, media)
                return ("send the body", why) if why else None
            return (
                ("send", f"there is a body: {outcome.get('body')}") if outcome.get("body") else None
            )

        return judge

    def _cased(self, operation, merged, values, body_value, has_body):
        own = [one for one in operation.parameters if not one.client_name]
        if not own:
            return dumps(body_value)
        model = self._models[operation.request_name]
        names = {_key(one, merged): member.wire_name for one, member in zip(own, model.members)}
        whole = {names[key]: value for key, value in values.items()}
        if has_body:
            whole[model.members[-1].wire_name] = body_value
        return dumps(whole)

    def _body(self, outcome, value, media):
        stated = next(
            (text for name, text in outcome["headers"] if name.lower() == "content-type"), ""
        )
        sent = essence(stated)
        if sent != essence(media[0]) and "*" not in media[0]:
            return f"it is sent as {stated}, not as {media[0]}"
        body = outcome.get("body", bytes.fromhex(outcome.get("hex", "")).decode("latin-1"))
        if is_json(sent):
            return difference(loads(body), value, self._document.defaults)
        if sent in ("application/x-www-form-urlencoded", "multipart/form-data") and isinstance(
            value, dict
        ):
            encoding = (
                media[1].get("encoding") if isinstance(media[1].get("encoding"), dict) else {}
            )
            wanted, skipped = form_wanted(value, encoding)
            found = form_pairs(body) if sent.endswith("urlencoded") else parts_of(body, stated)
            found = [
                (name, text)
                for name, text in found
                if name in value
                or "[" in name
                and name.partition("[")[0] in value
                or not self._is_default(name, text)
            ]
            return same_pairs(squeezed(found, skipped), squeezed(wanted, skipped), "form")
        return "" if body == value else f"it is {body[:100]!r}"

    def _is_default(self, name, text):
        return any(
            known == name
            and (text_of(value) == text or isinstance(value, list) and text in map(text_of, value))
            for known, value in self._document.defaults.values()
        )

    # ----------------------------------------------------------------------------------------------
    # responses

    def _responses(self, operation, _, at, found):
        responses = at.get("responses")
        if not isinstance(responses, dict):
            return
        known = {
            str(status): self._document.follow(one)
            for status, one in responses.items()
            if not str(status).startswith("x-")
        }
        statuses = [status for status in known if status.startswith("2")] or [
            status for status in known if status == "default"
        ]
        statuses = (
            statuses
            or [status for status in known if status.startswith("3") and status != "304"][:1]
        )
        for status in statuses:
            content = known[status].get("content") if isinstance(known[status], dict) else None
            first = int(status[0]) * 100 if status[0].isdigit() else 200
            number = (
                int(status)
                if status.isdigit()
                else next(one for one in range(first, first + 100) if str(one) not in known)
            )
            media = self._media(content)
            if number >= 300 and media is None:
                found.cases.append(Case("/elsewhere", number, "", self._text_judge("/elsewhere")))
                continue
            if media is None or operation.method == "head":
                found.cases.append(Case("", number, "", lambda _: None))
                continue
            if (
                not (
                    is_json(media[0])
                    or essence(media[0]) == "text/plain"
                    and self._is_scalar(media[1].get("schema", True))
                )
                or "*" in media[0]
                and self._is_text(media[1].get("schema", True))
            ):
                sent = (
                    media[0].replace("/*", "/x-some")
                    if not media[0].startswith("*")
                    else "application/octet-stream"
                )
                found.cases.append(Case("some text", number, sent, self._text_judge("some text")))
                continue
            seen = set()
            for kind in KINDS:
                maker = Maker(self._document, "response", kind)
                try:
                    value = maker.value(media[1].get("schema", True), f"the response {status}")
                except NoSample as failure:
                    if kind == "required":
                        raise
                    found.left_out.append(f"{kind}: {failure}")
                    continue
                found.left_out += [one for one in maker.left_out if one not in found.left_out]
                text = dumps(value)
                if text not in seen:
                    seen.add(text)
                    found.cases.append(
                        Case(
                            text,
                            number,
                            media[0] if "*" not in media[0] else "application/json",
                            self._response_judge(value),
                        )
                    )

    def _is_text(self, schema):
        """A string, which as `*/*` is no JSON."""
        schema = self._document.follow(schema)
        return isinstance(schema, dict) and schema.get("type") == "string"

    def _is_scalar(self, schema):
        """A number or boolean, which is written as in JSON."""
        schema = self._document.follow(schema)
        return (
            isinstance(schema, dict)
            and schema.get("type") in ("integer", "number", "boolean")
            and not schema.get("nullable")
        )

    def _response_judge(self, value):
        def judge(outcome):
            if "encoded" not in outcome:
                return "read the response", "nothing is read from a body that is described"
            why = difference(loads(outcome["encoded"]), value, self._document.defaults)
            return ("encode the response again", why) if why else None

        return judge

    @staticmethod
    def _text_judge(text):
        def judge(outcome):
            found = loads(outcome["encoded"]) if "encoded" in outcome else None
            return (
                None
                if found == text
                else ("read the response", f"it is {found!r}, not the text that came")
            )

        return judge


def _key(one, merged):
    """A parameter of the generator as the document has it."""
    whole = ("querystring", one.wire_name)
    return whole if whole in merged else (one.place, one.wire_name)
