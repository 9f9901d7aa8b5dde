from uuid import UUID

from redis import Redis, RedisError
from shared.kit.core import CircuitBreaker, describe, logger

from chat.clients.member_channel import MemberMessage, Typing, channel_of

INTERVAL_MILLISECONDS = 2_000
TIMEOUT_SECONDS = 0.2
OPEN_SECONDS = 2.0


class RedisTyping:
    """Publishes typing to the live processes by Redis; without Redis typing is not shown."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    def publish(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        if not self._breaker.allows_call():
            return
        message = MemberMessage(typing=Typing(typist_id=typist_id, conversation_id=conversation_id))
        try:
            key = f"chat.typing:{typist_id}:{recipient_id}"
            if self._redis.set(key, 1, nx=True, px=INTERVAL_MILLISECONDS):
                self._redis.publish(channel_of(recipient_id), message.encoded())
            self._breaker.succeeded()
        except RedisError as error:
            self._breaker.failed()
            logger().warning("typing_publish_failed", problem=describe(error))
