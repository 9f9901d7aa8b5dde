import smtplib
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from runner.ports import free_port
from standins.tests.running import StandIn

Send = Callable[..., None]
Inbox = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def send(mailbox: StandIn) -> Send:
    host, port = mailbox.settings["SMTP_LISTEN"].split(":")

    def send(
        *,
        to: str = "ann@example.com",
        subject: str = "Confirm your address",
        text: str = "Hello Ann",
        html: str = "",
        recipients: list[str] | None = None,
    ) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = "Lumi <hello@lumi.example>", to, subject
        mail.set_content(text)
        if html:
            mail.add_alternative(html, subtype="html")
        with smtplib.SMTP(host, int(port)) as client:
            client.send_message(mail, to_addrs=recipients)

    return send


@pytest.fixture
def inbox(mailbox: StandIn) -> Inbox:
    def inbox(to: str = "") -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = httpx.get(
            f"{mailbox.url}/dev/mailbox.json", params={"to": to} if to else {}
        ).json()
        return messages

    return inbox


def test_a_mail_arrives_with_its_texts_and_links(send: Send, inbox: Inbox) -> None:
    html = '<p>Hi <a href="https://lumi.example/a?b=1&amp;c=2#token=x">confirm</a> <a href="mailto:x@y">no</a></p>'

    send(subject="Zażółć, Ann 💌", text="Go to https://lumi.example/plain.\n", html=html)

    [message] = inbox("ann@example.com")
    assert message.keys() == {"id", "to", "subject", "text", "html", "links", "sent_at"}
    assert message["to"] == "ann@example.com"
    assert message["subject"] == "Zażółć, Ann 💌"
    assert message["text"] == "Go to https://lumi.example/plain.\n"
    assert message["html"].strip() == html
    assert message["links"] == ["https://lumi.example/a?b=1&c=2#token=x", "https://lumi.example/plain"]
    assert message["sent_at"].endswith("Z")


def test_the_newest_comes_first_and_case_does_not_matter(send: Send, inbox: Inbox) -> None:
    send(to="Ann@Example.com", subject="first")
    send(to="bo@example.com", subject="for Bo")
    send(to="ann@example.com", subject="second")

    assert [each["subject"] for each in inbox("ANN@example.COM")] == ["second", "first"]
    assert len(inbox()) == 3


def test_everybody_in_the_envelope_gets_the_mail(send: Send, inbox: Inbox) -> None:
    send(to="ann@example.com", recipients=["ann@example.com", "hidden@example.com"])

    assert len(inbox("ann@example.com")) == len(inbox("hidden@example.com")) == 1


def test_accepted_mail_outlives_a_kill(mailbox: StandIn, send: Send, inbox: Inbox) -> None:
    for number in range(20):
        send(subject=f"mail {number}")
    before = inbox()

    mailbox.restart_after_kill()

    assert inbox() == before


def test_the_newest_500_are_kept(mailbox: StandIn, inbox: Inbox) -> None:
    host, port = mailbox.settings["SMTP_LISTEN"].split(":")
    with smtplib.SMTP(host, int(port)) as client:
        for number in range(505):
            client.sendmail("a@example.com", ["b@example.com"], f"Subject: {number}\r\n\r\nHi\r\n")

    assert [each["subject"] for each in inbox()] == [str(number) for number in range(504, 4, -1)]
    mailbox.restart_after_kill()
    assert len(inbox()) == 500


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"no header at all",
        b"Subject: =?utf-8?q?=ff=fe?=\r\n\r\n\xff\xfe",
        b"Subject: x\r\nContent-Type: text/plain; charset=klingon\r\n\r\nnuqneH",
        b"Content-Type: multipart/alternative\r\n\r\nno boundary",
        b"From: <<>>,;:\r\nTo: @\r\nSubject: \xc3\x28\r\n\r\nbody",
    ],
)
def test_a_malformed_mail_is_taken_and_shown(mailbox: StandIn, inbox: Inbox, raw: bytes) -> None:
    host, port = mailbox.settings["SMTP_LISTEN"].split(":")
    with smtplib.SMTP(host, int(port)) as client:
        client.sendmail("a@example.com", ["b@example.com"], raw)

    [message] = inbox("b@example.com")
    assert httpx.get(f"{mailbox.url}/dev/mailbox/{message['id']}").status_code == 200


def test_an_sms_is_shown_under_its_number(mailbox: StandIn, inbox: Inbox) -> None:
    sent = httpx.post(f"{mailbox.url}/sms", json={"to": "+31 6 1234 5678", "text": "Your code is 123456"})

    assert sent.status_code == 201
    [message] = inbox("+31612345678")
    assert message["text"] == "Your code is 123456"
    # An unquoted plus sign is a space to the server.
    assert len(httpx.get(f"{mailbox.url}/dev/mailbox.json?to=+31612345678").json()) == 1
    page = httpx.get(f"{mailbox.url}/dev/mailbox/{message['id']}").text
    assert "+31612345678" in page
    assert "Your code is 123456" in page


@pytest.mark.parametrize("body", [{}, {"to": "ann", "text": "x"}, {"to": "+31612345678", "text": ""}, "x"])
def test_an_invalid_sms_is_refused(mailbox: StandIn, body: object) -> None:
    assert httpx.post(f"{mailbox.url}/sms", json=body).status_code == 422


def test_a_page_shows_one_message_and_the_list_around_it(mailbox: StandIn, send: Send, inbox: Inbox) -> None:
    send(subject="One <b>", text="plain words", html="<html><head></head><body>rich <script>alert(1)</script></body>")
    [message] = inbox()
    page = f"{mailbox.url}/dev/mailbox/{message['id']}"

    assert "One &lt;b&gt;" in httpx.get(page).text
    assert 'sandbox="allow-popups' in httpx.get(page).text
    assert "plain words" in httpx.get(page, params={"view": "text"}).text


def test_a_mail_shown_as_sent_can_run_and_load_nothing(mailbox: StandIn, send: Send, inbox: Inbox) -> None:
    send(html="<html><head></head><body><script>alert(1)</script></body></html>")

    framed = httpx.get(f"{mailbox.url}/dev/mailbox/{inbox()[0]['id']}/html")

    policy = framed.headers["content-security-policy"]
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert "default-src 'none'" in policy
    assert '<head><base target="_blank">' in framed.text


def test_an_unknown_message_is_not_found(mailbox: StandIn) -> None:
    assert httpx.get(f"{mailbox.url}/dev/mailbox/nothing").status_code == 404


def test_logs_contain_no_words_and_no_addresses(mailbox: StandIn, send: Send) -> None:
    send(to="private@example.com", subject="A secret subject", text="A secret text")

    log = mailbox.log.read_text()

    assert "mail accepted" in log
    assert "secret" not in log
    assert "private@" not in log


@pytest.mark.parametrize("has_smtputf8", ["", "yes"])
def test_letters_before_the_at_are_taken_only_with_smtputf8(start: Callable[..., StandIn], has_smtputf8: str) -> None:
    mailbox = start("standins.mailbox", SMTP_LISTEN=f"127.0.0.1:{free_port()}", SMTP_UTF8=has_smtputf8)
    host, port = mailbox.settings["SMTP_LISTEN"].split(":")
    with smtplib.SMTP(host, int(port)) as client:
        client.ehlo()
        assert client.has_extn("smtputf8") is bool(has_smtputf8)
        client.mail("hello@lumi.example", ["SMTPUTF8"] if has_smtputf8 else [])
        client.command_encoding = "utf-8"
        code, _ = client.rcpt("j\u00f6rg@example.org")
    assert (code == 250) is bool(has_smtputf8)
