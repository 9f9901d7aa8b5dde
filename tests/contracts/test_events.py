"""Every event has its golden file, and the file says everything the contract does."""

import importlib

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from servicekit.events import subject_of
from servicekit.registry import service_names
from servicekit.testing.golden import FOLDER, golden_event


def events() -> list[type[Message]]:
    modules = [importlib.import_module(f"pairwise.{name}.v1.events_pb2") for name in service_names()]
    return [GetMessageClass(kind) for module in modules for kind in module.DESCRIPTOR.message_types_by_name.values()]


@pytest.mark.parametrize("event", events(), ids=subject_of)
def test_the_golden_file_fills_every_field(event: type[Message]) -> None:
    golden = golden_event(event)

    filled = MessageToDict(golden, preserving_proto_field_name=True)
    assert set(filled) == {field.name for field in event.DESCRIPTOR.fields}
    assert event.FromString(golden.SerializeToString()) == golden


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {subject_of(event) for event in events()}
