"""The statement that renews a token: a session with its account, measured by `scripts/bench gateway`.

Both rows come from one statement and so from one snapshot. Two statements could read the session before, and the
account after, somebody became staff: the token would open the desk with a proof that the role has just made void.
"""

from typing import Any

from shared.kit.db import Statement
from sqlalchemy import LargeBinary, bindparam, select
from sqlalchemy.orm import Session as DatabaseSession

from identity.domain.account import Account
from identity.domain.session import Session
from identity.storage.accounts import account_of
from identity.storage.sessions import IS_ALIVE, session_of
from identity.storage.tables import AccountRow, SessionRow

SESSION, ACCOUNT = "session_", "account_"
FIND = Statement(
    select(
        *(column.label(SESSION + column.name) for column in SessionRow.__table__.columns),
        *(column.label(ACCOUNT + column.name) for column in AccountRow.__table__.columns),
    )
    .join_from(SessionRow, AccountRow, AccountRow.id == SessionRow.member_id)
    .where(SessionRow.secret_hash == bindparam("secret_hash", type_=LargeBinary), *IS_ALIVE)
)


class Columns:
    """The columns of one table in a joined row, by their own names."""

    def __init__(self, row: Any, prefix: str) -> None:
        self._row, self._prefix = row, prefix

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, self._prefix + name)


def find_session_with_account(database: DatabaseSession, secret_hash: bytes) -> tuple[Session, Account] | None:
    """The living session of this secret and its account, as of the same moment."""
    rows = FIND.rows(database, secret_hash=secret_hash)
    return (session_of(Columns(rows[0], SESSION)), account_of(Columns(rows[0], ACCOUNT))) if rows else None
