# SPDX-License-Identifier: BSL-1.0
"""What a request must look like on the wire, by OpenAPI's text, and whether it does."""

import json
import re
from decimal import Decimal
from urllib.parse import parse_qsl, unquote, unquote_plus

from document import canonical, is_json
from judge import is_number, same


class Skipped(Exception):
    """The standard does not say how this is written."""


def dumps(value):
    """JSON text; numbers as they are."""
    if isinstance(value, dict):
        return (
            "{" + ",".join(f"{json.dumps(name)}:{dumps(one)}" for name, one in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join(map(dumps, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


def loads(text):
    return json.loads(text, parse_float=Decimal)


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    return str(value) if is_number(value) else value if isinstance(value, str) else dumps(value)


def _content(one, value):
    """The text of a parameter with `content`: JSON, or a value of another media type as it is."""
    return dumps(value) if is_json(next(iter(one["content"]))) else text_of(value)


def _same_text(found, wanted):
    if found == wanted:
        return True
    try:
        return Decimal(found) == Decimal(wanted)
    except ArithmeticError:
        pass
    try:
        return same(loads(found), loads(wanted))
    except ValueError:
        return False


def _simple(value, style, explode, name):
    """One text for a value in a path segment, a header or one query value."""
    between, head = {"label": (".", "."), "matrix": (",", f";{name}=")}.get(style, (",", ""))
    if style == "label" and not explode:
        between = ","
    if isinstance(value, list):
        if style == "matrix" and explode:
            return "".join(f";{name}={text_of(one)}" for one in value)
        return head + between.join(map(text_of, value))
    if isinstance(value, dict):
        if style == "matrix" and explode:
            return "".join(f";{key}={text_of(one)}" for key, one in value.items())
        pairs = (
            [f"{key}={text_of(one)}" for key, one in value.items()]
            if explode
            else [part for key, one in value.items() for part in (key, text_of(one))]
        )
        return head + between.join(pairs)
    return head + text_of(value)


def without_nulls(value):
    """RFC 6570 expands no undefined part of a parameter; to a form, null is an empty value."""
    return (
        {key: one for key, one in value.items() if one is not None}
        if isinstance(value, dict)
        else value
    )


def query_pairs(name, value, style, explode):
    """(name, value) of what one query or form parameter becomes."""
    if isinstance(value, dict):
        if style == "deepObject":
            return _deep(name, value)
        if any(isinstance(one, (dict, list)) for one in value.values()):
            raise Skipped(f"nested value of {name}")
        if explode:
            return [(key, text_of(one)) for key, one in value.items()]
        between = {"spaceDelimited": " ", "pipeDelimited": "|"}.get(style, ",")
        return (
            [
                (
                    name,
                    between.join(
                        part for key, one in value.items() for part in (key, text_of(one))
                    ),
                )
            ]
            if value
            else []
        )
    if isinstance(value, list):
        if style == "deepObject" and not any(isinstance(one, (dict, list)) for one in value):
            # no standard says so; most servers read it
            return [(f"{name}[]", text_of(one)) for one in value]
        if any(isinstance(one, (dict, list)) for one in value):
            raise Skipped(f"nested value of {name}")
        if explode:
            return [(name, text_of(one)) for one in value]
        between = {"spaceDelimited": " ", "pipeDelimited": "|"}.get(style, ",")
        return [(name, between.join(map(text_of, value)))] if value else []
    return [(name, text_of(value))]


def _deep(name, value):
    found = []
    for key, one in value.items():
        if isinstance(one, dict):
            found += _deep(f"{name}[{key}]", one)
        elif isinstance(one, list):
            if any(isinstance(element, (dict, list)) for element in one):
                raise Skipped(f"nested list in the deep object {name}")
            # no standard says so; most servers read it
            found += [(f"{name}[{key}][]", text_of(element)) for element in one]
        else:
            found.append((f"{name}[{key}]", text_of(one)))
    return found


def check_request(path, parameters, values, found):
    """'' if method, target and headers are as they must be. parameters: OpenAPI objects; values: by
    (in, name).
    """
    target = found["target"]
    sent, _, query = target.partition("?")
    # some paths have a query
    bare, fixed = re.fullmatch(r"((?:\{[^{}]*\}|[^?])*)\??(.*)", path.partition("#")[0]).groups()
    pieces = re.split(r"\{([^{}]*)\}", bare)
    by_key = {(one["in"], one["name"]): one for one in parameters}
    heads = {"label": r"\.", "matrix": ";"}
    pattern = "".join(
        f"({heads.get(by_key[('path', piece)].get('style'), '')}.*?)"
        if index % 2
        else re.escape(piece)
        for index, piece in enumerate(pieces)
    )
    match = re.fullmatch(pattern, sent)
    if not match:
        return f"the path {sent} is not {path}"
    for name, text in zip(pieces[1::2], match.groups()):
        one = by_key[("path", name)]
        value = values[("path", name)]
        style = one.get("style", "simple")
        wanted = (
            _content(one, value)
            if "content" in one
            else _simple(value, style, one.get("explode", False) is True, name)
        )
        if not _same_text(unquote(text), wanted):
            return f"the path parameter {name} is {text}, not {wanted}"
    wanted_pairs, skipped = _pairs(fixed), []
    given = {name for name, _ in wanted_pairs}
    for (place, name), value in values.items():
        if place == "querystring":
            wanted_pairs += form_wanted(without_nulls(value), {})[0]
        if place != "query":
            continue
        one = by_key[(place, name)]
        style = one.get("style", "form")
        try:
            pairs = (
                [(name, _content(one, value))]
                if "content" in one
                else query_pairs(
                    name, without_nulls(value), style, one.get("explode", style == "form") is True
                )
            )
            wanted_pairs += [pair for pair in pairs if pair[0] not in given]
        except Skipped:
            skipped.append(name)
    pairs = [
        (name, value)
        for name, value in _pairs(query)
        if not any(name == one or name.startswith(f"{one}[") for one in skipped)
    ]
    why = "" if skipped and not wanted_pairs else same_pairs(pairs, wanted_pairs, "query")
    if why:
        return why
    headers = {}
    for name, value in found["headers"]:
        headers.setdefault(name.lower(), []).append(value)
    for (place, name), value in values.items():
        one = by_key[(place, name)]
        is_undefined = value in ([], {}) and "content" not in one  # RFC 6570 expands it to nothing
        if (
            place == "header"
            and name.lower() not in ("accept", "content-type", "authorization")
            and not is_undefined
        ):
            wanted = (
                _content(one, value)
                if "content" in one
                else _simple(value, "simple", one.get("explode", False) is True, name)
            )
            sent = ", ".join(headers.get(name.lower(), ["<absent>"]))
            if not _same_text(sent, wanted) and sent.replace(", ", ",") != wanted:
                return f"the header {name} is {sent}, not {wanted}"
        if place == "cookie":
            jar = [
                part.strip().partition("=")
                for line in headers.get("cookie", [])
                for part in line.split(";")
            ]
            cookies = [
                (key, text if one.get("style") == "cookie" else unquote(text))
                for key, _, text in jar
            ]
            wanted = query_pairs(name, value, "form", one.get("explode", True) is True)
            if any(
                not any(key == name_ and _same_text(text, text_) for key, text in cookies)
                for name_, text_ in wanted
            ):
                return f"the cookie {name} is not sent: {headers.get('cookie')}"
    return ""


def _pairs(query):
    return [
        (unquote(name), unquote_plus(value))
        for name, _, value in (part.partition("=") for part in query.split("&") if part)
    ]


def same_pairs(found, wanted, what):
    left = list(wanted)
    for name, value in found:
        match = next((one for one in left if one[0] == name and _same_text(value, one[1])), None)
        if match is None:
            return f"the {what} has {name}={value}, which is not wanted; wanted {wanted}"
        left.remove(match)
    return f"the {what} lacks {left}; it has {found}" if left else ""


def difference(found, wanted, defaults, where="$"):
    """'' if two JSON values are the same. Members that are written though the sample leaves them
    out must be defaults.
    """
    if isinstance(found, dict) and isinstance(wanted, dict):
        for name in wanted:
            if name not in found:
                return f"{where}.{name} is lost"
            why = difference(found[name], wanted[name], defaults, f"{where}.{name}")
            if why:
                return why
        for name in found:
            if name not in wanted and (name, canonical(found[name])) not in defaults:
                return f"{where}.{name} = {dumps(found[name])[:80]} is made up"
        return ""
    if isinstance(found, list) and isinstance(wanted, list):
        if len(found) != len(wanted):
            return f"{where} has {len(found)} elements, not {len(wanted)}"
        return next(
            (
                why
                for why in (
                    difference(a, b, defaults, f"{where}[{index}]")
                    for index, (a, b) in enumerate(zip(found, wanted))
                )
                if why
            ),
            "",
        )
    return (
        "" if same(found, wanted) else f"{where} is {dumps(found)[:80]}, not {dumps(wanted)[:80]}"
    )


def form_pairs(body):
    return parse_qsl(body, keep_blank_values=True)


def form_wanted(value, encoding):
    """(name, text) of the fields of a form, and the names of those that no standard writes down."""
    wanted, skipped = [], []
    for name, one in value.items():
        how = encoding.get(name) if isinstance(encoding.get(name), dict) else {}
        if any(key in how for key in ("style", "explode", "allowReserved")):
            style = how.get("style", "form")
            try:
                wanted += query_pairs(name, one, style, how.get("explode", style == "form") is True)
            except Skipped:
                skipped.append(name)
        elif isinstance(one, str) and "json" in str(how.get("contentType", "")):
            skipped.append(name)  # quoted or not, by what its schema says
        elif isinstance(one, list) and "json" not in str(how.get("contentType", "")):
            wanted += [(name, text_of(element)) for element in one]
        else:
            wanted.append((name, text_of(one)))
    return wanted, skipped


def squeezed(pairs, skipped):
    return [
        (name, text)
        for name, text in pairs
        if not any(name == one or name.startswith(f"{one}[") for one in skipped)
    ]


def parts_of(body, content_type):
    """(name, text) of the parts of multipart/form-data."""
    boundary = re.search(r'boundary="?([^";]+)', content_type)[1]
    found = []
    for part in body.split(f"--{boundary}")[1:-1]:
        head, _, text = part.removeprefix("\r\n").partition("\r\n\r\n")
        name = re.search(r'(?i)content-disposition:[^\r\n]*[; ]name="([^"]*)"', head)[1]
        found.append((name.replace("%22", '"'), text.removesuffix("\r\n")))
    return found
