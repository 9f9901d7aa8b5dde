"""The reference load: members who write, like, buy and read through the gateway, at fixed rates."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any
from uuid import uuid4

import aiohttp
from demo.logins import DEMO_PASSWORD
from demo.people import DemoPerson

TRIES = 8
LOGINS_AT_ONCE = 4
# Requests in flight of each kind. Beyond it none is started; `LoadResult.begun` counts the load that was generated.
UNDER_WAY_AT_ONCE = 60
TIMEOUT_SECONDS = 15
# So many members write to nobody: they block each other and go invisible, one change after the other.
CHANGERS = 20
NO_ANSWER = (aiohttp.ClientError, TimeoutError)


@dataclass(frozen=True)
class Rates:
    """Operations a second."""

    messages: float = 50
    likes: float = 20
    purchases: float = 2
    reads: float = 100
    # Series of changes of one state. None is in the reference load.
    changes: float = 0

    def times(self, share: float) -> "Rates":
        return Rates(*(share * getattr(self, each.name) for each in fields(self)))


@dataclass(frozen=True)
class Sent:
    """A message as its sender knows it: acknowledged with its sequence number, or never answered."""

    message_id: str
    sender_id: str
    recipient_id: str
    seq: int | None


@dataclass(frozen=True)
class JsonResponse:
    status: int
    body: Any

    @property
    def is_success(self) -> bool:
        return self.status < 300


@dataclass
class LoadResult:
    sent: list[Sent] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    # Every request, tried again or not, and those that had no answer or one that the server is to blame for.
    requests: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    # How often each kind of act was begun, and how often there was no room for it.
    begun: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    # Members whose blocks and invisible mode were changed, and how often.
    changers: set[str] = field(default_factory=set)
    changes: int = 0

    @property
    def acknowledged(self) -> list[Sent]:
        return [message for message in self.sent if message.seq is not None]


class Load:
    def __init__(self, base_url: str, members: list[DemoPerson], rates: Rates, seed: int = 1) -> None:
        self._base_url, self._members, self._rates = base_url, members, rates
        self._chance = random.Random(seed)
        self._browsers: dict[str, aiohttp.ClientSession] = {}
        self._stopped = False
        self._free: list[str] = []
        self.outcome = LoadResult()

    def stop(self) -> None:
        """Start nothing more; `run` returns when all requests in flight have ended."""
        self._stopped = True

    async def run(self) -> None:
        """Generate load until `stop`, then wait for the requests in flight."""
        kinds = {
            "messages": self._write,
            "likes": self._like,
            "purchases": self._buy,
            "reads": self._read,
            "changes": self._change,
        }
        if self._rates.changes:
            self._free = list(self._browsers)[-CHANGERS:]
            self.outcome.changers = set(self._free)
        started = time.monotonic()
        await asyncio.gather(*(self._repeat(name, getattr(self._rates, name), act) for name, act in kinds.items()))
        self.outcome.seconds = time.monotonic() - started
        await asyncio.gather(*(browser.close() for browser in self._browsers.values()))

    async def log_in(self) -> None:
        """Log in before the first fault: login under faults is not part of the load."""
        turn = asyncio.Semaphore(LOGINS_AT_ONCE)

        async def one(person: DemoPerson) -> None:
            browser = aiohttp.ClientSession(
                self._base_url, headers={"X-Request-Type": "app"}, timeout=aiohttp.ClientTimeout(TIMEOUT_SECONDS)
            )
            async with turn:
                body = {"email": person.email, "password": DEMO_PASSWORD}
                timeout = aiohttp.ClientTimeout(4 * TIMEOUT_SECONDS)
                async with browser.post("/api/user.php", json=body, timeout=timeout) as answer:
                    answer.raise_for_status()
            self._browsers[str(person.id)] = browser

        await asyncio.gather(*(one(person) for person in self._members))

    async def _repeat(self, name: str, rate: float, act: Callable[[], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        under_way: set[asyncio.Future[None]] = set()
        started, number = loop.time(), 0
        while rate and not self._stopped:
            await asyncio.sleep(max(0.0, started + number / rate - loop.time()))
            number += 1
            if len(under_way) >= UNDER_WAY_AT_ONCE:
                self.outcome.left_out[name] += 1
                continue
            self.outcome.begun[name] += 1
            under_way.add(task := asyncio.ensure_future(act()))
            task.add_done_callback(under_way.discard)
        if under_way:
            await asyncio.wait(under_way)

    def _pair(self) -> tuple[str, str]:
        members = [member for member in self._browsers if member not in self.outcome.changers]
        one, other = self._chance.sample(members, 2)
        return one, other

    async def _write(self) -> None:
        sender, recipient = self._pair()
        message_id = str(uuid4())
        body = {"id": message_id, "profile_id": recipient, "text": f"message {message_id}"}
        answer = await self._insist(sender, "POST", "/api/chat.php", body)
        if answer is not None and not answer.is_success:
            self.outcome.refused[answer.body["error"]["code"]] += 1
            return
        seq = answer.body["message"]["seq"] if answer is not None else None
        self.outcome.sent.append(Sent(message_id, sender, recipient, seq))

    async def _like(self) -> None:
        liker, liked = self._pair()
        await self._insist(liker, "POST", "/api/like.php", {"id": str(uuid4()), "profile_id": liked})

    async def _buy(self) -> None:
        buyer = self._pair()[0]
        order = {"id": str(uuid4()), "package_id": "p0", "method": "ideal", "immediate_delivery": True}
        answer = await self._insist(buyer, "POST", "/api/order.php", order)
        if answer is None or not answer.is_success:
            return
        payment = answer.body["payment"]
        for _ in range(TRIES):
            with suppress(*NO_ANSWER):
                paying = self._browsers[buyer].post(
                    payment["checkout_url"], data={"status": "paid"}, allow_redirects=False
                )
                async with paying as page:
                    if page.status == 303:
                        self.outcome.paid.append(payment["payment_id"])
                        return
            await asyncio.sleep(1)

    async def _change(self) -> None:
        """Block, unblock and block, and go invisible and back, each change right after the one before."""
        if not self._free:
            self.outcome.left_out["changes"] += 1
            return
        changer = self._free.pop(self._chance.randrange(len(self._free)))
        other = self._chance.choice([each for each in self.outcome.changers if each != changer])
        try:
            for blocks in self._chance.choice([(True, False, True), (True, False), (False, True, False)]):
                if blocks:
                    await self._insist(changer, "POST", "/api/block.php", {"id": str(uuid4()), "profile_id": other})
                else:
                    await self._insist(changer, "DELETE", "/api/block.php", {"profile_id": other})
                await self._insist(changer, "PUT", "/api/privacy.php", {"invisible": blocks})
                self.outcome.changes += 2
        finally:
            self._free.append(changer)

    async def _read(self) -> None:
        reader, other = self._pair()
        path = self._chance.choice(
            ["/api/search.php", "/api/chats.php", "/api/likes.php", f"/api/chat.php?profile={other}", "/api/user.php"]
        )
        answer = await self._ask(reader, "GET", path)
        if answer is not None and _needs_token(answer):
            await self._ask(reader, "GET", "/api/user.php")

    async def _ask(
        self, member: str, method: str, path: str, body: Mapping[str, object] | None = None
    ) -> JsonResponse | None:
        self.outcome.requests += 1
        what = f"{method} {path.partition('?')[0]}"
        try:
            async with self._browsers[member].request(method, path, json=body) as response:
                content = await response.read()
        except NO_ANSWER as error:
            self.outcome.failed[f"{what} {type(error).__name__}"] += 1
            return None
        if response.status >= 500:
            self.outcome.failed[f"{what} {response.status}"] += 1
            return JsonResponse(response.status, None)  # the gateway's own are not JSON
        return JsonResponse(response.status, json.loads(content))

    async def _insist(self, member: str, method: str, path: str, body: Mapping[str, object]) -> JsonResponse | None:
        """The answer to one call, repeated with the same key while there is none. None when there never was one."""
        for attempt in range(TRIES):
            answer = await self._ask(member, method, path, body)
            if answer is not None and _needs_token(answer):
                await self._ask(member, "GET", "/api/user.php")
            elif answer is not None and answer.status < 500 and answer.status != 429:
                return answer
            await asyncio.sleep(random.uniform(0, min(4.0, 0.2 * 2**attempt)))
        return None


def _needs_token(answer: JsonResponse) -> bool:
    """Renew the token, which lives ten minutes, with GET /api/user.php."""
    return answer.status == 403 and answer.body["error"]["code"] == "authentication_required"
