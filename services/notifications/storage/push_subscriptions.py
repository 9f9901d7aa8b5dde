from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.ports import PushSubscription
from notifications.storage.tables import PushSubscriptionRow

MOST_DEVICES = 10


class PushSubscriptionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, member_id: UUID, subscription: PushSubscription) -> bool:
        # One member's devices are counted by one request at a time.
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(str(member_id), 0))))
        fresh = {
            "member_id": member_id,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
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

    def forget(self, member_id: UUID) -> None:
        self._session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.member_id == member_id))
