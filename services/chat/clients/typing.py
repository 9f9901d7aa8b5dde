import json
from uuid import UUID

from redis import Redis, RedisError
from servicekit.breaker import Breaker
from servicekit.errors_in_logs import describe
from servicekit.logs import logger

CHANNEL = "chat.typing"
ONCE_IN_MILLISECONDS = 2_000
PATIENCE_SECONDS = 0.2
REST_SECONDS = 2.0


class RedisTyping:
    """Tells live streams by Redis. Without it nobody is seen typing, and nothing else changes."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS, retry=None
        )
        self._breaker = Breaker(REST_SECONDS)

    def tell(self, recipient_id: UUID, typist_id: UUID, conversation_id: UUID) -> None:
        if not self._breaker.lets_pass():
            return
        news = {"to": str(recipient_id), "from": str(typist_id), "conversation_id": str(conversation_id)}
        try:
            key = f"chat.typing:{typist_id}:{recipient_id}"
            if self._redis.set(key, 1, nx=True, px=ONCE_IN_MILLISECONDS):
                self._redis.publish(CHANNEL, json.dumps(news))
            self._breaker.succeeded()
        except RedisError as error:
            self._breaker.failed()
            logger().warning("typing_was_lost", problem=describe(error))
