"""What the use cases need from outside."""

from typing import Protocol
from uuid import UUID

from servicekit.ports import Transaction

from lander.domain.visit import Visit


class Visits(Protocol):
    def add(self, visit: Visit) -> bool:
        """Returns whether this visit is a new one; the first that was told of it stays."""

    def go_on(self, visit_id: UUID) -> None:
        """The visit is no bounce, if that is looked at."""

    def get(self, visit_id: UUID) -> Visit | None: ...


class Leads(Protocol):
    def add(self, visit_id: UUID, member_id: UUID) -> bool:
        """Returns whether this member is a new lead."""


class LanderUnitOfWork(Transaction, Protocol):
    @property
    def visits(self) -> Visits: ...
    @property
    def leads(self) -> Leads: ...
