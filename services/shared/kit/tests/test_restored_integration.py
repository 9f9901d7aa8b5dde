"""A restored database fits in: numbers go on, lost events are published again, copied states are announced anew."""

import psycopg
import pytest
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, PhotoApproved, ProfileChanged
from shared.kit.core.event_facts import subject_of
from shared.kit.core.identifiers import ordered_id
from shared.kit.testing.database import migrated_addresses
from shared.ops.restored import NOT_A_STREAM, OUTBOX_GAP, fit_in, main

ANN, BO = (str(ordered_id()) for _ in range(2))
EVENTS = (
    ProfileChanged(member_id=ANN, name="Ann"),
    MemberBlocked(blocker_id=ANN, blocked_id=BO),
    PhotoApproved(member_id=ANN, photo_id=BO),
    ProfileChanged(member_id=ANN, name="Anna"),
    MemberUnblocked(blocker_id=ANN, blocked_id=BO),
)


@pytest.fixture
def owner(postgres_server: str) -> str:
    _, owner = migrated_addresses(postgres_server, "profiles", "_restored")
    with psycopg.connect(owner) as connection:
        for event in EVENTS:
            connection.execute(
                "INSERT INTO kit.outbox (event_id, subject, payload, published_at) VALUES (%s, %s, %s, now())",
                [ordered_id(), subject_of(type(event)), event.SerializeToString()],
            )
        connection.execute("INSERT INTO kit.streams (name, made_at) VALUES ('PROFILES', '2026-01-01')")
    return owner


def test_the_newest_of_each_copied_state_is_announced_under_a_number_nobody_has_seen(owner: str) -> None:
    assert fit_in("profiles", owner) == 2
    with psycopg.connect(owner) as connection:
        rows = connection.execute(
            "SELECT seq, subject, payload, published_at FROM kit.outbox ORDER BY seq OFFSET %s", [len(EVENTS)]
        ).fetchall()
        assert [(subject, payload) for _, subject, payload, _ in rows] == [
            (subject_of(type(event)), event.SerializeToString()) for event in EVENTS[3:]
        ]
        assert all(seq > OUTBOX_GAP and published_at is None for seq, _, _, published_at in rows)
        assert connection.execute("SELECT DISTINCT made_at FROM kit.streams").fetchall() == [(NOT_A_STREAM,)]


def test_it_may_be_repeated(owner: str) -> None:
    assert fit_in("profiles", owner) == fit_in("profiles", owner) == 2


def test_another_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["everything"]) == 2
    assert "python -m shared.ops.restored all" in capsys.readouterr().err
