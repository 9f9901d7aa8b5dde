from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.preferences import Kind, Preference, default
from notifications.storage.tables import PreferenceRow


class PreferenceRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> Sequence[Preference]:
        chosen = {
            kind: Preference(Kind(kind), email, push)
            for kind, email, push in self._session.execute(
                select(PreferenceRow.kind, PreferenceRow.email, PreferenceRow.push).where(
                    PreferenceRow.member_id == member_id
                )
            )
        }
        return [chosen.get(kind, default(kind)) for kind in Kind]

    def change(self, member_id: UUID, kind: Kind, *, email: bool | None, push: bool | None) -> None:
        given = {name: value for name, value in (("email", email), ("push", push)) if value is not None}
        usual = default(kind)
        # One statement: two switches turned at once do not undo each other.
        self._session.execute(
            insert(PreferenceRow)
            .values({"member_id": member_id, "kind": kind, "email": usual.email, "push": usual.push, **given})
            .on_conflict_do_update(
                index_elements=[PreferenceRow.member_id, PreferenceRow.kind],
                set_={**given, "changed_at": func.now()},
            )
        )
