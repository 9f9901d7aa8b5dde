"""Questions of many streams are answered together, and each gets its own answer."""

import asyncio
from collections.abc import Sequence

import pytest
from chat.coalescing import Coalescer
from shared.kit.core import Unavailable

BATCHES = list[list[int]]


async def ask_many(questions: Sequence[int], most: int = 50) -> tuple[list[str], BATCHES]:
    batches: BATCHES = []

    async def answer(asked: Sequence[int]) -> list[str]:
        batches.append(list(asked))
        await asyncio.sleep(0)
        return [f"answer {one}" for one in asked]

    coalescer = Coalescer(answer, most)
    return list(await asyncio.gather(*map(coalescer.ask, questions))), batches


def test_questions_of_one_turn_are_answered_together_in_their_order() -> None:
    answers, batches = asyncio.run(ask_many([3, 1, 2]))

    assert answers == ["answer 3", "answer 1", "answer 2"]
    assert batches == [[3, 1, 2]]


def test_no_batch_is_larger_than_the_limit() -> None:
    answers, batches = asyncio.run(ask_many(range(7), most=3))

    assert answers == [f"answer {number}" for number in range(7)]
    assert batches == [[0, 1, 2], [3, 4, 5], [6]]


def test_what_is_asked_during_an_answer_waits_for_the_next() -> None:
    async def scenario() -> BATCHES:
        batches: BATCHES = []
        begun, may_end = asyncio.Event(), asyncio.Event()

        async def answer(asked: Sequence[int]) -> Sequence[int]:
            batches.append(list(asked))
            begun.set()
            await may_end.wait()
            return asked

        coalescer = Coalescer(answer, 50)
        first = asyncio.create_task(coalescer.ask(1))
        await begun.wait()
        later = [asyncio.create_task(coalescer.ask(number)) for number in (2, 3)]
        await asyncio.sleep(0)
        may_end.set()
        assert await asyncio.gather(first, *later) == [1, 2, 3]
        assert await coalescer.ask(4) == 4
        return batches

    assert asyncio.run(scenario()) == [[1], [2, 3], [4]]


def test_a_failure_reaches_all_of_its_batch_and_nobody_later() -> None:
    async def scenario() -> list[object]:
        fails = [True]

        async def answer(asked: Sequence[int]) -> Sequence[int]:
            if fails.pop() if fails else False:
                raise ConnectionError("the database is away")
            return asked

        coalescer = Coalescer(answer, 50)
        outcomes: list[object] = list(await asyncio.gather(coalescer.ask(1), coalescer.ask(2), return_exceptions=True))
        return [*outcomes, await coalescer.ask(3)]

    first, second, third = asyncio.run(scenario())
    assert isinstance(first, ConnectionError)
    assert isinstance(second, ConnectionError)
    assert third == 3


def test_a_stream_that_ends_meanwhile_disturbs_no_other() -> None:
    async def scenario() -> int:
        async def answer(asked: Sequence[int]) -> Sequence[int]:
            await asyncio.sleep(0)
            return asked

        coalescer = Coalescer(answer, 50)
        gone = asyncio.create_task(coalescer.ask(1))
        stays = asyncio.create_task(coalescer.ask(2))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        return await stays

    assert asyncio.run(scenario()) == 2


def test_more_questions_than_may_wait_are_refused_at_once() -> None:
    async def scenario() -> list[object]:
        async def answer(asked: Sequence[int]) -> Sequence[int]:
            await asyncio.sleep(0)
            return asked

        coalescer = Coalescer(answer, most=2, most_waiting=3)
        outcomes: list[object] = list(await asyncio.gather(*map(coalescer.ask, range(5)), return_exceptions=True))
        return [*outcomes, await coalescer.ask(5)]

    *answered, fourth, fifth, later = asyncio.run(scenario())
    assert answered == [0, 1, 2]
    assert isinstance(fourth, Unavailable)
    assert isinstance(fifth, Unavailable)
    assert later == 5
