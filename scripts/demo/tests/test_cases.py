"""The demo's cases for the desk: made once, and after a service that starts late."""

import asyncio
import json
from collections import Counter
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import httpx
import pytest
from demo import cases
from demo.people import people
from demo.seed import profiles
from profiles.moderation.domain.moderation import Reason

NOT_YET = 3


class Gateway(httpx.AsyncBaseTransport):
    """Answers as the gateway does, with an error at first, and keeps what was made."""

    def __init__(self) -> None:
        self.late, self.made, self.reports = NOT_YET, Counter[str](), list[dict[str, Any]]()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        content = await request.aread()
        if self.late:
            self.late -= 1
            return httpx.Response(503)
        name = request.url.path.removeprefix("/api/").removesuffix(".php")
        if request.method != "GET":
            self.made[name] += 1
        if (request.method, name) == ("POST", "complaint"):
            self.reports.append(json.loads(content))
        numbered = [{"id": str(uuid4()), "number": place} for place, _ in enumerate(self.reports)]
        answers = {
            "complaint": {"complaints": numbered},
            "staff-complaints": {"complaints": numbered},
            "decision": {"decisions": [{"id": str(uuid4())}]},
        }
        return httpx.Response(200, json=answers.get(name, {"message": {"id": str(uuid4())}}))


def test_cases_of_every_kind_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = Gateway()
    monkeypatch.setattr(httpx, "AsyncHTTPTransport", lambda **_: gateway)
    monkeypatch.setattr(cases, "PAUSE_SECONDS", 0)

    for _ in range(2):
        asyncio.run(cases.make_cases("http://localhost:8080", 2000))

    about = Counter(each.get("about_id", each.get("email")) for each in gateway.reports)
    assert len(about) >= 24
    assert max(about.values()) >= 4
    assert {each["kind"] for each in gateway.reports} == {"profile", "chat", "other"}
    assert {each["reason"] for each in gateway.reports} == set(Reason)
    made = {"appeal": 1, "chat-photo": 1, "profile": 1}
    assert {name: gateway.made[name] for name in made} == made


@pytest.mark.parametrize(("few", "appeals"), [(0, 0), (15, 0), (60, 1)])
def test_an_instance_with_few_members_has_fewer_or_none(
    monkeypatch: pytest.MonkeyPatch, few: int, appeals: int
) -> None:
    gateway = Gateway()
    monkeypatch.setattr(httpx, "AsyncHTTPTransport", lambda **_: gateway)
    monkeypatch.setattr(cases, "PAUSE_SECONDS", 0)

    asyncio.run(cases.make_cases("http://localhost:8080", few))

    assert gateway.made["appeal"] == appeals
    assert bool(gateway.made) is bool(appeals)


@pytest.mark.parametrize("switch", ["on", "off"])
def test_photos_wait_where_the_demo_has_cases(monkeypatch: pytest.MonkeyPatch, switch: str) -> None:
    monkeypatch.setenv("DEMO_CASES", switch)

    photos = [photo for each in profiles(people(300), datetime.now(UTC)) for photo in each.photos]

    assert sum(photo.waits for photo in photos) == (5 if switch == "on" else 0)
