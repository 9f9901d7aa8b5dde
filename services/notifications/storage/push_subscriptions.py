from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.ports import PushSubscription
from notifications.storage.tables import PushRow, PushSubscriptionRow

MOST_DEVICES = 10


class PushSubscriptionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, member_id: UUID, session_id: UUID, subscription: PushSubscription) -> bool:
        # One member's devices are counted by one request at a time.
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(str(member_id), 0))))
        fresh = {
            "member_id": member_id,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "session_id": session_id,
            "subscribed_at": func.now(),
        }
        is_known = self._session.execute(
            select(PushSubscriptionRow.endpoint).where(
                PushSubscriptionRow.endpoint == subscription.endpoint, PushSubscriptionRow.member_id == member_id
            )
        ).first()
        self._session.execute(
            insert(PushSubscriptionRow)
            .values(endpoint=subscription.endpoint, **fresh)
            .on_conflict_do_update(index_elements=[PushSubscriptionRow.endpoint], set_=fresh)
        )
        # What waited for who used this device before is not for who uses it now.
        self._session.execute(
            delete(PushRow).where(PushRow.endpoint == subscription.endpoint, PushRow.member_id != member_id)
        )
        newest = (
            select(PushSubscriptionRow.endpoint)
            .where(PushSubscriptionRow.member_id == member_id)
            .order_by(PushSubscriptionRow.subscribed_at.desc(), PushSubscriptionRow.endpoint)
            .limit(MOST_DEVICES)
        )
        self._session.execute(
            delete(PushSubscriptionRow).where(
                PushSubscriptionRow.member_id == member_id, PushSubscriptionRow.endpoint.not_in(newest)
            )
        )
        return is_known is None

    def of(self, endpoint: str, member_id: UUID) -> PushSubscription | None:
        row = self._session.get(PushSubscriptionRow, endpoint)
        if row is None or row.member_id != member_id:
            return None
        return PushSubscription(row.endpoint, row.p256dh, row.auth)

    def remove(self, endpoint: str, member_id: UUID | None = None) -> None:
        which = PushSubscriptionRow.endpoint == endpoint
        if member_id is not None:
            which &= PushSubscriptionRow.member_id == member_id
        self._session.execute(delete(PushSubscriptionRow).where(which))

    def forget(self, member_id: UUID) -> None:
        self._session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.member_id == member_id))

    def forget_session(self, session_id: UUID) -> None:
        self._session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.session_id == session_id))
