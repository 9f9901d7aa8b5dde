import unicodedata

import pytest
from argon2 import PasswordHasher
from shared.sites import Site, SiteDirectory
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from identity.domain.password import PASSWORD_SHORTEST, check_password, is_common
from identity.errors import PasswordTooCommon, PasswordTooShort
from identity.passwords import Argon2Passwords, is_importable


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


COMPOSED, DECOMPOSED, WIDE_SPACE = "drei blaue Hüte é", "drei blaue Hu\u0308te e\u0301", "drei\u00a0blaue\u3000Hüte é"
CHEAP = Argon2Passwords(time_cost=1, memory_kib=8)


@pytest.mark.parametrize("stored", [COMPOSED, DECOMPOSED, WIDE_SPACE])
@pytest.mark.parametrize("typed", [COMPOSED, DECOMPOSED, WIDE_SPACE])
def test_every_unicode_form_of_a_password_is_the_same_password(stored: str, typed: str) -> None:
    assert CHEAP.verify(typed, CHEAP.hash(stored))


def test_a_hash_of_the_form_as_typed_still_works_and_is_replaced() -> None:
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(DECOMPOSED)

    assert CHEAP.verify(DECOMPOSED, old)
    assert CHEAP.needs_rehash(DECOMPOSED, old)
    assert not CHEAP.needs_rehash(DECOMPOSED, CHEAP.hash(DECOMPOSED))


def test_lengths_and_common_passwords_are_of_the_normal_form(site: Site) -> None:
    with pytest.raises(PasswordTooShort):
        check_password("e\u0301" * 7, site)
    check_password(unicodedata.normalize("NFD", "éàüñô" * 25), site)
    with pytest.raises(PasswordTooCommon):
        check_password("pass\u2003word".replace("\u2003", ""), site)


SALT, DIGEST = "c29tZXNhbHRzb21lc2FsdA", "RdescudvJCsgt3ub+b8dWg"


@pytest.mark.parametrize(
    "encoded",
    [
        f"$argon2id$v=19$m=4096,t=3,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=3,p=4${SALT}${DIGEST}",
        f"$argon2id$v=19$m=102400,t=2,p=8${SALT}${DIGEST}",
    ],
)
def test_hashes_of_common_parameters_come_in(encoded: str) -> None:
    assert is_importable(encoded)
    assert not CHEAP.verify("three blue herons", encoded)


@pytest.mark.parametrize(
    "encoded",
    [
        "$argon2id$x",
        f"$argon2id$v=19$m=8388608,t=9,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=131073,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=1024,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=-1,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=065536,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=11,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=0,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=9${SALT}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=0${SALT}${DIGEST}",
        f"$argon2id$v=19$t=1,m=65536,p=1${SALT}${DIGEST}",
        f"$argon2id$v=16$m=65536,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$m=65536,t=1,p=1${SALT}${DIGEST}",
        f"$argon2i$v=19$m=65536,t=1,p=1${SALT}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=1$c29t${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=1${'c29t' * 17}${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=1${SALT}$c29t",
        f"$argon2id$v=19$m=65536,t=1,p=1${SALT}${'c29t' * 22}",
        f"$argon2id$v=19$m=65536,t=1,p=1${SALT}x==${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=1${SALT[:-1]}B${DIGEST}",
        f"$argon2id$v=19$m=65536,t=1,p=1${SALT}${DIGEST}$",
        f"$argon2id$v=19$m=65536,t=1,p=1${SALT}${DIGEST}\n",
        f"$argon2id$v=19$m=٦٥٥٣٦,t=1,p=1${SALT}${DIGEST}",
    ],
)
def test_absurd_hashes_do_not_come_in(encoded: str) -> None:
    assert not is_importable(encoded)
