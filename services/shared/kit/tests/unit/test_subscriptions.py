from collections.abc import Sequence
from typing import Any, cast

import pytest
from pairwise.chat.v1.events_pb2 import MessageSent
from pairwise.identity.v1.events_pb2 import SessionRevoked
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.subscriptions import Subscriptions

Call = tuple[str, list[str], str]
UOW = cast(UnitOfWork, object())


@pytest.fixture
def calls() -> list[Call]:
    return []


@pytest.fixture
def subscriptions(calls: list[Call]) -> Subscriptions[str]:
    made = Subscriptions[str]()

    @made.on(SessionRevoked)
    def end(uow: UnitOfWork, event: SessionRevoked, wiring: str) -> None:
        calls.append(("end", [event.session_id], wiring))

    @made.on_batch(MessageSent)
    def count(uow: UnitOfWork, events: Sequence[MessageSent], wiring: str) -> None:
        calls.append(("count", [event.message_id for event in events], wiring))

    return made


def test_a_handler_is_called_with_each_event_and_the_wiring(
    subscriptions: Subscriptions[str], calls: list[Call]
) -> None:
    by_event: dict[Any, Any] = {consumer.event: consumer for consumer in subscriptions.consumers("wiring")}

    by_event[SessionRevoked].take_effect(UOW, [SessionRevoked(session_id="a"), SessionRevoked(session_id="b")])

    assert calls == [("end", ["a"], "wiring"), ("end", ["b"], "wiring")]


def test_a_batch_handler_is_called_once_for_all_events(subscriptions: Subscriptions[str], calls: list[Call]) -> None:
    by_event: dict[Any, Any] = {consumer.event: consumer for consumer in subscriptions.consumers("wiring")}

    by_event[MessageSent].take_effect(UOW, [MessageSent(message_id="a"), MessageSent(message_id="b")])
    by_event[MessageSent].handle(UOW, MessageSent(message_id="c"))

    assert calls == [("count", ["a", "b"], "wiring"), ("count", ["c"], "wiring")]


def test_each_process_has_its_own_wiring(subscriptions: Subscriptions[str], calls: list[Call]) -> None:
    for wiring in ("one", "two"):
        for consumer in subscriptions.consumers(wiring):
            consumer.handle(UOW, consumer.event())

    assert [wiring for _, _, wiring in calls] == ["one", "one", "two", "two"]


def test_a_second_handler_for_an_event_is_refused(subscriptions: Subscriptions[str]) -> None:
    with pytest.raises(ValueError, match=r"identity\.SessionRevoked"):

        @subscriptions.on(SessionRevoked)
        def again(uow: UnitOfWork, event: SessionRevoked, wiring: str) -> None: ...
