"""Messages of the desk to members, questions to reporters, and saved replies."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import DeskMessageSent
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy.erase import erase
from shared.privacy.export import export

from profiles.moderation.domain.desk_queue import DECIDE_WITHIN, Severity
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.desk import (
    STATED,
    OpenDesk,
    code,
    complaint,
    decide,
    looks,
    opened,
    take,
    ten_seconds_later,
    waiting_photo,
)
from profiles.tests.makers import Town
from profiles.wiring import Wiring

TEXT = "Please write in your own words what happened."


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.fixture
def case(town: Town, ann: UUID, bo: UUID) -> UUID:
    """Ann reported Bo ten hours ago."""
    made = complaint(town, bo, reporter=ann)
    town.run("UPDATE complaints SET made_at = now() - interval '10 hours'")
    return made


def write(desk: Browser, case: UUID, about: UUID | None = None, key: UUID | None = None, **more: Any) -> Any:
    body = {"id": str(key or uuid4()), "case_id": str(case), "complaint_id": str(about) if about else None}
    return code(desk.post("/api/staff-messages.php", {**body, "text": TEXT, **more}))


def received(browser: Browser, member: UUID) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.as_member(member).get("/api/desk-message.php").json["messages"]
    return found


def answer(browser: Browser, member: UUID, message: str, text: str = "He asked for 300 euros.") -> Any:
    return code(browser.as_member(member).put("/api/desk-message.php", {"message_id": message, "text": text}))


def listed(desk: Browser, case: UUID) -> tuple[bool, timedelta]:
    """Whether a question of the case is open, and the time that it has from its report."""
    [found] = [one for one in desk.get("/api/staff-queue.php").json["cases"] if one["id"] == str(case)]
    due, since = (datetime.fromisoformat(found[name]) for name in ("due_at", "since"))
    return found["asks"], due - since


def test_the_member_of_a_case_gets_a_message_without_a_measure(
    mo: Browser, browser: Browser, town: Town, case: UUID, bo: UUID
) -> None:
    take(mo, case)
    key = uuid4()

    assert [write(mo, case, key=key) for _ in range(2)] == [(201, "")] * 2

    [message] = received(browser, bo)
    assert (message["text"], message["can_answer"]) == (TEXT, False)
    assert [one.question for one in announced(town.database, DeskMessageSent)] == [False]
    assert [(member, at) for _, member, at, _ in looks(town, "write_to_member")] == [(bo, case)]
    assert town.rows("SELECT count(*) FROM decisions") == [(0,)]
    assert [one["text"] for one in opened(mo, case)["messages"]] == [TEXT]


def test_the_owner_of_a_photo_gets_a_message(mo: Browser, browser: Browser, town: Town) -> None:
    owner, photo = waiting_photo(town)
    take(mo, photo)

    assert write(mo, photo) == (201, "")

    assert len(received(browser, owner)) == 1


def test_a_reporter_answers_a_question_once(
    mo: Browser, browser: Browser, town: Town, case: UUID, ann: UUID, bo: UUID
) -> None:
    take(mo, case)
    assert write(mo, case, case) == (201, "")
    [question] = received(browser, ann)
    assert (question["complaint_id"], question["can_answer"]) == (str(case), True)
    assert received(browser, bo) == []

    assert answer(browser, bo, question["id"]) == (404, "not_found")
    assert [answer(browser, ann, question["id"]) for _ in range(2)] == [(200, "")] * 2
    assert answer(browser, ann, question["id"], "No, 400.") == (404, "not_found")

    assert [one["answer"] for one in opened(mo, case)["messages"]] == ["He asked for 300 euros."]
    assert write(mo, case, case) == (409, "already_decided")


def test_of_two_answers_at_once_one_stays(mo: Browser, browser: Browser, town: Town, case: UUID, ann: UUID) -> None:
    take(mo, case)
    write(mo, case, case)
    [question] = received(browser, ann)

    answers = at_once(*[partial(answer, browser, ann, question["id"], f"{euros} euros") for euros in range(4)])

    assert sorted(answers) == [(200, "")] + [(404, "not_found")] * 3


def test_a_question_of_a_decided_case_is_closed(
    mo: Browser, browser: Browser, town: Town, wired: Wiring, case: UUID, ann: UUID
) -> None:
    take(mo, case)
    write(mo, case, case)
    assert decide(mo, case, "warn", **STATED) == (201, "")
    assert ten_seconds_later(town, wired) == 1

    [question] = received(browser, ann)
    assert not question["can_answer"]
    assert answer(browser, ann, question["id"]) == (404, "not_found")


@pytest.mark.parametrize(("reason", "stops"), [("fraud", True), ("minor", False), ("violence", False)])
def test_the_time_of_a_case_stops_while_a_question_is_open(
    mo: Browser, browser: Browser, town: Town, ann: UUID, bo: UUID, reason: str, stops: bool
) -> None:
    """For three days at most, and never where somebody may be in danger."""
    case = complaint(town, bo, reason, reporter=ann)
    given = DECIDE_WITHIN[{"fraud": Severity.FRAUD, "minor": Severity.UNDER_AGE}.get(reason, Severity.THREAT)]
    assert listed(mo, case) == (False, given)
    take(mo, case)
    write(mo, case, case)
    ago = "UPDATE desk_messages SET sent_at = now() - CAST(%(ago)s AS interval)"

    town.run(ago, ago="2 days")
    asks, time = listed(mo, case)
    assert asks
    assert round((time - given) / timedelta(days=1)) == (2 if stops else 0)

    town.run(ago, ago="9 days")
    assert listed(mo, case) == (False, given + timedelta(days=3 if stops else 0))

    town.run(ago, ago="1 day")
    [question] = received(browser, ann)
    answer(browser, ann, question["id"])
    asks, time = listed(mo, case)
    assert not asks
    assert round((time - given) / timedelta(days=1)) == (1 if stops else 0)


def test_only_the_open_case_and_its_members_are_written_to(mo: Browser, town: Town, case: UUID, bo: UUID) -> None:
    of_visitor, about_nobody = complaint(town, bo), complaint(town, None)
    assert write(mo, case) == (409, "case_not_yours")
    take(mo, case)
    take(mo, about_nobody)

    assert write(mo, case, of_visitor) == (422, "validation_failed")
    assert write(mo, case, about_nobody) == (422, "validation_failed")
    assert write(mo, about_nobody) == (422, "validation_failed")
    assert write(mo, case, text="...") == (422, "validation_failed")
    assert town.rows("SELECT count(*) FROM desk_messages") == [(0,)]


def test_replies_are_saved_by_language(mo: Browser, town: Town) -> None:
    def save(reply: str, **texts: str) -> Any:
        return code(mo.put("/api/staff-replies.php", {"reply_id": reply, "name": " Photo ", "texts": texts}))

    def saved() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = mo.get("/api/staff-replies.php").json["replies"]
        return found

    reply = str(uuid4())
    assert save(reply, en="Please add a photo.") == (200, "")
    assert save(reply, en="Please add a photo.", de="Bitte ergänze ein Foto.") == (200, "")
    for bad in ({}, {"xx": "Please add a photo."}, {"en": "..."}):
        answer = mo.put("/api/staff-replies.php", {"reply_id": reply, "name": "Photo", "texts": bad})
        [error] = answer.json["error"]["errors"]
        assert (answer.status_code, error["field"].partition(".")[0]) == (422, "texts")
    town.run("UPDATE saved_replies SET pool = 2")
    answer = mo.put("/api/staff-replies.php", {"reply_id": reply, "name": "Photo", "texts": {"en": "Another photo."}})
    assert [error["field"] for error in answer.json["error"]["errors"]] == ["reply_id"]
    town.run("UPDATE saved_replies SET pool = 1")

    [one] = saved()
    assert (one["name"], sorted(one["texts"])) == ("Photo", ["de", "en"])
    assert [code(mo.delete("/api/staff-replies.php", {"reply_id": reply})) for _ in range(2)] == [
        (200, ""),
        (404, "not_found"),
    ]
    assert saved() == []
    assert len(looks(town, "change_reply")) == 3


def test_messages_are_exported_without_their_author_and_erased(
    mo: Browser, town: Town, wired: Wiring, case: UUID, bo: UUID
) -> None:
    take(mo, case)
    write(mo, case)
    with wired.reads() as reads:
        [row] = export(reads.session, DATA_INVENTORY, bo)["desk_messages"]
    assert row["text"] == TEXT
    assert not {"author_id", "case_id"} & set(row)

    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, bo)
        uow.commit()

    assert town.rows("SELECT count(*) FROM desk_messages") == [(0,)]
