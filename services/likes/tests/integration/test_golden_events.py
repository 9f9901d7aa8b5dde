"""Golden events of the other services have their effect here once."""

import pytest
from likes.wiring import Wiring
from likes.worker import consumers
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.golden import golden_event
from shared.kit.testing.nats_messages import nats_message


def test_every_event_is_understood(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.privacy.deliver.send_files", lambda *_: None)  # identity is not here
    for consumer in consumers(wired):
        message = nats_message(golden_event(consumer.event))

        outcomes = [handle_once(wired.unit_of_work, consumer, message) for _ in range(2)]

        assert outcomes == ["handled", "repeated"], consumer.subject
