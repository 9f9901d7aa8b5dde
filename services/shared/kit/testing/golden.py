"""Golden events: one file an event, read by the tests of its publisher and of its consumers."""

from pathlib import Path
from typing import TypeVar

from google.protobuf.json_format import Parse
from google.protobuf.message import Message

from shared.kit.core.event_facts import subject_of

FOLDER = Path(__file__).resolve().parents[4] / "tests" / "contracts" / "events"

Event = TypeVar("Event", bound=Message)


def golden_event(event: type[Event]) -> Event:
    """The event as its golden file has it. A field the contract does not know is an error."""
    return Parse((FOLDER / f"{subject_of(event)}.json").read_text("utf-8"), event())
