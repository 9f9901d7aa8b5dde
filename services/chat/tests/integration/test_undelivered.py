"""A message whose recipient left before reading it is undelivered, once, also under concurrent changes."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID, uuid4

import pytest
from chat.audit import audit
from chat.domain.conversation import conversation_of
from chat.tests.world import World
from chat.usecases.follow_status_changes import follow_status_changes
from chat.usecases.mark_read import mark_read
from chat.usecases.remove_chat import remove_chat
from pairwise.chat.v1.events_pb2 import MessageUndelivered
from shared.kit.core import Refusal
from shared.kit.core.faults import Fault, raising
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser


def given_back(world: World) -> list[UUID]:
    return [UUID(event.message_id) for event in announced(world.database, MessageUndelivered)]


def is_sound(world: World) -> bool:
    faults = audit(world.database.dsn)["faults"]
    return not {name for name, found in faults.items() if found["count"]} - {"outbox_late"}


def feed_events(world: World, member: UUID) -> int:
    return int(world.one("SELECT count(*) FROM feed WHERE member_id = :id AND kind = 'changed'", id=member))


@pytest.mark.parametrize("why", ["is deleted", "is hidden"])
def test_an_unread_message_is_refunded_once(world: World, browser: Browser, why: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo, "read")
    mark_read(world.unit(), bo, conversation_of(ann, bo), 1)
    world.send(bo, ann, "hello")
    unread = [world.send(ann, bo, text).id for text in ("one", "two")]

    world.delete(bo) if why == "is deleted" else world.moderate(bo)
    world.follow()
    world.moderate(bo)
    world.follow()

    assert given_back(world) == unread
    browser.as_member(ann)
    said = browser.get("/api/chat.php", conversation=str(conversation_of(ann, bo))).json["messages"]
    assert [(message["text"], message["undelivered"]) for message in said] == [
        ("read", False), ("hello", False), ("one", True), ("two", True),
    ]  # fmt: skip
    assert is_sound(world)


@pytest.mark.parametrize(("credits", "refunded"), [(2, True), (0, False), (None, False)])
def test_a_refund_is_reported_only_where_something_was_paid(
    world: World, browser: Browser, credits: int | None, refunded: bool
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    paid = world.one("SELECT credits FROM messages")
    world.change(f"UPDATE messages SET credits = {'NULL' if credits is None else credits}")  # noqa: S608 - our own figures

    world.delete(bo)
    world.follow()

    [said] = browser.as_member(ann).get("/api/chat.php", conversation=str(conversation_of(ann, bo))).json["messages"]
    assert (paid, said["undelivered"], said["refunded"]) == (2, True, refunded)


def test_a_message_in_a_removed_chat_counts_as_delivered(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    remove_chat(world.unit(), bo, conversation_of(ann, bo))

    world.delete(bo)
    world.follow()

    assert given_back(world) == []
    assert is_sound(world)


def test_a_return_before_the_next_run_loses_nothing(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    world.delete(bo)
    world.come_back(bo)

    world.follow()

    assert given_back(world) == []
    assert feed_events(world, ann) == 1


def test_a_later_return_finds_the_words_and_nothing_is_charged_again(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    world.delete(bo)
    world.follow()
    world.come_back(bo)
    world.follow()

    mark_read(world.unit(), bo, conversation_of(ann, bo), 1)
    world.delete(bo)
    world.follow()

    assert given_back(world) == [message.id]
    browser.as_member(bo)
    [said] = browser.get("/api/chat.php", profile=str(ann)).json["messages"]
    assert (said["text"], said["undelivered"]) == ("hello", False)  # that is told to the writer alone


def test_a_look_that_dies_is_finished_by_the_next(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    world.delete(bo)
    with raising("chat.status_change.before_commit"), pytest.raises(Fault):
        follow_status_changes(world.unit)
    assert given_back(world) == []

    world.follow()

    assert given_back(world) == [message.id]
    assert is_sound(world)


def test_many_conversations_are_all_notified(world: World) -> None:
    bo, others = world.a_member("Bo"), [world.a_member() for _ in range(45)]
    for ann in others:
        world.send(ann, bo)

    world.delete(bo)
    world.follow()

    assert len(given_back(world)) == len(set(given_back(world))) == 45
    assert [feed_events(world, ann) for ann in others] == [1] * 45


def test_a_message_posted_during_the_departure_is_found_by_the_second_run(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.delete(bo)
    follow_status_changes(world.unit)
    # As if this send had looked before and committed after.
    world.change("UPDATE members SET state = 'active'")
    message = world.send(ann, bo)
    world.change("UPDATE members SET state = 'deleted' WHERE name = 'Bo'")

    world.follow()

    assert given_back(world) == [message.id]
    assert is_sound(world)


def test_reading_while_leaving_reads_or_gives_back_each_message(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    conversation_id = conversation_of(ann, bo)
    posted = [world.send(ann, bo).id for _ in range(6)]
    together = threading.Barrier(4)
    read: list[int] = []

    def act(number: int) -> None:
        together.wait()
        if number == 0:
            world.delete(bo)
            follow_status_changes(world.unit)
        elif number == 1:
            follow_status_changes(world.unit)
        elif number == 2:
            with suppress(Refusal):
                posted.append(world.send(ann, bo, message_id=uuid4()).id)
        else:
            mark_read(world.unit(), bo, conversation_id, 4)
            read.append(4)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(act, range(4)))
    world.follow()

    back = given_back(world)
    assert len(back) == len(set(back))
    # Reading came before, and four were read; or after, and all had gone back.
    assert set(back) in ({*posted[4:]}, {*posted})
    assert is_sound(world)
