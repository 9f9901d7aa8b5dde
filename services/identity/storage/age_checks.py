from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import and_, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.age_assurance import AgeCheck, AgeOutcome, AgeSession
from identity.storage.tables import AccountRow, AgeCheckRow


class AgeCheckRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, check: AgeCheck) -> None:
        """Insert the row of a member, unless there is one."""
        row = insert(AgeCheckRow).values(
            member_id=check.member_id, signed_up_in=check.signed_up_in, country=check.country
        )
        self._session.execute(row.on_conflict_do_nothing(index_elements=[AgeCheckRow.member_id]))

    def get(self, member_id: UUID) -> AgeCheck | None:
        row = self._session.get(AgeCheckRow, member_id, populate_existing=True)
        return _check_of(row) if row else None

    def lock(self, member_id: UUID) -> AgeCheck | None:
        locked = select(AgeCheckRow).where(AgeCheckRow.member_id == member_id).with_for_update()
        row = self._session.scalars(locked.execution_options(populate_existing=True)).one_or_none()
        return _check_of(row) if row else None

    def member_of(self, session_id: str) -> UUID | None:
        """The member whose session at the provider is under way by this id."""
        return self._session.scalar(select(AgeCheckRow.member_id).where(AgeCheckRow.session_id == session_id))

    def save(self, check: AgeCheck) -> None:
        self._session.execute(
            update(AgeCheckRow)
            .where(AgeCheckRow.member_id == check.member_id)
            .values(
                country=check.country,
                outcome=check.outcome,
                provider=check.provider,
                statement=check.statement,
                decided_at=check.decided_at,
                attempt_id=check.attempt_id,
                session_id=check.session.id if check.session else None,
                session_url=check.session.url if check.session else None,
                started_at=check.started_at,
                is_withheld=check.is_withheld,
            )
        )

    def outdated(self, site: str, proof: Collection[str], statement: Collection[str], limit: int) -> Sequence[UUID]:
        """Members of the site whose `is_withheld` differs from what these countries now require, at most `limit`."""
        lives_in = [AgeCheckRow.country.in_(proof), AgeCheckRow.signed_up_in.in_(proof)]
        states_in = [AgeCheckRow.country.in_(statement), AgeCheckRow.signed_up_in.in_(statement)]
        outcome = AgeCheckRow.outcome
        has_proved = outcome.is_not_distinct_from(AgeOutcome.PASSED)
        has_stated = or_(has_proved, outcome.is_not_distinct_from(AgeOutcome.DECLARED))
        is_withheld = or_(and_(or_(*lives_in), ~has_proved), and_(or_(*states_in), ~has_stated))
        changed = or_(and_(AgeCheckRow.is_withheld, ~is_withheld), and_(~AgeCheckRow.is_withheld, is_withheld))
        found = select(AgeCheckRow.member_id).join(AccountRow, AccountRow.id == AgeCheckRow.member_id)
        return self._session.scalars(found.where(AccountRow.site == site, changed).limit(limit)).all()


def _check_of(row: AgeCheckRow) -> AgeCheck:
    return AgeCheck(
        member_id=row.member_id,
        signed_up_in=row.signed_up_in,
        country=row.country,
        outcome=AgeOutcome(row.outcome) if row.outcome else None,
        provider=row.provider,
        statement=row.statement,
        decided_at=row.decided_at,
        attempt_id=row.attempt_id,
        session=AgeSession(row.session_id, row.session_url) if row.session_id and row.session_url else None,
        started_at=row.started_at,
        is_withheld=row.is_withheld,
    )
