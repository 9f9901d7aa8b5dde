"""Schedules of revocations, heartbeats of two workers, reads, and losses of Redis: which tokens are accepted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from shared.kit.core import REVOKED, STREAM, KnownRevocations, revocations

from identity import revocation_stream
from identity.revocation_stream import add_heartbeat, encoded

BOUND_SECONDS, CLOCKS_DIFFER_SECONDS = 60, 5
TOKEN_SECONDS, REFUSED_SECONDS = 600, 660
BEGIN = 1_000_000.0
READERS = 3


@dataclass
class Redis:
    """A stream in memory with a clock of its own: the part of redis-py that the product calls."""

    clock: Callable[[], float]
    entries: list[tuple[bytes, dict[bytes, bytes]]] = field(default_factory=list)
    changes: int = 0
    before_exec: Callable[[], None] = lambda: None

    def time(self) -> tuple[int, int]:
        seconds = self.clock()
        return int(seconds), int(seconds % 1 * 1e6)

    def xrange(self, _: str, min: bytes, count: int) -> list[tuple[bytes, dict[bytes, bytes]]]:
        return [each for each in self.entries if number_of(each[0]) >= number_of(min)][:count]

    def xadd(self, _: str, fields: dict[bytes, Any], minid: int = 0) -> None:
        last = number_of(self.entries[-1][0]) if self.entries else (0, 0)
        number = max((int(self.clock() * 1000), 0), (last[0], last[1] + 1))
        self.entries.append((b"%d-%d" % number, {name: str(value).encode() for name, value in fields.items()}))
        self.entries = [each for each in self.entries if number_of(each[0])[0] >= minid]
        self.changes += 1

    def lose(self, count: int) -> None:
        del self.entries[len(self.entries) - count :]
        self.changes += 1

    def transaction(self, add: Callable[[Any], int], _: str, *, value_from_callable: bool) -> int:
        while True:
            watched, queued = self.changes, list[tuple[Any, Any]]()
            pipeline = SimpleNamespace(
                time=self.time,
                xrange=self.xrange,
                multi=lambda: None,
                xadd=lambda *given, queued=queued, **named: queued.append((given, named)),
            )
            found = add(pipeline)
            happens, self.before_exec = self.before_exec, lambda: None
            happens()
            if watched == self.changes:
                for given, named in queued:
                    self.xadd(*given, **named)
                return found


def number_of(entry_id: bytes) -> tuple[int, int]:
    first, _, second = entry_id.partition(b"-")
    return int(first), int(second)


class Schedules(RuleBasedStateMachine):
    """True time is `now`; each reader and Redis have clocks of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.at = BEGIN, dict[UUID, float]()
        self.patched = pytest.MonkeyPatch()
        self.patched.setattr(revocations, "PAGE", 3)
        self.patched.setattr(revocation_stream, "BATCH", 2)

    @initialize(
        redis=st.floats(-9999, 9999), readers=st.tuples(*[st.floats(-CLOCKS_DIFFER_SECONDS, CLOCKS_DIFFER_SECONDS)] * 3)
    )
    def begin(self, redis: float, readers: tuple[float, ...]) -> None:
        self.redis_ahead, self.ahead = redis, readers
        self.redis = Redis(lambda: self.now + self.redis_ahead)
        self.readers = [KnownRevocations() for _ in range(READERS)]

    def teardown(self) -> None:
        self.patched.undo()

    @rule(seconds=st.sampled_from([0.001, 0.1, 1, 4, 11, 30, 49, 300]))
    def pass_time(self, seconds: float) -> None:
        self.now += seconds

    @rule(is_lost=st.booleans())
    def revoke(self, is_lost: bool) -> None:
        """Commit a revocation. Its entry is lost with the process, without Redis, or because 0.2.0 adds none."""
        session = uuid4()
        self.at[session] = self.now
        if not is_lost:
            self.redis.xadd(STREAM, {REVOKED: encoded(session, self.until(session))})

    @rule(ahead=st.floats(-9999, 9999))
    def wipe(self, ahead: float) -> None:
        """Redis is empty, and may be another machine with another clock."""
        self.lose(len(self.redis.entries))
        self.redis_ahead = ahead

    @rule(count=st.integers(1, 4))
    def fail_over(self, count: int) -> None:
        """A replica takes over that lacks the newest entries."""
        self.lose(min(count, len(self.redis.entries)))

    def lose(self, count: int) -> None:
        self.redis.lose(count)
        # Ids have milliseconds: what follows a loss is not in the same one as what was read before.
        self.now += 0.001

    @rule(
        before=st.sampled_from(["", "revoke", "lose", "wipe", "beat"]),
        before_exec=st.sampled_from(["", "revoke", "lose", "wipe", "beat"]),
        frozen_seconds=st.sampled_from([0, 7, 70]),
    )
    def heartbeat(self, before: str, before_exec: str, frozen_seconds: float) -> None:
        """A worker freezes before it reads the table and before EXEC; each time something happens meanwhile."""

        def happens(what: str) -> None:
            self.now += frozen_seconds
            match what:
                case "revoke" | "lose":
                    self.revoke(what == "lose")
                case "wipe":
                    self.wipe(self.redis_ahead)
                case "beat":
                    add_heartbeat(self.redis, self.table)  # type: ignore[arg-type]

        waiting = [lambda: happens(before)]

        def table() -> list[tuple[UUID, datetime]]:
            if waiting:
                waiting.pop()()
            return self.table()

        self.redis.before_exec = lambda: happens(before_exec)
        self.set_clock(0)
        add_heartbeat(self.redis, table)  # type: ignore[arg-type]

    @rule(number=st.integers(0, READERS - 1))
    def read(self, number: int) -> None:
        self.set_clock(self.ahead[number])
        self.readers[number].read(self.redis)  # type: ignore[arg-type]

    @rule(number=st.integers(0, READERS - 1))
    def restart(self, number: int) -> None:
        self.readers[number] = KnownRevocations()

    @rule()
    def calm(self) -> None:
        """Whatever happened before: a heartbeat and a read later tokens of living sessions count again."""
        self.set_clock(0)
        while add_heartbeat(self.redis, self.table):  # type: ignore[arg-type]
            pass
        for number, reader in enumerate(self.readers):
            self.read(number)
            now = self.now + self.ahead[number]
            assert not reader.refuses(uuid4(), now - TOKEN_SECONDS, now)
            assert reader.sessions.keys() >= self.living()

    @invariant()
    def nothing_revoked_is_accepted(self) -> None:
        if not hasattr(self, "readers"):
            return
        for ahead, reader in zip(self.ahead, self.readers, strict=True):
            for session in self.living():
                revoked_at, now = self.at[session], self.now + ahead
                # A microsecond is what floats of this size may lose.
                if reader.checked_at - ahead > revoked_at + 1e-5:
                    assert session in reader.sessions
                if self.now > revoked_at + BOUND_SECONDS:
                    assert reader.refuses(session, revoked_at + CLOCKS_DIFFER_SECONDS, now)

    def living(self) -> set[UUID]:
        """The revoked sessions that may still have a token."""
        return {session for session, at in self.at.items() if at + TOKEN_SECONDS > self.now}

    def table(self) -> list[tuple[UUID, datetime]]:
        return [(session, self.until(session)) for session, at in self.at.items() if at + REFUSED_SECONDS > self.now]

    def until(self, session: UUID) -> datetime:
        return datetime.fromtimestamp(self.at[session] + REFUSED_SECONDS, UTC)

    def set_clock(self, ahead: float) -> None:
        self.patched.setattr(revocations, "time", SimpleNamespace(time=lambda: self.now + ahead))


TestSchedules = Schedules.TestCase
TestSchedules.settings = settings(max_examples=60, stateful_step_count=40)
