"""Pushes and emails that workers send from the real queue to the stand-ins, each worker a process of its own.

Contacts and visibility are answered from memory: identity and profiles answer for a batch at a time. `beside` is what
one worker would send if its processor time were all it takes.
"""

import multiprocessing
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
from notifications.clients.web_push import WebPush
from notifications.domain.campaign_member import LifecycleMember
from notifications.domain.email import Recipient
from notifications.domain.segment import SegmentConditions
from notifications.ports import DateContact, Pair, SupportThreadAct, VisiblePairs
from notifications.settings import NotificationSettings
from notifications.usecases.send_emails import send_emails
from notifications.usecases.send_pushes import send_pushes
from notifications.wiring import wire
from runner.backing_services import postgres
from runner.ports import free_port
from shared.kit.core import SigningKeys
from shared.kit.db import Database
from shared.kit.testing.database import migrated, superuser_of
from shared.kit.testing.environment import environment_of
from standins.tests.running import StandIn

from benches.report import Row

DEVICES, PUSHES, EMAILS = 200, 1000, 400
SUBSCRIBE = "INSERT INTO push_subscriptions (endpoint, member_id, p256dh, auth) VALUES (%s, %s, %s, %s)"
QUEUE_PUSHES = """
    INSERT INTO pushes (id, endpoint, member_id, about_id, notice, topic, next_try_at)
    SELECT gen_random_uuid(), endpoint, member_id, gen_random_uuid(), 'match', n, now() + interval '1 hour'
    FROM push_subscriptions, generate_series(1, %s) AS n
"""
QUEUE_EMAILS = """
    INSERT INTO mails (id, member_id, template, next_try_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'password_changed', now() + interval '1 hour'
    FROM generate_series(1, %s)
"""
MAKE_DUE = "UPDATE {} SET next_try_at = now() - interval '1 second' WHERE state = 'queued'"
LEFT = "SELECT count(*) FROM {} WHERE state <> 'sent'"


class _Contacts:
    def find(self, member_ids: Collection[UUID]) -> dict[UUID, Recipient]:
        return {each: Recipient(f"{each}@example.org", "Ann", "en", "pairwise", True) for each in member_ids}

    def find_by_address(self, address: str, site: str) -> UUID | None:
        """None: no mail comes to support here."""
        return None

    def find_lifecycles(self, member_ids: Collection[UUID]) -> dict[UUID, LifecycleMember]:
        """None: no campaign is sent here."""
        return {}


class _Visibility:
    def select(self, member_ids: Collection[UUID], conditions: SegmentConditions | None) -> dict[UUID, str]:
        return dict.fromkeys(member_ids, "")

    def visible(self, pairs: Collection[Pair]) -> VisiblePairs:
        return VisiblePairs(set(pairs))

    def record_support_thread(
        self, actor_id: UUID, thread_id: UUID, member_id: UUID | None, pool: int, act: SupportThreadAct
    ) -> None:
        """Nobody works at the inbox here."""

    def date_contact(self, plan_id: UUID) -> DateContact | None:
        return None

    def record_support_view(self, actor_id: UUID, member_id: UUID, pool: int) -> None:
        """Do nothing: no support desk is open here."""


def measure() -> list[Row]:
    with postgres(durable=True) as server, _stand_ins() as (push, smtp):
        url = migrated(server, "notifications")
        given = environment_of(
            "notifications",
            PAIRWISE_PUBLIC_URL="https://pairwise.test",
            DATABASE_URL=url,
            TOKEN_PUBLIC_KEY="",
            PUSH_STAND_IN_URL=push.url,
            SMTP_URL=f"smtp://127.0.0.1:{smtp}",
            SMTP_TLS="none",
        )
        given.pop("TOKEN_PUBLIC_KEY")
        admin = superuser_of(Database(url))
        _subscribe(admin, push, given["VAPID_KEYS"])
        rows = []
        for name, queue, fill, many, each in (
            ("pushes", "pushes", QUEUE_PUSHES, PUSHES, PUSHES // DEVICES),
            ("emails", "mails", QUEUE_EMAILS, EMAILS, EMAILS),
        ):
            one, seconds = _send(admin, given, queue, fill, each, many, 1)
            two, _ = _send(admin, given, queue, fill, each, many, 2)
            rows += [
                Row(f"{name}, one worker", one, f"{name}/s", many / seconds),
                Row(f"{name}, two workers, one beside", two, f"{name}/s", one),
                Row(f"processor time of a worker for one of the {name}", seconds / many * 1e3, "ms"),
            ]
        return rows


def _send(
    admin: str, given: dict[str, str], queue: str, fill: str, each: int, many: int, workers: int
) -> tuple[float, float]:
    """Items a second of all workers, and the seconds of processor time that they took."""
    context = multiprocessing.get_context("spawn")
    ready, go, spent = context.Semaphore(0), context.Event(), context.Queue()
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f"DELETE FROM {queue}")  # noqa: S608
        connection.execute(fill, [each])
        connection.execute(f"VACUUM ANALYZE {queue}")
        processes = [context.Process(target=_work, args=(given, queue, ready, go, spent)) for _ in range(workers)]
        for process in processes:
            process.start()
        for _ in processes:
            ready.acquire()
        connection.execute(MAKE_DUE.format(queue))
        started = time.perf_counter()
        go.set()
        seconds = sum(spent.get() for _ in processes)
        taken = time.perf_counter() - started
        for process in processes:
            process.join()
        left = connection.execute(LEFT.format(queue)).fetchone()
        if left != (0,):
            raise RuntimeError(f"{left} of the {queue} were not sent")
    return many / taken, seconds


def _work(given: dict[str, str], queue: str, ready: Any, go: Any, spent: Any) -> None:
    wired = wire(NotificationSettings.from_environment(**given))
    wired = replace(wired, contacts=_Contacts(), visibility=_Visibility())
    ready.release()
    go.wait()
    before = time.process_time()
    if queue == "pushes":
        while send_pushes(wired.push_delivery()):
            pass
    else:
        while send_emails(wired.email_delivery()):
            pass
    spent.put(time.process_time() - before)


def _subscribe(admin: str, push: StandIn, vapid: str) -> None:
    key = WebPush(SigningKeys(vapid), (), push.url).public_key
    with httpx.Client() as client, psycopg.connect(admin) as connection:
        for _ in range(DEVICES):
            made = client.post(f"{push.url}/dev/push/devices", json={"vapid": key}).json()["subscription"]
            values = (made["endpoint"], uuid4(), made["keys"]["p256dh"], made["keys"]["auth"])
            connection.execute(SUBSCRIBE, values)


@contextmanager
def _stand_ins() -> Iterator[tuple[StandIn, int]]:
    smtp = free_port()
    with tempfile.TemporaryDirectory() as folder:
        push = StandIn("standins.push", Path(folder, "push"), {})
        mailbox = StandIn("standins.mailbox", Path(folder, "mailbox"), {"SMTP_LISTEN": f"127.0.0.1:{smtp}"})
        push.start()
        mailbox.start()
        try:
            yield push, smtp
        finally:
            push.stop()
            mailbox.stop()
