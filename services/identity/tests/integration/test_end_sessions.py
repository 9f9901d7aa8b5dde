"""An operator ends one member's sessions, or everybody's, after a breach."""

from uuid import UUID

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import SessionRevoked
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from identity import end_sessions
from identity.tests.factories import sign_up_form
from identity.usecases.end_sessions import end_every_session, end_sessions_of
from identity.wiring import Wiring


def member(app: Flask, keys: KeyPair, name: str) -> tuple[Browser, UUID]:
    browser = Browser(app, keys)
    form = sign_up_form(email=f"{name}@example.org", name=name)
    return browser, UUID(browser.post("/api/signup.php", form).json["user"]["id"])


def is_in(browser: Browser) -> bool:
    return bool(browser.get("/api/user.php").status_code == 200)


def test_one_members_sessions_end_and_no_others(app: Flask, keys: KeyPair, wired: Wiring, database: Database) -> None:
    (ann, ann_id), (bo, _) = member(app, keys, "Ann"), member(app, keys, "Bo")

    assert end_sessions_of(wired.unit_of_work(), ann_id) == 1

    assert (is_in(ann), is_in(bo)) == (False, True)
    assert len(announced(database, SessionRevoked)) == 1


def test_every_session_ends_once_also_in_steps_and_twice_at_once(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("identity.usecases.end_sessions.BATCH", 2)
    browsers = [member(app, keys, name)[0] for name in ("Ann", "Bo", "Cleo", "Dirk", "Eva")]

    counts = at_once(*(lambda: end_every_session(wired.unit_of_work()) for _ in range(2)))
    end_every_session(wired.unit_of_work())

    assert sum(counts) <= 5
    assert [is_in(browser) for browser in browsers] == [False] * 5
    ended = [event.session_id for event in announced(database, SessionRevoked)]
    assert len(ended) == len(set(ended)) == 5


@pytest.mark.parametrize("arguments", [[], ["all"], ["everyone", "--by", "lead"], ["0b9f", "--by", "lead"]])
def test_the_command_wants_a_name_and_a_target(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        end_sessions.parser().parse_args(arguments)
