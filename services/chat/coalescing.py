"""Request coalescing: questions that are asked while an answer is under way are answered together by the next one."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from shared.kit.core import Unavailable

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Coalescer(Generic[Question, Answer]):
    """Answers questions in batches, one batch at a time, without a timer: a lone question is answered at once.

    `answer_all` returns the answers in the order of the questions. Its exception is raised to all who asked.
    Load shedding: raises Unavailable at once while `most_waiting` questions wait.
    """

    def __init__(
        self,
        answer_all: Callable[[Sequence[Question]], Awaitable[Sequence[Answer]]],
        most: int,
        most_waiting: float = math.inf,
    ) -> None:
        self._answer_all, self._most, self._most_waiting = answer_all, most, most_waiting
        self._asked: list[tuple[Question, asyncio.Future[Answer]]] = []
        self._answering: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Answer:
        if len(self._asked) >= self._most_waiting:
            raise Unavailable()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked.append((question, answer))
        if self._answering is None:
            self._answering = asyncio.create_task(self._run())
        return await answer

    async def _run(self) -> None:
        # The task begins in the next turn of the loop: by then all that woke in this one have asked.
        while self._asked:
            batch, self._asked = self._asked[: self._most], self._asked[self._most :]
            try:
                answers = await self._answer_all([question for question, _ in batch])
            except Exception as error:
                for _, waiting in batch:
                    if not waiting.done():  # its request has ended meanwhile
                        waiting.set_exception(error)
            else:
                for (_, waiting), answer in zip(batch, answers, strict=True):
                    if not waiting.done():
                        waiting.set_result(answer)
        self._answering = None
