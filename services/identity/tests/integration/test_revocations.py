"""An ended session's tokens are refused at once, in identity without any event, and it is listed for the others."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from pairwise.identity.v1.sessions_pb2 import ListRevokedRequest, ListRevokedResponse
from pairwise.identity.v1.sessions_pb2_grpc import SessionServiceStub
from shared.kit.core import Invalid, Malformed
from shared.kit.db import Database
from shared.kit.grpc import Client, Peer
from shared.kit.grpc.server import build_server
from shared.kit.testing.web import Browser
from sqlalchemy import text

from identity.domain.session import TOKEN_LASTS
from identity.rpc import servicers
from identity.staff import set_staff
from identity.storage import IdentityUnit
from identity.tests.factories import signed_up
from identity.usecases.record_moderation import record_moderation
from identity.wiring import Wiring


@pytest.fixture
def sessions(wired: Wiring, database: Database) -> Iterator[Client]:
    server = build_server(servicers(wired), callers=None)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    client = Client(Peer(f"127.0.0.1:{port}"), SessionServiceStub, deadline_seconds=60)
    yield client
    client.close()
    server.stop(0).wait()


def listed(sessions: Client, **asked: object) -> ListRevokedResponse:
    request = ListRevokedRequest(**{"limit": 100, **asked})  # type: ignore[arg-type]
    return sessions.ask("ListRevoked", request, ListRevokedResponse)


def log_out(browser: Browser, _: Database, __: UUID) -> None:
    browser.get("/api/logout.php")


def end_this_one(browser: Browser, _: Database, __: UUID) -> None:
    here = next(each for each in browser.get("/api/sessions.php").json["sessions"] if each["current"])
    browser.delete("/api/sessions.php", {"id": here["id"]})


def change_password(browser: Browser, _: Database, __: UUID) -> None:
    browser.put("/api/password.php", {"old_password": "three blue herons", "password": "four blue herons at sea"})


def delete(browser: Browser, _: Database, __: UUID) -> None:
    browser.delete("/api/user.php", {"password": "three blue herons"})


def suspend(_: Browser, database: Database, member_id: UUID) -> None:
    with IdentityUnit(database) as uow:
        record_moderation(uow, member_id, suspended=True, version=1)
        uow.commit()


def leave_the_desk(_: Browser, database: Database, __: UUID) -> None:
    assert set_staff(database, "pairwise", "ann@example.org", is_staff=False)


@pytest.mark.parametrize("end", [log_out, end_this_one, change_password, delete, suspend, leave_the_desk])
def test_a_token_is_refused_as_soon_as_its_session_ends(
    browser: Browser, database: Database, sessions: Client, end: Callable[[Browser, Database, UUID], None]
) -> None:
    member_id = UUID(signed_up(browser).json["user"]["id"])
    with database.engine.begin() as connection:
        [session_id] = connection.execute(text("SELECT id FROM sessions")).scalars()

    end(browser, database, member_id)

    [revoked] = listed(sessions).sessions
    until = revoked.expires_at.ToDatetime(tzinfo=UTC)
    assert UUID(bytes=revoked.session_id) == session_id
    assert until > datetime.now(UTC) + TOKEN_LASTS
    with database.engine.connect() as connection:
        refused = connection.execute(text("SELECT session_id FROM kit.revoked_sessions")).scalars().all()
    assert refused == [session_id]


def test_the_list_is_paged_and_leaves_expired_revocations_out(database: Database, sessions: Client) -> None:
    living = sorted(uuid4() for _ in range(5))
    with IdentityUnit(database) as uow:
        uow.sessions.revoke(living, uow.now() + timedelta(minutes=5))
        uow.sessions.revoke([uuid4()], uow.now() - timedelta(minutes=5))
        uow.commit()

    first = listed(sessions, limit=3).sessions
    rest = listed(sessions, limit=3, after=first[-1].session_id).sessions

    assert [UUID(bytes=each.session_id) for each in (*first, *rest)] == living


@pytest.mark.parametrize(
    ("asked", "refusal"), [({"limit": 0}, Invalid), ({"limit": 10_001}, Invalid), ({"after": b"short"}, Malformed)]
)
def test_a_question_that_is_none_is_refused(
    sessions: Client, asked: dict[str, object], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        listed(sessions, **asked)
