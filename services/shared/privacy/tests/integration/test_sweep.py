"""Events that name an erased member leave the stream, the outbox and the parked events; on a real NATS."""

from pathlib import Path
from uuid import uuid4

import pytest
from pairwise.chat.v1.events_pb2 import FraudContactsFound
from pairwise.identity.v1.events_pb2 import MailRequested, MemberErased, MemberSignedUp
from runner.backing_services import Server
from shared.kit.db import Database, ErasedRow, OutboxRow, ParkedEvent
from shared.privacy import retain
from shared.privacy.retain import forget_short_lived
from shared.privacy.tests.swept import CANARY, Copy, mentions, signed_up
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session


@pytest.fixture
def copy(nats_server: Server, database: Database) -> Copy:
    found = Copy(nats_server, database)
    found.lose_stream()
    return found


def test_the_erased_leave_stream_and_outbox_and_nobody_else_does(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(ann), signed_up(bo, "Bo"), MemberErased(member_id=str(ann)), signed_up(ann))
    copy.publish()
    assert mentions(copy) == (2, 2)
    copy.erase(ann)

    assert copy.sweep() == 2

    assert mentions(copy) == (0, 0)
    assert [MemberErased.FromString(each).member_id for each in copy.in_stream()] == [str(bo), str(ann)]
    assert copy.unswept() == set()
    assert copy.sweep() == 0


def test_rows_of_a_release_without_the_ids_are_searched_by_their_text(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(ann), signed_up(bo, "Bo"), MemberErased(member_id=str(ann)))
    copy.publish()
    copy.run("UPDATE kit.outbox SET named_ids = NULL")
    copy.announce(signed_up(ann))
    copy.publish()
    copy.erase(ann)

    assert copy.sweep() == 2
    assert mentions(copy) == (0, 0)
    assert len(copy.outbox()) == 2


def test_an_id_is_found_wherever_an_event_has_it(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(bo, f"{CANARY} friend of {ann}"))
    contacts = [FraudContactsFound.Contact(member_id=str(each), conversation_id=CANARY) for each in (bo, ann)]
    copy.announce(FraudContactsFound(decision_id=str(uuid4()), fraudster_id=str(uuid4()), contacts=contacts))
    with Session(copy.database.engine) as session:
        session.execute(update(OutboxRow).values(published_at=func.now()))
        session.commit()
    copy.erase(ann)
    assert (copy.sweep(), copy.outbox()) == (2, [])


def test_more_members_than_a_step_are_swept(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retain, "MEMBERS_AT_A_STEP", 2)
    gone, stays = [uuid4() for _ in range(5)], uuid4()
    copy.announce(*map(signed_up, gone), signed_up(stays, "Bo"))
    copy.publish()
    copy.erase(*gone)
    assert copy.sweep() == 5
    assert copy.unswept() == set()
    assert len(copy.in_stream()) == len(copy.outbox()) == 1


def test_the_words_are_gone_from_the_disk(copy: Copy, nats_server: Server) -> None:
    ann = uuid4()
    copy.announce(signed_up(ann, "Canary-on-the-disk"), signed_up(uuid4(), "Neighbour-on-the-disk"))
    copy.publish()
    store = Path(nats_server.folder)

    def on_disk(words: bytes) -> bool:
        return any(words in path.read_bytes() for path in store.rglob("*.blk"))

    assert on_disk(b"Canary-on-the-disk")
    copy.erase(ann)
    copy.sweep()

    assert not on_disk(b"Canary-on-the-disk")
    assert on_disk(b"Neighbour-on-the-disk")


def test_without_nats_nothing_is_forgotten_and_the_next_turn_does_it(
    copy: Copy, nats_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = uuid4()
    copy.announce(signed_up(ann))
    copy.publish()
    copy.erase(ann)
    nats_server.kill()
    try:
        with monkeypatch.context() as patch:
            patch.setattr("shared.kit.events.own_stream.CONNECT_SECONDS", 0.5)
            with pytest.raises((OSError, TimeoutError)):
                copy.sweep()
        assert (len(copy.outbox()), copy.unswept()) == (1, {ann})
    finally:
        nats_server.start()

    copy.sweep()

    assert mentions(copy) == (0, 0)
    assert copy.unswept() == set()


def test_unpublished_events_are_published_before_the_sweep(copy: Copy) -> None:
    ann = uuid4()
    copy.announce(signed_up(ann))
    copy.erase(ann)

    assert copy.sweep() == 0
    assert (copy.unpublished(), copy.unswept()) == (1, {ann})

    copy.publish()
    copy.sweep()
    assert mentions(copy) == (0, 0)
    assert copy.unswept() == set()


def test_a_sequence_of_a_lost_stream_deletes_nobody_elses_event(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(ann))
    copy.publish()
    copy.lose_stream()
    # In the new stream somebody else's event has the sequence that the outbox knows for hers.
    copy.forget_its_stream()
    copy.announce(signed_up(bo, "Bo"))
    copy.publish()
    copy.erase(ann)

    copy.sweep()

    assert [MemberSignedUp.FromString(each).name for each in copy.in_stream()] == ["Bo"]


def test_a_stream_that_is_republished_is_swept_by_its_new_sequences(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(bo, "Bo"), signed_up(ann))
    copy.publish()
    copy.run("DELETE FROM kit.outbox WHERE position(convert_to('Bo', 'UTF8') IN payload) > 0")
    copy.lose_stream()
    copy.announce(signed_up(uuid4(), "Cas"))
    copy.publish()
    assert mentions(copy) == (1, 1)
    copy.erase(ann)

    copy.sweep()

    assert mentions(copy) == (0, 0)
    assert len(copy.in_stream()) == 1


@pytest.mark.parametrize(
    "before",
    [
        "UPDATE kit.outbox SET stream_seq = NULL",
        "UPDATE kit.outbox SET created_at = created_at - interval '1 hour'",
    ],
    ids=["published by the previous release", "published after two minutes"],
)
def test_events_without_a_certain_sequence_are_searched_for(copy: Copy, before: str) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(bo, "Bo"), signed_up(ann), signed_up(uuid4(), "Cas"))
    copy.publish()
    copy.run(before)
    copy.erase(ann)

    copy.sweep()

    assert mentions(copy) == (0, 0)
    assert len(copy.in_stream()) == 2


def test_members_whom_the_previous_release_swept_leave_the_stream_too(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.announce(signed_up(ann), signed_up(bo, "Bo"), MemberErased(member_id=str(ann)))
    copy.publish()
    # It forgot the row of the outbox and left the message.
    copy.run("DELETE FROM kit.outbox WHERE subject = 'identity.MemberSignedUp'")
    copy.run("INSERT INTO kit.erased (member_id, swept_at) VALUES (:ann, now())", ann=ann)

    copy.sweep()

    assert mentions(copy) == (0, 0)
    assert len(copy.in_stream()) == 2
    with Session(copy.database.engine) as session:
        assert not session.scalars(select(ErasedRow.needs_walk)).one()


def test_parked_events_of_the_erased_go_but_not_the_erasure_itself(copy: Copy) -> None:
    ann, bo = uuid4(), uuid4()
    copy.erase(ann)
    with Session(copy.database.engine) as session:
        for subject, member in [("SignedUp", ann), ("MemberErased", ann), ("SignedUp", bo)]:
            payload = signed_up(member).SerializeToString()
            session.add(ParkedEvent(event_id=uuid4(), subject=f"identity.{subject}", payload=payload, error="no"))
        session.commit()

    copy.sweep()

    with Session(copy.database.engine) as session:
        left = session.execute(select(ParkedEvent.subject, ParkedEvent.payload)).all()
    assert sorted((subject, MemberSignedUp.FromString(payload).member_id) for subject, payload in left) == [
        ("identity.MemberErased", str(ann)),
        ("identity.SignedUp", str(bo)),
    ]


def test_events_with_an_address_are_kept_for_a_day(copy: Copy) -> None:
    old, new = (MailRequested(mail_id=str(uuid4()), sealed=word) for word in (b"old", b"new"))
    copy.announce(old, signed_up(uuid4(), "Bo"))
    copy.publish()
    copy.run(
        "UPDATE kit.outbox SET created_at = now() - interval '25 hours', published_at = now() - interval '25 hours'"
    )
    copy.announce(new)
    copy.publish()
    copy.announce(MailRequested(sealed=b"not published yet"))

    assert forget_short_lived(copy.unit, copy.stream, (MailRequested,)) == 1

    said = b"".join(copy.in_stream())
    assert (b"old" in said, b"new" in said, b"Bo" in said) == (False, True, True)
    assert len(copy.outbox()) == 3


def test_the_sequence_stays_the_first_ones_when_nats_had_it_already(copy: Copy) -> None:
    ann = uuid4()
    copy.announce(signed_up(ann))
    copy.publish()
    [first] = [row.stream_seq for row in copy.outbox()]
    with Session(copy.database.engine) as session:
        session.execute(update(OutboxRow).values(published_at=None, stream_seq=None))
        session.commit()

    copy.publish()

    assert [row.stream_seq for row in copy.outbox()] == [first]
    assert len(copy.in_stream()) == 1
