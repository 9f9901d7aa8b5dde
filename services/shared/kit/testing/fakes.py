"""Fakes for unit tests of use cases."""

from datetime import UTC, datetime
from typing import Self

from google.protobuf.message import Message


class FakeUnit:
    """A unit of work over the repositories a test gives it. Records announced events and the commit."""

    def __init__(self, now: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC), **repositories: object) -> None:
        self.announced: list[Message] = []
        self.commits = 0
        self.clock = now
        for name, repository in repositories.items():
            setattr(self, name, repository)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def reading(self) -> Self:
        """The same unit: nothing is kept from writing."""
        return self

    def commit(self) -> None:
        """Count a commit."""
        self.commits += 1

    def announce(self, event: Message) -> None:
        """Record the event in `announced`."""
        self.announced.append(event)

    def now(self) -> datetime:
        """The time the test has set."""
        return self.clock
