"""Event handlers of a service, registered by the event they take."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from shared.kit.core.event_facts import subject_of
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.consumers import Consumer

W = TypeVar("W")
U = TypeVar("U", bound=UnitOfWork)
E = TypeVar("E", bound=Message)

Bind = Callable[[W], Consumer[Any, Any]]


class Subscriptions(Generic[W]):
    """The handlers of one module `events/from_<service>.py`; `W` is the service's Wiring.

    A handler is called as `(uow, event, wiring)` inside the unit of work's transaction, which commits after it together
    with the record that the event was handled. It raises to have the event delivered again. One event type has one
    handler: registering a second one raises ValueError.
    """

    def __init__(self) -> None:
        self._bind: dict[type[Message], Bind[W]] = {}

    def on(
        self, event: type[E], *, alone: bool = False
    ) -> Callable[[Callable[[U, E, W], None]], Callable[[U, E, W], None]]:
        """Register a handler that takes events one by one.

        Its transaction is shared with the events fetched before and after it. `alone` is for handlers that call another
        party, write files or take long: locks of other events would be held meanwhile, and a failure of their
        transaction would repeat the call.
        """

        def register(handle: Callable[[U, E, W], None]) -> Callable[[U, E, W], None]:
            self._add(event, lambda wiring: Consumer(event, lambda uow, one: handle(uow, one, wiring), alone=alone))
            return handle

        return register

    def on_batch(
        self, event: type[E], *, idempotent: bool = False
    ) -> Callable[[Callable[[U, Sequence[E], W], None]], Callable[[U, Sequence[E], W], None]]:
        """Register a handler `(uow, events, wiring)` for events that come with every message: many in a transaction.

        It locks rows in the order of their keys, so that two batches cannot deadlock. `idempotent` saves the inbox
        rows: for handlers on which a repeated or late event has no effect.
        """

        def register(handle: Callable[[U, Sequence[E], W], None]) -> Callable[[U, Sequence[E], W], None]:
            self._add(
                event,
                lambda wiring: Consumer.of_many(
                    event, lambda uow, events: handle(uow, events, wiring), idempotent=idempotent
                ),
            )
            return handle

        return register

    def consumers(self, wiring: W) -> list[Consumer[Any, Any]]:
        """The registered handlers as the worker's consumers, with the wiring they are called with."""
        return [bind(wiring) for bind in self._bind.values()]

    def _add(self, event: type[Message], bind: Bind[W]) -> None:
        if event in self._bind:
            raise ValueError(f"{subject_of(event)} has a handler already")
        self._bind[event] = bind
