"""The golden file of each event: what its sender makes is what its receivers are tested with."""

from typing import TypeVar

from google.protobuf.json_format import MessageToJson, Parse
from google.protobuf.message import Message

from servicekit.events import subject_of
from servicekit.settings import REPOSITORY

EVENTS = REPOSITORY / "tests" / "contracts" / "events"

Event = TypeVar("Event", bound=Message)


def golden_event(event: type[Event]) -> Event:
    """The event as its golden file has it (tests/contracts/events/<service>.<Event>.json)."""
    return Parse((EVENTS / f"{subject_of(event)}.json").read_text("utf-8"), event())


def as_golden(event: Message) -> str:
    """What belongs into the event's golden file."""
    return MessageToJson(event, preserving_proto_field_name=True, always_print_fields_with_no_presence=True) + "\n"
