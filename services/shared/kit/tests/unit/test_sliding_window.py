"""The rule of the sliding window, over calls at any times."""

from hypothesis import given
from hypothesis import strategies as st
from shared.kit.http.sliding_window.counter import SLICES, Count
from shared.kit.http.sliding_window.memory import MOST_KEYS, MemoryCounter
from shared.registry.limits import Window

WINDOWS = st.sampled_from([Window(1, 1), Window(3, 10), Window(10, 10), Window(5, 3600), Window(50, 86_400)])
PAUSES = st.lists(st.floats(0, 3, allow_nan=False), min_size=1, max_size=200)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def allowed_at(window: Window, pauses: list[float]) -> list[float]:
    """The times at which a call after each pause (in tenths of the window) goes ahead."""
    clock = Clock()
    counter, allowed = MemoryCounter(clock), []
    for pause in pauses:
        clock.now += pause * window.seconds / 10
        if counter.take([Count("one", window)]) is None:
            allowed.append(clock.now)
    return allowed


@given(WINDOWS, PAUSES)
def test_no_period_as_long_as_the_window_holds_more_than_it_allows(window: Window, pauses: list[float]) -> None:
    allowed = allowed_at(window, pauses)

    for end in allowed:
        assert len([at for at in allowed if end - window.seconds < at <= end]) <= window.most


@given(WINDOWS, PAUSES)
def test_a_refusal_says_when_there_is_room_and_then_there_is(window: Window, pauses: list[float]) -> None:
    clock = Clock()
    counter, count = MemoryCounter(clock), Count("one", window)
    for pause in pauses:
        clock.now += pause * window.seconds / 10
        refused = counter.take([count])
        if refused:
            assert 0 < refused.wait_seconds <= window.seconds * (SLICES + 1) / SLICES
            clock.now += refused.wait_seconds + 1e-6
            assert counter.take([count]) is None


@given(WINDOWS)
def test_a_caller_below_the_limit_is_never_refused(window: Window) -> None:
    pause = window.seconds / window.most * (SLICES + 1) / SLICES + 1e-6

    assert len(allowed_at(window, [pause * 10 / window.seconds] * 300)) == 300


def test_a_call_counts_in_all_windows_or_in_none() -> None:
    counter, small, large = MemoryCounter(Clock()), Count("small", Window(1, 10)), Count("large", Window(3, 3600))

    assert counter.take([small, large]) is None
    for _ in range(5):
        refused = counter.take([small, large])
        assert refused is not None
        assert refused.count == small
    assert [counter.take([large]) is None for _ in range(3)] == [True, True, False]


def test_the_same_item_counts_once_while_it_is_remembered() -> None:
    clock = Clock()
    counter, window = MemoryCounter(clock), Window(2, 100, is_distinct=True)

    def take(item: str) -> bool:
        return counter.take([Count("one", window, item)]) is None

    assert [take(item) for item in ("ann", "bo", "ann", "bo", "cy")] == [True, True, True, True, False]
    clock.now = 101
    assert take("cy")


def test_a_refusal_is_first_once_in_a_window() -> None:
    clock = Clock()
    counter, count = MemoryCounter(clock), Count("one", Window(1, 100))
    counter.take([count])

    def is_first() -> bool:
        refused = counter.take([count])
        return refused is not None and refused.is_first

    assert [is_first() for _ in range(3)] == [True, False, False]
    clock.now = 150
    counter.take([count])
    assert is_first()


def test_memory_is_bounded_and_those_seen_last_stay() -> None:
    counter, window = MemoryCounter(Clock()), Window(1, 100)
    for number in range(MOST_KEYS + 10):
        counter.take([Count(str(number), window)])

    assert counter.take([Count(str(MOST_KEYS), window)]) is not None
    assert counter.take([Count("0", window)]) is None


def test_without_redis_every_shown_item_counts() -> None:
    counter, count = MemoryCounter(Clock()), Count("one", Window(50, 100, is_shown=True), shown=("x" * 32,) * 24)

    assert [counter.take([count]) is None for _ in range(4)] == [True, True, True, False]
