"""What the use cases need from outside."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from servicekit.ports import Transaction

from identity.domain.account import Account, Greeting
from identity.domain.login_guard import LoginGuard
from identity.domain.session import Session


class Accounts(Protocol):
    def add(self, account: Account) -> bool:
        """False when the address already has a living account on this site."""

    def get(self, member_id: UUID) -> Account | None: ...
    def lock(self, member_id: UUID) -> Account | None:
        """The account, locked for the rest of the transaction."""

    def find(self, site: str, email: str) -> Account | None:
        """The account of this address, locked for the rest of the transaction."""

    def save(self, account: Account) -> None: ...
    def guard_of(self, member_id: UUID) -> LoginGuard: ...
    def save_guard(self, member_id: UUID, guard: LoginGuard) -> None: ...


class Greetings(Protocol):
    def add(self, member_id: UUID, greeting: Greeting) -> None: ...
    def of(self, member_id: UUID) -> Greeting | None: ...


class Sessions(Protocol):
    def add(self, session: Session) -> None: ...
    def find(self, secret_hash: bytes) -> Session | None:
        """The living session of this secret."""

    def end(self, session_id: UUID) -> None: ...
    def end_all(self, member_id: UUID) -> list[UUID]: ...


class Tokens(Protocol):
    """One-time tokens: one purpose, one use, an end, and only the newest counts."""

    def replace(self, member_id: UUID, purpose: str, secret_hash: bytes, expires_at: datetime) -> None: ...
    def use(self, purpose: str, secret_hash: bytes) -> UUID | None:
        """Whose it was; None when it is unknown, used or expired."""

    def made_at(self, member_id: UUID, purpose: str) -> datetime | None: ...


class IdentityUnitOfWork(Transaction, Protocol):
    @property
    def accounts(self) -> Accounts: ...
    @property
    def greetings(self) -> Greetings: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def tokens(self) -> Tokens: ...


class Passwords(Protocol):
    def hash(self, password: str) -> str: ...
    def fits(self, password: str, password_hash: str | None) -> bool:
        """Takes as long for no hash as for a wrong one, so that time tells nobody which addresses are known."""


class Seal(Protocol):
    def close(self, content: dict[str, str]) -> bytes: ...
