"""Revoked sessions are pushed once they are committed, and only then."""

import threading
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from shared.kit.revocation_channel import CHANNEL, encoded
from shared.kit.storage import Database

from identity.storage import IdentityUnit
from identity.wiring import Wiring

TIMEOUT_SECONDS = 60


class Pushed:
    def __init__(self) -> None:
        self.messages: list[str] = []
        self._arrived = threading.Event()

    def publish(self, messages: Collection[str]) -> bool:
        self.messages += messages
        self._arrived.set()
        return True

    def wait(self) -> list[str]:
        assert self._arrived.wait(TIMEOUT_SECONDS)
        return self.messages


@pytest.fixture
def pushed(database: Database) -> Pushed:
    return Pushed()


@pytest.fixture
def unit(wired: Wiring, pushed: Pushed) -> Iterator[IdentityUnit]:
    own = Database(wired.database.url, pool_size=2)
    own.commit_notifier.publish_with(CHANNEL, pushed.publish)
    yield IdentityUnit(own, wired.settings.ban_keys)
    own.engine.dispose()


def test_a_revocation_is_pushed_after_its_commit_and_not_after_a_rollback(unit: IdentityUnit, pushed: Pushed) -> None:
    until = datetime.now(UTC) + timedelta(minutes=10)
    kept, revoked = uuid4(), uuid4()
    with unit as uow:
        uow.sessions.revoke([kept], until)
    with unit as uow:
        uow.sessions.revoke([revoked], until)
        uow.commit()

    assert pushed.wait() == [encoded(revoked, until)]
