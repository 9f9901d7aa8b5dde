"""Check-ins of dates: questions, one email or text message to the chosen person, and the data kept about them."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from pairwise.notifications.v1.events_pb2 import DateContactUnreached
from pairwise.profiles.v1.events_pb2 import DateCheckInCleared, DateCheckInDue, DateCheckInMissed
from pairwise.profiles.v1.profiles_pb2 import DateContact, GetDateContactRequest
from shared.kit.core import NotFound, faults
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.grpc import Client
from shared.kit.testing.announced import announced
from shared.kit.testing.due_jobs import due_by_rows
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.text_messages.provider import SmsProvider

from profiles.domain.check_in import most_of_address
from profiles.storage.check_ins import JOB
from profiles.tests.desk import code
from profiles.tests.integration.test_date_plans import erase, make, opened, pair
from profiles.tests.makers import Town
from profiles.usecases.privacy.date_check_ins import settle_check_ins
from profiles.usecases.privacy.export_contacts import export_contacts
from profiles.wiring import Wiring
from profiles.worker import consumers, jobs

__all__ = ["pair"]

PATH, REFUSAL = "/api/date-check-in.php", "/api/date-contact-refusal.php"
EMAIL = "mia@friend.example"


@pytest.fixture
def plan_id(browser: Browser, pair: tuple[UUID, UUID]) -> str:
    return str(make(browser.as_member(pair[0]), pair[1]).json["plan_id"])


def body(plan_id: str, **more: Any) -> dict[str, Any]:
    return {
        "plan_id": plan_id,
        "name": "Mia",
        "email": EMAIL,
        "ask_at": (datetime.now(UTC) + timedelta(hours=3)).isoformat(),
        "grace_minutes": 30,
        "time_zone": "Europe/Amsterdam",
        **more,
    }


def set_one(browser: Browser, plan_id: str, **more: Any) -> Any:
    return browser.put(PATH, body(plan_id, **more))


def answer(browser: Browser, plan_id: str, words: str) -> Any:
    return browser.post(PATH, {"plan_id": plan_id, "answer": words})


def shown(browser: Browser) -> Any:
    return browser.get("/api/date-plans.php").json["plans"][0]["check_in"]


def ask(wired: Wiring, town: Town) -> None:
    """Move the clock to the question."""
    town.run("UPDATE date_check_ins SET ask_at = now()")
    settle_check_ins(wired.unit_of_work)


def miss(wired: Wiring, town: Town) -> None:
    """Move the clock to the end of the time to answer."""
    town.run("UPDATE date_check_ins SET tell_at = now() WHERE state = 'asked'")
    settle_check_ins(wired.unit_of_work)


def missed(database: Database) -> list[str]:
    return [event.plan_id for event in announced(database, DateCheckInMissed)]


def test_the_member_is_asked_and_the_person_told_once(
    browser: Browser, plan_id: str, wired: Wiring, town: Town, database: Database, profiles: Client
) -> None:
    set_one(browser, plan_id)
    settle_check_ins(wired.unit_of_work)
    assert shown(browser)["state"] == "waiting"

    ask(wired, town)
    settle_check_ins(wired.unit_of_work)
    assert [event.plan_id for event in announced(database, DateCheckInDue)] == [plan_id]
    assert shown(browser)["state"] == "asked"
    assert missed(database) == []

    miss(wired, town)
    settle_check_ins(wired.unit_of_work)
    assert missed(database) == [plan_id]

    contact = profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)
    assert (contact.email, contact.name, contact.maker, contact.partner) == (EMAIL, "Mia", "Ann", "Bo")
    assert opened(browser, contact.token).json["place"] == "Café Noord"


def test_of_an_answer_and_workers_at_once_one_wins(
    browser: Browser, app: Flask, keys: KeyPair, pair: tuple[UUID, UUID], wired: Wiring, town: Town, database: Database
) -> None:
    for _ in range(3):
        plan_id = str(make(browser.as_member(pair[0]), pair[1]).json["plan_id"])
        set_one(browser, plan_id)
        ask(wired, town)
        town.run("UPDATE date_check_ins SET tell_at = now() WHERE state = 'asked'")
        with ThreadPoolExecutor(4) as threads:
            workers = [threads.submit(settle_check_ins, wired.unit_of_work) for _ in range(3)]
            state = threads.submit(lambda: answer(Browser(app, keys).as_member(pair[0]), plan_id, "fine").json["state"])  # noqa: B023
            [worker.result() for worker in workers]

        assert missed(database).count(plan_id) == (1 if state.result() == "told" else 0)
        browser.delete("/api/date-plans.php", {"plan_id": plan_id})


def test_a_worker_that_dies_has_told_nobody(
    browser: Browser, plan_id: str, wired: Wiring, town: Town, database: Database
) -> None:
    set_one(browser, plan_id)
    ask(wired, town)

    with faults.raising("profiles.check_ins.before_commit"), pytest.raises(faults.Fault):
        miss(wired, town)
    assert (missed(database), shown(browser)["state"]) == ([], "asked")

    settle_check_ins(wired.unit_of_work)
    assert missed(database) == [plan_id]


def test_a_check_in_whose_person_was_told_is_not_replaced(browser: Browser, plan_id: str, database: Database) -> None:
    """The plan has one email, so nobody would be told a second time."""
    set_one(browser, plan_id)
    answer(browser, plan_id, "tell")

    assert code(browser.delete(PATH, {"plan_id": plan_id})) == (409, "check_in_ended")
    assert code(set_one(browser, plan_id)) == (409, "check_in_ended")
    assert (shown(browser)["state"], missed(database)) == ("told", [plan_id])

    browser.delete("/api/date-plans.php", {"plan_id": plan_id})
    assert browser.delete(PATH, {"plan_id": plan_id}).status_code == 200


ANSWERS = {
    "fine": ("answered", []),
    "later": ("waiting", []),
    "tell": ("told", ["told"]),
}


@pytest.mark.parametrize("words", ANSWERS)
def test_an_answer_counts_however_often_it_is_sent(
    browser: Browser, plan_id: str, wired: Wiring, town: Town, database: Database, words: str
) -> None:
    state, told = ANSWERS[words]
    set_one(browser, plan_id)
    ask(wired, town)

    assert [answer(browser, plan_id, words).json["state"] for _ in range(2)] == [state, state]
    settle_check_ins(wired.unit_of_work)

    assert len(missed(database)) == len(told)
    assert answer(browser, plan_id, "fine").json["state"] == ("told" if told else "answered")


def test_the_question_is_put_off_until_twelve_hours_after_the_date(
    browser: Browser, plan_id: str, wired: Wiring, town: Town
) -> None:
    set_one(browser, plan_id)
    ask(wired, town)
    town.run("UPDATE date_plans SET meets_at = now() - interval '11.5 hours'")

    assert answer(browser, plan_id, "later").json["error"]["code"] == "check_in_ended"
    assert shown(browser)["state"] == "asked"


GONE = {
    "the check-in removed": lambda browser, plan_id, town: browser.delete(PATH, {"plan_id": plan_id}),
    "the plan ended": lambda browser, plan_id, town: browser.delete("/api/date-plans.php", {"plan_id": plan_id}),
    "the account deleted": lambda browser, plan_id, town: town.run("UPDATE profiles SET state = 'deleted'"),
}


@pytest.mark.parametrize("end", GONE)
def test_nobody_is_asked_or_told_after_the_end(
    browser: Browser, plan_id: str, wired: Wiring, town: Town, database: Database, profiles: Client, end: str
) -> None:
    set_one(browser, plan_id)
    GONE[end](browser, plan_id, town)
    ask(wired, town)
    miss(wired, town)

    assert (announced(database, DateCheckInDue), missed(database)) == ([], [])
    with pytest.raises(NotFound):
        profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)


def test_the_person_is_sealed_and_erased_with_the_member(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID], wired: Wiring, town: Town
) -> None:
    set_one(browser, plan_id, name="Mia-Marie")
    everything = "SELECT convert_from(sealed, 'UTF8'), c::text FROM date_check_ins c"
    assert not any(word in str(town.rows(everything)) for word in (EMAIL, "Mia-Marie"))
    assert shown(browser)["email"] == EMAIL
    assert browser.as_member(pair[1]).get("/api/date-plans.php").json["plans"] == []

    erase(wired, pair[0])

    assert town.rows("SELECT count(*) FROM date_check_ins UNION ALL SELECT count(*) FROM date_contacts") == [(0,), (0,)]


def test_a_refusal_holds_for_every_member_and_for_check_ins_under_way(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID], wired: Wiring, town: Town, database: Database
) -> None:
    set_one(browser, plan_id)
    token = wired.date_contacts.refusal(wired.date_contacts.hashes(EMAIL)[0])
    visitor = Browser(browser.app, browser._keys).as_visitor()
    assert [visitor.post(REFUSAL, {"token": token}).status_code for _ in range(2)] == [200, 200]
    assert visitor.post(REFUSAL, {"token": token[:-1] + "x"}).json["error"]["code"] == "statement_link_invalid"

    ask(wired, town)
    miss(wired, town)

    assert (missed(database), shown(browser)["state"]) == ([], "refused")
    assert set_one(browser, plan_id, email=EMAIL.upper()).json["error"]["code"] == "contact_refused"


def test_a_refusal_holds_across_a_change_of_keys(
    browser: Browser, plan_id: str, wired: Wiring, town: Town, profiles: Client
) -> None:
    """The check-in is of before, the refusal of after."""
    set_one(browser, plan_id)
    answer(browser, plan_id, "tell")
    town.run("UPDATE date_check_ins SET address_hash = 'by the former key'")
    token = wired.date_contacts.refusal(wired.date_contacts.hashes(EMAIL)[0])
    assert browser.post(REFUSAL, {"token": token}).status_code == 200

    with pytest.raises(NotFound):
        profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)


def test_moderation_ends_the_members_own_link_alone(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID], town: Town, profiles: Client
) -> None:
    """A ban in the evening does not silence a date under way."""
    own = browser.put("/api/date-plans.php", {"plan_id": plan_id}).json["token"]
    set_one(browser, plan_id)
    answer(browser, plan_id, "tell")
    town.change(pair[0], hidden=True, sanction="suspend")

    assert opened(browser, own).status_code == 404
    contact = profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)
    assert opened(browser, contact.token).status_code == 200


def test_the_chosen_person_is_in_the_export_of_the_member(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID], wired: Wiring
) -> None:
    set_one(browser, plan_id)
    with wired.unit_of_work() as uow:
        [mine], [others] = ([*export_contacts(uow, wired.date_contacts, one)] for one in pair)

    person = {"plan_id": plan_id, "name": "Mia", "address": EMAIL, "time_zone": "Europe/Amsterdam"}
    assert (json.loads(mine.content), json.loads(others.content)) == ([person], [])


def test_a_member_without_a_confirmed_address_names_nobody(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID]
) -> None:
    """The question comes by email."""
    refused = set_one(browser.as_member(pair[0], state="unconfirmed"), plan_id)
    assert code(refused) == (403, "address_unconfirmed")


def test_five_people_a_day_may_be_named_at_once(
    browser: Browser, app: Flask, keys: KeyPair, pair: tuple[UUID, UUID], plan_id: str, town: Town
) -> None:
    def one(number: int) -> int:
        return int(set_one(Browser(app, keys).as_member(pair[0]), plan_id, email=f"p{number}@x.example").status_code)

    with ThreadPoolExecutor(7) as threads:
        codes = sorted(threads.map(one, range(7)))
    assert codes == [200] * 5 + [409] * 2
    same = town.rows("SELECT count(*) FROM date_contacts")
    named = shown(browser)["email"]
    assert set_one(browser, plan_id, email=named).status_code == 200
    assert town.rows("SELECT count(*) FROM date_contacts") == same

    town.run("UPDATE date_contacts SET named_at = now() - interval '1 day'")
    assert set_one(browser, plan_id, email="p9@x.example").status_code == 200


def test_one_address_is_named_by_a_few_members_at_a_time(
    browser: Browser, app: Flask, keys: KeyPair, wired: Wiring, town: Town
) -> None:
    """Twenty accounts of one person must not send a stranger twenty messages."""
    plans = [plan_of_another(browser, wired, town) for _ in range(8)]
    most = most_of_address(wired.date_contacts.hashes(EMAIL)[0])

    def one(plan: tuple[UUID, str]) -> Any:
        return set_one(Browser(app, keys).as_member(plan[0]), plan[1])

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(one, plans))
    assert [each.status_code for each in answers].count(200) == most
    assert {code(each) for each in answers if each.status_code != 200} == {(409, "contact_refused")}

    named = next(plan for plan, each in zip(plans, answers, strict=True) if each.status_code == 200)
    assert one(named).status_code == 200, "a change of one that is set needs no other place"
    ask(wired, town)
    assert code(answer(browser.as_member(named[0]), named[1], "fine"))[0] == 200
    miss(wired, town)
    town.run("DELETE FROM date_plans")
    another = plan_of_another(browser, wired, town)
    assert one(another).status_code == 200, "one was answered, and told nobody"
    assert one(plan_of_another(browser, wired, town)).status_code == 409, "people told stay counted without plans"

    town.run("UPDATE told_contacts SET told_at = now() - interval '8 days'")
    assert one(plan_of_another(browser, wired, town)).status_code == 200


def test_addresses_that_are_refused_count_among_the_five_of_a_day(
    browser: Browser, plan_id: str, wired: Wiring
) -> None:
    """Otherwise members could try any number of addresses for a refusal."""
    for number in range(6):
        email = f"p{number}@x.example"
        browser.post(REFUSAL, {"token": wired.date_contacts.refusal(wired.date_contacts.hashes(email)[0])})
        refused = set_one(browser, plan_id, email=email)
        assert code(refused) == (409, "contact_refused" if number < 5 else "too_many_contacts")


def plan_of_another(browser: Browser, wired: Wiring, town: Town) -> tuple[UUID, str]:
    """Another member with a plan, and its id."""
    one, other = town.woman(), town.man()
    with wired.unit_of_work() as uow:
        uow.profiles.acquaint(one, other)
        uow.commit()
    return one, str(make(browser.as_member(one), other).json["plan_id"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x" * 51},
        {"name": "See www.casino.example"},
        {"email": "mia"},
        {"email": "mia@friend.example\nBcc: all@x.example"},
        {"ask_at": (datetime.now(UTC) - timedelta(minutes=1)).isoformat()},
        {"ask_at": (datetime.now(UTC) + timedelta(hours=15)).isoformat()},
        {"ask_at": "2026-11-28T20:00:00"},
        {"grace_minutes": 5},
        {"time_zone": "../etc/passwd"},
        {"state": "told"},
    ],
)
def test_bad_input_is_refused(browser: Browser, plan_id: str, wrong: dict[str, Any]) -> None:
    assert set_one(browser, plan_id, **wrong).status_code == 422
    assert shown(browser) is None


@pytest.mark.parametrize("words", [{"note": "Win at www.casino.example"}, {"place": "Write to me@x.example"}])
def test_words_with_contact_details_go_to_nobody(
    browser: Browser, pair: tuple[UUID, UUID], words: dict[str, str]
) -> None:
    plan_id = make(browser.as_member(pair[0]), pair[1], **words).json["plan_id"]

    assert set_one(browser, plan_id).json["error"]["code"] == "plan_holds_contact_details"


def test_check_ins_are_of_ones_own_plans_alone(browser: Browser, plan_id: str, pair: tuple[UUID, UUID]) -> None:
    set_one(browser, plan_id)
    browser.as_member(pair[1])

    assert [set_one(browser, plan_id).status_code, answer(browser, plan_id, "tell").status_code] == [404, 404]
    browser.delete(PATH, {"plan_id": plan_id})
    assert shown(browser.as_member(pair[0]))["state"] == "waiting"


def test_the_job_is_due_when_a_check_in_is(
    wired: Wiring, town: Town, database: Database, pair: tuple[UUID, UUID]
) -> None:
    later, past = (datetime.now(UTC) + timedelta(days=days) for days in (1, -1))
    town.run(
        """INSERT INTO date_plans (id, member_id, partner_id, partner_name, place, meets_at, note)
            SELECT gen_random_uuid(), %(ann)s, %(bo)s, 'Bo', 'Here', now(), '' FROM generate_series(1, 4)""",
        ann=pair[0],
        bo=pair[1],
    )
    plans = iter(town.rows("SELECT id FROM date_plans"))
    rest = {"member_id": pair[0], "grace_minutes": 15, "address_hash": b"a", "sealed": b"s"}
    rows = (
        rest | {"ask_at": later, "secret_hash": b"1"},
        rest | {"ask_at": past, "state": "told", "secret_hash": b"2"},
        rest | {"ask_at": past, "state": "asked", "tell_at": later, "secret_hash": b"3"},
        rest | {"ask_at": past, "secret_hash": b"4"},
    )

    due = due_by_rows(jobs(wired), JOB, database, "date_check_ins", rows, lambda: {"plan_id": next(plans)[0]})

    assert due == [False, False, False, False, True]


PHONE = "+31612345678"


@pytest.fixture
def texts(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text messages are on: two people a day, with numbers of two countries."""
    settings = wired.settings.model_copy(update={"sms_provider": SmsProvider.TWILIO})
    monkeypatch.setitem(wired.__dict__, "settings", settings)
    site = wired.sites.get("pairwise")
    changed = {**site.__dict__, "check_in_texts": 2, "sms_countries": ["NL", "DE"]}
    monkeypatch.setattr(site, "__dict__", changed)


def by_phone(browser: Browser, plan_id: str, phone: str = "+31 6 1234 5678", **more: Any) -> Any:
    return set_one(browser, plan_id, email=None, phone=phone, **more)


@pytest.mark.usefixtures("texts")
def test_a_person_can_be_told_by_text_message(
    browser: Browser, plan_id: str, town: Town, profiles: Client, wired: Wiring, pair: tuple[UUID, UUID]
) -> None:
    assert by_phone(browser, plan_id).status_code == 200

    assert (shown(browser)["phone"], shown(browser)["email"]) == (PHONE, None)
    assert browser.get("/api/date-plans.php").json["text_countries"] == ["NL", "DE"]
    assert PHONE not in str(town.rows("SELECT convert_from(sealed, 'UTF8'), c::text FROM date_check_ins c"))
    answer(browser, plan_id, "tell")
    contact = profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)
    assert (contact.email, contact.phone, len(contact.token)) == ("", PHONE, 22)

    # The page of the link refuses, because a text message has room for one link.
    refusal = opened(browser, contact.token).json["refusal_token"]
    browser.delete("/api/date-plans.php", {"plan_id": plan_id})
    assert browser.post(REFUSAL, {"token": refusal}).status_code == 200
    again = str(make(browser.as_member(pair[0]), pair[1]).json["plan_id"])
    assert code(by_phone(browser, again)) == (409, "contact_refused")
    share = browser.put("/api/date-plans.php", {"plan_id": again}).json["token"]
    assert opened(browser, share).json["refusal_token"] is None


@pytest.mark.usefixtures("texts")
@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"phone": "06 12345678"}, "phone_invalid"),
        ({"phone": "+31 900 1234567"}, "phone_invalid"),
        ({"phone": "+31 20 624 1111"}, "phone_invalid"),
        ({"phone": "+48 512 345 678"}, "contact_country_not_served"),
        ({"phone": "+881 6 1234 5678"}, "contact_country_not_served"),
        ({"phone": PHONE, "email": EMAIL}, "validation_failed"),
        ({"phone": None}, "validation_failed"),
    ],
)
def test_a_number_is_a_mobile_one_of_a_country_that_is_served(
    browser: Browser, plan_id: str, given: dict[str, Any], error: str
) -> None:
    answered = set_one(browser, plan_id, **{"email": None, **given})

    assert answered.json["error"]["code"] == error
    assert shown(browser) is None


@pytest.mark.usefixtures("texts")
def test_numbers_a_day_are_counted_of_requests_at_once_too(
    browser: Browser, app: Flask, keys: KeyPair, pair: tuple[UUID, UUID], plan_id: str, town: Town
) -> None:
    def choose(number: int) -> int:
        return int(by_phone(Browser(app, keys).as_member(pair[0]), plan_id, f"+3161234567{number}").status_code)

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(choose, range(4))) == [200, 200, 409, 409]

    assert code(by_phone(browser, plan_id, "+31612345679")) == (409, "too_many_texts")
    assert by_phone(browser, plan_id, shown(browser)["phone"]).status_code == 200
    assert set_one(browser, plan_id).status_code == 200
    town.run("UPDATE date_contacts SET named_at = now() - interval '25 hours'")
    assert by_phone(browser, plan_id, "+31612345679").status_code == 200


def test_without_a_provider_nobody_is_told_by_text_message(browser: Browser, plan_id: str) -> None:
    assert browser.get("/api/date-plans.php").json["text_countries"] == []
    assert by_phone(browser, plan_id).json["error"]["code"] == "not_offered"


def test_a_message_that_did_not_arrive_is_shown(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID], wired: Wiring
) -> None:
    event = DateContactUnreached(plan_id=plan_id, member_id=str(pair[0]))
    [consumer] = [one for one in consumers(wired) if one.event is DateContactUnreached]

    def handle() -> None:
        assert handle_once(wired.unit_of_work, consumer, nats_message(event)) == "handled"

    set_one(browser, plan_id)
    handle()
    assert shown(browser)["unreached"] is False
    answer(browser, plan_id, "tell")
    handle()
    assert (shown(browser)["state"], shown(browser)["unreached"]) == ("told", True)


def fine(browser: Browser, plan_id: str) -> Any:
    return answer(browser, plan_id, "tell_fine").json


def known_fine(database: Database) -> list[str]:
    return [event.plan_id for event in announced(database, DateCheckInCleared)]


def test_a_person_who_was_told_gets_to_know_once_that_all_is_well(
    browser: Browser,
    app: Flask,
    keys: KeyPair,
    plan_id: str,
    pair: tuple[UUID, UUID],
    database: Database,
    profiles: Client,
    wired: Wiring,
    town: Town,
) -> None:
    set_one(browser, plan_id)
    answer(browser, plan_id, "tell")
    assert profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact).fine_at == ""

    with ThreadPoolExecutor(4) as threads:
        tabs = [threads.submit(fine, Browser(app, keys).as_member(pair[0]), plan_id) for _ in range(4)]
        [said] = {(tab.result()["state"], tab.result()["fine_at"]) for tab in tabs}

    assert said == ("told", shown(browser)["fine_at"])
    assert (missed(database), known_fine(database)) == ([plan_id], [plan_id])
    contact = profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)
    assert datetime.fromisoformat(contact.fine_at) == datetime.fromisoformat(said[1])

    town.change(pair[0], hidden=True, sanction="suspend")
    assert profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact).fine_at
    erase(wired, pair[0])
    with pytest.raises(NotFound):
        profiles.ask("GetDateContact", GetDateContactRequest(plan_id=plan_id), DateContact)


def unreached(browser: Browser, plan_id: str, town: Town, wired: Wiring) -> None:
    answer(browser, plan_id, "tell")
    town.run("UPDATE date_check_ins SET unreached_at = now()")


NOT_TOLD: dict[str, Callable[[Browser, str, Town, Wiring], object]] = {
    "nobody was told": lambda browser, plan_id, town, wired: None,
    "the member answered in time": lambda browser, plan_id, town, wired: answer(browser, plan_id, "fine"),
    "the message did not arrive": unreached,
    "the person refuses": lambda browser, plan_id, town, wired: (
        answer(browser, plan_id, "tell"),
        browser.post(REFUSAL, {"token": wired.date_contacts.refusal(wired.date_contacts.hashes(EMAIL)[0])}),
    ),
}


@pytest.mark.parametrize("before", NOT_TOLD)
def test_nothing_is_sent_to_a_person_who_does_not_wait_for_it(
    browser: Browser, plan_id: str, pair: tuple[UUID, UUID], wired: Wiring, town: Town, database: Database, before: str
) -> None:
    set_one(browser, plan_id)
    NOT_TOLD[before](browser, plan_id, town, wired)
    state = shown(browser)["state"]

    assert fine(browser, plan_id) == {"state": state, "fine_at": None}
    assert (known_fine(database), shown(browser)["state"]) == ([], state)
    assert answer(browser.as_member(pair[1]), plan_id, "tell_fine").status_code == 404
