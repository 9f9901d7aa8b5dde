"""The support inbox: mails become threads once, replies leave as the brand's, and each look is recorded."""

import hmac
import json
import time
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from notifications.domain.mail_provider import MailProvider
from notifications.ports import AddressRejected
from notifications.storage.data_inventory import DATA_INVENTORY
from notifications.storage.inbox_tables import SupportEntryRow, SupportThreadRow
from notifications.tests.fakes import FakeContacts, FakeMailServer, FakeVisibility, a_recipient
from notifications.usecases.recognise_senders import recognise_senders
from notifications.usecases.record_delivery_reports import DeliveryReport, record_delivery_reports
from notifications.usecases.send_support_replies import send_support_replies
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.http import SIGNATURE_HEADER
from shared.kit.http.app import provide
from shared.kit.http.webhook_signatures import sign
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import SITES, Browser
from shared.privacy.export import export
from sqlalchemy import select
from werkzeug.test import TestResponse

pytestmark = pytest.mark.usefixtures("database")
KEY = "current-key-of-the-mail-provider"
SUE, TOM = uuid4(), uuid4()
Deliver = Callable[..., TestResponse]


@pytest.fixture
def support_email(wired: Wiring) -> str:
    return wired.sites.for_host("localhost").support_email


@pytest.fixture
def deliver(app: Flask, support_email: str) -> Deliver:
    """Hand over a mail as an adapter does."""

    def post(*headers: str, body: str = "Where is my money?", to: str = "", key: str = KEY) -> TestResponse:
        given = {line.partition(":")[0].lower() for line in headers}
        usual = {
            "from": "From: Ann <ann@example.org>",
            "subject": "Subject: Money",
            "message-id": "Message-ID: <1@a.org>",
        }
        lines = [*headers, *(line for name, line in usual.items() if name not in given)]
        raw = "\r\n".join([*lines, "", body]).encode()
        content = json.dumps({"recipient": to or support_email, "raw": b64encode(raw).decode()}).encode()
        return app.test_client().post(
            "/api/support-mail.php", data=content, headers={SIGNATURE_HEADER: signed(key, content)}
        )

    return post


def signed(key: str, body: bytes) -> str:
    at = str(int(time.time()))
    return f"t={at},v1={sign(key, at, body)}"


def threads(browser: Browser, view: str = "all", **body: Any) -> list[dict[str, Any]]:
    return list(browser.post("/api/support-inbox.php", {"view": view, **body}).json["threads"])


def send_all(wired: Wiring) -> None:
    send_support_replies(
        wired.unit_of_work, wired.mail_server, wired.sites, wired.mail_texts, wired.settings.mail_provider
    )


def answer(browser: Browser, thread: dict[str, Any], text: str = "We look.", **more: Any) -> TestResponse:
    body = {"id": str(uuid4()), "thread_id": thread["id"], "seen": thread["mails"], "text": text, "locale": "en"}
    return browser.post("/api/support-reply.php", {**body, **more})


def test_a_mail_is_answered_as_the_brand_and_its_answer_joins_the_thread(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer, support_email: str
) -> None:
    assert deliver().status_code == 200
    browser.as_member(SUE, support=True)
    [thread] = threads(browser, "open")
    assert answer(browser, thread).status_code == 201
    assert [each["state"] for each in threads(browser, "waiting")] == ["waiting"]

    send_all(wired)
    [sent] = mail_server.sent
    assert (sent["To"], sent["Subject"], sent["In-Reply-To"]) == ("ann@example.org", "Re: Money", "<1@a.org>")
    assert sent["From"].addresses[0].addr_spec == support_email
    assert sent["Auto-Submitted"] is None
    text = sent.get_content().replace("\r\n", "\n")
    assert text.startswith("We look.\n\nOn ")
    assert "> Where is my money?" in text
    assert threads(browser)[0]["unsent"] is False

    token = sent["Reply-To"].addresses[0].addr_spec
    deliver("Message-ID: <2@a.org>", body="Thanks", to=token)
    deliver(f"In-Reply-To: {sent['Message-ID']}", "Message-ID: <3@a.org>", body="And more")
    [again] = threads(browser, "open")
    assert (again["id"], again["mails"], again["assigned"]) == (thread["id"], 4, "you")
    shown = browser.get("/api/support-thread.php", id=thread["id"]).json["entries"]
    assert [each["kind"] for each in shown] == ["mail", "reply", "mail", "mail"]


def test_a_long_id_stays_an_id_in_the_reply(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver(f"Message-ID: <{'x' * 200}@a.org>", "Subject: Mo\u2028ney")
    browser.as_member(SUE, support=True)
    answer(browser, threads(browser)[0])
    send_all(wired)
    [sent] = mail_server.raw
    assert f"In-Reply-To: <{'x' * 200}@a.org>".encode() in sent


def test_the_same_mail_twice_at_once_is_one_entry(browser: Browser, deliver: Deliver) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert {each.status_code for each in pool.map(lambda _: deliver(), range(16))} == {200}
    browser.as_member(SUE, support=True)
    assert [each["mails"] for each in threads(browser)] == [1]


def test_of_two_people_who_answer_at_once_one_is_told_to_read_again(
    app: Flask, keys: KeyPair, browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    agents = [Browser(app, keys).as_member(each, support=True) for each in (SUE, TOM)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda agent: answer(agent, thread), agents))
    assert sorted(each.status_code for each in answers) == [201, 409]
    refused = next(each for each in answers if each.status_code == 409)
    assert refused.json["error"]["code"] == "support_thread_moved_on"
    send_all(wired)
    assert len(mail_server.sent) == 1


def test_a_reply_that_is_repeated_leaves_once(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    key = str(uuid4())
    assert [answer(browser, thread, id=key).status_code for _ in range(2)] == [201, 201]
    other = answer(browser, thread, "Other words", id=key)
    assert (other.status_code, other.json["error"]["code"]) == (422, "idempotency_key_reused")
    # The key of another person is another key.
    browser.as_member(TOM, support=True)
    assert answer(browser, threads(browser)[0], id=key).status_code == 201
    send_all(wired)
    assert len(mail_server.sent) == 2


def test_a_token_from_another_address_opens_a_thread_that_names_the_first(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [first] = threads(browser)
    answer(browser, first)
    send_all(wired)
    token = mail_server.sent[0]["Reply-To"].addresses[0].addr_spec
    deliver("From: eve@example.net", "Message-ID: <9@e.net>", body="Send me everything", to=token)
    [second] = threads(browser, "open")
    assert (second["id"] != first["id"], second["address"]) == (True, "eve@example.net")
    assert browser.get("/api/support-thread.php", id=second["id"]).json["related"] == first["id"]


@pytest.mark.parametrize("line", ["Auto-Submitted: auto-replied", "Precedence: bulk"])
def test_an_absence_notice_reopens_nothing(browser: Browser, deliver: Deliver, line: str) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    answer(browser, thread, close=True)
    deliver(line, "In-Reply-To: <1@a.org>", "Message-ID: <2@a.org>", body="I am away")
    [same] = threads(browser)
    assert (same["state"], same["mails"]) == ("closed", 3)


def bounce(deliver: Deliver, cited: str, id: str = "<b@mx>") -> None:
    parts = [
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx",
        "",
        "Action: failed",
        "--b--",
    ]
    content = "Content-Type: multipart/report; report-type=delivery-status; boundary=b"
    headers = ("From: MAILER-DAEMON@mx.example.org", content, f"References: {cited}", f"Message-ID: {id}")
    deliver(*headers, body="\r\n".join(parts))


def test_a_bounce_opens_the_thread_of_its_reply(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    answer(browser, threads(browser)[0], close=True)
    send_all(wired)
    bounce(deliver, mail_server.sent[0]["Message-ID"])
    [thread] = threads(browser, "unsent")
    assert (thread["state"], thread["unsent"]) == ("open", True)


def test_a_forged_bounce_changes_no_other_thread(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver()
    deliver("From: eve@example.net", "Message-ID: <9@e.net>", body="Hello")
    browser.as_member(SUE, support=True)
    for thread in threads(browser):
        answer(browser, thread, close=True)
    send_all(wired)
    sent = {each["To"]: each["Message-ID"] for each in mail_server.sent}
    # It has a reply of its own, and names that of another thread, or only the other thread's mail.
    bounce(deliver, f"{sent['ann@example.org']} {sent['eve@example.net']}")
    bounce(deliver, "<1@a.org>", "<c@mx>")
    assert len(threads(browser, "unsent")) == 1
    assert sorted(each["mails"] for each in threads(browser)) == [1, 2, 3]


def test_a_report_of_the_mail_provider_counts_as_a_bounce(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer, contacts: FakeContacts
) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    answer(browser, threads(browser)[0])
    send_all(wired)
    report = DeliveryReport("bounce", mail_server.sent[0]["Message-ID"], is_permanent=True)
    record_delivery_reports(wired.unit_of_work, contacts, wired.addresses, [report])
    assert [each["unsent"] for each in threads(browser, "open")] == [True]


def test_a_reply_waits_for_the_mail_server_and_a_refused_one_is_shown(
    browser: Browser, wired: Wiring, deliver: Deliver, mail_server: FakeMailServer
) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    answer(browser, threads(browser)[0], close=True)
    mail_server.is_down = True
    send_all(wired)
    with wired.unit_of_work() as uow:
        reply = uow.session.scalars(select(SupportEntryRow).where(SupportEntryRow.kind == "reply")).one()
        assert (reply.state, reply.tries) == ("queued", 0)
        reply.next_try_at = reply.created_at
        uow.commit()
    mail_server.is_down, mail_server.fails = False, AddressRejected()
    send_all(wired)
    [thread] = threads(browser, "unsent")
    shown = browser.get("/api/support-thread.php", id=thread["id"]).json["entries"][-1]
    assert (thread["state"], shown["state"], shown["reason"]) == ("open", "failed", "address_unknown")


def test_each_look_and_act_is_recorded_first(browser: Browser, deliver: Deliver, visibility: FakeVisibility) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    visibility.is_down = True
    assert browser.get("/api/support-thread.php", id=thread["id"]).status_code == 503
    assert answer(browser, thread).status_code == 503
    visibility.is_down = False
    browser.get("/api/support-thread.php", id=thread["id"])
    browser.put("/api/support-thread.php", {"id": thread["id"], "mine": True})
    note = {"id": str(uuid4()), "thread_id": thread["id"], "text": "Called the bank"}
    assert [browser.post("/api/support-note.php", note).status_code for _ in range(2)] == [201, 201]
    answer(browser, thread)
    acts = [act for actor, _, _, act in visibility.threads if actor == SUE]
    assert acts == ["view", "change", "note", "note", "answer"]
    shown = browser.get("/api/support-thread.php", id=thread["id"]).json["entries"]
    assert [(each["kind"], each["author"]) for each in shown] == [("mail", None), ("note", "you"), ("reply", "you")]


def test_the_member_of_an_address_is_a_hint_that_erasure_follows(
    browser: Browser,
    wired: Wiring,
    deliver: Deliver,
    contacts: FakeContacts,
    handle: Callable[[Any], None],
) -> None:
    ann = uuid4()
    contacts.known[ann] = a_recipient()
    deliver()
    contacts.is_down = True
    assert recognise_senders(wired.unit_of_work, contacts) == 0
    contacts.is_down = False
    assert recognise_senders(wired.unit_of_work, contacts) == 1
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    assert browser.get("/api/support-thread.php", id=thread["id"]).json["member"] == str(ann)
    browser.post("/api/support-note.php", {"id": str(uuid4()), "thread_id": thread["id"], "text": "For colleagues"})
    with wired.unit_of_work() as uow:
        copy = export(uow.session, DATA_INVENTORY, ann)
    assert [each["text"] for each in copy["support_entries"]] == ["Where is my money?"]
    assert "reply_token" not in copy["support_threads"][0]

    handle(MemberErased(member_id=str(ann)))
    assert threads(browser) == []
    with wired.unit_of_work() as uow:
        assert list(uow.session.scalars(select(SupportEntryRow.id))) == []


def test_threads_are_found_and_paged(browser: Browser, deliver: Deliver) -> None:
    for number in range(32):
        deliver(f"From: m{number}@example.org", f"Message-ID: <{number}@a.org>", body=f"word{number} 100%")
    browser.as_member(SUE, support=True)
    first = browser.post("/api/support-inbox.php", {"view": "open"}).json
    assert (len(first["threads"]), first["has_more"], first["counts"]["open"]) == (30, True, 32)
    last = first["threads"][-1]
    rest = threads(browser, "open", before_at=last["last_mail_at"], before_id=last["id"])
    assert len(rest) == 2
    assert [each["address"] for each in threads(browser, text="M31@")] == ["m31@example.org"]
    # Only a look at a thread, which is recorded, shows what its mails say.
    assert threads(browser, text="word31") == []
    assert threads(browser, text="0_%") == []


def test_spam_and_floods_are_apart(browser: Browser, deliver: Deliver) -> None:
    deliver("X-Spam-Flag: YES")
    for number in range(31):
        deliver("From: bot@example.org", f"Message-ID: <{number}@bot>", body=str(number))
    browser.as_member(SUE, support=True)
    assert sorted(each["address"] for each in threads(browser, "spam")) == ["ann@example.org", "bot@example.org"]
    [one] = [each for each in threads(browser, "spam") if each["address"] == "ann@example.org"]
    browser.put("/api/support-thread.php", {"id": one["id"], "spam": False})
    assert len(threads(browser, "spam")) == 1


def test_other_sites_and_other_roles_see_nothing(browser: Browser, wired: Wiring, deliver: Deliver) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    pool = wired.sites.get(thread["site"]).pool
    host = next(host for host, key in SITES.items() if wired.sites.get(key).pool != pool)
    browser.at(host).as_member(SUE, support=True)
    assert threads(browser) == []
    assert browser.get("/api/support-thread.php", id=thread["id"]).status_code == 404
    assert answer(browser, thread).status_code == 404
    browser.at("localhost")
    roles: list[dict[str, bool]] = [{}, {"staff": True}, {"marketer": True}]
    for role in roles:
        browser.as_member(TOM, **role)  # type: ignore[arg-type]
        assert browser.post("/api/support-inbox.php", {"view": "open"}).status_code == 403
        assert browser.get("/api/support-thread.php", id=thread["id"]).status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        {"text": ""},
        {"text": "x" * 10_001},
        {"text": "\u202e \u0007"},
        {"seen": -1},
        {"seen": "1"},
        {"locale": "xx"},
        {"id": "1"},
        {"subject": "x"},
    ],
)
def test_bad_replies_change_nothing(browser: Browser, deliver: Deliver, change: dict[str, Any]) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    assert answer(browser, thread, **change).status_code in (400, 422)
    assert threads(browser) == [thread]


def test_a_mail_without_an_address_is_kept_and_cannot_be_answered(browser: Browser, deliver: Deliver) -> None:
    deliver("From: somebody")
    browser.as_member(SUE, support=True)
    [thread] = threads(browser, "open")
    refused = answer(browser, thread)
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "support_thread_unanswerable")


def test_an_unsigned_mail_is_refused(deliver: Deliver, app: Flask, browser: Browser) -> None:
    assert deliver(key="another-key-of-somebody").status_code == 403
    signature = {SIGNATURE_HEADER: signed(KEY, b'{"recipient": "a"}')}
    assert (
        app.test_client().post("/api/support-mail.php", data=b'{"recipient": "a"}', headers=signature).status_code
        == 400
    )
    browser.as_member(SUE, support=True)
    assert threads(browser) == []


@pytest.fixture
def by(app: Flask, wired: Wiring) -> Callable[[MailProvider], Any]:
    def use(provider: MailProvider) -> Any:
        settings = wired.settings.model_copy(update={"mail_provider": provider})
        provide(app, settings, wired.database, replace(wired, settings=settings))
        return app.test_client()

    return use


def test_mails_of_postmark(by: Callable[[MailProvider], Any], browser: Browser, support_email: str) -> None:
    """Made after Postmark's "Inbound webhook"."""
    mail = {
        "FromName": "Ann",
        "From": "Ann <ann@example.org>",
        "To": f"<{support_email}>",
        "OriginalRecipient": support_email,
        "Subject": "Money",
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Date": "Fri, 1 Aug 2026 16:45:32 -04:00",
        "TextBody": "",
        "HtmlBody": "<p>Where is my money?</p>",
        "Headers": [{"Name": "Message-ID", "Value": "<p@a.org>"}, {"Name": "X-Spam-Status", "Value": "No"}],
        "Attachments": [{"Name": "a.png", "Content": "AAAA", "ContentType": "image/png", "ContentLength": 3}],
    }
    client = by(MailProvider.POSTMARK)
    assert client.post("/api/support-mail.php", json=mail).status_code == 401
    assert client.post("/api/support-mail.php", json=mail, auth=("support", "wrong-password-of-it")).status_code == 401
    assert [client.post("/api/support-mail.php", json=mail, auth=("support", KEY)).status_code for _ in range(2)] == [
        200,
        200,
    ]
    assert client.post("/api/support-mail.php", json={"Headers": 7}, auth=("support", KEY)).status_code == 400
    browser.as_member(SUE, support=True)
    [thread] = threads(browser, "open")
    [entry] = browser.get("/api/support-thread.php", id=thread["id"]).json["entries"]
    assert (thread["address"], entry["text"]) == ("ann@example.org", "Where is my money?")
    assert entry["attachments"] == [{"name": "a.png", "media_type": "image/png", "size": 3}]


@pytest.mark.parametrize("is_mime", [True, False])
def test_mails_of_mailgun(
    by: Callable[[MailProvider], Any], browser: Browser, support_email: str, is_mime: bool
) -> None:
    """Made after Mailgun's "Receive, forward and store"."""
    at = str(int(time.time()))
    headers = [["From", "Ann <ann@example.org>"], ["Subject", "Money"], ["Message-Id", "<m@a.org>"]]
    raw = "\r\n".join([*(f"{name}: {value}" for name, value in headers), "", "Where is my money?"])
    words = (
        {"body-mime": raw} if is_mime else {"body-plain": "Where is my money?", "message-headers": json.dumps(headers)}
    )
    proof = {
        "timestamp": at,
        "token": "t",
        "signature": hmac.new(KEY.encode(), f"{at}t".encode(), "sha256").hexdigest(),
    }
    client = by(MailProvider.MAILGUN)
    fields = {"recipient": support_email, **words, **proof}
    assert client.post("/api/support-mail.php", data={**fields, "token": "u"}).status_code == 403
    assert client.post("/api/support-mail.php", data=fields).status_code == 200
    assert client.post("/api/support-mail.php", data=proof).status_code == 400
    browser.as_member(SUE, support=True)
    [thread] = threads(browser, "open")
    [entry] = browser.get("/api/support-thread.php", id=thread["id"]).json["entries"]
    assert (thread["subject"], entry["text"]) == ("Money", "Where is my money?")


def test_a_mail_belongs_to_the_brand_it_was_written_to(wired: Wiring, deliver: Deliver) -> None:
    sites = dict(wired.sites.items())
    other = next(key for key, site in sites.items() if site.support_email != sites["pairwise"].support_email)
    deliver(to=sites[other].support_email)
    deliver(to="hash@inbound.example.org")
    with wired.unit_of_work() as uow:
        found = uow.session.scalars(select(SupportThreadRow.site).order_by(SupportThreadRow.created_at)).all()
    assert found == [other, wired.sites.for_host("localhost").key]


def test_a_mail_that_came_meanwhile_keeps_its_thread_open(browser: Browser, deliver: Deliver) -> None:
    deliver()
    browser.as_member(SUE, support=True)
    [thread] = threads(browser)
    close = {"id": thread["id"], "state": "closed"}
    assert browser.put("/api/support-thread.php", close).status_code == 422
    deliver("In-Reply-To: <1@a.org>", "Message-ID: <2@a.org>", body="One thing more")
    refused = browser.put("/api/support-thread.php", {**close, "seen": 1})
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "support_thread_moved_on")
    assert browser.put("/api/support-thread.php", {**close, "seen": 2}).status_code == 200
    assert [each["id"] for each in threads(browser, "closed")] == [thread["id"]]


def test_templates_speak_as_the_site_of_the_thread(
    browser: Browser, wired: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.as_member(SUE, support=True)
    pool = wired.sites.get("pairwise").pool
    other = next(key for key, each in dict(wired.sites.items()).items() if each.pool != pool)
    assert browser.get("/api/support-templates.php", site=other, locale="en").status_code == 404
    monkeypatch.setattr(type(wired.sites), "of_pool", lambda *_: ("pairwise", other))
    shown = browser.get("/api/support-templates.php", site=other, locale="en").json["templates"]
    assert all(wired.sites.get(other).name in each["text"] for each in shown)


def test_templates_are_in_the_language_asked_for(browser: Browser) -> None:
    browser.as_member(SUE, support=True)
    said = {
        locale: browser.get("/api/support-templates.php", site="pairwise", locale=locale).json["templates"]
        for locale in ("en", "pl")
    }
    assert [each["name"] for each in said["en"]] == [each["name"] for each in said["pl"]]
    for english, polish in zip(said["en"], said["pl"], strict=True):
        assert english["text"] != polish["text"]
        assert "{{" not in english["text"] + polish["text"]
        assert english["text"].count("\n\n") == 2
