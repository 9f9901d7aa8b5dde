from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.preferences import DISCREET_BY_DEFAULT, MARKETING, NotificationKind, Preference, default
from notifications.storage.tables import MailSettingRow, PreferenceRow

MemberAndKind = tuple[UUID, NotificationKind]


class PreferenceRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> Sequence[Preference]:
        """All kinds in their order, with defaults for unchanged ones."""
        rows = self._session.scalars(select(PreferenceRow).where(PreferenceRow.member_id == member_id))
        changed = {row.kind: _preference(row) for row in rows}
        return [changed.get(kind, default(kind)) for kind in NotificationKind]

    def get(self, member_id: UUID, kind: NotificationKind) -> Preference:
        row = self._session.get(PreferenceRow, (member_id, kind))
        return _preference(row) if row else default(kind)

    def of_many(self, members: Collection[MemberAndKind]) -> dict[MemberAndKind, Preference]:
        """The preference of each member for this kind, by both."""
        ids = {member_id for member_id, _ in members}
        rows = self._session.scalars(select(PreferenceRow).where(PreferenceRow.member_id.in_(ids))) if ids else ()
        changed = {(row.member_id, NotificationKind(row.kind)): _preference(row) for row in rows}
        return {pair: changed.get(pair) or default(pair[1]) for pair in members}

    def change(self, member_id: UUID, kind: NotificationKind, *, email: bool | None, push: bool | None) -> None:
        """Set the given switches; the others keep their value."""
        given = {name: value for name, value in (("email", email), ("push", push)) if value is not None}
        initial = default(kind)
        # One upsert of the given columns: two concurrent changes of different switches both take effect.
        self._session.execute(
            insert(PreferenceRow)
            .values({"member_id": member_id, "kind": kind, "email": initial.email, "push": initial.push, **given})
            .on_conflict_do_update(
                index_elements=[PreferenceRow.member_id, PreferenceRow.kind],
                set_={**given, "changed_at": func.now()},
            )
        )

    def lock_marketing(self, member_id: UUID) -> datetime:
        """Lock the member's changed switches of marketing until the end of the transaction. Returns the time after it.

        `now()` is the start of the transaction, which may be before that of the one whose lock this one waited for.
        """
        rows = select(PreferenceRow.kind).where(PreferenceRow.member_id == member_id, PreferenceRow.kind.in_(MARKETING))
        self._session.execute(rows.order_by(PreferenceRow.kind).with_for_update()).all()
        at: datetime = self._session.execute(select(func.clock_timestamp())).scalar_one()
        return at

    def is_discreet(self, member_id: UUID) -> bool:
        """Whether emails to this member leave out the other member they are about."""
        row = self._session.get(MailSettingRow, member_id)
        return row.is_discreet if row else DISCREET_BY_DEFAULT

    def discreet_among(self, member_ids: Collection[UUID]) -> set[UUID]:
        """The members whose emails leave out the other member they are about."""
        if not member_ids:
            return set()
        rows = self._session.scalars(select(MailSettingRow).where(MailSettingRow.member_id.in_(member_ids)))
        chosen = {row.member_id: row.is_discreet for row in rows}
        return {member_id for member_id in member_ids if chosen.get(member_id, DISCREET_BY_DEFAULT)}

    def set_discreet(self, member_id: UUID, is_discreet: bool) -> None:
        self._session.execute(
            insert(MailSettingRow)
            .values(member_id=member_id, is_discreet=is_discreet)
            .on_conflict_do_update(
                index_elements=[MailSettingRow.member_id], set_={"is_discreet": is_discreet, "changed_at": func.now()}
            )
        )


def _preference(row: PreferenceRow) -> Preference:
    return Preference(NotificationKind(row.kind), email=row.email, push=row.push)
