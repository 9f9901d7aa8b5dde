from hypothesis import given
from hypothesis import strategies as st
from standins.mailbox.links import links_in
from standins.mailbox.message import same_recipient
from standins.mailbox.parse import parse_mail

HEADERS = st.sampled_from(
    [
        b"Subject: ",
        b"From: ",
        b"Content-Type: text/html; charset=",
        b"Content-Transfer-Encoding: ",
        b"\r\n",
        b"=?utf-8?b?",
    ]
)


@given(st.lists(st.one_of(HEADERS, st.binary(max_size=30)), max_size=12))
def test_any_bytes_are_a_mail_of_some_kind(pieces: list[bytes]) -> None:
    content = parse_mail(b"".join(pieces))

    for text in (content.subject, content.sender, content.text, content.html):
        text.encode()


@given(st.text(), st.text())
def test_links_are_web_addresses_each_once(text: str, html: str) -> None:
    links = links_in(text, html)

    assert len(set(links)) == len(links)
    assert all(link.startswith(("http://", "https://")) for link in links)


def test_the_address_ends_before_the_punctuation() -> None:
    assert links_in("(see https://a.example/x?y=1), or http://b.example.", "") == (
        "https://a.example/x?y=1",
        "http://b.example",
    )


def test_one_recipient_has_many_spellings() -> None:
    assert same_recipient("Ann@Example.com ") == same_recipient("ann@example.com")
    assert same_recipient("+31 6-1234") == same_recipient(" 3161234")
    assert same_recipient("ann@example.com") != same_recipient("bo@example.com")
