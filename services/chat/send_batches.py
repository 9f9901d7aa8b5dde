"""Batches of items that wait in a process at the same moment (docs/decisions/0053-message-hot-path.md)."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from shared.kit.grpc import Bulkhead

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Batches(Generic[Item, Answer]):
    """Runs an item at once while nothing runs; those that come meanwhile run together afterwards, in the thread of one.

    There is no timer, so a lone item never waits. An error of a batch is raised to all that were in it. As many threads
    as a bulkhead admits take part; the others are refused once nothing has ended for long (Unavailable).
    """

    def __init__(self) -> None:
        self._bulkhead = Bulkhead()
        self._waiting: list[tuple[Item, Future[Answer]]] = []
        self._is_running, self._ended = False, threading.Condition()

    def run(self, item: Item, answer_all: Callable[[Sequence[Item]], Sequence[Answer]]) -> Answer:
        """The answer of `answer_all`, which gets all items of a batch and returns as many answers, to this item."""
        with self._bulkhead:
            return self._run(item, answer_all)

    def _run(self, item: Item, answer_all: Callable[[Sequence[Item]], Sequence[Answer]]) -> Answer:
        future: Future[Answer] = Future()
        with self._ended:
            self._waiting.append((item, future))
            while self._is_running and not future.done():
                self._ended.wait()
            if future.done():
                return future.result()
            batch, self._waiting, self._is_running = self._waiting, [], True
        try:
            for (_, waiting), answer in zip(batch, answer_all([each for each, _ in batch]), strict=True):
                waiting.set_result(answer)
        except BaseException as error:
            for _, waiting in batch:
                waiting.set_exception(error)
        finally:
            with self._ended:
                self._is_running = False
                self._ended.notify_all()
        return future.result()
