import pytest

from identity.domain.mail_provider import check_provider, is_disposable
from identity.errors import EmailDisposable


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
