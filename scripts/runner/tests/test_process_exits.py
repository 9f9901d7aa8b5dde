from pathlib import Path

import pytest
from runner.process_exits import ProcessExits


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("2026-01-01 WARN exited: chat-web (terminated by SIGKILL; not expected)", ("chat-web", "killed by signal 9")),
        ("2026-01-01 WARN exited: nats (exit status 1; not expected)", ("nats", "exit status 1")),
        ("2026-01-01 INFO exited: redis (exit status 0; expected)", ("redis", "exit status 0")),
    ],
)
def test_a_death_is_reported_in_words(tmp_path: Path, line: str, reported: tuple[str, str]) -> None:
    log = tmp_path / "log"
    exits = ProcessExits(log)
    log.write_text(f"2026-01-01 INFO spawned: 'chat-web' with pid 1\n{line}\n")

    assert list(exits.new()) == [reported]
    assert list(exits.new()) == []


def test_earlier_exits_are_not_reported(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("2026-01-01 WARN exited: chat-web (exit status 1; not expected)\n")

    assert list(ProcessExits(log).new()) == []
