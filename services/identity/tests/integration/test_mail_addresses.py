"""One address in all its spellings, and addresses that mail can or cannot be sent to."""

from uuid import UUID

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from identity.storage.tables import AccountRow
from identity.tests.access import PASSWORD
from identity.tests.factories import last_mail, sign_up_form
from identity.wiring import Wiring

LETTERS, ASCII = "ann@bücher.example.org", "ann@xn--bcher-kva.example.org"


def refusal_of(browser: Browser, **form: object) -> tuple[int, str]:
    answer = browser.post("/api/signup.php", sign_up_form(**form))
    return answer.status_code, answer.json.get("error", {}).get("code", "")


@pytest.mark.parametrize("email", [LETTERS, ASCII, "ANN@BÜCHER.example.org"])
def test_the_domain_is_stored_and_mailed_in_its_ascii_form(
    browser: Browser, database: Database, wired: Wiring, email: str
) -> None:
    answer = browser.post("/api/signup.php", sign_up_form(email=email))

    assert (answer.status_code, answer.json["user"]["email"]) == (201, LETTERS)
    assert last_mail(database, wired)["to"] == ASCII
    with Session(database.engine) as session:
        assert session.scalars(select(AccountRow.email)).all() == [ASCII]


@pytest.mark.parametrize("stored", [LETTERS, ASCII])
def test_both_forms_of_a_domain_are_one_account(
    app: Flask, keys: KeyPair, database: Database, wired: Wiring, stored: str
) -> None:
    """Also an account whose domain an earlier release stored in letters."""
    browser = Browser(app, keys)
    member_id = browser.post("/api/signup.php", sign_up_form(email=ASCII)).json["user"]["id"]
    with Session(database.engine) as session:
        session.execute(update(AccountRow).values(email=stored))
        session.commit()

    for email in (LETTERS, ASCII):
        assert refusal_of(Browser(app, keys), email=email) == (409, "email_taken")
        logged_in = Browser(app, keys).post("/api/user.php", {"email": email, "password": PASSWORD})
        assert logged_in.json["user"]["id"] == member_id
        assert Browser(app, keys).post("/api/reset-password.php", {"email": email}).status_code == 200
    with wired.unit_of_work() as uow:
        account = uow.accounts.get(UUID(member_id))
        assert account is not None
        assert account.email == ASCII
        assert uow.member_search.by_email(["pairwise"], LETTERS, 10) == [account.id]
        assert not uow.accounts.set_email(UUID(member_id), ASCII)


@pytest.mark.parametrize(
    ("email", "code"),
    [
        ("jörg@example.org", "email_not_ascii"),
        ("жанна@пример.рф", "email_not_ascii"),
        (f"{'a' * 65}@example.org", "email_invalid"),
        (f"{'ö' * 33}@example.org", "email_invalid"),
    ],
)
def test_an_address_that_no_mail_reaches_is_refused(
    browser: Browser, database: Database, email: str, code: str
) -> None:
    assert refusal_of(browser, email=email) == (422, code)
    checked = browser.post("/api/signup-check.php", {"email": email}).json["problems"]
    assert [problem["code"] for problem in checked] == [code]
    assert announced(database, MailRequested) == []


def test_letters_before_the_at_are_taken_where_the_relay_has_smtputf8(
    browser: Browser, wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    utf8 = wired.sites.get("pairwise").model_copy(update={"email_local_parts": "utf8"})
    monkeypatch.setitem(wired.sites._by_key, "pairwise", utf8)

    assert refusal_of(browser, email="jo\u0308rg@example.org") == (201, "")
    assert last_mail(database, wired)["to"] == "jörg@example.org"


def test_a_mistyped_provider_is_suggested_and_may_be_kept(browser: Browser) -> None:
    answer = browser.post("/api/signup.php", sign_up_form(email="kamil@gmial.com"))

    assert answer.status_code == 422
    assert answer.json["error"]["code"] == "email_mistyped"
    assert answer.json["error"]["suggestion"] == "kamil@gmail.com"
    assert "kamil@gmail.com" in answer.json["error"]["message"]
    [problem] = browser.post("/api/signup-check.php", {"email": "kamil@gmial.com"}).json["problems"]
    assert problem == {"field": "email", "code": "email_mistyped", "suggestion": "kamil@gmail.com"}
    kept = {"email": "kamil@gmial.com", "email_kept": True}
    assert browser.post("/api/signup-check.php", kept).json["problems"] == []
    assert refusal_of(browser, **kept) == (201, "")


@pytest.mark.parametrize(
    ("email", "code"),
    [
        ("jörg@example.org", "email_not_ascii"),
        ("kamil@gmial.com", "email_mistyped"),
        ("a" * 65 + "@example.org", "new_email_invalid"),
    ],
)
def test_a_change_of_address_has_the_same_rules(browser: Browser, email: str, code: str) -> None:
    browser.post("/api/signup.php", sign_up_form())
    browser.logged_in()

    answer = browser.post("/api/mail-change.php", {"email": email, "password": PASSWORD})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)
