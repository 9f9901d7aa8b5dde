import pytest
from shared.sites import Site, SiteDirectory
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from identity.domain.password import PASSWORD_SHORTEST, check_password, is_common
from identity.errors import PasswordTooCommon, PasswordTooShort
from identity.passwords import Argon2Passwords


@pytest.fixture(scope="module")
def site() -> Site:
    return SiteDirectory().get("pairwise")


def test_the_commonest_passwords_are_refused(site: Site) -> None:
    commonest = [password for password in FREQUENCY_LISTS["passwords"][:3000] if len(password) >= PASSWORD_SHORTEST]
    assert len(commonest) > 500
    for password in commonest:
        for typed in (password, password.upper(), password.title()):
            with pytest.raises(PasswordTooCommon):
                check_password(typed, site)


@pytest.mark.parametrize(
    "password",
    [
        "Password1!",
        "WELKOM2024",
        "12345678",
        "aaaaaaaa",
        "qwerty123",
        "123dragon",
        "jennifer99",
        "chocolate",
        "!!michael!!",
    ],
)
def test_known_passwords_are_common_with_digits_and_signs_around_them(password: str) -> None:
    assert is_common(password)


@pytest.mark.parametrize(
    "password",
    [
        "Ann@Example.org",
        "annalou1",
        "1987AnnaLou",
        "AnnaAnnaAnna",
        "anna.lou.2024",
        "Brandenberger!",
        "xBrandenberger",
        "Pairwise2026",
        "pairwisepair",
        "mypairwise",
    ],
)
def test_the_members_and_the_sites_own_words_are_no_password(site: Site, password: str) -> None:
    with pytest.raises(PasswordTooCommon):
        check_password(password, site, email="ann@example.org", name="Anna Lou Brandenberger")


@pytest.mark.parametrize(
    "password", ["three blue herons", "annabel loves kites", "xk2-pl0v-ann", "zebra lou kayak", "wQ8#nfP2"]
)
def test_words_of_ones_own_may_be_a_small_part(site: Site, password: str) -> None:
    check_password(password, site, email="ann@example.org", name="Anna Lou Brandenberger")


def test_a_name_of_one_letter_refuses_nothing(site: Site) -> None:
    check_password("aaBaaCaaDaaE", site, email="a@example.org", name="A")


def test_a_short_one_has_its_own_error(site: Site) -> None:
    with pytest.raises(PasswordTooShort):
        check_password("dragon", site)


def test_production_hashes_have_the_cost_that_owasp_recommends() -> None:
    passwords = Argon2Passwords()

    stored = passwords.hash("three blue herons")

    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert passwords.verify("three blue herons", stored)
    assert not passwords.verify("four green frogs", stored)
    assert not passwords.verify("the password of no account", None)


def test_a_hash_of_another_cost_is_verified_with_its_own() -> None:
    stored = Argon2Passwords(time_cost=1, memory_kib=8).hash("three blue herons")

    assert Argon2Passwords().verify("three blue herons", stored)
