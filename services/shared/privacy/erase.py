from typing import Any
from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased
from sqlalchemy import CursorResult, String, and_, cast, delete, func, not_, or_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from shared.kit.db import ErasedRow, UnitOfWork
from shared.privacy.declare import DataInventory, DataRecord, Deleted, ErasedBy, Overwritten
from shared.privacy.kit import KIT
from shared.privacy.receipts import receipt_of


def erase(session: Session, inventory: DataInventory, member_id: UUID) -> int:
    """Erase a member from these tables and the kit's, in the caller's transaction. Returns how many rows it took.

    A second run deletes rows that came back since.
    """
    rows = erase_rows(session, inventory, member_id)
    noted = insert(ErasedRow).values(member_id=member_id, needs_walk=False)
    session.execute(
        noted.on_conflict_do_update(
            index_elements=[ErasedRow.member_id], set_={"erased_at": func.now(), "swept_at": None}
        )
    )
    return rows


def erase_rows(session: Session, inventory: DataInventory, member_id: UUID) -> int:
    """`erase` without writing down that the member is erased."""
    return sum(_erase_from(session, record, member_id) for record in (*inventory, *KIT))


def erase_and_report(service: str, inventory: DataInventory, uow: UnitOfWork, event: MemberErased) -> None:
    """Handle MemberErased: erase, and publish the service's receipt with the number of rows erased or overwritten."""
    rows = erase(uow.session, inventory, UUID(event.member_id))
    uow.announce(receipt_of(service)(member_id=event.member_id, rows=rows))


def _erase_from(session: Session, record: DataRecord, member_id: UUID) -> int:
    columns = record.row.__table__.c

    def names(column: str) -> Any:
        """Whether this column is the member; ids stand in text columns, too."""
        is_text = isinstance(columns[column].type, String)
        return columns[column] == (cast(str(member_id), String) if is_text else member_id)

    match record.erasure:
        case Deleted(columns=names_of):
            return _count(session.execute(delete(record.row).where(or_(*map(names, names_of)))))
        case Overwritten(column=column, values=values):
            is_blank = [columns[name].is_not_distinct_from(value) for name, value in values.items()]
            blank = update(record.row).where(names(column), not_(and_(*is_blank))).values(**values)
            return _count(session.execute(blank))
        case ErasedBy(do=do):
            return do(session, member_id)
    return 0


def _count(result: Any) -> int:
    return result.rowcount if isinstance(result, CursorResult) else 0
