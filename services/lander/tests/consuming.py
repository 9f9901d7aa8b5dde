from google.protobuf.message import Message
from lander.wiring import Wiring
from lander.worker import consumers


def consume(wired: Wiring, *events: Message) -> None:
    """Handle these events in their order, each in a transaction of its own, as the worker does."""
    by_event = {consumer.event: consumer for consumer in consumers(wired)}
    for event in events:
        with wired.unit_of_work() as uow:
            by_event[type(event)].handle(uow, event)
            uow.commit()
