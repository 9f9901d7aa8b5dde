"""Events of other services, as in their golden files, are handled once."""

import pytest
from lander.wiring import Wiring
from lander.worker import consumers
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.golden import golden_event
from shared.kit.testing.nats_messages import nats_message


def test_every_event_is_understood(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.privacy.deliver.send_files", lambda *_: None)  # identity is not here
    # Events of an erased member are left out, and several golden files name one member.
    for consumer in sorted(consumers(wired), key=lambda each: each.event.__name__ == "MemberErased"):
        message = nats_message(golden_event(consumer.event))

        outcomes = [handle_once(wired.unit_of_work, consumer, message) for _ in range(2)]

        assert outcomes == ["handled", "repeated"], consumer.subject
