"""Every event has its golden file, and the file says everything the contract does."""

import importlib
from collections import defaultdict

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from shared.kit.core import subject_of
from shared.kit.core.event_facts import delivery_of, state_of
from shared.kit.testing.golden import FOLDER, golden_event
from shared.registry import service_names


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


@pytest.mark.parametrize("event", events(), ids=subject_of)
def test_the_contract_says_in_which_order_events_may_take_effect(event: type[Message]) -> None:
    declared = delivery_of(event)
    fields = {field.name for field in event.DESCRIPTOR.fields}
    assert declared.any or declared.latest.of
    if declared.HasField("latest"):
        assert declared.latest.key
        assert fields.issuperset(declared.latest.key)
    assert fields.issuperset(declared.members)


def test_events_about_one_state_have_the_same_key() -> None:
    keys = defaultdict(set)
    for event in events():
        if state := state_of(event):
            keys[event.DESCRIPTOR.full_name.split(".")[1], state.of].add(tuple(state.key))
    assert {state: found for state, found in keys.items() if len(found) > 1} == {}
    assert keys
