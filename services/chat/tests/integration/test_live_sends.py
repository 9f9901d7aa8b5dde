"""Sends to the live process: the answers and refusals of every other process, and the streams woken at once."""

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from chat.domain.message import Draft
from chat.tests.fakes import FakeBilling
from chat.tests.integration.test_send_batch import check_everything
from chat.tests.streams import SITE, TIMEOUT_SECONDS, Live
from chat.tests.together import outcomes_of
from chat.tests.world import World
from shared.kit.http import SITE_HEADER, TOKEN_HEADER
from shared.kit.testing.web import Browser

PATH = "/api/chat.php"


def headers_of(live: Live, sender: UUID) -> dict[str, str]:
    return {
        "Host": "localhost",
        "Content-Type": "application/json",
        "X-Request-Type": "app",
        TOKEN_HEADER: live.keys.token(sender),
        SITE_HEADER: SITE,
    }


def body_of(recipient: UUID, text: str = "hello", message_id: UUID | None = None) -> dict[str, Any]:
    return {"id": str(message_id or uuid4()), "profile_id": str(recipient), "text": text}


def post(live: Live, sender: UUID, body: dict[str, Any]) -> httpx.Response:
    return httpx.post(f"{live.url}{PATH}", json=body, headers=headers_of(live, sender), timeout=60)


def test_a_message_is_answered_and_shown(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live.page(ann) as sender, live.page(bo) as recipient:
        answer = post(live, ann, body_of(bo, "Grüße"))
        received, echoed = recipient.next(), sender.next()

    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    message = answer.json()["message"]
    assert (message["text"], message["seq"]) == ("Grüße", 1)
    assert received.data["message"]["id"] == echoed.data["message"]["id"] == message["id"]


@pytest.mark.parametrize("body", [{}, {"text": "", "kind": "gift", "gift": "rose"}, {"reply_to": ""}])
def test_delivered_events_equal_those_read_from_the_feed(live: Live, world: World, body: dict[str, str]) -> None:
    """Also while messages are written by other processes: positions, unread counts, hints and balances."""
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    body |= {"reply_to": str(world.send(bo, ann).id)} if body == {"reply_to": ""} else {}

    with live.page(ann) as sender, live.page(bo) as recipient:
        world.send(bo, ann, "written elsewhere")
        first = [sender.next(), recipient.next(), recipient.next()]
        answer = post(live, ann, body_of(bo, "Grüße, +49 151 23456789") | body)
        delivered = [recipient.next(), sender.next(), sender.next()]
    with live.page(ann, first[0].id) as sender, live.page(bo, first[1].id) as recipient:
        read = [recipient.next(), sender.next(), sender.next()]

    assert (answer.status_code, [each.name for each in delivered]) == (201, ["message", "message", "balance"])
    assert delivered == read


def test_a_retry_and_a_reply_are_answered_as_by_the_web_process(live: Live, world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    first = world.send(ann, bo)
    reply = body_of(ann, "yes") | {"reply_to": str(first.id)}

    answer = post(live, bo, reply)

    assert answer.json()["message"]["quote"]["id"] == str(first.id)
    assert answer.json() == browser.as_member(bo).post(PATH, reply).get_json()


LONG, UNKNOWN = "x" * 1001, str(uuid4())
CHANGES: dict[str, dict[str, Any]] = {
    "without a token": {"headers": {TOKEN_HEADER: ""}},
    "of another site": {"headers": {SITE_HEADER: "iskra"}},
    "without our header": {"headers": {"X-Request-Type": ""}},
    "of a foreign page": {"headers": {"Origin": "https://evil.example"}},
    "of another type": {"headers": {"Content-Type": "text/plain"}},
    "no JSON": {"content": b"{"},
    "no object": {"content": b"[]"},
    "a key twice": {"content": b'{"text": "a", "text": "b"}'},
    "not UTF-8": {"content": b'{"text": "\xff"}'},
    "nothing": {"content": b""},
    "an unknown field": {"body": {"to": UNKNOWN}},
    "a wrong id": {"body": {"id": "1"}},
    "no text": {"body": {"text": " "}},
    "a text too long": {"body": {"text": LONG}},
    "a gift without a name": {"body": {"kind": "gift"}},
    "to nobody": {"body": {"profile_id": UNKNOWN}},
    "a reply to nothing": {"body": {"reply_to": UNKNOWN}},
    "in Dutch": {"body": {"text": ""}, "headers": {"x-pairwise-locale": "nl"}},
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_refused_request_is_answered_as_by_the_web_process(
    live: Live, world: World, browser: Browser, change: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    changed = CHANGES[change]
    headers = headers_of(live, ann) | changed.get("headers", {})
    content = changed.get("content", json.dumps(body_of(bo) | changed.get("body", {})).encode())

    answer = httpx.post(f"{live.url}{PATH}", content=content, headers=headers, timeout=60)

    expected = browser.app.test_client().post(PATH, data=content, headers=headers)
    assert (answer.status_code, answer.json()) == (expected.status_code, expected.get_json())
    assert answer.status_code >= 400
    assert world.rows("SELECT 1 FROM messages") == []


def test_billing_that_is_down_is_unavailable(live: Live, world: World, billing: FakeBilling) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    billing.is_down = True

    answer = post(live, ann, body_of(bo))

    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


def test_a_send_in_flight_is_answered_and_streams_end_when_it_stops(
    live: Live, world: World, billing: FakeBilling, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    asked, may_answer, charge_many = threading.Event(), threading.Event(), billing.charge_many

    def charge_later(drafts: Sequence[Draft]) -> list[Any]:
        asked.set()
        assert may_answer.wait(TIMEOUT_SECONDS)
        return list(charge_many(drafts))

    monkeypatch.setattr(billing, "charge_many", charge_later)
    with live.page(bo) as page, ThreadPoolExecutor(1) as threads:
        answer = threads.submit(post, live, ann, body_of(bo))
        assert asked.wait(TIMEOUT_SECONDS)
        live.stop()
        page.wait_for_end()
        may_answer.set()

        assert answer.result().status_code == 201
    check_everything(world)


def test_a_header_with_underscores_is_no_header_of_the_gateway(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    headers = headers_of(live, ann)
    headers[TOKEN_HEADER.replace("-", "_")] = headers.pop(TOKEN_HEADER)

    answer = httpx.post(f"{live.url}{PATH}", json=body_of(bo), headers=headers, timeout=60)

    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "authentication_required")


def test_other_methods_and_paths_are_not_answered(live: Live, world: World) -> None:
    ann = world.a_member("Ann")

    for path in ("/api/chats.php", "/api/no-such-path.php"):
        assert httpx.post(f"{live.url}{path}", json={}, headers=headers_of(live, ann), timeout=60).status_code in (
            404,
            405,
        )


def test_messages_and_retries_at_once_are_each_posted_once(live: Live, world: World) -> None:
    members = [world.a_member(name) for name in ("Ann", "Bo", "Cas", "Dee")]
    bodies = [(one, body_of(other)) for one in members for other in members if one != other] * 2
    calls: list[Callable[[], httpx.Response]] = [partial(post, live, *each) for each in bodies]

    answers = outcomes_of(calls)

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["message"]["id"] for answer in answers}) == len(bodies) // 2
    check_everything(world)
