"""Sending and delivering messages through the whole product, beside bare commits of the same rows."""

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from uuid import UUID, uuid4

import psutil
import psycopg
from demo.people import who_answer
from runner.processes import PRODUCT
from runner.throwaway import Product, throwaway
from shared.kit.testing.tokens import KeyPair

from benches.chat_rows import ROWS, SCHEMA, TEXT, tables_of_billing
from benches.pace import most, paced
from benches.report import Row, percentile
from benches.visitors import Page, Visitor

MEMBERS, WRITERS = 700, 200


STREAMS, SECONDS, RATE = 500, 20, 50


HERD = 1000


ALONE, AT_ONCE, BARE_A_SECOND = 200, 8, 25


OPENING_AT_ONCE = 50


FILES_BESIDES = 1000


ARRIVE_WITHIN_SECONDS = 30


BACK_WITHIN_SECONDS = 120
RESEND_AFTER_SECONDS = 0.5


BUDGET_ON_SCREEN_MS, BUDGET_STREAM_KIB = 250, 60


def measure(streams: int = STREAMS, seconds: int = SECONDS, rate: float = RATE) -> list[Row]:
    _allow_files(streams)
    with throwaway(MEMBERS) as product:
        return asyncio.run(Bench(product, rate).run(streams, seconds))


class Bench:
    """Pairs of members who write to each other, their streams, and the streams of bystanders."""

    def __init__(self, product: Product, rate: float) -> None:
        self._product, self._rate = product, rate
        self._port = int(product.base_url.rsplit(":", 1)[1])
        keys = product.instance.keys
        self.keys = KeyPair(keys.token_private(), keys.token_public())
        self.writers = [self._visitor(person.id) for person in who_answer(product.instance.members)[:WRITERS]]
        self._pages: list[Page] = []
        self._numbers = count()
        self._sent: dict[str, tuple[UUID, float]] = {}
        self._arrived: dict[str, float] = {}
        self._twice = 0

    async def run(self, streams: int, seconds: int) -> list[Row]:
        await self.warm_up()
        async with self._bare() as commits:
            commit = commits[0]
            sent, bare = await self._by_turns(commit)
            rows = _beside("one at a time, acknowledged", sent, bare)

            spent = self._cpu_seconds()
            sent, bare, arrived = await self._at_pace(seconds, commit)
            spent = self._cpu_seconds() - spent
            rows += _beside(f"{self._rate:g} a second, acknowledged", sent, bare)
            rows += self._on_screen(arrived)
            rows.append(Row("CPU of all processes for a message", spent / len(sent) * 1e3, "ms"))

            sent_rate = await most([self.send] * AT_ONCE, seconds / 2)
            bare_rate = await most(commits, seconds / 4)
            rows.append(Row(f"{AT_ONCE} at once, acknowledged", sent_rate, "messages/s", bare_rate))

            rows += await self._crowd(streams)
            _, _, arrived = await self._at_pace(seconds, commit)
            rows += self._on_screen(arrived)
            for page in self._pages[HERD:]:
                page.close()
            del self._pages[HERD:]
            rows += await self._herd(commit, seconds)
        self.close()
        return rows

    async def open_writers(self) -> None:
        """Open a page for each writer."""
        await self._open([visitor.member_id for visitor in self.writers])

    async def warm_up(self) -> None:
        """Open the writers' pages and begin each conversation."""
        await self.open_writers()
        for _ in range(len(self.writers) // 2):
            await self.send()

    async def send_at_pace(self, seconds: float) -> None:
        """Send at the bench's rate."""
        await paced(self.send, self._rate, seconds)

    def close(self) -> None:
        for page in self._pages:
            page.close()
        for visitor in self.writers:
            visitor.close()

    def _visitor(self, member_id: UUID) -> Visitor:
        return Visitor(self._port, member_id, self._token(member_id))

    def _token(self, member_id: UUID) -> str:
        return self.keys.token(member_id, premium=True, lasts=timedelta(hours=2))

    @asynccontextmanager
    async def _bare(self) -> AsyncIterator[list[Callable[[], Awaitable[float]]]]:
        """Ways to commit the rows of a message and nothing else, each over a connection of its own."""
        url = self._product.instance.database_owner_url("chat")
        connections = [await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(AT_ONCE)]
        await connections[0].execute(SCHEMA)
        for definition in tables_of_billing():
            await connections[0].execute(definition.encode())

        def way(connection: psycopg.AsyncConnection) -> Callable[[], Awaitable[float]]:
            ids, numbers = {"conversation": uuid4(), "sender": uuid4(), "recipient": uuid4()}, count(1)

            async def commit() -> float:
                started = time.perf_counter()
                await connection.execute(ROWS, {"message": uuid4(), "seq": next(numbers), **ids})
                return time.perf_counter() - started

            return commit

        ways = [way(connection) for connection in connections]
        for commit in ways:
            for _ in range(10):  # the first ones prepare the statement
                await commit()
        yield ways
        for connection in connections:
            await connection.close()

    async def send(self) -> float:
        """The seconds until it was acknowledged. The pairs take turns, and so do the two of each."""
        number, half = next(self._numbers), len(self.writers) // 2
        sender, recipient = self.writers[number % half], self.writers[half + number % half]
        if number // half % 2:
            sender, recipient = recipient, sender
        message_id, started = str(uuid4()), time.perf_counter()
        self._sent[message_id] = recipient.member_id, started
        body = {"id": message_id, "profile_id": str(recipient.member_id), "text": TEXT}
        status, answer = await sender.call("POST", "/api/chat.php", body)
        while status == 503 and time.perf_counter() < started + BACK_WITHIN_SECONDS:
            # The sender is restarting: as in the app, the message is sent again under its id.
            await asyncio.sleep(RESEND_AFTER_SECONDS)
            status, answer = await sender.call("POST", "/api/chat.php", body)
        if status != 201:
            raise RuntimeError(f"{status} {answer}")
        return time.perf_counter() - started

    def _take_message(self, page: Page, message_id: str) -> None:
        recipient, _ = self._sent.get(message_id, (None, 0))
        if page.member_id == recipient:
            self._twice += message_id in self._arrived
            self._arrived.setdefault(message_id, time.perf_counter())

    async def _by_turns(self, commit: Callable[[], Awaitable[float]]) -> tuple[list[float], list[float]]:
        both = [(await self.send(), await commit()) for _ in range(ALONE)]
        return [sent for sent, _ in both], [bare for _, bare in both]

    async def _at_pace(
        self, seconds: float, commit: Callable[[], Awaitable[float]]
    ) -> tuple[list[float], list[float], list[float]]:
        """Send at a fixed rate beside bare commits; measure acknowledgement and delivery to the other stream."""
        self._sent.clear()
        self._arrived.clear()
        sent, bare = await asyncio.gather(
            paced(self.send, self._rate, seconds), paced(commit, BARE_A_SECOND, seconds, one_by_one=True)
        )
        deadline = time.monotonic() + ARRIVE_WITHIN_SECONDS
        while len(self._arrived) < len(self._sent) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        return sent, bare, [self._arrived[key] - self._sent[key][1] for key in self._arrived]

    def _on_screen(self, arrived: list[float]) -> list[Row]:
        among = f"on the other screen among {len(self._pages):,}"
        return [
            Row(f"{among}, p50", percentile(arrived, 0.5) * 1e3, "ms"),
            Row(f"{among}, p99, budget beside", percentile(arrived, 0.99) * 1e3, "ms", BUDGET_ON_SCREEN_MS),
        ]

    async def _open(self, members: list[UUID]) -> None:
        """A page for each of these. They come as people come, some at a time."""
        turn = asyncio.Semaphore(OPENING_AT_ONCE)

        async def one(member_id: UUID) -> None:
            is_writer = len(self._pages) < len(self.writers)
            page = Page(
                self._port,
                len(self._pages),
                member_id,
                self._token(member_id),
                self._take_message if is_writer else None,
            )
            self._pages.append(page)
            async with turn:
                await page.open()

        await asyncio.gather(*(one(member_id) for member_id in members))
        await self._until_all_are_open(since=0)

    async def _until_all_are_open(self, since: float) -> None:
        deadline = time.monotonic() + BACK_WITHIN_SECONDS
        while waiting := sum(not page.is_open or page.opened_at < since for page in self._pages):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{waiting} of {len(self._pages)} pages have no stream")
            await asyncio.sleep(0.05)

    async def _herd(self, commit: Callable[[], Awaitable[float]], seconds: float) -> list[Row]:
        """The live process is stopped, and every page comes back to the next one, while members write."""
        self._twice = 0
        writing = asyncio.ensure_future(self._at_pace(max(5, seconds / 2), commit))
        await asyncio.sleep(1)
        cut_at = time.perf_counter()
        self._product.supervisor.signal(f"{PRODUCT}:chat-live", "TERM")
        await self._until_all_are_open(since=cut_at)
        await writing
        back = sorted(page.opened_at - cut_at for page in self._pages)
        most = max(sum(at <= other < at + 0.1 for other in back) for at in back)
        opened = [page.opened_after for page in self._pages]
        who = f"{len(back):,} pages cut at once"
        return [
            Row(f"{who}, the last is back after", back[-1], "s"),
            Row(f"{who}, most of them in 0.1 s, all beside", most, "streams", len(back)),
            Row(f"{who}, a stream opens, p99", percentile(opened, 0.99) * 1e3, "ms"),
            Row(f"{who}, messages missed", len(self._sent) - len(self._arrived), "messages"),
            Row(f"{who}, messages shown twice", self._twice, "messages"),
        ]

    async def _crowd(self, streams: int) -> list[Row]:
        """Memory a stream of the bystanders takes; the first ones pay for shared structures and are left out."""
        processes = {"live process": "chat-live", "gateway": "envoy"}
        before = {name: self._resident_bytes(name) for name in processes.values()}
        further = streams - len(self._pages)
        await self._open([uuid4() for _ in range(further)])
        taken = {what: (self._resident_bytes(name) - before[name]) / further / 1024 for what, name in processes.items()}
        return [
            *(Row(f"memory of a stream, {what}", kib, "KiB") for what, kib in taken.items()),
            Row("memory of a stream, together, budget beside", sum(taken.values()), "KiB", BUDGET_STREAM_KIB),
        ]

    def _resident_bytes(self, name: str) -> int:
        return int(psutil.Process(self._product.pids()[name]).memory_info().rss)

    def _cpu_seconds(self) -> float:
        spent = 0.0
        for pid in self._product.pids().values():
            process = psutil.Process(pid)
            for each in (process, *process.children(recursive=True)):
                spent += sum(each.cpu_times()[:2])
        return spent


def _beside(what: str, sent: list[float], bare: list[float]) -> list[Row]:
    return [
        Row(f"{what}, {name}, a bare commit beside", percentile(sent, share) * 1e3, "ms", percentile(bare, share) * 1e3)
        for name, share in (("p50", 0.5), ("p99", 0.99))
    ]


def _allow_files(streams: int) -> None:
    """Raise the limit of open files: each stream is one here and one in the gateway, which inherits the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + FILES_BESIDES
    if hard != resource.RLIM_INFINITY and wanted > hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
        except (ValueError, PermissionError):
            raise SystemExit(f"{streams} streams take {wanted} open files; the limit is {hard} (ulimit -Hn)") from None
    else:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0]), hard))
