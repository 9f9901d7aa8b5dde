"""The ids in a column beside an event are all that its text has, but those of fields that never hold a member's."""

import importlib
from typing import Any
from uuid import UUID, uuid4

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from pairwise.chat.v1.events_pb2 import MessageSent
from shared.kit.core.event_facts import OTHER_IDS, UUIDS, delivery_of, members_of, named_ids
from shared.registry.services import service_names


def events() -> list[type[Message]]:
    packages = [importlib.import_module(f"pairwise.{service}.v1.events_pb2") for service in service_names()]
    return [getattr(each, name) for each in packages for name in each.DESCRIPTOR.message_types_by_name]


def fill(message: Any) -> None:
    """An id in every text of the event and of the messages within it."""
    for field in message.DESCRIPTOR.fields:
        if field.is_repeated:
            some = getattr(message, field.name)
            if field.type == FieldDescriptor.TYPE_STRING:
                some.extend(str(uuid4()) for _ in range(2))
            elif field.type == FieldDescriptor.TYPE_MESSAGE:
                fill(some.add())
        elif field.type == FieldDescriptor.TYPE_STRING:
            setattr(message, field.name, str(uuid4()))
        elif field.type == FieldDescriptor.TYPE_MESSAGE and "google" not in field.message_type.full_name:
            fill(getattr(message, field.name))


@pytest.mark.parametrize("kind", events(), ids=lambda kind: kind.DESCRIPTOR.full_name)
def test_every_id_of_an_event_is_named_but_those_of_other_things(kind: type[Message]) -> None:
    event = kind()
    fill(event)
    payload = event.SerializeToString()
    others = {getattr(event, name) for name in OTHER_IDS if name in kind.DESCRIPTOR.fields_by_name}
    found = named_ids(event, payload)
    assert {str(each) for each in found} == {each.decode() for each in UUIDS.findall(payload)} - others
    assert set(members_of(event)) <= set(found)


def test_a_field_for_other_ids_holds_no_member_anywhere() -> None:
    names = {field for kind in events() for field in kind.DESCRIPTOR.fields_by_name}
    assert set(OTHER_IDS) <= names, "a name that no event has hides nothing, and may be given to another field"
    declared = {field for kind in events() for field in _members(kind)}
    assert not declared & set(OTHER_IDS)


def test_a_message_names_its_two_members() -> None:
    ann, bo = sorted(uuid4() for _ in range(2))
    sent = MessageSent(message_id=str(uuid4()), conversation_id=str(uuid4()), sender_id=str(bo), recipient_id=str(ann))
    assert named_ids(sent, sent.SerializeToString()) == [ann, bo]


def test_an_event_of_nobody_names_nobody() -> None:
    assert named_ids(MessageSent(kind="text"), b"text") == list[UUID]()


def _members(kind: type[Message]) -> list[str]:

    return list(delivery_of(kind).members)
