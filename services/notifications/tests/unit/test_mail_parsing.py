"""Received mails are read without trust: kinds, words, limits, and what no program should be able to send."""

import pytest
from notifications.domain.mail_parsing import clean, mail_from_mime, text_of_html
from notifications.domain.support_inbox import (
    LONGEST_TEXT,
    MailKind,
    quote,
    reply_address,
    reply_subject,
    split_token,
)

OWN = {"support@pairwise.test"}
TOKEN = "0123456789abcdef0123"


def parsed(*lines: str, body: str = "Hello") -> MailKind:
    headers = ["From: Ann <ann@example.org>", "To: support@pairwise.test", *lines]
    return mail_from_mime("\r\n".join([*headers, "", body]).encode(), "support@pairwise.test", OWN).kind


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Auto-Submitted: auto-replied", MailKind.AUTO),
        ("Auto-Submitted: auto-generated; owner=x", MailKind.AUTO),
        ("Auto-Submitted: no", MailKind.MAIL),
        ("Precedence: bulk", MailKind.AUTO),
        ("List-Id: <news.example.org>", MailKind.AUTO),
        ("Return-Path: <>", MailKind.AUTO),
        ("Content-Type: multipart/report; boundary=b", MailKind.AUTO),
        ("X-Failed-Recipients: bob@example.org", MailKind.AUTO),
        ("X-Other: 1", MailKind.MAIL),
    ],
)
def test_mails_of_programs_are_recognised(line: str, kind: MailKind) -> None:
    assert parsed(line) is kind


@pytest.mark.parametrize(
    ("sender", "kind"),
    [
        ("support@pairwise.test", MailKind.LOOP),
        (f"Support+{TOKEN}@pairwise.test", MailKind.LOOP),
        ("MAILER-DAEMON@mx.example.org", MailKind.AUTO),
        ("no address at all", MailKind.MALFORMED),
        ("a@example.org, b@example.org", MailKind.MALFORMED),
    ],
)
def test_senders_that_are_no_person(sender: str, kind: MailKind) -> None:
    raw = f"From: {sender}\r\nSubject: x\r\n\r\nHello".encode()
    assert mail_from_mime(raw, "support@pairwise.test", OWN).kind is kind


@pytest.mark.parametrize(
    ("report", "action", "kind"),
    [
        ("delivery-status", "failed", MailKind.BOUNCE),
        ("delivery-status", "delayed", MailKind.AUTO),
        ("disposition-notification", "failed", MailKind.AUTO),
    ],
)
def test_only_a_report_of_failure_is_a_bounce(report: str, action: str, kind: MailKind) -> None:
    body = f"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: mx\r\n\r\nAction: {action}\r\n--b--"
    content = f"Content-Type: multipart/report; boundary=b; report-type={report}"
    assert parsed(content, "Auto-Submitted: auto-replied", body=body) is kind


def test_ids_are_of_visible_characters() -> None:
    raw = b"Message-ID: <a\x00b@example.org> <\xff@example.org> <c@example.org>\r\n\r\nHello"
    assert mail_from_mime(raw, "support@pairwise.test", OWN).message_id == "<c@example.org>"


def test_a_mail_that_cannot_be_parsed_keeps_its_headers() -> None:
    raw = b"From: ann@example.org\r\nSubject: Money\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 3_000
    mail = mail_from_mime(raw, "support@pairwise.test", OWN)
    assert (mail.sender, mail.subject) == ("ann@example.org", "Money")


def test_two_from_lines_name_nobody() -> None:
    raw = b"From: ann@example.org\r\nFrom: eve@example.org\r\n\r\nHello"
    assert mail_from_mime(raw, "support@pairwise.test", OWN).sender == ""


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff\xfe",
        b"From: =?utf-8?b?////?= <ann@example.org>\r\nSubject: =?nope?q?x?=\r\n\r\n\xff",
        b"Content-Type: text/plain; charset=no-such\r\nFrom: a@example.org\r\n\r\nword \xe9",
        b"Content-Type: multipart/mixed; boundary=b\r\nFrom: a@example.org\r\n\r\n--b\r\n" * 3000,
        b"Content-Type: multipart/mixed\r\nFrom: a@example.org\r\n\r\nno boundary",
        b"From: " + b"a" * 100_000 + b"@example.org\r\n\r\nx",
        b"From: " + b"(" * 3_000 + b"a@example.org\r\nTo: " + b"(" * 3_000 + b"\r\n\r\nx",
        # Each took minutes, or more memory than there is.
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 2_000_000,
        b"Content-Type: message/delivery-status\n\n" + b"\n" * 10_000_000,
        b"Content-Type: text/plain; charset=punycode\n\n" + b"a" * 2_000_000 + b"-" + b"a" * 2_000_000,
        b"Content-Type: text/plain" + b";" * 2_000_000 + b"\n\nx",
        b"Subject: " + b"=?a?q?" * 100_000 + b"\n\nx",
        b"\n" + ("a" + "\u0301" * 1_000_000 + "\u0323" * 1_000_000).encode(),
        b"Content-Type: text/html\n\n" + b"<a " * 100_000,
        b"Content-Type: text/html\n\n" + b"<!--" * 100_000,
    ],
)
def test_no_bytes_raise(raw: bytes) -> None:
    mail = mail_from_mime(raw, "support@pairwise.test", OWN)
    assert "\x00" not in mail.text + mail.subject + mail.sender_name
    assert len(mail.text) <= LONGEST_TEXT
    mail.text.encode()


def test_a_mail_with_words_and_html_shows_the_words_and_names_attachments() -> None:
    raw = "\r\n".join(
        [
            "From: =?utf-8?q?J=C3=BCrgen?= <ann@example.org>",
            "Subject: =?utf-8?b?w4RyZ2Vy?=",
            "Message-ID: <one@example.org>",
            "In-Reply-To: <zero@example.org>",
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "--b",
            "Content-Type: text/plain; charset=iso-8859-1",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "Gr=FC=DFe",
            "--b",
            "Content-Type: text/html",
            "",
            "<b>never shown</b>",
            "--b",
            'Content-Type: application/pdf; name="../../bill.pdf"',
            "Content-Disposition: attachment",
            "Content-Transfer-Encoding: base64",
            "",
            "AAAA",
            "--b--",
        ]
    ).encode()
    mail = mail_from_mime(raw, "support@pairwise.test", OWN)
    assert (mail.sender_name, mail.subject, mail.text) == ("Jürgen", "Ärger", "Grüße")
    assert (mail.message_id, mail.cited) == ("<one@example.org>", ("<zero@example.org>",))
    assert [(each.media_type, each.size) for each in mail.attachments] == [("application/pdf", 3)]


def test_html_becomes_words_with_its_links_and_nothing_that_runs() -> None:
    html = (
        "<html><head><title>t</title></head><script>alert(1)</script><p>Dear<br>team</p><p>see "
        '<a href="https://example.org/x">this</a> <a href="javascript:x">that</a></p><img src="https://spy.example/p">'
    )
    assert text_of_html(html) == "Dear\nteam\n\nsee this (https://example.org/x) that"


def test_the_body_of_html_is_seen_whatever_is_open_before_it() -> None:
    assert text_of_html("<html><head><title>t<body><p>seen") == "seen"
    assert text_of_html("<html><head><style>x</style><body>seen</body>") == "seen"


def test_long_mails_are_cut_and_say_so() -> None:
    raw = b"From: a@example.org\r\n\r\n" + b"x" * (LONGEST_TEXT + 1)
    mail = mail_from_mime(raw, "support@pairwise.test", OWN)
    assert (len(mail.text), mail.is_cut) == (LONGEST_TEXT, True)


def test_characters_that_hide_or_turn_text_are_removed() -> None:
    assert clean("pay\u202egpj.exe\x07\r\nnow") == "paygpj.exe\nnow"


@pytest.mark.parametrize("subject", ["Money", "Re: Money", "AW: SV: Re[2]: Money", "Re: \u2028Money\u2029"])
def test_a_reply_has_one_prefix(subject: str) -> None:
    assert reply_subject(subject) == "Re: Money"


def test_a_reply_address_brings_its_token_back() -> None:
    address = reply_address("support@pairwise.test", TOKEN)
    assert split_token(address) == ("support@pairwise.test", TOKEN)
    assert split_token("support+sale@pairwise.test") == ("support@pairwise.test", None)


def test_each_line_of_a_quotation_is_marked() -> None:
    assert quote("one\n\ntwo") == "> one\n>\n> two"
