"""What must be true after every run: each acknowledged message exactly once, every credit accounted for."""

import time
from collections import Counter
from dataclasses import dataclass
from uuid import UUID

import psycopg
from billing.domain.transfer import refund_id
from billing.storage.audit import audit as audit_ledger
from billing.storage.audit import what_is_off
from runner.throwaway import Product
from servicekit.registry import service_names
from servicekit.storage import Database

from chaoskit.load import Outcome

SETTLE_SECONDS = 90


@dataclass(frozen=True)
class Findings:
    lost: int
    doubled: int
    credits_off: int
    ledger_off: dict[str, int]
    sequence_gaps: int
    unread_off: int
    waiting_events: int
    messages_without_charge: int
    charges_without_message: int

    @property
    def is_clean(self) -> bool:
        return not (
            self.lost
            or self.doubled
            or self.credits_off
            or self.ledger_off
            or self.sequence_gaps
            or self.unread_off
            or self.waiting_events
            or self.messages_without_charge
            or self.charges_without_message
        )


def check(product: Product, outcome: Outcome) -> Findings:
    """Wait until everything is settled, then look at every database once."""
    _wait_until_settled(product)
    acknowledged = {message.message_id: message.seq for message in outcome.acknowledged}
    with psycopg.connect(product.copy.database_url("chat")) as chat:
        posted = {str(key): (seq, text) for key, seq, text in chat.execute("SELECT id, seq, text FROM messages")}
        gaps = chat.execute(
            "SELECT count(*) FROM conversations c WHERE last_seq <> (SELECT count(*) FROM messages m"
            " WHERE m.conversation_id = c.id) OR last_seq <> (SELECT coalesce(max(seq), 0) FROM messages m"
            " WHERE m.conversation_id = c.id)"
        ).fetchone()
        unread = chat.execute(
            "SELECT count(*) FROM participations p WHERE unread <> (SELECT count(*) FROM messages m WHERE"
            " m.conversation_id = p.conversation_id AND m.sender_id <> p.member_id"
            " AND m.seq > greatest(p.read_seq, p.removed_before_seq))"
        ).fetchone()
    with psycopg.connect(product.copy.database_url("billing")) as billing:
        transfers: dict[UUID, str] = dict(billing.execute("SELECT id, kind FROM transfers"))
    # A charge that was given back has a refund beside it; what is left must be a message each.
    charged = {str(key) for key, kind in transfers.items() if kind == "message" and refund_id(key) not in transfers}
    figures = audit_ledger(Database(product.copy.database_url("billing")))
    off = what_is_off(figures)
    texts = Counter(text for _, text in posted.values())
    return Findings(
        lost=sum(posted.get(key, (None, ""))[0] != seq for key, seq in acknowledged.items()),
        doubled=sum(many - 1 for text, many in texts.items() if text.startswith("message ")),
        credits_off=off.pop("credits_off", 0),
        ledger_off=off,
        sequence_gaps=gaps[0] if gaps else 0,
        unread_off=unread[0] if unread else 0,
        waiting_events=sum(_waiting(product, name) for name in service_names()),
        messages_without_charge=len(posted.keys() - charged),
        charges_without_message=len(charged - posted.keys()),
    )


def _waiting(product: Product, service: str) -> int:
    with psycopg.connect(product.copy.database_url(service)) as connection:
        row = connection.execute("SELECT count(*) FROM kit.outbox WHERE published_at IS NULL").fetchone()
    return int(row[0]) if row else 0


def _wait_until_settled(product: Product) -> None:
    deadline = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < deadline:
        with psycopg.connect(product.copy.database_url("billing")) as billing:
            row = billing.execute("SELECT count(*) FROM unsettled_charges").fetchone()
        if row == (0,) and not any(_waiting(product, name) for name in service_names()):
            return
        time.sleep(1)
