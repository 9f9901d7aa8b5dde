"""Facts about events that follow from the contract, such as `pairwise.chat.v1.MessageSent`: subject, stream, order."""

import re
from hashlib import blake2b
from typing import Any
from uuid import UUID

from google.protobuf.message import Message
from pairwise.shared.v1.delivery_pb2 import Delivery, State, delivery

# Names of the events that prove an erasure and let it be repeated. They contain a random id and nothing else, so they
# are kept when all other events naming the member are deleted.
ERASURE_EVENTS = ("MemberErased", "MemberDataErased")
# An id in the text form in which events carry it.
UUIDS = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Fields whose ids are never a member's. Any other id in an event may be one, whatever its field is called.
OTHER_IDS = (
    "campaign_id",
    "complaint_id",
    "conversation_id",
    "decision_id",
    "export_id",
    "mail_id",
    "message_id",
    "payment_id",
    "photo_id",
    "refund_id",
    "request_id",
    "restoration_id",
    "reversal_id",
    "session_id",
    "visit_id",
)


def subject_of(event: type[Message]) -> str:
    """`chat.MessageSent` for pairwise.chat.v1.MessageSent."""
    parts = event.DESCRIPTOR.full_name.split(".")
    return f"{parts[1]}.{parts[-1]}"


def stream_of(service: str) -> str:
    """The JetStream stream with the events of this service."""
    return service.upper()


def stream_of_event(event: type[Message]) -> str:
    """The JetStream stream with the events of this type."""
    return stream_of(subject_of(event).split(".")[0])


def delivery_of(event: type[Message]) -> Delivery:
    """The order in which events of this type may take effect, as the contract declares it."""
    options: Any = event.DESCRIPTOR.GetOptions()
    declared: Delivery = options.Extensions[delivery]
    return declared


def state_of(event: type[Message]) -> State | None:
    """The state that events of this type report, or None if they may take effect in any order."""
    declared = delivery_of(event)
    return declared.latest if declared.HasField("latest") else None


def state_key(event: Message) -> bytes | None:
    """A digest of 16 bytes that names the state this event reports; the same for all events about the same state."""
    state = state_of(type(event))
    if state is None:
        return None
    service = subject_of(type(event)).split(".")[0]
    values = [str(getattr(event, field)) for field in state.key]
    return blake2b("\0".join([service, state.of, *values]).encode(), digest_size=16).digest()


def members_of(event: Message) -> list[UUID]:
    """The members the event names, as far as the contract says that it has no effect once one of them is erased."""
    return [UUID(value) for field in delivery_of(type(event)).members if (value := getattr(event, field))]


def named_ids(event: Message, payload: bytes) -> list[UUID]:
    """The ids in the encoded event that may be members': all but those in fields for other ids. Sorted, each once."""
    found = set(UUIDS.findall(payload))
    others = (getattr(event, field) for field in OTHER_IDS if field in event.DESCRIPTOR.fields_by_name)
    found.difference_update(other.encode() for other in others)
    return [UUID(each.decode()) for each in sorted(found)]
