from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.push import PushSubscription
from notifications.storage.tables import PushRow, PushSubscriptionRow

MAX_DEVICES = 10


class PushSubscriptionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, member_id: UUID, session_id: UUID, subscription: PushSubscription) -> bool:
        """Add or update a device, deleting the oldest beyond the limit. Returns whether it is new to the member."""
        # An advisory lock on the member: concurrent requests would each count the others' devices as missing.
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(str(member_id), 0))))
        fresh = {
            "member_id": member_id,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "session_id": session_id,
            "subscribed_at": func.now(),
        }
        known = self._session.execute(
            select(PushSubscriptionRow.endpoint).where(
                PushSubscriptionRow.endpoint == subscription.endpoint, PushSubscriptionRow.member_id == member_id
            )
        ).first()
        self._session.execute(
            insert(PushSubscriptionRow)
            .values(endpoint=subscription.endpoint, **fresh)
            .on_conflict_do_update(index_elements=[PushSubscriptionRow.endpoint], set_=fresh)
        )
        # Pushes queued for the member who used this device before must not reach the one who uses it now.
        self._session.execute(
            delete(PushRow).where(PushRow.endpoint == subscription.endpoint, PushRow.member_id != member_id)
        )
        newest = (
            select(PushSubscriptionRow.endpoint)
            .where(PushSubscriptionRow.member_id == member_id)
            .order_by(PushSubscriptionRow.subscribed_at.desc(), PushSubscriptionRow.endpoint)
            .limit(MAX_DEVICES)
        )
        self._session.execute(
            delete(PushSubscriptionRow).where(
                PushSubscriptionRow.member_id == member_id, PushSubscriptionRow.endpoint.not_in(newest)
            )
        )
        return known is None

    def of(self, endpoints: Collection[str]) -> dict[tuple[str, UUID], PushSubscription]:
        """The devices at these endpoints, by endpoint and the member they belong to."""
        if not endpoints:
            return {}
        rows = self._session.scalars(select(PushSubscriptionRow).where(PushSubscriptionRow.endpoint.in_(endpoints)))
        return {(row.endpoint, row.member_id): PushSubscription(row.endpoint, row.p256dh, row.auth) for row in rows}

    def remove(self, endpoint: str, member_id: UUID | None = None) -> None:
        """Delete a device with its queued pushes; with `member_id` only if it is that member's."""
        condition = PushSubscriptionRow.endpoint == endpoint
        if member_id is not None:
            condition &= PushSubscriptionRow.member_id == member_id
        self._session.execute(delete(PushSubscriptionRow).where(condition))

    def remove_all(self, member_id: UUID) -> None:
        self._session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.member_id == member_id))

    def remove_session(self, session_id: UUID) -> None:
        self._session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.session_id == session_id))
