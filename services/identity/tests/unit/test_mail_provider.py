import pytest

from identity.domain.mail_provider import LARGE, check_provider, is_disposable, suggested_address
from identity.errors import EmailDisposable, EmailMistyped


@pytest.mark.parametrize("email", ["a@mailinator.com", "a@YOPMAIL.com", "a@box7.mailinator.com"])
def test_throwaway_mailboxes_are_known_with_their_subdomains(email: str) -> None:
    assert is_disposable(email)


@pytest.mark.parametrize(
    "email",
    [
        "a@gmail.com",
        "a@web.de",
        "a@wp.pl",
        "a@proton.me",
        "a@duck.com",
        "a@mailinator.com.example.org",
        "a@mail.example.org",
    ],
)
def test_lasting_mailboxes_are_let_in(email: str) -> None:
    assert not is_disposable(email)


def test_a_site_may_allow_them() -> None:
    check_provider("a@mailinator.com", disposable="allow")
    with pytest.raises(EmailDisposable):
        check_provider("a@mailinator.com", disposable="refuse")


@pytest.mark.parametrize(
    ("domain", "meant"),
    [
        ("gmial.com", "gmail.com"),
        ("gamil.com", "gmail.com"),
        ("gmai.com", "gmail.com"),
        ("gmail.con", "gmail.com"),
        ("gmail.co", "gmail.com"),
        ("hotmial.con", "hotmail.com"),
        ("hotnail.com", "hotmail.com"),
        ("outlok.com", "outlook.com"),
        ("iclud.com", "icloud.com"),
        ("t-onlin.de", "t-online.de"),
        ("intera.pl", "interia.pl"),
    ],
)
def test_a_typing_error_in_a_large_provider_is_no_throwaway_address(domain: str, meant: str) -> None:
    with pytest.raises(EmailMistyped) as refusal:
        check_provider(f"kamil@{domain}", disposable="refuse")

    assert refusal.value.params == {"suggestion": f"kamil@{meant}"}
    check_provider(f"kamil@{domain}", disposable="refuse", is_kept=True)


def test_large_providers_are_typing_errors_of_none() -> None:
    assert [domain for domain in LARGE if suggested_address(f"a@{domain}")] == []


@pytest.mark.parametrize(
    "domain", ["hotmail.com.br", "yahoo.co.jp", "outlook.pl", "mail.com", "hmail.com", "yopmail.com", "vp.pl", "op.pl"]
)
def test_other_providers_get_no_suggestion(domain: str) -> None:
    assert suggested_address(f"a@{domain}") is None
