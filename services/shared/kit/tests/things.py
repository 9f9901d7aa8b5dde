"""An app with a few routes, and requests to it."""

from datetime import date
from uuid import UUID

from pydantic import Field
from shared.kit.http.endpoints import Input, Output
from werkzeug.test import TestResponse

ROUTES = """
routes:
  - {path: /api/thing.php, to: things, methods: {GET: member, POST: member, PUT: anyone}}
  - {path: /api/better.php, to: things, methods: {GET: premium}}
  - {path: /api/query.php, to: things, methods: {GET: anyone}}
"""


MEMBER = UUID("0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10")


class ThingIn(Input):
    name: str = Field(min_length=2)
    count: int = 1


class ThingQuery(Input):
    """One of each type that is written in one way only."""

    whole: int | None = None
    broken: float | None = None
    truth: bool = False
    day: date | None = None
    text: str = ""


class ThingOut(Output):
    name: str
    owner: str


def headers(token: str | None = None, **more: str) -> dict[str, str]:
    found = {"X-Request-Type": "app", "x-pairwise-locale": "en", "x-pairwise-site": "pairwise", **more}
    return {**found, "x-pairwise-token": token} if token else found


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json["error"]["code"]
