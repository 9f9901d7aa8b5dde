"""Golden events of the publishing services, each handled once."""

import pytest
from notifications.wiring import Wiring
from notifications.worker import consumers
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.golden import golden_event
from shared.kit.testing.nats_messages import nats_message


def test_every_golden_event_is_handled_once(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.privacy.deliver.send_files", lambda *_: None)  # identity does not run here
    for consumer in consumers(wired):
        message = nats_message(golden_event(consumer.event))

        outcomes = [handle_once(wired.unit_of_work, consumer, message) for _ in range(2)]

        assert outcomes == ["handled", "repeated"], consumer.subject
