"""Every field of every operation with hostile values: refused in the envelope, never a bug."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from shared.kit.core import Malformed
from shared.kit.http.strict_json import parse
from shared.ops.openapi import document
from urllib3 import HTTPConnectionPool, encode_multipart_formdata

from tests.member import Member
from tests.product import Product

DOCUMENT = document()
METHODS = ("get", "post", "put", "delete")
# Fewer than a service has threads: the product computes one answer while the next request is made.
AT_ONCE = 4
# JSON as it is sent; some of it is none.
HOSTILE = [
    *("null", "true", "false", "-0", "-1", "0.1", "1e400", "-1e400", "1e-400", "NaN", "Infinity", "9007199254740992"),
    *("2147483648", "9007199254740991", "-9007199254740991", "1" + "0" * 4_300, "1" * 50_000, "01", "+1", "0x10"),
    *(
        '""',
        '" "',
        '"1"',
        '"true"',
        '"\\u0000"',
        '"\\ud800"',
        '"\\udfff\\ud800"',
        '"\\u202e"',
        '"\\ufdd0"',
        '"%s%n{}$(id)"',
    ),
    *('"\'; DROP TABLE members; --"', '"' + "a" * 60_000 + '"', '"' + "\\u0301" * 200 + '"', '"../../etc/passwd"'),
    *(
        "[]",
        "{}",
        "[[]]",
        "[null]",
        "[1,2,3]",
        '{"a":1,"a":2}',
        "[" * 500 + "]" * 500,
        '["' + '","'.join("a" * 500) + '"]',
    ),
    *(
        '"00000000-0000-0000-0000-000000000000"',
        '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
        '"9999-12-31"',
        '"0000-00-00"',
    ),
    *('"2020-02-30"', '"1990-01-01T00:00:00Z"', '"٣"', '"\N{FULLWIDTH COMMERCIAL AT}"', "\xff", ""),
]
TEXTS = [
    *(
        "",
        " ",
        "\x00",
        "\ud800",
        "1_0",
        "+1",
        " 1",
        "٣",
        "1e400",
        "nan",
        "-1",
        "9" * 5_000,
        "a" * 5_000,
        "true",
        "[]",
        "../..",
        "%",
    ),
    *(
        "9007199254740993",
        "2147483648",
        "9999999999999999",
        "2020-02-30",
        "0000-00-00",
        "'; --",
        "\u202e",
        "a,b,,c",
        "," * 500,
    ),
    *("00000000-0000-0000-0000-000000000000", "{0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10}"),
]


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            # One never ends, the other ends the session; both take nothing.
            if method in METHODS and operation["operationId"] not in ("get_stream", "get_logout"):
                yield method, path, operation


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def plausible(schema: dict[str, Any]) -> Any:
    """A value that fits, as far as a schema tells."""
    schema = resolved(schema)
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return plausible(options[0])
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "string" if schema.get("format") == "uuid":
            return str(uuid4())
        case "string" if schema.get("format") == "date":
            return "1990-01-01"
        case "string":
            return "a" * max(1, schema.get("minLength", 1))
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "array":
            return [plausible(schema["items"])] * schema.get("minItems", 1)
        case "object":
            return {name: plausible(field) for name, field in schema.get("properties", {}).items()}
    return None


@dataclass(frozen=True)
class Sent:
    params: str = ""
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


def is_json(text: str) -> bool:
    """Whether the parser takes it. What it refuses, it refuses before it knows the field."""
    with suppress(Malformed):
        parse(f"[{text}]".encode("utf-8", "surrogatepass"))
        return True
    return False


JSON = [text for text in HOSTILE if is_json(text)]


def bodies(schema: dict[str, Any]) -> Iterator[bytes]:
    fine = plausible(schema)
    for number, name in enumerate(fine):
        mark = uuid4().hex
        text = json.dumps({**fine, name: mark})
        for hostile in JSON if number else HOSTILE:
            yield text.replace(f'"{mark}"', hostile).encode("utf-8", "surrogatepass")


def forms(schema: dict[str, Any]) -> Iterator[Sent]:
    fields: dict[str, Any] = {name: str(plausible(field)) for name, field in resolved(schema)["properties"].items()}
    for name in fields:
        for text in TEXTS:
            hostile = text.encode("utf-8", "surrogatepass")
            for value in (hostile, ("x", text[:100].encode("utf-8", "surrogatepass"))):
                body, content_type = encode_multipart_formdata({**fields, name: value})
                yield Sent(body=body, headers={"Content-Type": content_type})


def sent(operation: dict[str, Any]) -> Iterator[Sent]:
    content = operation.get("requestBody", {}).get("content", {})
    # A member without a role at a desk is refused before any field is read.
    is_read = operation["x-audience"] not in ("staff", "marketer", "support", "writer")
    if "application/json" in content:
        whole = [hostile.encode("latin-1", "replace") for hostile in HOSTILE]
        for body in (*(bodies(content["application/json"]["schema"]) if is_read else ()), *whole):
            yield Sent(body=body, headers={"Content-Type": "application/json"})
    if "multipart/form-data" in content:
        yield from forms(content["multipart/form-data"]["schema"])
    names = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
    for name in names if is_read else names[:1]:
        for text in TEXTS:
            yield Sent(f"{name}={quote(text.encode('utf-8', 'surrogatepass'))}")


@pytest.fixture(scope="module")
def cookies(product: Product) -> Iterator[str]:
    with Member(product.base_url).sign_up("Eve").confirm() as member:
        yield "; ".join(f"{name}={value}" for name, value in member.http.cookies.items())


@pytest.fixture(scope="module")
def client(product: Product, cookies: str) -> Iterator[HTTPConnectionPool]:
    """Sends 15,000 requests in a fraction of the time of httpx. It keeps no cookies: no answer changes a request."""
    headers = {"X-Request-Type": "app", "Cookie": cookies}
    port = int(product.base_url.rpartition(":")[2])
    with HTTPConnectionPool("localhost", port, timeout=60, maxsize=AT_ONCE, block=True, headers=headers) as client:
        yield client


OPERATIONS = list(operations())


@pytest.mark.parametrize(
    ("method", "path", "operation"), OPERATIONS, ids=[f"{method} {path}" for method, path, _ in OPERATIONS]
)
def test_no_value_is_a_bug(client: HTTPConnectionPool, method: str, path: str, operation: dict[str, Any]) -> None:
    for name in ("photo", "message", "variant", "token"):
        path = path.replace(f"{{{name}}}", quote("\N{SNOWMAN}"))
    path, _, query = path.partition("?")

    def check(request: Sent) -> None:
        params = "&".join(filter(None, [query, request.params]))
        address = f"{path}?{params}" if params else path
        headers = {**client.headers, **request.headers}
        answer = client.urlopen(method.upper(), address, request.body, headers, retries=False)

        assert answer.status < 500, request
        if answer.status >= 400:
            error = answer.json()["error"]
            assert isinstance(error["code"], str)
            assert error["message"]

    with ThreadPoolExecutor(AT_ONCE) as threads:
        # Raises the first error.
        list(threads.map(check, sent(operation)))
