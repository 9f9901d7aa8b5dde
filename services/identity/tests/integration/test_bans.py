"""A suspended member's mailbox and browsers open no other account, also after the erasure, until a day."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, MemberSignedUp
from pairwise.profiles.v1.events_pb2 import MemberModerated
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text

from identity import bans
from identity.domain.ban import mailbox_of
from identity.events.from_profiles import moderate_account
from identity.tests.factories import handle_deferred_requests, last_mail, sign_up_form
from identity.usecases.erase_expired import erase_account
from identity.usecases.record_moderation import record_moderation
from identity.wiring import Wiring

ADDRESS, VARIANT = "ann.lou@gmail.com", "A.n.nLou+new@googlemail.com"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(browser.post("/api/signup.php", sign_up_form(email=ADDRESS)).json["user"]["id"])


@pytest.fixture
def elsewhere(app: Flask, keys: KeyPair) -> Browser:
    """A browser that has been here never before."""
    return Browser(app, keys)


def moderated(wired: Wiring, member: UUID, measure: str, number: int = 1, until: str = "") -> None:
    event = MemberModerated(member_id=str(member), measure=measure, number=number, until=until)
    with wired.unit_of_work() as uow:
        moderate_account(uow, event, wired)
        uow.commit()


def erased(wired: Wiring, member: UUID) -> None:
    with wired.unit_of_work() as uow:
        erase_account(uow, wired.store, member)
        uow.commit()


def sign_up(browser: Browser, email: str) -> str:
    answer = browser.post("/api/signup.php", sign_up_form(email=email))
    return str(answer.json.get("error", {}).get("code", "in"))


@pytest.mark.parametrize(
    ("email", "mailbox"),
    [
        ("Ann.Lou+x@gmail.com", "annlou@gmail.com"),
        ("a.n.n.l.o.u@googlemail.com", "annlou@gmail.com"),
        ("ann.lou+x+y@example.org", "ann.lou@example.org"),
        ("ann@pm.me", "ann@proton.me"),
        ("+tag@example.org", "+tag@example.org"),
    ],
)
def test_all_spellings_of_a_mailbox_are_one(email: str, mailbox: str) -> None:
    assert mailbox_of(email) == mailbox


def test_the_mailbox_of_the_banned_opens_no_account_in_any_spelling(
    wired: Wiring, ann: UUID, elsewhere: Browser
) -> None:
    moderated(wired, ann, "suspend")

    assert sign_up(elsewhere, VARIANT) == "sign_up_refused"
    assert sign_up(elsewhere, "bea@example.org") == "in"


def test_their_browser_opens_none_either(wired: Wiring, ann: UUID, browser: Browser) -> None:
    moderated(wired, ann, "suspend")

    assert sign_up(browser, "bea@example.org") == "sign_up_refused"


def test_erasing_the_account_does_not_lift_the_ban(
    wired: Wiring, database: Database, ann: UUID, browser: Browser, elsewhere: Browser
) -> None:
    moderated(wired, ann, "suspend")
    erased(wired, ann)

    assert sign_up(elsewhere, ADDRESS) == "sign_up_refused"
    assert sign_up(browser, "bea@example.org") == "sign_up_refused"
    with database.engine.connect() as connection:
        kept = str(connection.execute(text("SELECT * FROM bans")).all())
    assert "ann" not in kept


def test_a_suspension_that_a_call_has_noted_before_is_a_ban_all_the_same(
    wired: Wiring, ann: UUID, elsewhere: Browser
) -> None:
    with wired.unit_of_work() as uow:
        record_moderation(uow, ann, suspended=True, version=1)
        uow.commit()

    moderated(wired, ann, "suspend", number=1)

    assert sign_up(elsewhere, VARIANT) == "sign_up_refused"


def test_a_ban_ends_with_the_suspension(wired: Wiring, database: Database, ann: UUID, elsewhere: Browser) -> None:
    moderated(wired, ann, "suspend", until=(datetime.now(UTC) + timedelta(days=7)).isoformat())
    erased(wired, ann)
    assert sign_up(elsewhere, ADDRESS) == "sign_up_refused"

    with database.engine.begin() as connection:
        connection.execute(text("UPDATE bans SET until = now() - interval '1 second'"))

    assert sign_up(elsewhere, ADDRESS) == "in"


def test_a_lifted_suspension_lifts_the_ban(wired: Wiring, ann: UUID, browser: Browser, elsewhere: Browser) -> None:
    moderated(wired, ann, "suspend")
    moderated(wired, ann, "lift", number=2)
    moderated(wired, ann, "suspend", number=1)  # heard again, and late

    assert sign_up(elsewhere, VARIANT) == "in"
    assert sign_up(browser, "bea@example.org") == "in"


@pytest.mark.parametrize("measure", ["warn", "hide", "review", "warn_reporter"])
def test_lesser_measures_ban_nobody(wired: Wiring, ann: UUID, browser: Browser, measure: str) -> None:
    moderated(wired, ann, measure)

    assert sign_up(browser, "bea@example.org") == "in"


def test_a_ban_holds_in_the_pool_of_its_site_only(wired: Wiring, ann: UUID, elsewhere: Browser) -> None:
    moderated(wired, ann, "suspend")

    assert sign_up(elsewhere.at("iskra.localhost"), ADDRESS) == "in"


def test_a_neutral_site_answers_the_banned_like_anyone_and_makes_no_account(
    wired: Wiring, database: Database, ann: UUID, elsewhere: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = wired.sites.get("pairwise").model_copy(update={"account_disclosure": "neutral"})
    monkeypatch.setitem(wired.sites._by_key, "pairwise", site)
    moderated(wired, ann, "suspend")
    before = len(announced(database, MailRequested))

    answers = [elsewhere.post("/api/signup.php", sign_up_form(email=email)) for email in (VARIANT, "bea@example.org")]
    handle_deferred_requests(database, wired)

    assert [(answer.status_code, answer.json) for answer in answers] == [(201, {"user": None})] * 2
    assert len(announced(database, MemberSignedUp)) == 2  # Ann, and Bea
    assert len(announced(database, MailRequested)) == before + 1


def test_no_account_moves_to_a_banned_mailbox(wired: Wiring, database: Database, ann: UUID, elsewhere: Browser) -> None:
    moderated(wired, ann, "suspend")
    elsewhere.post("/api/signup.php", sign_up_form(email="bea@example.org"))
    elsewhere.logged_in().post("/api/mail-change.php", {"email": VARIANT, "password": "three blue herons"})
    handle_deferred_requests(database, wired)

    assert all(each.template != "mail_change" for each in announced(database, MailRequested))


def test_a_mailbox_banned_after_its_link_was_mailed_is_refused(
    wired: Wiring, database: Database, elsewhere: Browser
) -> None:
    elsewhere.post("/api/signup.php", sign_up_form(email="bea@example.org"))
    browser = elsewhere.logged_in()
    browser.post("/api/mail-change.php", {"email": VARIANT, "password": "three blue herons"})
    handle_deferred_requests(database, wired)
    token = last_mail(database, wired, "mail_change")["token"]
    bans.add_ban(wired, "pairwise", ADDRESS, days=30)

    refused = browser.put("/api/mail-change.php", {"token": token})

    assert refused.json["error"]["code"] == "link_invalid"
    assert bans.lift_ban(wired, "pairwise", ADDRESS)
    assert browser.put("/api/mail-change.php", {"token": token}).status_code == 200


def test_an_address_is_kept_out_at_its_owners_wish(
    wired: Wiring, database: Database, ann: UUID, elsewhere: Browser
) -> None:
    erased(wired, ann)
    bans.add_ban(wired, "pairwise", ADDRESS, days=30)
    assert sign_up(elsewhere, VARIANT) == "sign_up_refused"

    assert bans.lift_ban(wired, "pairwise", ADDRESS)
    assert not bans.lift_ban(wired, "pairwise", ADDRESS)
    assert sign_up(elsewhere, VARIANT) == "in"
