import time
from contextlib import closing
from datetime import UTC, datetime
from uuid import UUID

from pairwise.identity.v1.events_pb2 import SessionRevoked
from pairwise.identity.v1.sessions_pb2 import ListRevokedRequest, ListRevokedResponse
from pairwise.identity.v1.sessions_pb2_grpc import SessionServiceStub
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from shared.kit.rpc.client import Client
from shared.kit.rpc.peers import Peer
from shared.kit.storage.database import Database
from shared.kit.storage.revocations import revoke
from shared.kit.storage.tables import RevocationCheck
from shared.kit.storage.unit_of_work import UnitOfWork
from shared.kit.worker.jobs import Job

# A copy is made so often, and tried so often while identity does not answer. A copy of 8 s that is read 10 s later
# leaves 30 of the 50 s of proof for an identity that is frozen (decision 0002).
EVERY_SECONDS, RETRY_SECONDS = 8, 5
PAGE = 10_000
IDENTITY = "identity"


def revoke_session(uow: UnitOfWork, event: SessionRevoked, wiring: object) -> None:
    """Handle SessionRevoked: refuse this session's tokens from now on."""
    revoke(uow.session, [UUID(event.session_id)], [event.expires_at.ToDatetime(tzinfo=UTC)])


class RevocationPull:
    """Copies the revoked sessions from identity over gRPC.

    The event SessionRevoked is faster, but needs NATS; and only a completed copy proves that nothing is missing, so it
    alone moves `checked_at`.
    """

    def __init__(self, database: Database, peer: Peer) -> None:
        self._database, self._peer = database, peer
        self._copied_at = float("-inf")

    @property
    def job(self) -> Job:
        """The job that pulls every `EVERY_SECONDS`, and sooner while it has not succeeded."""
        return Job("pull_revocations", RETRY_SECONDS, self.run, due_in=self._due_in)

    def _due_in(self) -> float:
        return self._copied_at + EVERY_SECONDS - time.monotonic()

    def run(self) -> None:
        """Raises Unavailable while identity does not answer; `checked_at` then stays as it is."""
        with closing(Client(self._peer, SessionServiceStub)) as client:
            self._copy(client)

    def _copy(self, client: Client) -> None:
        with Session(self._database.reader) as session:
            # The time of this database before the call: sessions revoked during the call may be missing in its answer.
            asked_at = session.execute(select(func.clock_timestamp())).scalar_one()
        after, is_last, began_at = b"", False, time.monotonic()
        while not is_last:
            page = client.ask("ListRevoked", ListRevokedRequest(after=after, limit=PAGE), ListRevokedResponse)
            is_last = len(page.sessions) < PAGE
            after = page.sessions[-1].session_id if page.sessions else b""
            self._store(page, asked_at if is_last else None)
        self._copied_at = began_at

    def _store(self, page: ListRevokedResponse, checked_at: datetime | None) -> None:
        with Session(self._database.engine) as session:
            if page.sessions:
                session_ids = [UUID(bytes=each.session_id) for each in page.sessions]
                revoke(session, session_ids, [each.expires_at.ToDatetime(tzinfo=UTC) for each in page.sessions])
            if checked_at is not None:
                check = insert(RevocationCheck).values(source=IDENTITY, checked_at=checked_at)
                session.execute(
                    check.on_conflict_do_update(
                        index_elements=[RevocationCheck.source], set_={"checked_at": check.excluded.checked_at}
                    )
                )
            session.commit()
