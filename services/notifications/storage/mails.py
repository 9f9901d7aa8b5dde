from datetime import timedelta
from typing import Any
from uuid import UUID

from servicekit.identifiers import new_id
from servicekit.storage.statement import Statement
from sqlalchemy import ColumnElement, Interval, and_, bindparam, exists, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.mail import TO_VISITORS, Mail, Template
from notifications.domain.preferences import Kind
from notifications.storage.tables import MailRow, PreferenceRow

# Who has just said yes hears of their first week, not of an hour.
A_DAY = timedelta(days=1)

# Several workers may send: each takes a mail that no other is just taking.
DUE = (
    select(MailRow.id)
    .where(MailRow.state == "queued", MailRow.next_try_at <= func.now())
    .order_by(MailRow.next_try_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
CLAIM = Statement(
    update(MailRow)
    .where(MailRow.id == DUE.scalar_subquery())
    .values(tries=MailRow.tries + 1, next_try_at=func.now() + bindparam("lease", type_=Interval))
    .returning(*MailRow.__table__.columns)
)


class MailRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(self, mail: Mail, wait: timedelta = timedelta()) -> None:
        self._session.execute(
            insert(MailRow)
            .values(
                id=mail.id,
                member_id=mail.member_id,
                about_id=mail.about_id,
                template=mail.template,
                site=mail.site,
                locale=mail.locale,
                params=mail.params,
                sealed=mail.sealed,
                next_try_at=func.now() + wait,
            )
            .on_conflict_do_nothing()
        )

    def claim(self, lease: timedelta) -> Mail | None:
        claimed = CLAIM.rows(self._session, lease=lease)
        return _mail(claimed[0]) if claimed else None

    def finish(self, mail_id: UUID, state: str, reason: str | None = None) -> None:
        # A mail that was cancelled while it was under way stays cancelled.
        self._end(MailRow.id == mail_id, state, reason)

    def put_back(self, mail: Mail, pause: timedelta, *, counts: bool) -> None:
        self._session.execute(
            update(MailRow)
            .where(MailRow.id == mail.id, MailRow.state == "queued")
            .values(tries=MailRow.tries - (0 if counts else 1), next_try_at=func.now() + pause)
        )

    def cancel_for(self, member_id: UUID) -> None:
        """Nothing waits any more to or about this member, but for the way back."""
        concerned = or_(MailRow.member_id == member_id, MailRow.about_id == member_id)
        self._end(and_(concerned, MailRow.template != Template.REACTIVATION), "suppressed", "gone")

    def cancel_between(self, one: UUID, other: UUID) -> None:
        """Nothing waits any more to one of the two about the other."""
        self._end(
            or_(
                and_(MailRow.member_id == one, MailRow.about_id == other),
                and_(MailRow.member_id == other, MailRow.about_id == one),
            ),
            "suppressed",
            "blocked",
        )

    def cancel(self, member_id: UUID, template: Template, reason: str) -> None:
        self._end(and_(MailRow.member_id == member_id, MailRow.template == template), "suppressed", reason)

    def member_of(self, mail_id: UUID) -> UUID | None:
        """Whose mail this was; None for one we do not know of, or that went to nobody's account."""
        to_member = or_(MailRow.template.not_in(TO_VISITORS), MailRow.site.is_(None))
        found = select(MailRow.member_id).where(MailRow.id == mail_id, to_member)
        return self._session.execute(found).scalar_one_or_none()

    def queue_weekly(self, every: timedelta, most: int) -> int:
        """One for each of those who want it and had none for so long. Returns how many."""
        had = exists().where(
            MailRow.member_id == PreferenceRow.member_id,
            MailRow.template == Template.WEEKLY,
            MailRow.created_at > func.now() - every,
        )
        # The row of the switch is locked, so that two workers make one mail.
        wants = self._session.scalars(
            select(PreferenceRow.member_id)
            .where(PreferenceRow.kind == Kind.WEEKLY_UPDATES, PreferenceRow.email, ~had)
            .where(PreferenceRow.changed_at < func.now() - A_DAY)
            .limit(most)
            .with_for_update(skip_locked=True)
        ).all()
        for member_id in wants:
            self.queue(Mail(id=new_id(), member_id=member_id, template=Template.WEEKLY))
        return len(wants)

    def _end(self, which: ColumnElement[bool], state: str, reason: str | None) -> None:
        self._session.execute(
            update(MailRow)
            .where(which, MailRow.state == "queued")
            .values(state=state, reason=reason, finished_at=func.now(), params={}, sealed=null())
        )


def _mail(row: Any) -> Mail:
    return Mail(
        id=row.id,
        member_id=row.member_id,
        template=Template(row.template),
        params=row.params,
        about_id=row.about_id,
        sealed=row.sealed,
        site=row.site,
        locale=row.locale,
        tries=row.tries,
        created_at=row.created_at,
    )
