"""What the others say, as their golden files have it, has its effect here once."""

import pytest
from likes.wiring import Wiring
from likes.worker import consumers
from servicekit.storage import Database
from servicekit.testing.golden import golden_event
from servicekit.testing.told import told
from servicekit.worker.consumers import handle_once


def test_every_event_is_understood(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdings.deliver.Deliveries.deliver", lambda *_: None)  # identity is not here
    for consumer in consumers(wired):
        message = told(golden_event(consumer.event))

        outcomes = [handle_once(wired.unit_of_work, consumer, message) for _ in range(2)]

        assert outcomes == ["handled", "repeated"], consumer.subject
