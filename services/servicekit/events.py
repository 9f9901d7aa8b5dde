"""Names of events: the subject and the stream follow from the contract, `pairwise.chat.v1.MessageSent`."""

from google.protobuf.message import Message


def subject_of(event: type[Message]) -> str:
    """`chat.MessageSent` for pairwise.chat.v1.MessageSent."""
    parts = event.DESCRIPTOR.full_name.split(".")
    return f"{parts[1]}.{parts[-1]}"


def stream_of(service: str) -> str:
    return service.upper()


def stream_of_event(event: type[Message]) -> str:
    return stream_of(subject_of(event).split(".")[0])
