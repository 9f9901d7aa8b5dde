from uuid import UUID

from sqlalchemy import Select, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from profiles.domain.check_in import CheckInState
from profiles.domain.date_plan import LIVES, DatePlan
from profiles.storage.tables import AcquaintanceRow, DateCheckInRow, DatePlanRow, ProfileRow


class DatePlanRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def have_conversation(self, member_id: UUID, partner_id: UUID) -> bool:
        pair = AcquaintanceRow.member_id == partner_id, AcquaintanceRow.other_id == member_id
        return self._session.scalars(select(exists().where(*pair))).one()

    def of(self, member_id: UUID) -> list[DatePlan]:
        """The member's plans that have not ended, the next one first."""
        own = _standing().where(DatePlanRow.member_id == member_id).order_by(DatePlanRow.meets_at, DatePlanRow.id)
        return [_plan(row) for row in self._session.scalars(own)]

    def add(self, plan: DatePlan) -> None:
        self._session.add(
            DatePlanRow(
                id=plan.id,
                member_id=plan.member_id,
                partner_id=plan.partner_id,
                partner_name=plan.partner_name,
                place=plan.place,
                meets_at=plan.meets_at,
                note=plan.note,
            )
        )
        self._session.flush()

    def share(self, member_id: UUID, plan_id: UUID, secret_hash: bytes) -> bool:
        """Give the plan a link in place of an earlier one. False without such a plan of the member."""
        ids = _standing().with_only_columns(DatePlanRow.id)
        shared = (
            update(DatePlanRow)
            .where(DatePlanRow.id == plan_id, DatePlanRow.member_id == member_id, DatePlanRow.id.in_(ids))
            .values(secret_hash=secret_hash)
            .returning(DatePlanRow.id)
        )
        return self._session.execute(shared).first() is not None

    def remove(self, member_id: UUID, plan_id: UUID) -> None:
        self._session.execute(delete(DatePlanRow).where(DatePlanRow.id == plan_id, DatePlanRow.member_id == member_id))

    def behind(self, secret_hash: bytes, pool: int) -> tuple[DatePlan, str, bytes | None] | None:
        """The plan that a link shows, with the name of the member who made it; none of a deleted one.

        With the hash of their address if it is the link of a notified person, who alone sees the plan of a hidden
        member: moderation does not interrupt a date under way.
        """
        is_told = DateCheckInRow.secret_hash == secret_hash, DateCheckInRow.state == CheckInState.TOLD
        told = select(DateCheckInRow.plan_id).where(*is_told)
        address = select(DateCheckInRow.address_hash).where(*is_told).scalar_subquery()
        row = self._session.execute(
            _standing()
            .add_columns(ProfileRow.name, address.label("address_hash"))
            .join(ProfileRow, ProfileRow.member_id == DatePlanRow.member_id)
            .where(
                or_(DatePlanRow.secret_hash == secret_hash, DatePlanRow.id.in_(told)),
                ProfileRow.pool == pool,
                ProfileRow.state == "active",
                or_(~ProfileRow.hidden, DatePlanRow.id.in_(told)),
            )
        ).one_or_none()
        return (_plan(row.DatePlanRow), row.name, row.address_hash) if row else None


def _standing() -> Select[DatePlanRow]:
    return select(DatePlanRow).where(DatePlanRow.meets_at > func.now() - LIVES)


def _plan(row: DatePlanRow) -> DatePlan:
    return DatePlan(
        id=row.id,
        member_id=row.member_id,
        partner_id=row.partner_id,
        partner_name=row.partner_name,
        place=row.place,
        meets_at=row.meets_at,
        note=row.note,
        is_shared=row.secret_hash is not None,
    )
