"""A database with its stream and its worker, whose events a test writes and sweeps."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from runner.backing_services import Server
from shared.kit.core import Settings, cancel_and_wait
from shared.kit.db import Database, ErasedRow, OutboxRow, StreamRow, UnitOfWork
from shared.kit.events import OwnStream
from shared.kit.events.connection import connect
from shared.kit.events.relay import Relay
from shared.kit.testing.database import superuser_of
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.privacy import erase
from shared.privacy.retain import sweep_erased
from shared.registry import services
from sqlalchemy import select, text
from sqlalchemy.orm import Session

AT_ONCE = timedelta(0)


STREAM = "IDENTITY"


CANARY = "Canary-of-Ann"


class Copy:
    """An identity that has only the kit's tables, and its stream."""

    def __init__(self, server: Server, database: Database) -> None:
        self.server, self.database = server, database
        settings = Settings.from_environment(
            PAIRWISE_SERVICE="identity", DATABASE_URL=database.dsn, NATS_URL=server.url
        )
        self.stream = OwnStream(settings)

    def unit(self) -> UnitOfWork:
        return UnitOfWork(self.database)

    def announce(self, *events: Any) -> None:
        with self.unit() as uow:
            for event in events:
                uow.announce(event)
            uow.commit()

    def erase(self, *member_ids: UUID) -> None:
        with self.unit() as uow:
            for member_id in member_ids:
                erase(uow.session, (), member_id)
            uow.commit()

    def sweep(self) -> int:
        return sweep_erased(self.unit, (), self.stream, AT_ONCE)

    def run(self, statement: str, **values: Any) -> None:
        with self.unit() as uow:
            uow.session.execute(text(statement), values)
            uow.commit()

    def forget_its_stream(self) -> None:
        """As if no stream had been published to before, which the service's own role cannot pretend."""
        with psycopg.connect(superuser_of(self.database), autocommit=True) as connection:
            connection.execute("DELETE FROM kit.streams")

    def publish(self) -> None:
        """Let the relay publish all that waits."""

        async def scenario(js: JetStreamContext) -> None:
            await reconcile(js, plan_of(service for service in services() if service.name == "identity"))
            relay = asyncio.create_task(Relay(self.database, "identity", js).run())
            while self.unpublished() or self.is_republishing():
                assert not relay.done()
                await asyncio.sleep(0.05)
            await cancel_and_wait(relay)

        self._with_nats(scenario)

    def lose_stream(self) -> None:
        async def scenario(js: JetStreamContext) -> None:
            with suppress(NotFoundError):
                await js.delete_stream(STREAM)

        self._with_nats(scenario)

    def in_stream(self) -> list[bytes]:
        found: list[bytes] = []

        async def scenario(js: JetStreamContext) -> None:
            state = (await js.stream_info(STREAM)).state
            for sequence in range(state.first_seq, state.last_seq + 1):
                with suppress(NotFoundError):
                    found.append((await js.get_msg(STREAM, sequence)).data or b"")

        self._with_nats(scenario)
        return found

    def outbox(self) -> list[OutboxRow]:
        with Session(self.database.engine) as session:
            return list(session.scalars(select(OutboxRow).order_by(OutboxRow.seq)))

    def unpublished(self) -> int:
        return sum(row.published_at is None for row in self.outbox())

    def is_republishing(self) -> bool:
        """Whether the relay has not noticed the new stream yet, or has not filled it."""
        with Session(self.database.engine) as session:
            streams = session.scalars(select(StreamRow)).all()
        return any(stream.republished < stream.republish_upto for stream in streams)

    def unswept(self) -> set[UUID]:
        with Session(self.database.engine) as session:
            return set(session.scalars(select(ErasedRow.member_id).where(ErasedRow.swept_at.is_(None))))

    def _with_nats(self, scenario: Any) -> None:
        async def connected() -> None:
            client = await connect(self.server.url)
            try:
                await scenario(client.jetstream(timeout=5))
            finally:
                await client.close()

        asyncio.run(connected())


def signed_up(member_id: UUID, name: str = CANARY) -> MemberSignedUp:
    return MemberSignedUp(member_id=str(member_id), name=name, birth_date="1990-01-02")


def mentions(copy: Copy) -> tuple[int, int]:
    """How many messages of the stream, and rows of the outbox, hold the canary."""
    in_outbox = [row.payload for row in copy.outbox()]
    return tuple(sum(CANARY.encode() in each for each in some) for some in (copy.in_stream(), in_outbox))  # type: ignore[return-value]
