"""Overload: more and more writers at once, and four times the peak rate of messages; goodput, and latency of the
refusals.

Latency is reported twice: at the callers, which share the same processors, and from the gateway's access log.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from uuid import UUID, uuid4

from demo.people import who_answer
from runner.throwaway import throwaway
from shared.kit.testing.tokens import KeyPair

from benches.pace import most, paced
from benches.report import Row, percentile
from benches.visitors import Visitor

MEMBERS, WRITERS = 700, 200
# Connections of each writer, so that one waiting for its answer does not block the next request.
LINES = 5
AT_ONCE, TIMES, SECONDS, WARM_UP = 8, 4, 10, 200
BUDGET_GOODPUT, BUDGET_REFUSED_MS = 0.8, 100
# Writers who send again as soon as they are answered, also by a refusal.
IMPATIENT = (32, 128, 256)
LOAD = f"at {TIMES} times the peak"
TEXT = "hello there, how was your day?"


@dataclass(frozen=True)
class TimedResponse:
    status: int
    taken: float
    at: float


def measure(seconds: int = SECONDS) -> list[Row]:
    with throwaway(MEMBERS) as product:
        keys = KeyPair(product.instance.keys.token_private(), product.instance.keys.token_public())
        port = int(product.base_url.rsplit(":", 1)[1])
        people = [person.id for person in who_answer(product.instance.members)[:WRITERS]]
        rows = asyncio.run(_run(port, {person: keys.token(person, premium=True) for person in people}, seconds))
        logged = list(_refusals(product.logs / "access.log"))
        return [*rows, _soon("refused, p99 by the gateway's clock", logged)]


async def _run(port: int, tokens: dict[UUID, str], seconds: int) -> list[Row]:
    lines = [Visitor(port, person, token) for _ in range(LINES) for person, token in tokens.items()]
    people, numbers = list(tokens), count()

    async def send() -> TimedResponse:
        """One of the people writes to another, always the same."""
        number = next(numbers)
        line = lines[number % len(lines)]
        place = people.index(line.member_id)
        recipient = people[(place + len(people) // 2) % len(people)]
        started = time.perf_counter()
        body = {"id": str(uuid4()), "profile_id": str(recipient), "text": TEXT}
        status, _ = await line.call("POST", "/api/chat.php", body)
        ended = time.perf_counter()
        return TimedResponse(status, ended - started, ended)

    for _ in range(WARM_UP):
        await send()
    peak = await most([send] * AT_ONCE, seconds)
    crowded = [row for writers in IMPATIENT for row in await _crowded(send, writers, seconds, peak)]
    began = time.perf_counter()
    answers = await paced(send, peak * TIMES, seconds)
    for line in lines:
        line.close()
    if odd := {answer.status for answer in answers} - {201, 503}:
        raise RuntimeError(f"answered with {odd}")
    served = [answer for answer in answers if answer.status == 201]
    refused = [answer.taken for answer in answers if answer.status == 503]
    in_time = sum(answer.at <= began + seconds for answer in served)
    return [
        Row("peak", peak, "messages/s"),
        *crowded,
        Row(
            f"{LOAD}, acknowledged, {BUDGET_GOODPUT:.0%} of the peak beside",
            in_time / seconds,
            "messages/s",
            peak * BUDGET_GOODPUT,
        ),
        Row(f"{LOAD}, acknowledged, p99", percentile([answer.taken for answer in served], 0.99) * 1e3, "ms"),
        Row(f"{LOAD}, refused", len(refused) / len(answers) * 100, "%"),
        _soon("refused, p99", refused),
    ]


async def _crowded(
    send: Callable[[], Awaitable[TimedResponse]], writers: int, seconds: float, peak: float
) -> list[Row]:
    answers: list[TimedResponse] = []

    async def write() -> None:
        answers.append(await send())

    await most([write] * writers, seconds)
    acknowledged = sum(answer.status == 201 for answer in answers)
    return [
        Row(f"{writers} writers at once, acknowledged, the peak beside", acknowledged / seconds, "messages/s", peak),
        Row(f"{writers} writers at once, refused", (1 - acknowledged / len(answers)) * 100, "%"),
    ]


def _soon(what: str, taken: list[float]) -> Row:
    milliseconds = percentile(taken, 0.99) * 1e3 if taken else 0
    return Row(f"{LOAD}, {what}, budget beside", milliseconds, "ms", BUDGET_REFUSED_MS)


def _refusals(log: Path) -> Iterator[float]:
    """Seconds of each call refused by the circuit breaker (UO, "upstream overflow"), as far as the log is written."""
    with log.open() as lines:
        for line in lines:
            if '"UO"' in line and line.endswith("}\n"):
                yield json.loads(line)["milliseconds"] / 1e3
