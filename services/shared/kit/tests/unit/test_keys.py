from pathlib import Path

import pytest
from cryptography.fernet import InvalidToken
from shared.kit.core.keys import KeyRing, SealingKeys, SigningKeys, encoded, new_key
from shared.kit.core.settings import Settings

GIVEN = {"PAIRWISE_SERVICE": "chat", "DATABASE_URL": "postgresql://x/y"}


def test_the_first_key_seals_and_every_key_opens() -> None:
    old, new = new_key(), new_key()
    sealed = SealingKeys(old).seal(b"secret")

    during, after = SealingKeys(f"{new} {old}"), SealingKeys(new)

    assert during.open(sealed) == b"secret"
    assert after.open(during.seal(b"secret")) == b"secret"
    with pytest.raises(InvalidToken):
        after.open(sealed)


def test_a_value_under_the_key_in_use_is_not_resealed() -> None:
    old, new = new_key(), new_key()
    ring = SealingKeys(f"{new} {old}")

    fresh = ring.reseal(SealingKeys(old).seal(b"secret"))

    assert fresh is not None
    assert SealingKeys(new).open(fresh) == b"secret"
    assert ring.reseal(fresh) is None


def test_the_first_key_signs_and_every_key_is_accepted() -> None:
    old, new = new_key(), new_key()

    ring = SigningKeys(f"{new}\n{old}\n")

    assert ring.sign(b"it") == SigningKeys(new).sign(b"it")
    assert ring.every_signature(b"it") == [SigningKeys(new).sign(b"it"), SigningKeys(old).sign(b"it")]


def test_a_ring_is_read_from_a_file(tmp_path: Path) -> None:
    key = new_key()
    (tmp_path / "mails").write_text(f"{key}\n")

    assert KeyRing(str(tmp_path / "mails")).raw == KeyRing(key).raw


@pytest.mark.parametrize(
    "keys",
    ["", "   ", "$$$$$ at all!", encoded(b"too short"), f"{encoded(bytes(32))} x"],
    ids=["empty", "blank", "no base64", "too short", "second too short"],
)
def test_a_ring_without_a_good_key_stops_the_process_and_says_no_key(keys: str) -> None:
    with pytest.raises(ValueError, match="key") as refused:
        KeyRing(keys)

    assert not [key for key in keys.split() if len(key) > 3 and key in str(refused.value)]


def test_a_sealing_key_has_its_length() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SealingKeys(encoded(bytes(range(24))))


def test_a_ring_shows_no_key() -> None:
    key = new_key()

    assert key not in repr(SealingKeys(key))
    assert key not in repr(Settings.model_validate(GIVEN | {"PAIRWISE_ENV": "test", "SOURCE_KEYS": key}))


def test_a_refused_setting_is_not_repeated_in_the_error() -> None:
    key = new_key()

    with pytest.raises(ValueError, match="SOURCE_KEYS") as refused:
        Settings.model_validate(GIVEN | {"SOURCE_KEYS": f"{key} {key[:10]}"})

    assert key[:10] not in str(refused.value)


def test_production_starts_only_with_its_own_source_keys() -> None:
    given = GIVEN | {"PAIRWISE_ENV": "production", "PAIRWISE_PUBLIC_URL": "https://pairwise.example"}
    with pytest.raises(ValueError, match="SOURCE_KEYS"):
        Settings.model_validate(given)

    assert Settings.model_validate(given | {"SOURCE_KEYS": new_key()}).is_production
