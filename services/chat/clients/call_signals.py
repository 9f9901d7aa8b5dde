from uuid import UUID

from redis import Redis, RedisError
from shared.kit.core import Unavailable, describe, logger

from chat.clients.member_channel import MemberMessage, Signal, channel_of
from chat.domain.call_signal import CallSignal

TIMEOUT_SECONDS = 0.5


class RedisSignals:
    """Publishes signals of calls to the live processes by Redis. Their content is in no log."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )

    def publish(self, recipient_id: UUID, signal: CallSignal) -> None:
        message = MemberMessage(signal=Signal(**vars(signal)))
        try:
            self._redis.publish(channel_of(recipient_id), message.encoded())
        except (RedisError, OSError) as error:
            logger().warning("call_signal_failed", problem=describe(error))
            raise Unavailable() from error
