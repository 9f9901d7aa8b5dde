"""The subscription of a process with threads to revoked sessions."""

import threading
from contextlib import closing

from redis import Redis, RedisError

from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger
from shared.kit.revocation_channel import CHANNEL, decoded
from shared.kit.web.revocations import RevocationSnapshot

PING_SECONDS = 5.0
RETRY_SECONDS = 1.0


class RevocationSubscriber:
    """Keeps a process with threads subscribed, from a thread of its own, and its snapshot up to date."""

    def __init__(self, url: str, snapshot: RevocationSnapshot) -> None:
        self._url, self._snapshot = url, snapshot
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="revocations", daemon=True)

    def start(self) -> None:
        """Start the thread; it subscribes, and does so again after each disconnection."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._is_stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_stopped.is_set():
            try:
                self._listen()
            except (RedisError, OSError) as error:
                logger().warning("revocation_subscription_failed", problem=describe(error))
            finally:
                self._snapshot.disconnected()
            self._is_stopped.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        redis = Redis.from_url(self._url, socket_connect_timeout=1, socket_timeout=PING_SECONDS, retry=None)
        with closing(redis), closing(redis.pubsub()) as channel:  # type: ignore[no-untyped-call]
            channel.subscribe(CHANNEL)
            is_asked = False
            while not self._is_stopped.is_set():
                item = channel.get_message(timeout=PING_SECONDS)
                if item is None and is_asked:
                    raise ConnectionError("Redis says nothing")
                is_asked = item is None
                if item is None:
                    channel.ping()
                elif item["type"] == "subscribe":
                    self._snapshot.connected()
                elif item["type"] == "message":
                    self._take(item["data"])

    def _take(self, message: bytes) -> None:
        if (revoked := decoded(message)) is None:
            logger().warning("revocation_malformed", bytes=len(message))
            return
        self._snapshot.push(*revoked)
