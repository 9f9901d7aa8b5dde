"""Batches: a lone item runs at once, those that come meanwhile run together, and each gets its own answer."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from chat.send_batches import Batches

LATER = [1, 2, 3]


class Runs:
    """What ran, each batch apart; the first item holds up the others until they wait."""

    def __init__(self) -> None:
        self.batches, self.ran = Batches[int, str](), list[list[int]]()
        self.started, self.go = threading.Event(), threading.Event()
        self.error: BaseException | None = None

    def run(self, item: int) -> str:
        return self.batches.run(item, self.answer_all)

    def answer_all(self, items: Sequence[int]) -> list[str]:
        self.ran.append(list(items))
        if items == [0]:
            self.started.set()
            assert self.go.wait(60)
        elif self.error:
            raise self.error
        return [f"answer {item}" for item in items]

    @contextmanager
    def behind_another(self) -> Iterator[list["Future[str]"]]:
        """Items that have come while another runs."""
        with ThreadPoolExecutor(4) as threads:
            first = threads.submit(self.run, 0)
            assert self.started.wait(60)
            later = [threads.submit(self.run, item) for item in LATER]
            while len(self.batches._waiting) < len(LATER):
                assert not first.done()
            self.go.set()
            yield later
            assert first.result() == "answer 0"


def test_a_lone_item_runs_by_itself() -> None:
    runs = Runs()

    assert runs.run(7) == "answer 7"
    assert runs.ran == [[7]]


def test_items_that_come_meanwhile_run_together_and_each_gets_its_answer() -> None:
    runs = Runs()

    with runs.behind_another() as later:
        assert [each.result() for each in later] == [f"answer {item}" for item in LATER]

    assert [sorted(batch) for batch in runs.ran] == [[0], LATER]


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt()])
def test_an_error_of_a_batch_is_raised_to_all_in_it_and_the_next_one_runs(error: BaseException) -> None:
    runs = Runs()
    runs.error = error

    with runs.behind_another() as later:
        assert [each.exception() for each in later] == [error] * 3

    runs.error = None
    assert runs.run(7) == "answer 7"
