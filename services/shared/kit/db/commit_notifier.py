"""Sends Postgres NOTIFY after the transaction commits, not inside it.

NOTIFY inside a transaction takes a lock that is global to the server: its commit waits for all other commits that
notify, in every database, each with its own flush of the WAL. Measured: 4,400 commits a second over four connections
became 1,400; 5,200 over sixteen became 760. So the notification is sent afterwards, from a background thread, in a
transaction of its own with `synchronous_commit` off, which has nothing to flush.

The price is a weaker promise. A process that dies between commit and NOTIFY sends nothing, and a transaction that was
rolled back is notified all the same. Every listener therefore also polls (the relay, the live process), and finds
nothing when it was notified in vain.

A channel may have a publisher, which sends its notifications elsewhere; NOTIFY sends what it could not.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from shared.kit.db.driver_session import DriverSession

# A session setting, read by the triggers of migration kit/0003: they send NOTIFY for writers without a notifier, such
# as psql or COPY, and stay silent on our connections. The setting keeps its first name, because triggers refer to it.
NOTIFIES_AFTER_COMMIT = {"kit.wakes_after_commit": "on"}
OUTBOX_CHANNEL, JOBS_CHANNEL = "outbox", "jobs"

# Debouncing of NOTIFY: within the first time `AT_ONCE` are sent immediately; then the notifier waits for its end and
# sends all that came meanwhile together. A relay pauses longer between two batches, so notifying it sooner is no use.
DEBOUNCE_SECONDS, OUTBOX_DEBOUNCE_SECONDS = 0.05, 0.3
AT_ONCE = 3
PENDING = "pending_notifications"
NOTIFY = """
SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
FROM unnest(%(channels)s::text[], %(payloads)s::text[]) AS pending (channel, payload)
"""

# A channel and its payload.
Notification = tuple[str, str]
# Sends the payloads of one channel. False when they are to be sent by NOTIFY instead.
Publisher = Callable[[Collection[str]], bool]


def notify_after_commit(session: Session, channel: str, payloads: Collection[str] = ("",)) -> None:
    """Send NOTIFY on this channel once the session's unit of work has ended."""
    session.info.setdefault(PENDING, set()).update((channel, payload) for payload in payloads)


def wake_job(session: Session, name: str) -> None:
    """Have every worker's job of this name (`shared.kit.events.Job`) look for due rows once the session's unit of work
    has ended. A row that is due later is waited for."""
    notify_after_commit(session, JOBS_CHANNEL, [name])


def pop_notifications(session: Session) -> Collection[Notification]:
    """Remove and return the session's pending notifications."""
    pending: set[Notification] = session.info.pop(PENDING, set())
    return pending


class CommitNotifier:
    """Sends notifications from one background thread; those that arrive while it is busy are sent together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._arrived = threading.Condition()
        self._pending: set[Notification] = set()
        self._publishers: dict[str, Publisher] = {}
        self._is_sending = False
        self._outbox_not_before = 0.0
        self._sent_at: deque[float] = deque(maxlen=AT_ONCE)
        # Started by the first notification, so in the process that sends it: threads do not survive a fork.
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="commit-notifier")

    def publish_with(self, channel: str, publisher: Publisher) -> None:
        """Send the notifications of this channel by a publisher from now on."""
        self._publishers[channel] = publisher

    def send(self, notifications: Collection[Notification]) -> None:
        """Queue these notifications. Returns at once; failures are dropped, because every listener also polls."""
        if not notifications:
            return
        with self._arrived:
            self._pending.update(notifications)
            if self._is_sending:
                self._arrived.notify()
                return
            self._is_sending = True
        with suppress(RuntimeError):  # the interpreter is shutting down
            self._executor.submit(self._send_all)

    def _send_all(self) -> None:
        while self._wait_until_due():
            if not (unpublished := self._publish(self._take_due())):
                continue
            channels, payloads = zip(*unpublished, strict=True)
            with (
                suppress(SQLAlchemyError, psycopg.Error),
                closing(DriverSession(self._engine.pool, is_autocommit=True)) as session,
            ):
                session.driver.execute(NOTIFY, {"channels": list(channels), "payloads": list(payloads)})
            self._gather_while_busy()

    def _publish(self, due: Collection[Notification]) -> Collection[Notification]:
        """Returns the notifications that no publisher has sent."""
        unpublished = set(due)
        for channel, publisher in self._publishers.items():
            payloads = [payload for name, payload in due if name == channel]
            if payloads and publisher(payloads):
                unpublished -= {(channel, payload) for payload in payloads}
        return unpublished

    def _wait_until_due(self) -> bool:
        """Wait until a notification is due. Returns False when none is pending."""
        with self._arrived:
            while self._pending and not self._due(now := time.monotonic()):
                self._arrived.wait(self._outbox_not_before - now)
            self._is_sending = bool(self._pending)
            return self._is_sending

    def _gather_while_busy(self) -> None:
        self._sent_at.append(now := time.monotonic())
        if len(self._sent_at) == AT_ONCE and now < self._sent_at[0] + DEBOUNCE_SECONDS:
            time.sleep(self._sent_at[0] + DEBOUNCE_SECONDS - now)

    def _take_due(self) -> Collection[Notification]:
        """Remove and return the notifications due now."""
        with self._arrived:
            due = self._due(now := time.monotonic())
            self._pending -= due
            if any(channel == OUTBOX_CHANNEL for channel, _ in due):
                self._outbox_not_before = now + OUTBOX_DEBOUNCE_SECONDS
            return due

    def _due(self, now: float) -> set[Notification]:
        return {each for each in self._pending if each[0] != OUTBOX_CHANNEL or now >= self._outbox_not_before}
