from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, MemberUnmatched
from shared.kit.core import NotFound
from shared.kit.db import Database, OutboxRow
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from shared.privacy import erase as erase_member
from sqlalchemy import select
from sqlalchemy.orm import Session

from profiles.domain.unmatch import UnmatchReason
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.makers import Town
from profiles.usecases.privacy.block_member import block_member, unmatch_member
from profiles.usecases.privacy.unblock_member import unblock_member
from profiles.wiring import Wiring

PATH = "/api/block.php"


def block(browser: Browser, blocked: UUID, key: UUID | None = None) -> Any:
    return browser.post(PATH, {"id": str(key or uuid4()), "profile_id": str(blocked)})


def listed(browser: Browser) -> list[str]:
    return [card["id"] for card in browser.get(PATH).json["profiles"]]


def test_a_block_is_listed_until_it_is_taken_back(browser: Browser, town: Town, database: Database) -> None:
    ann, bo, cas = town.woman(), town.man(), town.man()
    browser.as_member(ann)

    assert (block(browser, bo).status_code, block(browser, cas).status_code) == (201, 201)
    assert listed(browser) == [str(cas), str(bo)]
    assert browser.delete(PATH, {"profile_id": str(bo)}).json == {}
    assert listed(browser) == [str(cas)]
    pair = {"blocker_id": str(ann), "blocked_id": str(bo)}
    assert announced(database, MemberBlocked)[0] == MemberBlocked(**pair)
    assert announced(database, MemberUnblocked) == [MemberUnblocked(**pair)]
    assert listed(browser.as_member(bo)) == []


def test_repeating_answers_the_same_and_announces_once(browser: Browser, town: Town, database: Database) -> None:
    ann, bo, key = town.woman(), town.man(), uuid4()
    browser.as_member(ann)

    answers = [block(browser, bo, key), block(browser, bo, key), block(browser, bo)]
    withdrawn = [browser.delete(PATH, {"profile_id": str(bo)}) for _ in range(2)]

    assert [(answer.status_code, answer.json) for answer in answers] == [(201, {"profile_id": str(bo)})] * 3
    assert [(answer.status_code, answer.json) for answer in withdrawn] == [(200, {})] * 2
    assert len(announced(database, MemberBlocked)) == len(announced(database, MemberUnblocked)) == 1


def test_a_late_retry_does_not_block_again(browser: Browser, town: Town) -> None:
    ann, bo, key = town.woman(), town.man(), uuid4()
    block(browser.as_member(ann), bo, key)
    browser.delete(PATH, {"profile_id": str(bo)})

    assert block(browser, bo, key).status_code == 201
    assert listed(browser) == []


def test_a_key_is_for_one_block(browser: Browser, town: Town) -> None:
    ann, bo, cas, key = town.woman(), town.man(), town.man(), uuid4()
    block(browser.as_member(ann), bo, key)

    answer = block(browser, cas, key)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")
    assert listed(browser) == [str(bo)]


def test_only_whom_there_is_can_be_blocked(browser: Browser, town: Town) -> None:
    ann, gone = town.woman(), town.man()
    town.change(gone, state="deleted")
    browser.as_member(ann)

    assert (block(browser, uuid4()).status_code, block(browser, gone).status_code) == (404, 404)
    oneself = block(browser, ann)
    assert (oneself.status_code, oneself.json["error"]["errors"][0]["field"]) == (422, "profile_id")


def test_a_block_before_the_sign_up_event_is_asked_to_wait(browser: Browser, town: Town) -> None:
    bo = town.man()

    answer = block(browser.as_member(uuid4()), bo)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("POST", {"profile_id": str(uuid4())}),
        ("POST", {"id": str(uuid4())}),
        ("POST", {"id": "1", "profile_id": str(uuid4())}),
        ("POST", {"id": str(uuid4()), "profile_id": [str(uuid4())]}),
        ("POST", {"id": str(uuid4()), "profile_id": str(uuid4()), "blocker_id": str(uuid4())}),
        ("DELETE", {}),
        ("DELETE", {"profile_id": None}),
        ("DELETE", {"profile_id": "everyone"}),
    ],
)
def test_bad_input_is_refused(browser: Browser, town: Town, method: str, body: dict[str, Any]) -> None:
    assert browser.as_member(town.woman()).send(method, PATH, body).status_code == 422


def test_nobody_blocks_without_a_session(browser: Browser) -> None:
    answers = [browser.get(PATH), block(browser, uuid4()), browser.delete(PATH, {"profile_id": str(uuid4())})]

    assert {(answer.status_code, answer.json["error"]["code"]) for answer in answers} == {
        (403, "authentication_required")
    }


def at_once(*calls: Callable[[], object]) -> list[object]:
    """The result or refusal of each call, all begun together."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        start.wait()
        try:
            return call()
        except NotFound as refusal:
            return refusal

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def test_blocks_of_one_pair_at_once_are_one(wired: Wiring, town: Town, database: Database) -> None:
    for _ in range(10):
        ann, bo, key = town.woman(), town.man(), uuid4()

        def block_with(key: UUID, ann: UUID = ann, bo: UUID = bo) -> None:
            block_member(wired.unit_of_work(), wired.pause, ann, bo, key)

        at_once(*(partial(block_with, one) for one in (key, key, uuid4(), uuid4())))

    blocks = town.rows("SELECT count(*) FROM blocks")[0][0]
    assert blocks == len(announced(database, MemberBlocked)) == 10


def test_two_block_each_other_at_once(wired: Wiring, town: Town) -> None:
    for _ in range(10):
        ann, bo = town.woman(), town.man()

        at_once(
            partial(block_member, wired.unit_of_work(), wired.pause, ann, bo, uuid4()),
            partial(block_member, wired.unit_of_work(), wired.pause, bo, ann, uuid4()),
        )

    assert town.rows("SELECT count(*) FROM blocks") == [(20,)]


def test_the_last_event_matches_the_state(wired: Wiring, town: Town, database: Database) -> None:
    pairs = [(town.woman(), town.man()) for _ in range(20)]
    for ann, bo in pairs:
        block_member(wired.unit_of_work(), wired.pause, ann, bo, uuid4())

        at_once(
            partial(unblock_member, wired.unit_of_work(), ann, bo),
            partial(block_member, wired.unit_of_work(), wired.pause, ann, bo, uuid4()),
        )

    reported: dict[str, str] = {}
    with Session(database.engine) as session:
        for subject, payload in session.execute(select(OutboxRow.subject, OutboxRow.payload).order_by(OutboxRow.seq)):
            reported[MemberBlocked.FromString(payload).blocker_id] = subject
    standing = {str(row[0]) for row in town.rows("SELECT blocker_id FROM blocks")}
    assert standing == {member for member, subject in reported.items() if subject == "profiles.MemberBlocked"}


def test_a_block_and_an_erasure_at_once_leave_nothing_half(wired: Wiring, town: Town) -> None:
    def erase(member: UUID) -> None:
        with wired.unit_of_work() as uow:
            erase_member(uow.session, DATA_INVENTORY, member)
            uow.commit()

    for _ in range(10):
        ann, bo = town.woman(), town.man()

        blocked, _ = at_once(
            partial(block_member, wired.unit_of_work(), wired.pause, ann, bo, uuid4()),
            partial(erase, bo),
        )
        assert blocked is None or isinstance(blocked, NotFound)

    assert town.rows("SELECT count(*) FROM blocks") == [(0,)]


def test_the_list_is_bounded(browser: Browser, town: Town, database: Database) -> None:
    ann, bo = town.woman(), town.man()
    with psycopg.connect(database.dsn) as connection:
        connection.execute(
            "INSERT INTO profiles (member_id, name, birth_date, gender, sexuality, seeks, country, language)"
            " SELECT gen_random_uuid(), 'Cas', '1990-01-01', 'male', 'hetero', '{female}', 'NL', 'nl'"
            " FROM generate_series(1, 510)"
        )
        connection.execute("INSERT INTO blocks SELECT %s, member_id FROM profiles WHERE name = 'Cas'", [ann])
    block(browser.as_member(ann), bo)

    found = listed(browser)

    assert len(found) == 500
    assert found[0] == str(bo)


def unmatch(browser: Browser, other: UUID | str, **body: Any) -> Any:
    return browser.post("/api/unmatch.php", {"id": str(uuid4()), "profile_id": str(other), **body})


def test_an_unmatch_blocks_and_announces_once_per_key(browser: Browser, town: Town, database: Database) -> None:
    ann, bo, key = town.woman(), town.man(), str(uuid4())
    browser.as_member(ann)

    answers = [unmatch(browser, bo, id=key, reason="fraud") for _ in range(2)]
    changed = unmatch(browser, bo, id=key, reason="fake")

    assert [answer.status_code for answer in answers] == [201, 201]
    assert (changed.status_code, changed.json["error"]["code"]) == (422, "idempotency_key_reused")
    assert announced(database, MemberUnmatched) == [MemberUnmatched(member_id=str(ann), unmatched_id=str(bo))]
    assert listed(browser) == [str(bo)]
    assert "reason" not in str(browser.get(PATH).json)


def test_the_desk_counts_serious_reasons_of_standing_blocks(wired: Wiring, browser: Browser, town: Town) -> None:
    bo = town.man()
    for reason in ("fraud", "minor", "no_interest", None):
        assert unmatch(browser.as_member(town.woman()), bo, reason=reason).status_code == 201
    block(browser, bo)
    unmatch(browser, bo, reason="harassment")

    def counted() -> int:
        with wired.reads() as reads:
            context = reads.desk_queue.context(bo, timedelta(days=365))
            return context.unmatched_for_cause if context else -1

    assert counted() == 3
    browser.delete(PATH, {"profile_id": str(bo)})
    assert counted() == 2


@pytest.mark.parametrize("body", [{"reason": "revenge"}, {"profile_id": "x"}, {"id": "x"}, {"why": "x"}])
def test_an_unmatch_that_makes_no_sense_is_refused(browser: Browser, town: Town, body: dict[str, str]) -> None:
    browser.as_member(town.woman())
    given = {"id": str(uuid4()), "profile_id": str(town.man()), **body}

    assert browser.post("/api/unmatch.php", given).json["error"]["code"] == "validation_failed"
    assert town.rows("SELECT count(*) FROM blocks") == [(0,)]


def test_an_unmatch_of_nobody_or_oneself_is_refused(browser: Browser, town: Town) -> None:
    ann = town.woman()
    browser.as_member(ann)

    assert [unmatch(browser, other).status_code for other in (uuid4(), ann)] == [404, 422]


def test_two_end_the_contact_at_once(wired: Wiring, town: Town, database: Database) -> None:
    for _ in range(10):
        ann, bo = town.woman(), town.man()

        at_once(
            partial(unmatch_member, wired.unit_of_work(), wired.pause, ann, bo, None, uuid4()),
            partial(unmatch_member, wired.unit_of_work(), wired.pause, bo, ann, UnmatchReason.FRAUD, uuid4()),
        )

    assert town.rows("SELECT count(*) FROM blocks") == [(20,)]
    assert len(announced(database, MemberUnmatched)) == 20
