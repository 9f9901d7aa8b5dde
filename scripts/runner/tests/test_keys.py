import stat
from pathlib import Path

from runner.keys import Keys
from shared.kit.http.callers import TokenVerifier
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.registry import Secret, service_secrets

MAILS = next(secret for secret in service_secrets() if secret.name == "mails")


def every(keys: Keys) -> list[str]:
    return [keys.database("chat"), keys.database("likes"), keys.nats("chat"), *contents(keys)]


def contents(keys: Keys) -> list[str]:
    return [keys.file(secret).read_text() for secret in service_secrets()]


def test_secrets_are_made_once_and_are_their_owners_alone(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    made = every(keys)
    keys.token_public()
    keys.vapid_public()

    assert made == every(Keys(tmp_path))
    assert {len(keys.keys(secret)) for secret in service_secrets()} == {1}
    assert len(set(made)) == len(made)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_a_new_key_is_accepted_then_used_then_alone(tmp_path: Path) -> None:
    keys, (old,) = Keys(tmp_path), Keys(tmp_path).keys(MAILS)

    keys.accept_another(MAILS)
    first, new = keys.keys(MAILS)
    keys.use_newest(MAILS)
    in_use = keys.keys(MAILS)
    keys.keep_only_the_one_in_use(MAILS)

    assert (first, in_use, keys.keys(MAILS)) == (old, [new, old], [new])


def test_a_repeated_rotation_makes_no_other_key_and_a_new_one_does(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    [old] = keys.keys(MAILS)
    keys.accept_another(MAILS)
    keys.use_newest(MAILS)
    new = keys.keys(MAILS)[0]

    keys.accept_another(MAILS)
    keys.use_newest(MAILS)
    assert (keys.keys(MAILS), keys.is_rotating(MAILS.name)) == ([new, old], True)
    keys.end_rotation(MAILS.name)
    keys.accept_another(MAILS)
    assert keys.keys(MAILS)[:2] == [new, old]
    assert len(keys.keys(MAILS)) == 3


def test_a_repeated_rotation_makes_no_other_token_key(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    for _ in range(2):
        keys.accept_another_token_key()
        keys.use_newest_token_key()
    assert keys.token_public().read_text().count("BEGIN") == 2


def test_the_token_key_is_accepted_then_used_then_alone(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    checks = [TokenVerifier(keys.token_public())]
    before = keys.token_private().read_text()

    keys.accept_another_token_key()
    assert keys.token_private().read_text() == before
    checks.append(TokenVerifier(keys.token_public()))
    keys.use_newest_token_key()
    assert keys.token_private().read_text() != before
    pair = KeyPair(keys.token_private(), keys.token_public())
    keys.keep_only_the_token_key_in_use()
    checks.append(TokenVerifier(keys.token_public()))

    known = [pair.key_id in check._keys for check in checks]
    assert known == [False, True, True]


def test_every_kind_of_secret_can_be_made(tmp_path: Path) -> None:
    keys = Keys(tmp_path)

    def made(secret: Secret) -> int:
        return len(keys.file(secret).read_text())

    assert all(made(secret) >= 16 for secret in service_secrets())


def test_processes_that_start_together_may_write_the_same_file(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    keys.vapid_public()

    written = at_once(*[lambda: keys.vapid_public().read_text() for _ in range(16)])

    assert len(set(written)) == 1
