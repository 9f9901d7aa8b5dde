from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path

from redis import Redis
from redis.exceptions import NoScriptError

from shared.kit.http.sliding_window.counter import Count, Refusal

SCRIPT = Path(__file__).with_name("take.lua").read_text()
PREFIX = "limit:"
# The longest a request waits for a count.
TIMEOUT_SECONDS = 0.1


def prefix_of(service: str) -> str:
    """The prefix of this service's keys: no service can reset the counts of another."""
    return f"{PREFIX}{service}:" if service else PREFIX


class RedisCounter:
    """Counts shared by all processes of a service, in one round trip for all windows of a call.

    Its keys begin with `prefix`: its Redis user reaches these alone, and no other command than these
    (scripts/runner/permissions.py): EVALSHA, and EVAL once after Redis lost its scripts; within the script TIME,
    GET, SET, ZADD, ZCARD, ZRANGE, ZREMRANGEBYSCORE, ZSCORE, PFADD, PFCOUNT and PEXPIRE.
    """

    def __init__(self, url: str, prefix: str = PREFIX) -> None:
        self._prefix = prefix
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._sha = sha1(SCRIPT.encode(), usedforsecurity=False).hexdigest()

    def take(self, counts: Sequence[Count]) -> Refusal | None:
        """Count one call in every window, or in none and say which has no room. Raises RedisError."""
        keys = [f"{self._prefix}{count.key}" for count in counts]
        keys += [f"{key}:logged" for key in keys]
        given = [part for count in counts for part in (count.window.most, count.window.seconds * 1000, _item(count))]
        try:
            number, wait, is_first = self._redis.evalsha(self._sha, len(keys), *keys, *given)
        except NoScriptError:
            number, wait, is_first = self._redis.eval(SCRIPT, len(keys), *keys, *given)
        return Refusal(counts[number - 1], wait / 1000, bool(is_first)) if number else None


def _item(count: Count) -> str:
    return "+" + "".join(count.shown) if count.window.is_shown else count.item
