"""Make databases fit each other after one of them was restored from a backup: `python -m shared.ops.restored all`.

It runs after the restore, and before any process starts (docs/restore.md); each address comes from
DATABASE_OWNER_URL_<SERVICE>, as for migrations. A backup is older than what other services have seen, so:

- Numbers that consumers compare go on beyond those handed out after the backup: the outbox numbers events anew, and
  consumers would skip the next ones as superseded (docs/decisions/0051-order-of-events.md).
- Whatever the outbox still holds is published again. Consumers' inboxes skip what they have handled.
- States that others copy are announced anew, so that a copy newer than the backup follows its owner again.

A service with more to mend has `<service>/storage/restored.py`. Running it again changes nothing but numbers.

`python -m shared.ops.restored members SERVICE`, with that service's DATABASE_URL, prints the members it knows. A member
whom others alone know signed up after identity's backup; `identity.repeat_erasures --unknown` erases them.
"""

import importlib
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import Any
from uuid import UUID

import psycopg
from google.protobuf.message import Message

from shared.kit.core import variable
from shared.kit.core.event_facts import state_key, state_of, subject_of
from shared.kit.core.identifiers import ordered_id
from shared.kit.core.logs import set_up_logs
from shared.registry.services import service_names

# More events than any service publishes while backups are kept; a bigint has room for nine million such gaps.
OUTBOX_GAP = 10**12
BATCH = 1000
# A creation time that no stream has: the relay takes the stream for a new one and fills it (worker/streams.py).
NOT_A_STREAM = "restored from a backup"
ADVANCE_OUTBOX = """
SELECT setval(pg_get_serial_sequence('kit.outbox', 'seq'), greatest(
    (SELECT last_value FROM kit.outbox_seq_seq), (SELECT coalesce(max(seq), 0) FROM kit.outbox)) + %s)
"""
INSERT_EVENT = "INSERT INTO kit.outbox (event_id, subject, payload) VALUES (%s, %s, %s)"

Connection = psycopg.Connection[Any]


def fit_in(service: str, url: str) -> int:
    """Mend one restored database in one transaction. Returns the number of states announced anew."""
    with psycopg.connect(url) as connection:
        connection.execute(ADVANCE_OUTBOX, [OUTBOX_GAP])
        connection.execute("UPDATE kit.streams SET made_at = %s", [NOT_A_STREAM])
        announced = _announce(connection, _newest_states(service, connection))
        return announced + _announce(connection, _mend(service, connection))


def _newest_states(service: str, connection: Connection) -> list[tuple[str, bytes]]:
    """Subject and payload of the newest event about each copied state in the outbox, in the order of the outbox."""
    package = importlib.import_module(f"pairwise.{service}.v1.events_pb2")
    events = (getattr(package, name) for name in package.DESCRIPTOR.message_types_by_name)
    copied = {subject_of(event): event for event in events if (state := state_of(event)) is not None and state.copied}
    newest: dict[bytes | None, int] = {}
    with connection.cursor("outbox") as cursor:
        cursor.execute("SELECT seq, subject, payload FROM kit.outbox WHERE subject = ANY(%s) ORDER BY seq", [[*copied]])
        for seq, subject, payload in cursor:
            newest[state_key(copied[subject].FromString(payload))] = seq
    rows = connection.execute(
        "SELECT subject, payload FROM kit.outbox WHERE seq = ANY(%s) ORDER BY seq", [[*newest.values()]]
    )
    return [(subject, payload) for subject, payload in rows]


def _mend(service: str, connection: Connection) -> Iterator[tuple[str, bytes]]:
    """Run the service's own part, which yields the states it announces anew."""
    if (part := _part_of(service)) is None:
        return
    states: Iterator[Message] = part.mend(connection)
    for state in states:
        yield subject_of(type(state)), state.SerializeToString()


def _part_of(service: str) -> ModuleType | None:
    name = f"{service}.storage.restored"
    return importlib.import_module(name) if find_spec(name) else None


def known_members(service: str, url: str) -> Iterator[UUID]:
    """The members a service knows, for services that say so; of identity the erased, too."""
    if (part := _part_of(service)) is not None and hasattr(part, "members"):
        with psycopg.connect(url) as connection:
            yield from part.members(connection)


def _announce(connection: Connection, events: Iterable[tuple[str, bytes]]) -> int:
    count, some = 0, []
    with connection.cursor() as cursor:
        for subject, payload in events:
            some.append((ordered_id(), subject, payload))
            if len(some) == BATCH:
                cursor.executemany(INSERT_EVENT, some)
                count, some = count + len(some), []
        if some:
            cursor.executemany(INSERT_EVENT, some)
    return count + len(some)


def main(arguments: list[str]) -> int:
    """Run the command; the exit code is 2 for arguments that it does not know."""
    match arguments:
        case ["all"]:
            for service in service_names():
                announced = fit_in(service, variable(f"DATABASE_OWNER_URL_{service.upper()}"))
                print(f"{service} fits in, {announced} states are announced anew", flush=True)
        case ["members", service]:
            for member_id in known_members(service, variable("DATABASE_URL")):
                print(member_id)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    set_up_logs("restored", "operator")
    sys.exit(main(sys.argv[1:]))
