"""Demo members answer within two to six seconds, once, and a newcomer as soon as anybody may."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from demo import responder
from demo.logins import login_of_marketing, logins_of_the_desk
from demo.people import DemoPerson, people
from demo.replies import reply_to
from demo.responder import Responder, answering
from pairwise.chat.v1.events_pb2 import MessageSent

# The first two are for people who try Pairwise out: nothing answers in their place.
LOGINS = list(people(2))
ANSWERING = answering(20)
CY = next(person for person in ANSWERING.values() if person.site == "pairwise")
NEWCOMER = uuid4()


class Gateway(httpx.AsyncBaseTransport):
    """Answers as the gateway does, and keeps what was posted."""

    def __init__(self, partner: str = "here", last_seq: int = 1) -> None:
        self.partner, self.last_seq = partner, last_seq
        self.posted: list[tuple[str, dict[str, Any]]] = []
        self.hosts: set[str] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.hosts.add(request.headers["host"])
        if request.method == "POST":
            self.posted.append((request.url.path, json.loads(await request.aread())))
        chat = {
            "own_read_seq": 0,
            "last_seq": self.last_seq,
            "partner": self.partner,
            "messages": [{"own": False, "text": "Hello! How are you?"}],
        }
        return httpx.Response(200, json=chat, request=request)

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [body for path, body in self.posted if path == "/api/chat.php"]


class Delivery:
    """A message of the stream, and what became of it."""

    def __init__(self, recipient: UUID, sender: UUID = NEWCOMER, age: timedelta = timedelta(0)) -> None:
        event = MessageSent(message_id=str(uuid4()), sender_id=str(sender), recipient_id=str(recipient), seq=1)
        self.data, self.subject = event.SerializeToString(), "chat.MessageSent"
        self.metadata = SimpleNamespace(timestamp=datetime.now(UTC) - age, num_delivered=3)
        self.ends: list[Any] = []

    async def ack(self) -> None:
        self.ends.append("ack")

    async def nak(self, delay: float) -> None:
        self.ends.append(delay)

    async def term(self) -> None:
        self.ends.append("term")


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(responder, "asyncio", SimpleNamespace(sleep=sleep, Semaphore=asyncio.Semaphore))
    return slept


def receive(gateway: Gateway, delivery: Any, members: dict[UUID, DemoPerson] | None = None) -> None:
    asyncio.run(Responder("http://localhost:8080", members or ANSWERING, gateway).receive(delivery))


def test_a_member_answers_once_within_two_to_six_seconds(slept: list[float]) -> None:
    for _ in range(50):
        slept.clear()
        gateway, delivery = Gateway(), Delivery(CY.id)
        receive(gateway, delivery)

        assert 2 <= sum(slept) <= 6
        assert [answer["profile_id"] for answer in gateway.answers] == [str(NEWCOMER)]
        assert delivery.ends == ["ack"]
    assert gateway.answers[0]["text"] == reply_to("Hello! How are you?", "en", 0, CY.id.int % 2**31)


def test_two_messages_in_a_row_get_one_answer(slept: list[float]) -> None:
    gateway, delivery = Gateway(last_seq=2), Delivery(CY.id)
    receive(gateway, delivery)

    assert gateway.answers == []
    assert delivery.ends == ["ack"]


def test_a_newcomer_is_answered_once_the_address_is_confirmed(slept: list[float]) -> None:
    gateway, delivery = Gateway("not_confirmed"), Delivery(CY.id)
    receive(gateway, delivery)
    assert (gateway.answers, delivery.ends) == ([], [6])

    gateway.partner = "here"
    receive(gateway, delivery)
    assert len(gateway.answers) == 1
    assert delivery.ends == [6, "ack"]


def test_an_address_that_nobody_confirms_is_given_up(slept: list[float]) -> None:
    gateway, delivery = Gateway("not_confirmed"), Delivery(CY.id, age=timedelta(hours=2))
    receive(gateway, delivery)

    assert (gateway.answers, delivery.ends) == ([], ["ack"])


def test_two_demo_members_do_not_talk_to_each_other(slept: list[float]) -> None:
    gateway, delivery = Gateway(), Delivery(CY.id, sender=next(iter(ANSWERING.keys() - {CY.id})))
    receive(gateway, delivery)

    assert (gateway.posted, delivery.ends) == ([], ["ack"])


def test_a_member_of_the_second_site_answers_there(slept: list[float]) -> None:
    polish = next(person for person in people(300) if person.site == "iskra")
    gateway = Gateway()
    receive(gateway, Delivery(polish.id), {polish.id: polish})

    assert gateway.hosts == {"iskra.localhost:8080"}
    assert len(gateway.answers) == 1


def test_everybody_answers_but_the_logins_and_the_desks() -> None:
    silent = [person for person in people(2000) if person.id not in answering(2000)]

    assert silent[:2] == LOGINS
    assert {person.id for person in silent[2:]} == {each.id for each in (*logins_of_the_desk(), login_of_marketing())}
