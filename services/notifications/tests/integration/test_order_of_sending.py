"""Workers that send at the same time, and die: each recipient gets everything once, and in order."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email.message import EmailMessage
from uuid import UUID, uuid4

import psycopg
import pytest
from notifications.domain.push import PushContent, PushSubscription
from notifications.ports import PushDeferred
from notifications.tests.fakes import FakeContacts, FakeMailServer, FakePushServices, a_recipient
from notifications.tests.pushing import ANN, pushes, subscribe
from notifications.tests.sending import mails, make_due
from notifications.usecases import send_due
from notifications.usecases.send_emails import send_emails
from notifications.usecases.send_pushes import LEASE, send_pushes
from notifications.wiring import Wiring
from shared.kit.core import faults
from shared.kit.db import Database

MEMBERS, EACH = 30, 4
QUEUE_PUSH = """
    INSERT INTO pushes (id, endpoint, member_id, about_id, notice, topic, next_try_at)
    VALUES (gen_random_uuid(), %s, %s, %s, 'match', %s, now() - make_interval(secs => %s))
"""
QUEUE_MAIL = """
    INSERT INTO mails (id, member_id, template, next_try_at, created_at)
    SELECT %s, %s, 'password_changed', at, at FROM (SELECT now() - make_interval(secs => %s) AS at) AS queued
"""


def endpoint_of(member: UUID) -> str:
    return f"https://fcm.googleapis.com/{member}"


@pytest.fixture
def members(wired: Wiring, database: Database, contacts: FakeContacts) -> list[UUID]:
    members = [uuid4() for _ in range(MEMBERS)]
    contacts.known = {member: a_recipient(f"{member}@example.org") for member in (*members, ANN)}
    for member in members:
        subscribe(wired, member, endpoint_of(member))
    return members


def queue_pushes(database: Database, members: list[UUID]) -> None:
    """For each device pushes of several topics, "1" due the longest, those of all devices mixed."""
    rows = [(endpoint_of(member), member, ANN, str(n), 100 - n) for n in range(1, EACH + 1) for member in members]
    random.Random(7).shuffle(rows)  # noqa: S311 - an order, no secret
    with psycopg.connect(database.dsn) as connection, connection.cursor() as cursor:
        cursor.executemany(QUEUE_PUSH, rows)


def queue_mails(database: Database, members: list[UUID]) -> dict[str, list[str]]:
    """Message ids by address, in the order in which they are due."""
    queued = {member: [uuid4() for _ in range(EACH)] for member in members}
    rows = [(mail, member, 100 - n) for member, ids in queued.items() for n, mail in enumerate(ids)]
    random.Random(7).shuffle(rows)  # noqa: S311 - an order, no secret
    with psycopg.connect(database.dsn) as connection, connection.cursor() as cursor:
        cursor.executemany(QUEUE_MAIL, rows)
    return {f"{member}@example.org": list(map(str, ids)) for member, ids in queued.items()}


def by_device(services: FakePushServices) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for (device, _), topic in zip(services.sent, services.topics, strict=True):
        found.setdefault(device.endpoint, []).append(topic)
    return found


def by_address(sent: list[EmailMessage]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for message in sent:
        found.setdefault(message["To"], []).append(message["Message-ID"][1:37])
    return found


def together(send: Callable[[], object], workers: int) -> None:
    with ThreadPoolExecutor(workers) as threads:
        for turn in [threads.submit(send) for _ in range(workers)]:
            turn.result()


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send_due, "BATCH", 7)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.usefixtures("small_batches")
def test_every_device_gets_its_pushes_once_and_in_order(
    wired: Wiring, members: list[UUID], push_services: FakePushServices, database: Database, workers: int
) -> None:
    queue_pushes(database, members)

    together(lambda: send_pushes(wired.push_delivery()), workers)
    while send_pushes(wired.push_delivery()):
        pass

    in_order = [str(n) for n in range(1, EACH + 1)]
    assert by_device(push_services) == {endpoint_of(member): in_order for member in members}
    assert {state for state, *_ in pushes(database)} == {"sent"}


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.usefixtures("small_batches")
def test_every_member_gets_their_emails_once_and_in_order(
    wired: Wiring, members: list[UUID], mail_server: FakeMailServer, database: Database, workers: int
) -> None:
    queued = queue_mails(database, members)

    together(lambda: send_emails(wired.email_delivery()), workers)
    while send_emails(wired.email_delivery()):
        pass

    assert by_address(mail_server.sent) == queued


@pytest.mark.usefixtures("small_batches")
def test_a_worker_that_dies_loses_nothing_and_keeps_the_order(
    wired: Wiring, members: list[UUID], mail_server: FakeMailServer, database: Database
) -> None:
    queued = queue_mails(database, members)
    for death in range(1, 5):
        # It has sent some emails, and dies before their outcomes are recorded.
        with pytest.raises(faults.Fault), faults.raising("notifications.send.sent", death):
            send_emails(wired.email_delivery())
        make_due(database)  # the end of the leases
    while send_emails(wired.email_delivery()):
        pass

    sent = by_address(mail_server.sent)
    # Sent again are those whose outcome was lost, under the same id: a mailbox shows one.
    assert {address: list(dict.fromkeys(ids)) for address, ids in sent.items()} == queued
    assert {state for state, *_ in mails(database)} == {"sent"}
    assert {tries for *_, tries in mails(database)} == {1}, "dying uses up a try"


def test_a_worker_takes_nothing_of_a_device_to_which_another_sends(
    wired: Wiring, members: list[UUID], database: Database
) -> None:
    queue_pushes(database, members)
    with wired.unit_of_work() as one, wired.unit_of_work() as other:
        first = one.pushes.claim(LEASE, 10)
        # The other one claims while the first has not committed, and gets as many of other devices.
        second = other.pushes.claim(LEASE, 10)
        one.commit()
        other.commit()
    with wired.unit_of_work() as third:
        rest = third.pushes.claim(LEASE, 1000)
        third.commit()

    claims = [{push.endpoint for push in claimed} for claimed in (first, second, rest)]
    assert claims[0].isdisjoint(claims[1])
    assert claims[2].isdisjoint(claims[0] | claims[1])
    assert sum(map(len, (first, second, rest))) == MEMBERS * EACH
    assert len(first) >= 10
    assert len(second) >= 10


def test_a_push_service_that_hangs_delays_no_other(
    wired: Wiring, members: list[UUID], contacts: FakeContacts, database: Database
) -> None:
    hanging = [uuid4() for _ in range(40)]
    contacts.known |= {member: a_recipient() for member in hanging}
    for member in hanging:
        subscribe(wired, member, f"https://updates.push.services.mozilla.com/{member}")
    queue_pushes(database, members)
    with psycopg.connect(database.dsn) as connection, connection.cursor() as cursor:
        rows = [(f"https://updates.push.services.mozilla.com/{member}", member, ANN, "1", 1000) for member in hanging]
        cursor.executemany(QUEUE_PUSH, rows)
    services = HangsUntil(len(members) * EACH)

    send_pushes(replace(wired, push_services=services).push_delivery())

    # Those of the other service went out while all of the first one's were still waiting for an answer.
    assert len(services.sent) == len(members) * EACH
    states = [state for state, *_ in pushes(database)]
    assert (states.count("sent"), states.count("queued")) == (len(members) * EACH, len(hanging))


class HangsUntil(FakePushServices):
    """Requests to one host answer only after so many others have been taken."""

    def __init__(self, others: int) -> None:
        super().__init__()
        self._left, self._changed = others, threading.Condition()

    def send(self, device: PushSubscription, content: PushContent, *, topic: str, contact: str) -> None:
        with self._changed:
            if "mozilla" in device.endpoint:
                assert self._changed.wait_for(lambda: not self._left, timeout=60)
                raise PushDeferred("ReadTimeout")
            self.sent.append((device, content))
            self._left -= 1
            self._changed.notify_all()


def test_a_push_of_a_later_release_keeps_no_other_waiting(
    wired: Wiring, database: Database, members: list[UUID], push_services: FakePushServices
) -> None:
    """Workers of both releases meet during an upgrade."""
    first, second = members[:2]
    queued = [(endpoint_of(member), member, ANN, "1", 100) for member in (first, second)]
    with psycopg.connect(database.dsn) as connection, connection.cursor() as cursor:
        cursor.executemany(QUEUE_PUSH, queued)
        cursor.execute("UPDATE pushes SET notice = 'of_a_later_release' WHERE member_id = %s", (first,))
    send_pushes(wired.push_delivery())

    assert list(by_device(push_services)) == [endpoint_of(second)]
    with psycopg.connect(database.dsn) as connection:
        left = connection.execute("SELECT notice, state, tries FROM pushes WHERE member_id = %s", (first,)).fetchall()
    assert left == [("of_a_later_release", "queued", 0)]
