from types import SimpleNamespace
from typing import cast
from uuid import uuid4

from google.protobuf.message import Message
from nats.aio.msg import Msg

from shared.kit.core.event_facts import subject_of


def nats_message(event: Message) -> Msg:
    """The event as a NATS message with a new event id. Pass the same message twice for a redelivery."""
    headers = {"Nats-Msg-Id": str(uuid4())}
    return cast(Msg, SimpleNamespace(subject=subject_of(type(event)), data=event.SerializeToString(), headers=headers))
