import stat
from pathlib import Path

from runner.keys import Keys


def test_secrets_are_made_once_and_are_their_owners_alone(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    made = [keys.database("chat"), keys.database("likes"), keys.nats("chat"), keys.seal(), keys.payments()]
    keys.token_public()

    again = Keys(tmp_path)

    assert made == [again.database("chat"), again.database("likes"), again.nats("chat"), again.seal(), again.payments()]
    assert len(set(made)) == len(made)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
