from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from alembic import command
from lander.domain.visit import Visit
from lander.usecases.track_visit import track_visit
from lander.wiring import Wiring
from lander.worker import consumers, jobs
from lander.worker.on_member_signed_up import on_member_signed_up
from pairwise.identity.v1.events_pb2 import MemberErased, MemberSignedUp
from pairwise.lander.v1.events_pb2 import LeadAttributed, VisitTracked
from servicekit.migrate import service_config
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.database import superuser_of
from servicekit.testing.golden import golden_event
from servicekit.testing.web import Browser


def a_visit(**changes: Any) -> dict[str, Any]:
    return {"visit_id": str(uuid4()), "path": "/landers/video", "network": "northwind", "ref": "summer", **changes}


def visits(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT path, network, sub1 FROM visits").fetchall()


def test_a_visit_is_noted_where_it_began(browser: Browser, database: Database) -> None:
    visit = a_visit(sub1="banner")

    for path in ("/landers/video", "/landers/video", "/signup"):
        assert browser.post("/api/track.php", {**visit, "path": path}).status_code == 202

    assert visits(database) == [("/landers/video", "northwind", "banner")]
    [event] = announced(database, VisitTracked)
    assert (event.visit_id, event.path, event.network, event.ref) == (
        visit["visit_id"],
        "/landers/video",
        "northwind",
        "summer",
    )


def test_a_bounce_is_a_visit_that_did_not_go_on(browser: Browser, database: Database) -> None:
    bounced, stayed, unwatched = a_visit(lb="1", network="a"), a_visit(lb="1", network="b"), a_visit(network="c")
    for visit in (bounced, stayed, unwatched):
        browser.post("/api/track.php", visit)
    for visit in (stayed, stayed, unwatched, a_visit()):
        assert browser.put("/api/track.php", {"visit_id": visit["visit_id"]}).status_code == 202

    with psycopg.connect(database.dsn) as connection:
        found = connection.execute("SELECT network, lb, went_on_at IS NULL FROM visits ORDER BY network").fetchall()
    assert found == [("a", "1", True), ("b", "1", False), ("c", "", True)]


def test_a_visit_told_by_many_at_once_is_one(wired: Wiring, database: Database) -> None:
    with ThreadPoolExecutor(4) as threads:
        for _ in range(10):
            visit, start = Visit(uuid4(), "/landers/video"), Barrier(4)

            def tell(visit: Visit = visit, start: Barrier = start) -> None:
                start.wait()
                track_visit(wired.unit_of_work(), visit)

            for done in [threads.submit(tell) for _ in range(4)]:
                done.result()

    assert len(visits(database)) == len(announced(database, VisitTracked)) == 10


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        (a_visit(visit_id="1"), 422),
        (a_visit(path="landers"), 422),
        (a_visit(path="/landers/video?token=secret"), 422),
        (a_visit(path="/" + "a" * 400), 422),
        (a_visit(network="n" * 201), 422),
        (a_visit(network=["n"]), 422),
        (a_visit(network="a\u0000"), 400),
        (a_visit(cookie="c"), 422),
    ],
)
def test_bad_input_notes_nothing(browser: Browser, database: Database, body: dict[str, Any], status: int) -> None:
    assert browser.post("/api/track.php", body).status_code == status
    assert visits(database) == []


def hear_sign_up(wired: Wiring, event: MemberSignedUp) -> None:
    for _ in range(2):
        with wired.unit_of_work() as uow:
            on_member_signed_up(uow, event)
            uow.commit()


def test_who_signs_up_is_the_visits_lead_once(wired: Wiring, database: Database) -> None:
    event = golden_event(MemberSignedUp)
    track_visit(wired.unit_of_work(), Visit(UUID(event.visit_id), "/landers/video"))

    hear_sign_up(wired, event)

    [lead] = announced(database, LeadAttributed)
    assert (lead.visit_id, lead.member_id, lead.path) == (event.visit_id, event.member_id, "/landers/video")


@pytest.mark.parametrize("visit_id", ["", "7d0f3c52-6f0a-4d3d-8a55-0c9b7f1e2d30"])
def test_without_a_tracked_visit_there_is_no_lead(wired: Wiring, database: Database, visit_id: str) -> None:
    hear_sign_up(wired, MemberSignedUp(member_id=str(uuid4()), visit_id=visit_id))

    assert announced(database, LeadAttributed) == []


def test_old_visits_and_erased_members_are_forgotten(wired: Wiring, database: Database) -> None:
    event = golden_event(MemberSignedUp)
    track_visit(wired.unit_of_work(), Visit(UUID(event.visit_id), "/landers/video"))
    hear_sign_up(wired, event)
    [erased] = [consumer for consumer in consumers(wired) if consumer.event is MemberErased]
    with wired.unit_of_work() as uow:
        erased.handle(uow, MemberErased(member_id=event.member_id))
        uow.commit()
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        assert connection.execute("SELECT count(*) FROM leads").fetchone() == (0,)
        connection.execute("UPDATE visits SET first_at = now() - interval '401 days'")

    [forget] = [job for job in jobs(wired) if job.name == "forget_old_rows"]
    forget.run()

    assert visits(database) == []


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("lander", superuser_of(database)))
