from collections.abc import Callable
from typing import Any
from uuid import UUID

from google.protobuf.message import Message
from servicekit.storage import UnitOfWork
from servicekit.storage.tables import ErasedRow
from sqlalchemy import CursorResult, String, and_, cast, delete, func, not_, or_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from holdings.declare import Blanked, Deleted, Done, Holding, Holdings
from holdings.kit import KIT


def erase(session: Session, holdings: Holdings, member_id: UUID) -> int:
    """Erase a member from these tables and the kit's, in the caller's transaction. Returns how many rows it took.

    Doing it again takes what has come back since.
    """
    rows = sum(_erase_from(session, holding, member_id) for holding in (*holdings, *KIT))
    noted = insert(ErasedRow).values(member_id=member_id, needs_walk=False)
    session.execute(
        noted.on_conflict_do_update(
            index_elements=[ErasedRow.member_id], set_={"erased_at": func.now(), "swept_at": None}
        )
    )
    return rows


def erasing(
    holdings: Holdings,
    receipt: Callable[..., Message],
    *,
    before: Callable[[Any, UUID], object] = lambda uow, member_id: None,
    after: Callable[[Any, UUID], object] = lambda uow, member_id: None,
) -> Callable[[Any, Any], None]:
    """What a service does when it hears MemberErased: erase, with what is to be done around it, and report the rows."""

    def on_member_erased(uow: UnitOfWork, event: Any) -> None:
        member_id = UUID(event.member_id)
        before(uow, member_id)
        rows = erase(uow.session, holdings, member_id)
        after(uow, member_id)
        uow.announce(receipt(member_id=event.member_id, rows=rows))

    return on_member_erased


def _erase_from(session: Session, holding: Holding, member_id: UUID) -> int:
    columns = holding.row.__table__.c

    def names(column: str) -> Any:
        """Whether this column is the member; ids stand in text columns, too."""
        is_text = isinstance(columns[column].type, String)
        return columns[column] == (cast(str(member_id), String) if is_text else member_id)

    match holding.erased:
        case Deleted(columns=names_of):
            return _count(session.execute(delete(holding.row).where(or_(*map(names, names_of)))))
        case Blanked(column=column, values=values):
            is_blank = [columns[name].is_not_distinct_from(value) for name, value in values.items()]
            blank = update(holding.row).where(names(column), not_(and_(*is_blank))).values(**values)
            return _count(session.execute(blank))
        case Done(do=do):
            return do(session, member_id)
    return 0


def _count(result: Any) -> int:
    return result.rowcount if isinstance(result, CursorResult) else 0
