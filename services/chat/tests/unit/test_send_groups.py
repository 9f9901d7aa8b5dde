"""Groups: a lone item runs at once, those that come meanwhile run together, and each gets its own answer."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from chat import send_groups
from chat.send_groups import MOST, PAUSE_SECONDS, Groups
from hypothesis import given, settings
from hypothesis import strategies as st

Keyed = tuple[str, int]  # an item: its key and its number


@dataclass
class Runs:
    """What ran; the first item holds up the others until `go`."""

    groups: Groups[Keyed, str] = field(default_factory=Groups)
    alone: list[Keyed] = field(default_factory=list)
    together: list[list[Keyed]] = field(default_factory=list)
    started: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)
    answers: Callable[[Sequence[Keyed]], Sequence[str | None]] = lambda items: [f"group of {n}" for _, n in items]
    at_once: int = 0

    def run(self, item: Keyed) -> str:
        return self.groups.run(item, item[0], self.run_alone, self.run_together)

    def run_alone(self, item: Keyed) -> str:
        self.alone.append(item)
        self.started.set()
        assert self.go.wait(60)
        return f"alone {item[1]}"

    def run_together(self, items: Sequence[Keyed], pass_on: Callable[[], None]) -> Sequence[str | None]:
        self.at_once += 1
        assert self.at_once == 1
        self.together.append(list(items))
        try:
            return self.answers(items)
        finally:
            self.at_once -= 1

    def waiting(self) -> int:
        return len(self.groups._queue)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, nobody leaves the queue."""
    monkeypatch.setattr(send_groups, "LONGEST_WAIT_SECONDS", 60)


def run_behind_one(runs: Runs, items: Sequence[Keyed]) -> list[Future[str]]:
    """Run an item, and the others in their order while it is running; then let it end."""
    with ThreadPoolExecutor(len(items) + 1) as threads:
        futures = [threads.submit(runs.run, ("first", 0))]
        assert runs.started.wait(60)
        for count, item in enumerate(items, 1):
            futures.append(threads.submit(runs.run, item))
            while runs.waiting() < count:
                threading.Event().wait(0.001)
        runs.go.set()
    return futures


def test_a_lone_item_runs_alone_each_time() -> None:
    runs = Runs()
    runs.go.set()

    assert [runs.run(("a", n)) for n in range(3)] == ["alone 0", "alone 1", "alone 2"]
    assert runs.together == []


def test_an_error_of_a_lone_item_is_raised_and_others_go_on() -> None:
    def refuse(_: Keyed) -> str:
        raise LookupError

    runs = Runs()
    runs.go.set()
    with pytest.raises(LookupError):
        runs.groups.run(("a", 1), "a", refuse, runs.run_together)

    assert runs.run(("a", 2)) == "alone 2"


def test_those_that_come_meanwhile_run_together_in_their_order() -> None:
    runs = Runs()

    answers = [each.result() for each in run_behind_one(runs, [("a", 1), ("b", 2), ("c", 3)])]

    assert answers == ["alone 0", "group of 1", "group of 2", "group of 3"]
    assert runs.together == [[("a", 1), ("b", 2), ("c", 3)]]
    assert runs.waiting() == 0


def test_a_group_has_a_limit_and_no_two_of_one_key() -> None:
    runs = Runs()

    run_behind_one(runs, [("a", 1), ("a", 2), *(("bcdef"[n], n) for n in range(5)), ("a", 3)])

    assert [len({key for key, _ in group}) for group in runs.together] == [len(group) for group in runs.together]
    assert [len(group) for group in runs.together] == [MOST, 3]
    assert [number for key, number in [*runs.together[0], *runs.together[1], *runs.alone] if key == "a"] == [1, 2, 3]


def test_an_item_without_an_answer_of_its_group_runs_alone_and_its_neighbours_do_not() -> None:
    runs = Runs(answers=lambda items: [None if n == 2 else f"group of {n}" for _, n in items])

    answers = [each.result() for each in run_behind_one(runs, [("a", 1), ("b", 2), ("c", 3)])]

    assert answers == ["alone 0", "group of 1", "alone 2", "group of 3"]


def test_a_group_that_passed_the_lead_on_lets_the_next_begin_but_for_its_keys() -> None:
    runs, next_began = Runs(), threading.Event()

    def together(items: Sequence[Keyed], pass_on: Callable[[], None]) -> Sequence[str | None]:
        runs.together.append(list(items))
        if len(runs.together) == 1:
            pass_on()
            assert next_began.wait(60)
        else:
            next_began.set()
        return [f"group of {n}" for _, n in items]

    runs.run_together = together  # type: ignore[method-assign]
    keys = "abcdaefg"

    answers = [each.result() for each in run_behind_one(runs, [(key, n) for n, key in enumerate(keys, 1)])]

    assert [[n for _, n in group] for group in runs.together] == [[1, 2, 3, 4], [6, 7, 8]]
    assert answers == ["alone 0", *("alone 5" if n == 5 else f"group of {n}" for n in range(1, 9))]


def test_after_a_failed_group_each_runs_alone_and_nobody_waits_for_a_while() -> None:
    def fail(_: Sequence[Keyed]) -> Sequence[str | None]:
        raise RuntimeError

    now = [100.0]
    runs = Runs(Groups(clock=lambda: now[0]), answers=fail)

    answers = [each.result() for each in run_behind_one(runs, [("a", 1), ("b", 2)])]

    assert answers == ["alone 0", "alone 1", "alone 2"]
    runs.started.clear()
    runs.go.clear()
    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(runs.run, ("a", n)) for n in (3, 4)]
        while len(runs.alone) < 5:
            threading.Event().wait(0.001)
        runs.go.set()
        assert [each.result() for each in both] == ["alone 3", "alone 4"]

    now[0] += PAUSE_SECONDS
    runs.answers = lambda items: [f"group of {n}" for _, n in items]
    runs.started.clear()
    runs.go.clear()
    assert [each.result() for each in run_behind_one(runs, [("a", 5), ("b", 6)])][1:] == ["group of 5", "group of 6"]


def test_a_thread_that_dies_in_a_group_leaves_no_neighbour_waiting() -> None:
    class Death(BaseException):
        pass

    def die(_: Sequence[Keyed]) -> Sequence[str | None]:
        raise Death

    runs = Runs(answers=die)

    first, leader, neighbour = run_behind_one(runs, [("a", 1), ("b", 2)])

    assert (first.result(), neighbour.result()) == ("alone 0", "alone 2")
    with pytest.raises(Death):
        leader.result()
    assert runs.run(("c", 3)) == "alone 3"


def test_an_item_that_waits_too_long_leaves_the_queue_and_runs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send_groups, "LONGEST_WAIT_SECONDS", 0.01)
    runs = Runs()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(runs.run, ("a", 0))
        assert runs.started.wait(60)
        second = threads.submit(runs.run, ("b", 1))
        while ("b", 1) not in runs.alone:
            threading.Event().wait(0.001)
        runs.go.set()
        assert [first.result(), second.result()] == ["alone 0", "alone 1"]

    assert runs.together == []
    assert runs.waiting() == 0


def test_nobody_waits_behind_a_run_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    runs = Runs(Groups(clock=lambda: now[0]))
    monkeypatch.setattr(send_groups, "LONGEST_WAIT_SECONDS", 0.01)
    with ThreadPoolExecutor(4) as threads:
        frozen = threads.submit(runs.run, ("a", 0))
        assert runs.started.wait(60)
        first = threads.submit(runs.run, ("b", 1))
        while ("b", 1) not in runs.alone:
            threading.Event().wait(0.001)
        monkeypatch.setattr(send_groups, "LONGEST_WAIT_SECONDS", 60)
        next_one = threads.submit(runs.run, ("c", 2))
        while ("c", 2) not in runs.alone:
            threading.Event().wait(0.001)
        runs.go.set()
        assert [each.result() for each in (frozen, first, next_one)] == ["alone 0", "alone 1", "alone 2"]

    now[0] += PAUSE_SECONDS
    runs.started.clear()
    runs.go.clear()
    assert [each.result() for each in run_behind_one(runs, [("a", 3), ("b", 4)])][1:] == ["group of 3", "group of 4"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["answered", "unanswered", "poison"])), max_size=24))
def test_in_any_schedule_each_item_is_answered_once(plan: list[tuple[str, str]]) -> None:
    answered: list[int] = []
    running: set[str] = set()

    def together(items: Sequence[Keyed], pass_on: Callable[[], None]) -> Sequence[str | None]:
        keys = {key for key, _ in items}
        assert len(keys) == len(items)
        assert not keys & running
        running.update(keys)
        try:
            return run(items, pass_on)
        finally:
            running.difference_update(keys)

    def run(items: Sequence[Keyed], pass_on: Callable[[], None]) -> Sequence[str | None]:
        if any(plan[n][1] == "poison" for _, n in items):
            raise RuntimeError
        pass_on()
        threading.Event().wait(0.001)  # the next group begins
        in_group = {n for _, n in items if plan[n][1] == "answered"}
        answered.extend(in_group)
        return [f"group of {n}" if n in in_group else None for _, n in items]

    def alone(item: Keyed) -> str:
        threading.Event().wait(0.001)  # others arrive meanwhile
        answered.append(item[1])
        return f"alone {item[1]}"

    groups: Groups[Keyed, str] = Groups()
    with ThreadPoolExecutor(8) as threads:
        answers = list(
            threads.map(lambda n: groups.run((plan[n][0], n), plan[n][0], alone, together), range(len(plan)))
        )

    assert [int(answer.split()[-1]) for answer in answers] == list(range(len(plan)))
    assert sorted(answered) == list(range(len(plan)))
