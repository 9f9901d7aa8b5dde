"""The reference load: members who write, like, buy and read through the gateway, at fixed rates."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from uuid import uuid4

import httpx
from demo.logins import DEMO_PASSWORD
from demo.people import DemoPerson

TRIES = 8
LOGINS_AT_ONCE = 4


@dataclass(frozen=True)
class Rates:
    """How often a second."""

    messages: float = 50
    likes: float = 20
    purchases: float = 2
    reads: float = 100


@dataclass(frozen=True)
class Sent:
    """A message as its sender knows it: acknowledged with a place in its conversation, or never answered."""

    message_id: str
    sender_id: str
    recipient_id: str
    seq: int | None


@dataclass
class Outcome:
    sent: list[Sent] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)

    @property
    def acknowledged(self) -> list[Sent]:
        return [message for message in self.sent if message.seq is not None]


class Load:
    def __init__(self, base_url: str, members: list[DemoPerson], rates: Rates, seed: int = 1) -> None:
        self._base_url, self._members, self._rates = base_url, members, rates
        self._chance = random.Random(seed)
        self._browsers: dict[str, httpx.AsyncClient] = {}
        self._stopped = False
        self.outcome = Outcome()

    def stop(self) -> None:
        """Begin nothing more; `run` returns when what is under way has ended."""
        self._stopped = True

    async def run(self, seconds: float) -> None:
        """Load for so long, then wait for what is under way."""
        await self._log_in()
        kinds = [
            (self._rates.messages, self._write),
            (self._rates.likes, self._like),
            (self._rates.purchases, self._buy),
            (self._rates.reads, self._read),
        ]
        await asyncio.gather(*(self._repeat(rate, act, seconds) for rate, act in kinds))
        await asyncio.gather(*(browser.aclose() for browser in self._browsers.values()))

    async def _log_in(self) -> None:
        turn = asyncio.Semaphore(LOGINS_AT_ONCE)

        async def one(person: DemoPerson) -> None:
            browser = httpx.AsyncClient(base_url=self._base_url, headers={"X-Request-Type": "app"}, timeout=15)
            async with turn:
                body = {"email": person.email, "password": DEMO_PASSWORD}
                (await browser.post("/api/user.php", json=body)).raise_for_status()
            self._browsers[str(person.id)] = browser

        await asyncio.gather(*(one(person) for person in self._members))

    async def _repeat(self, rate: float, act: Callable[[], Awaitable[None]], seconds: float) -> None:
        loop, under_way = asyncio.get_running_loop(), set()
        started, number = loop.time(), 0
        while rate and not self._stopped and (due := started + number / rate) < started + seconds:
            await asyncio.sleep(max(0.0, due - loop.time()))
            under_way.add(task := asyncio.ensure_future(act()))
            task.add_done_callback(under_way.discard)
            number += 1
        if under_way:
            await asyncio.wait(under_way)

    def _pair(self) -> tuple[str, str]:
        one, other = self._chance.sample(list(self._browsers), 2)
        return one, other

    async def _write(self) -> None:
        sender, recipient = self._pair()
        message_id = str(uuid4())
        body = {"id": message_id, "profile_id": recipient, "text": f"message {message_id}"}
        answer = await self._insist(sender, "POST", "/api/chat.php", body)
        if answer is not None and not answer.is_success:
            self.outcome.refused[answer.json()["error"]["code"]] += 1
            return
        seq = answer.json()["message"]["seq"] if answer is not None else None
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
        payment = answer.json()["payment"]
        for _ in range(TRIES):
            try:
                page = await self._browsers[buyer].post(payment["checkout_url"], data={"status": "paid"})
            except httpx.HTTPError:
                await asyncio.sleep(1)
                continue
            if page.status_code == 303:
                self.outcome.paid.append(payment["payment_id"])
                return
            await asyncio.sleep(1)

    async def _read(self) -> None:
        reader, other = self._pair()
        path = self._chance.choice(
            ["/api/search.php", "/api/chats.php", "/api/likes.php", f"/api/chat.php?profile={other}", "/api/user.php"]
        )
        try:
            answer = await self._browsers[reader].get(path)
            if answer.status_code >= 500:
                self.outcome.failed[f"{path.partition('?')[0]} {answer.status_code}"] += 1
        except httpx.HTTPError as error:
            self.outcome.failed[type(error).__name__] += 1

    async def _insist(self, member: str, method: str, path: str, body: Mapping[str, object]) -> httpx.Response | None:
        """The answer to one call, repeated with the same key while there is none. None when there never was one."""
        browser = self._browsers[member]
        for attempt in range(TRIES):
            try:
                answer = await browser.request(method, path, json=body)
                if answer.status_code == 403 and answer.json()["error"]["code"] == "authentication_required":
                    await browser.get("/api/user.php")
                elif answer.status_code < 500 and answer.status_code != 429:
                    return answer
            except httpx.HTTPError:
                pass
            await asyncio.sleep(random.uniform(0, min(4.0, 0.2 * 2**attempt)))
        return None
