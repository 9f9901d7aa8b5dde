"""The switches of marketing emails: off until chosen, announced for the record of the consent, ended with it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from flask import Flask
from google.protobuf.message import Message
from notifications.domain.preferences import MARKETING, NotificationKind
from notifications.usecases.change_preference import change_preference
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import ConsentChanged
from pairwise.notifications.v1.events_pb2 import MarketingSwitched
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

ANN = uuid4()
PATH = "/api/notifications.php"


@pytest.fixture
def ann(browser: Browser) -> Browser:
    return browser.as_member(ANN)


def marketing(browser: Browser) -> set[str]:
    types: list[dict[str, Any]] = browser.get(PATH).json["types"]
    return {each["type"] for each in types if each["email"] and NotificationKind(each["type"]) in MARKETING}


def choices(database: Database, member_id: UUID = ANN) -> list[bool]:
    return [each.wanted for each in announced(database, MarketingSwitched) if each.member_id == str(member_id)]


def test_all_of_marketing_is_off_until_a_member_chooses(ann: Browser, database: Database) -> None:
    assert marketing(ann) == set()

    ann.put(PATH, {"type": "promotions", "email": True})

    assert marketing(ann) == {"promotions"}
    assert choices(database) == [True]
    [event] = announced(database, MarketingSwitched)
    assert event.at.seconds > 0


def test_the_consent_ends_with_the_last_kind(ann: Browser, database: Database) -> None:
    for kind, is_on in (("promotions", True), ("news", True), ("promotions", False), ("news", False)):
        ann.put(PATH, {"type": kind, "email": is_on})

    assert choices(database) == [True, True, True, False]


def test_other_switches_say_nothing_of_the_consent(ann: Browser, database: Database) -> None:
    ann.put(PATH, {"type": "like", "email": False})
    ann.put(PATH, {"type": "promotions", "push": True})

    assert choices(database) == []


def test_a_consent_of_a_switch_turns_on_no_other_and_one_of_a_form_all(
    ann: Browser, handle: Callable[[Message], None]
) -> None:
    ann.put(PATH, {"type": "promotions", "email": True})
    handle(ConsentChanged(member_id=str(ANN), kind="marketing", given=True, by_switch=True))
    assert marketing(ann) == {"promotions"}

    handle(ConsentChanged(member_id=str(ANN), kind="marketing", given=True))
    assert marketing(ann) == {kind.value for kind in MARKETING}

    handle(ConsentChanged(member_id=str(ANN), kind="marketing", given=False))
    assert marketing(ann) == set()


def test_one_click_withdraws_without_a_session(app: Flask, wired: Wiring, ann: Browser, database: Database) -> None:
    ann.put(PATH, {"type": "news", "email": True})
    link = urlsplit(wired.links.make("https://pairwise.test", ANN, NotificationKind.NEWSLETTER))

    app.test_client().post(f"{link.path}?{link.query}", data={"List-Unsubscribe": "One-Click"})

    assert marketing(ann) == set()
    assert choices(database) == [True, False]


def test_two_kinds_turned_off_at_once_end_the_consent(wired: Wiring, database: Database) -> None:
    kinds = (NotificationKind.PROMOTIONS, NotificationKind.NEWSLETTER)
    with ThreadPoolExecutor(2) as threads:
        for _ in range(10):
            member, start = uuid4(), Barrier(2)
            for kind in kinds:
                change_preference(wired.unit_of_work(), member, kind, email=True)

            def turn_off(kind: NotificationKind, member: UUID = member, start: Barrier = start) -> None:
                start.wait()
                change_preference(wired.unit_of_work(), member, kind, email=False)

            list(threads.map(turn_off, kinds))
            last = max(
                (each for each in announced(database, MarketingSwitched) if each.member_id == str(member)),
                key=lambda each: each.at.ToNanoseconds(),
            )
            assert not last.wanted
