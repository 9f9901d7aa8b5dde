"""The channel in Redis of each member: a live process subscribes to those of the members whose pages it serves.

docs/decisions/0004-live-feed.md compares it with NOTIFY.
"""

from collections.abc import Callable, Collection
from uuid import UUID

from pydantic import BaseModel
from redis import Redis, RedisError
from shared.kit.core import CircuitBreaker, describe, logger

from chat.domain.call_signal import SignalKind

PREFIX = "chat.member:"
# The feed of the member has an event. Everything else is a `MemberMessage`.
FEED_GREW = b"feed"
TIMEOUT_SECONDS = 0.2
OPEN_SECONDS = 2.0


class Typing(BaseModel):
    typist_id: UUID
    conversation_id: UUID


class Signal(BaseModel):
    """A `CallSignal` on its way to the page `tab`."""

    call_id: UUID
    sender_id: UUID
    tab: UUID
    kind: SignalKind
    content: str


class MemberMessage(BaseModel):
    """`superseded` are the streams of the member that end for newer ones."""

    typing: Typing | None = None
    signal: Signal | None = None
    superseded: frozenset[UUID] = frozenset()

    def encoded(self) -> str:
        return self.model_dump_json(exclude_defaults=True)


def channel_of(member_id: UUID | str) -> str:
    return f"{PREFIX}{member_id}"


class FeedPublisher:
    """Wakes the pages of members: the `Publisher` of the feed's channel (`shared.kit.db.commit_notifier`).

    `is_subscribed` are the members whose pages this process serves and has woken by itself.
    """

    def __init__(self, url: str, is_subscribed: Callable[[UUID], bool] | None = None) -> None:
        self._is_subscribed = is_subscribed
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    def publish(self, member_ids: Collection[str]) -> bool:
        """Whether Redis has taken them. If not, the same is sent by NOTIFY, to every live process."""
        if not self._breaker.allows_call():
            return False
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for member_id in self._elsewhere(member_ids):
                    pipeline.publish(channel_of(member_id), FEED_GREW)
                pipeline.execute()
        except (RedisError, OSError) as error:
            self._breaker.failed()
            logger().warning("feed_publish_failed", problem=describe(error))
            return False
        self._breaker.succeeded()
        return True

    def _elsewhere(self, member_ids: Collection[str]) -> Collection[str]:
        """The members with pages of other processes. A page that is opened later reads its feed by itself."""
        if self._is_subscribed is None:
            return member_ids
        counted = self._redis.pubsub_numsub(*map(channel_of, member_ids))
        return [
            member_id
            for member_id, (_, processes) in zip(member_ids, counted, strict=True)
            if processes > self._is_subscribed(UUID(member_id))
        ]
