"""Redis and Postgres count exactly as the memory of a process does, at any times of calls."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis
from runner.backing_services import redis
from shared.kit.db.database import Database
from shared.kit.http.sliding_window import postgres
from shared.kit.http.sliding_window import redis as in_redis
from shared.kit.http.sliding_window.counter import Count
from shared.kit.http.sliding_window.memory import MemoryCounter
from shared.kit.http.sliding_window.postgres import PostgresCounter
from shared.kit.http.sliding_window.redis import RedisCounter
from shared.kit.testing.together import at_once
from shared.registry.limits import Window
from sqlalchemy import text

Counter = RedisCounter | PostgresCounter
Calls = list[tuple[int, str]]

# Milliseconds since the previous call, and the amount. Slices are whole milliseconds, so that no rounding decides.
CALLS = st.lists(st.tuples(st.integers(0, 40_000), st.sampled_from(["ann", "bo", "cy"])), min_size=1, max_size=60)
PLAIN = [Window(3, 12), Window(5, 60), Window(9, 3600)]
DISTINCT = Window(2, 60, is_distinct=True)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def in_redis_at(redis_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> RedisCounter:
    """Counts in a real Redis by the test's clock, which each call sends along."""
    milliseconds = "tonumber(ARGV[#ARGV])"
    its_time = f"{{math.floor({milliseconds} / 1000), ({milliseconds} % 1000) * 1000}}"
    monkeypatch.setattr(in_redis, "SCRIPT", in_redis.SCRIPT.replace("redis.call('TIME')", its_time))
    counter = RedisCounter(redis_url)
    for name in ("evalsha", "eval"):
        command = getattr(counter._redis, name)
        monkeypatch.setattr(
            counter._redis, name, lambda *given, command=command: command(*given, round(clock.now * 1000))
        )
    return counter


@pytest.fixture
def in_postgres_at(database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> PostgresCounter:
    """Counts in a real Postgres by the test's clock."""
    for name in ("TAKE", "LOOK"):
        monkeypatch.setattr(
            postgres, name, text(str(getattr(postgres, name)).replace("clock_timestamp()", "to_timestamp(:now)"))
        )
    values = postgres._values
    monkeypatch.setattr(postgres, "_values", lambda count: {**values(count), "now": clock.now})
    return PostgresCounter(database)


def agree(counter: Counter, clock: Clock, make: Callable[[str], list[Count]], calls: Calls) -> None:
    memory = MemoryCounter(clock)
    for milliseconds, item in calls:
        clock.now = round(clock.now + milliseconds / 1000, 3)
        ours, theirs = memory.take(make(item)), counter.take(make(item))
        assert (ours is None) == (theirs is None)
        if ours and theirs:
            assert ours.count.key == theirs.count.key
            assert theirs.wait_seconds == pytest.approx(ours.wait_seconds, abs=0.002)


def plain(run: str) -> Callable[[str], list[Count]]:
    return lambda _: [Count(f"{run} {window}", window) for window in PLAIN]


@FEW
@given(calls=CALLS)
def test_redis_counts_as_memory_does(in_redis_at: RedisCounter, clock: Clock, calls: Calls) -> None:
    agree(in_redis_at, clock, plain(str(uuid4())), calls)


@FEW
@given(calls=CALLS)
def test_redis_remembers_items_as_memory_does(in_redis_at: RedisCounter, clock: Clock, calls: Calls) -> None:
    run = str(uuid4())
    agree(in_redis_at, clock, lambda item: [Count(f"{run} items", DISTINCT, item), *plain(run)(item)], calls)


@FEW
@given(calls=CALLS)
def test_postgres_counts_as_memory_does(in_postgres_at: PostgresCounter, clock: Clock, calls: Calls) -> None:
    agree(in_postgres_at, clock, plain(str(uuid4())), calls)


@pytest.fixture(params=["redis", "postgres"])
def counter(request: pytest.FixtureRequest, database: Database, monkeypatch: pytest.MonkeyPatch) -> Counter:
    if request.param == "postgres":
        return PostgresCounter(database)
    return RedisCounter(request.getfixturevalue("redis_url"))


def test_of_a_hundred_at_once_as_many_as_allowed_go_ahead(counter: Counter) -> None:
    counts = [Count(f"{uuid4()}", Window(20, 86_400)), Count(f"{uuid4()}", Window(30, 86_400))]

    refusals = at_once(*[lambda: counter.take(counts)] * 100)

    assert refusals.count(None) == 20
    assert sum(refused.is_first for refused in refusals if refused) == 1


def test_two_that_count_in_other_orders_do_not_wait_for_each_other(counter: Counter) -> None:
    one, other = (Count(f"{uuid4()}", Window(1000, 86_400)) for _ in range(2))

    refusals = at_once(*[lambda: counter.take([one, other]), lambda: counter.take([other, one])] * 20)

    assert refusals == [None] * 40


def test_a_returned_call_can_be_taken_again(database: Database) -> None:
    counter, counts = PostgresCounter(database), [Count(f"{uuid4()}", Window(2, 3600))]
    for _ in range(5):
        assert counter.take(counts) is None
        counter.give_back(counts)
    assert [counter.take(counts) is None for _ in range(3)] == [True, True, False]
    for _ in range(9):
        counter.give_back(counts)
    assert [counter.take(counts) is None for _ in range(3)] == [True, True, False]


def test_counts_in_redis_expire(redis_url: str) -> None:
    run, kept = str(uuid4()), Redis.from_url(redis_url)
    counter = RedisCounter(redis_url)
    for item in ("ann", "bo"):
        counter.take(
            [Count(f"{run} calls", Window(1, 60)), Count(f"{run} items", Window(1, 60, is_distinct=True), item)]
        )

    keys = kept.keys(f"limit:{run}*")
    assert keys
    assert all(0 < kept.ttl(key) <= 66 for key in keys)


def test_redis_that_lost_its_scripts_gets_them_again(redis_url: str) -> None:
    counter = RedisCounter(redis_url)
    Redis.from_url(redis_url).script_flush()

    assert counter.take([Count(str(uuid4()), Window(1, 60))]) is None


def test_shown_items_count_once_and_pages_at_once_pass_the_limit_by_one_at_most(redis_url: str) -> None:
    counter, key, window = RedisCounter(redis_url), str(uuid4()), Window(200, 86_400, is_shown=True)
    pages = [tuple(f"{page:02}{item:030}" for item in range(24)) for page in range(40)]
    for _ in range(40):
        assert counter.take([Count(key, window, shown=pages[0])]) is None

    refusals = at_once(*[lambda page=page: counter.take([Count(key, window, shown=page)]) for page in pages[1:]])

    assert refusals.count(None) == 8  # 24 and eight times 24 are 216
    assert all(0 < refused.wait_seconds <= 94_000 for refused in refusals if refused)
    assert sum(refused.is_first for refused in refusals if refused) == 1


def test_room_for_shown_items_comes_back_when_a_refusal_says_so(in_redis_at: RedisCounter, clock: Clock) -> None:
    key, window = str(uuid4()), Window(20, 1200, is_shown=True)

    def take(page: str) -> float:
        refused = in_redis_at.take([Count(key, window, shown=tuple(f"{page}{item:031}" for item in range(12)))])
        return refused.wait_seconds if refused else 0

    assert [take("a"), take("b")] == [0, 0]
    wait = take("c")
    clock.now += wait - 1
    assert take("c") > 0
    clock.now += 2
    assert take("c") == 0
