from types import SimpleNamespace
from typing import cast
from uuid import uuid4

from google.protobuf.message import Message
from nats.aio.msg import Msg

from servicekit.events import subject_of


def told(event: Message) -> Msg:
    """The event as NATS delivers it, with an id of its own: give the same one twice for a repetition."""
    headers = {"Nats-Msg-Id": str(uuid4())}
    return cast(Msg, SimpleNamespace(subject=subject_of(type(event)), data=event.SerializeToString(), headers=headers))
