"""Parts of a process run side by side and end together."""

import threading
from collections.abc import Callable

import pytest
from shared.kit.core.stopping import Stopping
from shared.kit.run import run


class Unheard(Stopping):
    """Leaves the signals of the test run alone."""

    def listen(self) -> None:
        pass


@pytest.fixture
def stopping() -> Stopping:
    return Unheard()


def until_stopped(ended: list[str], name: str) -> Callable[[Stopping], None]:
    def part(stopping: Stopping) -> None:
        stopped = threading.Event()
        stopping.call(stopped.set)
        stopped.wait()
        ended.append(name)

    return part


def test_all_parts_end_when_the_process_is_to_stop(stopping: Stopping) -> None:
    ended: list[str] = []
    stopping.ask()
    assert run([until_stopped(ended, "web"), until_stopped(ended, "worker")], stopping) == 0
    assert sorted(ended) == ["web", "worker"]


def test_a_part_that_fails_ends_the_others_and_the_process_with_1(stopping: Stopping) -> None:
    ended: list[str] = []

    def fails(_: Stopping) -> None:
        raise RuntimeError

    assert run([until_stopped(ended, "web"), fails], stopping) == 1
    assert ended == ["web"]


def test_a_part_that_returns_ends_the_others(stopping: Stopping) -> None:
    ended: list[str] = []
    assert run([until_stopped(ended, "web"), lambda _: None], stopping) == 0
    assert ended == ["web"]


def test_a_part_that_begins_while_the_process_stops_is_called_at_once(stopping: Stopping) -> None:
    called: list[bool] = []
    stopping.ask()
    stopping.wait()
    stopping.call(lambda: called.append(True))
    assert called == [True]


def test_a_process_may_be_asked_to_stop_twice(stopping: Stopping) -> None:
    called: list[bool] = []
    stopping.call(lambda: called.append(True))
    stopping.ask()
    stopping.ask()
    stopping.wait()
    assert called == [True]
