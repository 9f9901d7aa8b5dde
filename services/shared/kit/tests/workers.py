"""A worker beside a NATS server, and events for it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from nats.js.errors import NotFoundError
from pairwise.chat.v1.events_pb2 import ConversationStarted
from runner.backing_services import Server
from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.event_facts import subject_of
from shared.kit.db.database import Database
from shared.kit.db.tables import OutboxRow
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.connection import connect
from shared.kit.events.consumers import Consumer
from shared.kit.events.listener import Listener
from shared.kit.events.relay import Relay
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.process import Provisioner
from shared.registry.services import Service
from sqlalchemy import func, select
from sqlalchemy.orm import Session

PLAN = plan_of([Service("chat", (), {}, {})], {"tester": subject_of(ConversationStarted)})


def announce(database: Database, *ids: str) -> None:
    with UnitOfWork(database) as uow:
        for conversation_id in ids:
            uow.announce(ConversationStarted(conversation_id=conversation_id))
        uow.commit()


async def until(holds: Callable[[], Awaitable[bool] | bool], seconds: float = 60) -> None:
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        found = holds()
        if await found if isinstance(found, Awaitable) else found:
            return
        assert asyncio.get_running_loop().time() < deadline, "it did not happen in time"
        await asyncio.sleep(0.05)


async def with_worker(
    server: Server, database: Database, consumer: Consumer[Any, Any], do: Any, plan: Any = PLAN
) -> None:
    listeners: list[Listener] = []
    client = await connect(server.url, on_reconnect=lambda: listeners[0].fetch_again())
    js = client.jetstream(timeout=5)
    with suppress(NotFoundError):
        await js.delete_stream("CHAT")
    listeners.append(Listener("tester", "CHAT", [consumer], lambda: UnitOfWork(database), client))
    tasks = [
        asyncio.create_task(Provisioner(server.url, plan).run()),
        asyncio.create_task(Relay(database, "chat", js).run()),
        asyncio.create_task(listeners[0].run()),
    ]
    try:
        await do(js)
    finally:
        await cancel_and_wait(*tasks)
        await client.close()


def unpublished(database: Database) -> int:
    with Session(database.engine) as session:
        return session.execute(
            select(func.count()).select_from(OutboxRow).where(OutboxRow.published_at.is_(None))
        ).scalar_one()
