"""What every use case needs from its unit of work; a service adds its repositories, as properties."""

from datetime import datetime
from types import TracebackType
from typing import Protocol, Self

from google.protobuf.message import Message


class Transaction(Protocol):
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def reading(self) -> Self:
        """The same for reads only; it commits nothing."""

    def commit(self) -> None: ...
    def announce(self, event: Message) -> None: ...
    def now(self) -> datetime: ...
