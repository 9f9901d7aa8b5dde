from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import wake_job
from sqlalchemy import ColumnElement, and_, exists, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.email import Email, MailFate
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.outcome import Finished, PutBack
from notifications.domain.preferences import NotificationKind
from notifications.storage.statements import CLAIM_EMAILS, FINISH_EMAILS, LOCK_MEMBERS_TO_MAIL, PUT_BACK_EMAILS
from notifications.storage.tables import EmailRow, PreferenceRow

# The first weekly digest covers more than an hour: it waits this long after the switch was turned on.
A_DAY = timedelta(days=1)
TEMPLATES = frozenset(EmailTemplate)
TO_VISITORS = [template for template in EmailTemplate if template.rules.to_visitors]
TO_DATE_CONTACTS = [template for template in EmailTemplate if template.rules.to_date_contact]
OUTLIVING = [template for template in EmailTemplate if template.rules.outlives_partner]


class EmailRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(self, email: Email, delay: timedelta = timedelta()) -> bool:
        """Queue an email, due after `delay`. A second one with the same id is ignored: False."""
        queued = self._session.execute(
            insert(EmailRow)
            .values(
                id=email.id,
                member_id=email.member_id,
                about_id=email.about_id,
                template=email.template,
                site=email.site,
                locale=email.locale,
                params=email.params,
                sealed=email.sealed,
                next_try_at=func.now() + delay,
            )
            .on_conflict_do_nothing()
            .returning(EmailRow.id)
        )
        wake_job(self._session, "send_emails")
        return queued.first() is not None

    def claim(self, lease: timedelta, most: int) -> Sequence[Email]:
        """Emails due longest, to at most so many members, for this worker alone until the lease ends.

        Counts as a try. To a member all that is due is claimed together, unless a worker is sending to them. One of a
        template that a later release has is left until its lease ends: workers of both meet during an upgrade.
        """
        locked = [row.member_id for row in LOCK_MEMBERS_TO_MAIL.rows(self._session, most=most)]
        if not locked:
            return []
        rows = CLAIM_EMAILS.rows(self._session, recipients=locked, lease=lease)
        known = [row for row in rows if row.template in TEMPLATES]
        return [_email(row) for row in sorted(known, key=lambda row: (row.due_at, row.created_at, row.id))]

    def overdue_seconds(self) -> float:
        """For how long the email due longest is due; 0 when none is."""
        oldest = select(func.min(EmailRow.next_try_at)).where(EmailRow.state == "queued").scalar_subquery()
        return float(self._session.execute(select(func.extract("epoch", func.now() - oldest))).scalar_one() or 0)

    def finish(self, ended: Sequence[tuple[Email, Finished]]) -> None:
        """End these emails and delete their parameters. One cancelled since it was claimed stays cancelled."""
        FINISH_EMAILS.with_commit(
            self._session,
            ids=[email.id for email, _ in ended],
            states=[outcome.state for _, outcome in ended],
            reasons=[outcome.reason for _, outcome in ended],
            addresses=[outcome.address_hash for _, outcome in ended],
        )

    def put_back(self, deferred: Sequence[tuple[Email, PutBack]]) -> None:
        """Try these again after their delays."""
        PUT_BACK_EMAILS.with_commit(
            self._session,
            ids=[email.id for email, _ in deferred],
            counted=[int(outcome.counts) for _, outcome in deferred],
            delays=[outcome.delay for _, outcome in deferred],
        )

    def newest_to(self, member_id: UUID, limit: int) -> Sequence[MailFate]:
        """The newest emails to a member with their delivery states, without contents."""
        rows = self._session.execute(
            select(EmailRow.template, EmailRow.state, EmailRow.reason, EmailRow.created_at, EmailRow.finished_at)
            .where(EmailRow.member_id == member_id)
            .order_by(EmailRow.created_at.desc())
            .limit(limit)
        )
        return [MailFate(**row._mapping) for row in rows]

    def cancel_for(self, member_id: UUID) -> None:
        """Cancel emails to and about a deleted member, except the link that reactivates the account."""
        about = and_(EmailRow.about_id == member_id, EmailRow.template.not_in(OUTLIVING))
        concerned = or_(EmailRow.member_id == member_id, about)
        self._end(and_(concerned, EmailRow.template != EmailTemplate.REACTIVATION), "suppressed", "gone")

    def cancel_between(self, one: UUID, other: UUID) -> None:
        """Cancel emails to one of the two about the other."""
        self._end(
            or_(
                and_(EmailRow.member_id == one, EmailRow.about_id == other),
                and_(EmailRow.member_id == other, EmailRow.about_id == one),
            ),
            "suppressed",
            "blocked",
        )

    def cancel_about(self, member_id: UUID, template: EmailTemplate, reason: str) -> None:
        """Cancel emails of this template about this member."""
        self._end(and_(EmailRow.about_id == member_id, EmailRow.template == template), "suppressed", reason)

    def cancel(self, member_id: UUID, template: EmailTemplate, reason: str) -> None:
        """Cancel emails of this template to this member."""
        self._end(and_(EmailRow.member_id == member_id, EmailRow.template == template), "suppressed", reason)

    def addressee_of(self, email_id: UUID) -> tuple[UUID, bytes | None] | None:
        """The member an email was sent to, and the hash of the address; None for an unknown email and for a visitor's.

        There is no hash while the email is being sent, and for those of earlier releases.
        """
        to_member = or_(EmailRow.template.not_in(TO_VISITORS), EmailRow.site.is_(None))
        found = select(EmailRow.member_id, EmailRow.address_hash).where(EmailRow.id == email_id, to_member)
        row = self._session.execute(found).one_or_none()
        return (row.member_id, row.address_hash) if row else None

    def state_of(self, email_id: UUID) -> str | None:
        return self._session.scalar(select(EmailRow.state).where(EmailRow.id == email_id))

    def to_date_contact(self, email_id: UUID) -> tuple[UUID, UUID, EmailTemplate] | None:
        """Plan, member and template of an email to the person chosen for a date; None for every other email."""
        found = select(EmailRow.member_id, EmailRow.about_id, EmailRow.template).where(
            EmailRow.id == email_id, EmailRow.template.in_(TO_DATE_CONTACTS), EmailRow.about_id.is_not(None)
        )
        row = self._session.execute(found).one_or_none()
        return (row.member_id, row.about_id, EmailTemplate(row.template)) if row else None

    def queue_weekly(self, every: timedelta, most: int) -> int:
        """Queue a digest for members who have turned it on and got none within `every`. Returns the number queued."""
        had = exists().where(
            EmailRow.member_id == PreferenceRow.member_id,
            EmailRow.template == EmailTemplate.WEEKLY,
            EmailRow.created_at > func.now() - every,
        )
        # A row lock on the switch: of two workers only one queues its digest.
        members = self._session.scalars(
            select(PreferenceRow.member_id)
            .where(PreferenceRow.kind == NotificationKind.WEEKLY_UPDATES, PreferenceRow.email, ~had)
            .where(PreferenceRow.changed_at < func.now() - A_DAY)
            .limit(most)
            .with_for_update(skip_locked=True)
        ).all()
        for member_id in members:
            self.queue(Email(id=new_id(), member_id=member_id, template=EmailTemplate.WEEKLY))
        return len(members)

    def _end(self, condition: ColumnElement[bool], state: str, reason: str | None) -> None:
        self._session.execute(
            update(EmailRow)
            .where(condition, EmailRow.state == "queued")
            .values(state=state, reason=reason, finished_at=func.now(), params={}, sealed=null(), claimed_until=null())
        )


def _email(row: Any) -> Email:
    return Email(
        id=row.id,
        member_id=row.member_id,
        template=EmailTemplate(row.template),
        params=row.params,
        about_id=row.about_id,
        sealed=row.sealed,
        site=row.site,
        locale=row.locale,
        tries=row.tries + 1,  # with the one that begins
        created_at=row.created_at,
    )
