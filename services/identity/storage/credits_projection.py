"""The statement that copies credits from billing, which every message runs: measured by `scripts/bench chat`."""

from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import BigInteger, Uuid, bindparam, update
from sqlalchemy.orm import Session

from identity.storage.tables import AccountRow

COPY_CREDITS = Statement(
    update(AccountRow)
    .where(
        AccountRow.id == bindparam("member_id", type_=Uuid),
        AccountRow.credits_version < bindparam("version", type_=BigInteger),
    )
    .values(credits=bindparam("credits"), credits_version=bindparam("version", type_=BigInteger))
)


def copy_credits(session: Session, member_id: UUID, credits: int, version: int) -> None:
    """Store billing's figure with the commit, unless a newer version is stored already."""
    COPY_CREDITS.with_commit(session, member_id=member_id, credits=credits, version=version)
