"""Rotating the key that signs members' tokens: two public keys at once, chosen by `kid`."""

import time
from pathlib import Path
from uuid import uuid4

import jwt
import pytest
from shared.kit.core.errors import AuthenticationRequired
from shared.kit.http.callers import TokenVerifier
from shared.kit.testing.tokens import KeyPair


@pytest.fixture
def pairs(tmp_path: Path) -> tuple[KeyPair, KeyPair]:
    made = []
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        made.append(KeyPair.make(tmp_path / name))
    return made[0], made[1]


def check_with(folder: Path, *pairs: KeyPair) -> TokenVerifier:
    file = folder / f"{len(pairs)}.pem"
    file.write_text("".join(pair.public.read_text() for pair in pairs))
    return TokenVerifier(file)


def test_both_keys_are_accepted_during_a_rotation_and_one_after_it(
    pairs: tuple[KeyPair, KeyPair], tmp_path: Path
) -> None:
    old, new = pairs
    member = uuid4()

    during, after = check_with(tmp_path, old, new), check_with(tmp_path, new)

    assert {during(pair.token(member), time.time()).member_id for pair in pairs} == {member}
    assert after(new.token(member), time.time()).member_id == member
    with pytest.raises(AuthenticationRequired):
        after(old.token(member), time.time())


@pytest.mark.parametrize("headers", [{}, {"kid": "another"}, {"kid": ""}])
def test_a_token_that_names_no_known_key_is_refused(
    pairs: tuple[KeyPair, KeyPair], tmp_path: Path, headers: dict[str, str]
) -> None:
    old, new = pairs
    claims = jwt.decode(old.token(uuid4()), options={"verify_signature": False})
    forged = jwt.encode(claims, old.private.read_bytes(), algorithm="EdDSA", headers=headers)

    with pytest.raises(AuthenticationRequired):
        check_with(tmp_path, old, new)(forged, time.time())


def test_a_token_is_checked_with_the_key_it_names_and_no_other(pairs: tuple[KeyPair, KeyPair], tmp_path: Path) -> None:
    old, new = pairs
    claims = jwt.decode(old.token(uuid4()), options={"verify_signature": False})
    forged = jwt.encode(claims, old.private.read_bytes(), algorithm="EdDSA", headers={"kid": new.key_id})

    with pytest.raises(AuthenticationRequired):
        check_with(tmp_path, old, new)(forged, time.time())
