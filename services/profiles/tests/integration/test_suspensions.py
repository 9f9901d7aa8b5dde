"""A suspension reaches identity by a call, also without NATS, and is repeated until identity confirmed it."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.core import NotFound
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy import erase

from profiles.moderation.usecases.confirm_suspensions import confirm_suspensions
from profiles.moderation.usecases.take_measure import lift_ended
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.fakes import FakeAccounts
from profiles.tests.makers import Town
from profiles.wiring import Wiring


def measure(desk: Browser, member: UUID, what: str, **more: Any) -> int:
    body = {"reason": "fraud", "ground": "terms", "facts": "Asked three members for money.", **more}
    return desk.post(
        "/api/staff-member.php", {"id": str(uuid4()), "member_id": str(member), "measure": what, **body}
    ).status_code


def pending(town: Town) -> list[tuple[Any, ...]]:
    return town.rows("SELECT member_id, suspended FROM pending_suspensions")


@pytest.mark.parametrize(("what", "is_suspended"), [("suspend", True), ("hide", False), ("lift", False)])
def test_identity_knows_before_the_desk_has_its_answer(
    desk: Browser, town: Town, accounts: FakeAccounts, what: str, is_suspended: bool
) -> None:
    bo = town.man()

    assert measure(desk, bo, what) == 201

    assert [(member, suspended) for member, _, suspended in accounts.reported] == [(bo, is_suspended)]
    assert pending(town) == []


def test_a_complaint_suspends_as_a_measure_does(
    desk: Browser, browser: Browser, town: Town, accounts: FakeAccounts
) -> None:
    bo = town.man()
    town.run(
        "INSERT INTO complaints (id, kind, about_id, reason, text, locale, site)"
        " VALUES (gen_random_uuid(), 'profile', %(bo)s, 'fraud', 'Wants money', 'en', 'pairwise')",
        bo=bo,
    )
    [complaint] = desk.get("/api/staff-complaints.php").json["complaints"]
    body = {"measure": "suspend", "reason": "fraud", "ground": "terms", "facts": "Asked for money."}

    answer = desk.post("/api/staff-complaints.php", {"id": str(uuid4()), "complaint_id": complaint["id"], **body})

    assert answer.status_code == 201
    assert [(member, suspended) for member, _, suspended in accounts.reported] == [(bo, True)]


def test_a_suspension_is_repeated_until_identity_has_it(
    desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts
) -> None:
    accounts.is_down, bo = True, town.man()
    assert measure(desk, bo, "suspend") == 201
    assert confirm_suspensions(wired.unit_of_work(), accounts) == 0
    assert pending(town) == [(bo, True)]

    accounts.is_down = False
    assert confirm_suspensions(wired.unit_of_work(), accounts) == 1
    assert confirm_suspensions(wired.unit_of_work(), accounts) == 0
    assert [suspended for _, _, suspended in accounts.reported] == [True]


def test_only_the_newest_decision_is_repeated(desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts) -> None:
    accounts.is_down, bo = True, town.man()
    for what in ("suspend", "lift"):
        measure(desk, bo, what)
    accounts.is_down = False

    confirm_suspensions(wired.unit_of_work(), accounts)

    assert [suspended for _, _, suspended in accounts.reported] == [False]


def test_a_decision_made_while_identity_answers_is_not_lost(
    desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.is_down, bo = True, town.man()
    measure(desk, bo, "suspend")

    class Slow(FakeAccounts):
        def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
            if not self.reported:
                measure(desk, bo, "lift")
            super().note_moderation(member_id, version, suspended=suspended)

    slow = Slow()
    confirm_suspensions(wired.unit_of_work(), slow)
    assert pending(town) == [(bo, False)]
    confirm_suspensions(wired.unit_of_work(), slow)

    assert [suspended for _, _, suspended in slow.reported] == [True, False]


def test_an_account_that_is_gone_is_not_asked_about_again(
    desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.is_down = True
    measure(desk, town.man(), "suspend")

    class Gone(FakeAccounts):
        def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
            raise NotFound

    confirm_suspensions(wired.unit_of_work(), Gone())

    assert pending(town) == []


def test_an_erased_member_waits_for_nothing(desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts) -> None:
    accounts.is_down, bo = True, town.man()
    measure(desk, bo, "suspend")
    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, bo)
        uow.commit()

    assert pending(town) == []


def test_time_ends_a_suspension_in_identity_too(
    desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts
) -> None:
    bo = town.man()
    measure(desk, bo, "suspend", days=1)
    town.run("UPDATE profiles SET sanction_until = now() - interval '1 second' WHERE member_id = %(id)s", id=bo)
    lift_ended(wired.unit_of_work())

    confirm_suspensions(wired.unit_of_work(), accounts)

    assert [suspended for _, _, suspended in accounts.reported] == [True, False]


def test_two_desks_at_once_leave_what_was_decided_last(
    desk: Browser, wired: Wiring, town: Town, accounts: FakeAccounts
) -> None:
    bo = town.man()

    at_once(*[lambda what=what: measure(desk, bo, what) for what in ("suspend", "lift") * 3])
    confirm_suspensions(wired.unit_of_work(), accounts)

    [(last,)] = town.rows("SELECT measure FROM decisions ORDER BY number DESC LIMIT 1")
    assert max(accounts.reported, key=lambda reported: reported[1])[2] is (last == "suspend")
    assert pending(town) == []
