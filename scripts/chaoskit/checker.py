"""Consistency check after a run: each acknowledged message exactly once, every credit accounted for."""

import time
from collections import Counter
from dataclasses import dataclass
from uuid import UUID

import psycopg
from billing.storage.audit import FIGURES, discrepancies
from billing.storage.audit import audit as audit_ledger
from chat.audit import audit as audit_chat
from runner.throwaway import Product
from shared.kit.db import Database
from shared.registry import service_names

from chaoskit.copies import out_of_order
from chaoskit.load import LoadResult

SETTLE_SECONDS = 240
UNREAD = "unread_wrong"
OLDEST = """
    SELECT coalesce(extract(epoch FROM max(clock_timestamp() - created_at)), 0) FROM kit.outbox
    WHERE published_at IS NULL
"""


@dataclass(frozen=True)
class Findings:
    lost: int
    doubled: int
    credits_off: int
    unread_off: int
    chat_off: dict[str, int]  # places in order and without gaps, both members told, counters
    ledger_off: dict[str, int]  # transfers that sum to zero, balances that equal their entries, purchases
    messages_without_charge: int
    charges_without_message: int
    waiting_events: int
    out_of_order: int  # states of which a copy is not what its owner says
    outbox_oldest_s: float
    settled_after_s: float

    @property
    def is_clean(self) -> bool:
        return not (
            self.lost
            or self.doubled
            or self.credits_off
            or self.unread_off
            or self.chat_off
            or self.ledger_off
            or self.messages_without_charge
            or self.charges_without_message
            or self.waiting_events
            or self.out_of_order
        )


def check(product: Product, outcome: LoadResult) -> Findings:
    """Wait until everything is settled, then look at every database once."""
    settled_after, waiting = _wait_until_settled(product)
    acknowledged = {message.message_id: message.seq for message in outcome.acknowledged}
    tried = {message.message_id for message in outcome.sent}
    with psycopg.connect(product.instance.database_url("chat")) as chat:
        posted = {str(key): (seq, text) for key, seq, text in chat.execute("SELECT id, seq, text FROM messages")}
    with psycopg.connect(product.instance.database_url("billing")) as billing:
        transfers: set[UUID] = {key for (key,) in billing.execute("SELECT id FROM transfers")}
        refunded = {
            key for (key,) in billing.execute("SELECT message_id FROM settled_messages WHERE refund_id IS NOT NULL")
        }
    # A reversed charge has a refund beside it; each of the others must have its message.
    charged = {key for key in tried if UUID(key) in transfers - refunded}
    ledger_off = discrepancies(audit_ledger(Database(product.instance.database_url("billing"))))
    faults = audit_chat(product.instance.database_url("chat"))["faults"]
    chat_off = {name: fault["count"] for name, fault in faults.items() if fault["count"]}
    texts = Counter(text for _, text in posted.values())
    return Findings(
        lost=sum(posted.get(key, (None, ""))[0] != seq for key, seq in acknowledged.items()),
        doubled=sum(many - 1 for text, many in texts.items() if text.startswith("message ")),
        credits_off=ledger_off.pop("credits_off", 0),
        unread_off=chat_off.pop(UNREAD, 0),
        chat_off=chat_off,
        ledger_off=ledger_off,
        messages_without_charge=len((tried & posted.keys()) - charged),
        charges_without_message=len(charged - posted.keys()),
        waiting_events=waiting,
        out_of_order=out_of_order(product, outcome.changers),
        outbox_oldest_s=round(max(_oldest(product, name) for name in service_names()), 1),
        settled_after_s=round(settled_after, 1),
    )


def _waiting(product: Product, service: str) -> int:
    return int(_one(product, service, "SELECT count(*) FROM kit.outbox WHERE published_at IS NULL"))


def _oldest(product: Product, service: str) -> float:
    return _one(product, service, OLDEST)


def _one(product: Product, service: str, query: str) -> float:
    with psycopg.connect(product.instance.database_url(service)) as connection:
        row = connection.execute(query).fetchone()
    return float(row[0]) if row else 0.0


def _wait_until_settled(product: Product) -> tuple[float, int]:
    """Wait until outboxes are drained and chat has settled the last charges; return the seconds and the events left.

    An event that a consumer publishes in answer to another may still wait then and is no fault.
    """
    started = time.monotonic()
    while True:
        unsettled = _one(product, "billing", FIGURES["unsettled"])
        waiting = sum(_waiting(product, name) for name in service_names())
        waited = time.monotonic() - started
        if not (unsettled or waiting) or waited > SETTLE_SECONDS:
            return waited, waiting
        time.sleep(1)
