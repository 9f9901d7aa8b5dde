"""Demo members who answer: `python -m demo.responder`.

Receives MessageSent to one of them, logs in as that member through the public gateway like anyone else, reads,
types for a moment and writes back, two to six seconds later, in the language of the other. A newcomer whom nobody can
answer yet gets the answer as soon as their address is confirmed. Where DEMO_CASES is on, it makes the cases of the
moderation desk first (`demo.cases`). It runs in development only.
"""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import httpx
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from pairwise.chat.v1.events_pb2 import MessageSent
from shared.kit.core import cancel_and_wait, describe, logger, set_up_logs
from shared.kit.core.health import HealthServer
from shared.kit.events.connection import connect
from shared.kit.events.pull_consumer import PullConsumer

from demo.cases import make_cases
from demo.logins import DEMO_PASSWORD
from demo.people import DemoPerson, people
from demo.replies import language_of, reply_to

AT_ONCE = 8
# Together two to five and a half seconds, besides the requests between them.
READS_AFTER_SECONDS = (0.7, 2.0)
TYPES_FOR_SECONDS = (1.3, 3.5)
# A newcomer confirms their address within minutes or not at all: soon at first, then less often, for an hour.
LONGEST_PAUSE_SECONDS = 20
GIVEN_UP_AFTER = timedelta(hours=1)


@cache
def answering(count: int) -> dict[UUID, DemoPerson]:
    return {person.id: person for person in people(count) if person.answers}


class NobodyMayAnswerYet(Exception):
    """The other began the conversation and has not confirmed their address."""


class Responder:
    def __init__(
        self, base_url: str, members: dict[UUID, DemoPerson], transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._base_url, self._members, self._transport = base_url, members, transport
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def receive(self, message: Msg) -> None:
        try:
            event = MessageSent.FromString(message.data)
            person, sender_id = self._members.get(UUID(event.recipient_id)), UUID(event.sender_id)
        except (DecodeError, ValueError) as error:
            logger().warning("event_malformed", subject=message.subject, problem=describe(error))
            await message.term()
            return
        # Two of them would talk to each other for ever.
        if person is not None and sender_id not in self._members:
            async with self._turns:
                try:
                    await self._answer(person, event)
                except NobodyMayAnswerYet:
                    if datetime.now(UTC) - message.metadata.timestamp < GIVEN_UP_AFTER:
                        tries = message.metadata.num_delivered or 1
                        await message.nak(delay=min(2 * tries, LONGEST_PAUSE_SECONDS))
                        return
                except (httpx.HTTPError, KeyError) as error:
                    logger().warning("demo_member_stays_silent", problem=describe(error))
        await message.ack()

    def _host_of(self, person: DemoPerson) -> str:
        """Of the person's site: the second one has a subdomain of the first."""
        host = urlsplit(self._base_url).netloc
        return host if person.site == "pairwise" else f"{person.site}.{host}"

    async def _answer(self, person: DemoPerson, event: MessageSent) -> None:
        chance = Random(event.message_id)
        headers = {"X-Request-Type": "app", "Host": self._host_of(person)}
        async with httpx.AsyncClient(
            base_url=self._base_url, headers=headers, timeout=10, transport=self._transport
        ) as browser:
            answer = await browser.post("/api/user.php", json={"email": person.email, "password": DEMO_PASSWORD})
            answer.raise_for_status()
            await asyncio.sleep(chance.uniform(*READS_AFTER_SECONDS))
            chat = (await browser.get("/api/chat.php", params={"profile": event.sender_id})).raise_for_status().json()
            if chat["own_read_seq"] < chat["last_seq"]:
                read = {"conversation_id": event.conversation_id, "read_seq": chat["last_seq"]}
                await browser.put("/api/chat.php", json=read)
            # Two messages in a row get one reply, to the last one.
            if chat["last_seq"] > event.seq:
                return
            if chat["partner"] == "not_confirmed":
                raise NobodyMayAnswerYet
            await browser.post("/api/typing.php", json={"profile_id": event.sender_id})
            await asyncio.sleep(chance.uniform(*TYPES_FOR_SECONDS))
            said = [item["text"] or "" for item in chat["messages"] if not item["own"]]
            turn = sum(item["own"] for item in chat["messages"])
            text = reply_to(said[-1], language_of(said, person.language), turn, person.id.int % 2**31)
            body = {"id": str(uuid4()), "profile_id": event.sender_id, "text": text}
            (await browser.post("/api/chat.php", json=body)).raise_for_status()
            await browser.get("/api/logout.php")


async def run(base_url: str, nats_url: str, health_listen: str, count: int, *, makes_cases: bool) -> None:
    responder = Responder(base_url, answering(count))
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    with HealthServer(health_listen, lambda: True):
        listening = asyncio.ensure_future(_listen(responder, nats_url))
        cases = asyncio.ensure_future(make_cases(base_url, count)) if makes_cases else None
        waiting = asyncio.ensure_future(stopped.wait())
        done, _ = await asyncio.wait([listening, waiting], return_when=asyncio.FIRST_COMPLETED)
        await cancel_and_wait(listening, waiting, *filter(None, [cases]))
        if listening in done:
            listening.result()  # it failed: end with it, and be started again


async def _listen(responder: Responder, nats_url: str) -> None:
    client = await connect(nats_url)
    answers: set[asyncio.Task[None]] = set()
    while True:
        with suppress(NatsError):
            js = client.jetstream()
            await js.consumer_info("CHAT", "responder")
            async with PullConsumer(client, "CHAT", "responder") as consumer:
                while True:
                    messages = await consumer.fetch(10, seconds=5)
                    if not messages:
                        await js.consumer_info("CHAT", "responder")
                    for message in messages:
                        answers.add(task := asyncio.create_task(responder.receive(message)))
                        task.add_done_callback(answers.discard)
        await asyncio.sleep(1)


if __name__ == "__main__":
    if os.environ.get("PAIRWISE_ENV", "production") == "production":
        sys.exit("demo.responder is for development: it refuses to start in production")
    set_up_logs("demo", "responder")
    asyncio.run(
        run(
            os.environ["PAIRWISE_PUBLIC_URL"],
            os.environ["NATS_URL"],
            os.environ.get("PAIRWISE_HEALTH_LISTEN", "127.0.0.1:0"),
            int(os.environ.get("DEMO_MEMBERS", "2000")),
            makes_cases=os.environ.get("DEMO_CASES") == "on",
        )
    )
