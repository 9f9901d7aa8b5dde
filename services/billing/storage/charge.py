"""The statement that charges credits: the hot path of billing, measured by `scripts/bench ledger`.

A charge is one statement in autocommit, so the wallet's row lock is held for one round trip and one flush to disk.
Charges that come together are one such statement each and one COMMIT, in one round trip (decision 0053).
Decision 0053 has the figures of the ways that take a second round trip. It writes the wallet, the transfer and its two
entries alone: the event of the posted message settles the charge and has the balance announced (decision 0053).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from shared.kit.storage.statement import LOCK_TIMEOUT, Statement, commit_in_one_trip
from shared.sites import BillableItem, Purpose
from sqlalchemy import text
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE, TransferKind
from billing.domain.wallet import Wallet

# The guard of the UPDATE is evaluated under the row lock, so of two charges at once the second sees what the first
# left. An id that is taken raises a unique violation, which undoes the whole statement.
CHARGE = Statement(
    text(
        """
        WITH paid AS (
            UPDATE wallets SET
                free_messages_left = wallets.free_messages_left
                    - (:may_be_free AND wallets.free_messages_left > 0)::int,
                balance = wallets.balance
                    - CASE WHEN :may_be_free AND wallets.free_messages_left > 0 THEN 0 ELSE site.price END,
                version = wallets.version + 1
            FROM unnest(CAST(:sites AS text[]), CAST(:prices AS bigint[])) AS site (key, price)
            WHERE wallets.member_id = :member_id AND site.key = wallets.site AND wallets.debt = 0
                AND NOT wallets.is_frozen
                AND ((:may_be_free AND wallets.free_messages_left > 0) OR wallets.balance >= site.price)
            RETURNING new.*, old.balance - new.balance AS cost, new.free_messages_left - old.free_messages_left AS free
        ), added AS (
            INSERT INTO transfers
                (id, kind, member_id, credits, free_messages, balance_after, version, partner_id, purpose, item)
            SELECT :charge_id, 'message', member_id, -cost, free, balance, version, CAST(:partner_id AS uuid),
                CAST(:purpose AS text), CAST(:item AS text)
            FROM paid RETURNING id
        ), entered AS (
            INSERT INTO entries (transfer_id, account, amount)
            SELECT added.id, entry.account, entry.amount FROM added, paid,
                LATERAL (VALUES ('member:' || paid.member_id, -paid.cost), (:house, paid.cost))
                    AS entry (account, amount)
            WHERE paid.cost > 0
        )
        SELECT paid.cost, paid.member_id, paid.site, paid.balance, paid.free_messages_left, paid.is_premium,
            paid.version, paid.signed_up_at, paid.country, paid.debt
        FROM paid
        """
    )
)


@dataclass(frozen=True)
class Charge:
    """The charge of one message. `prices` are credits by site."""

    id: UUID
    member_id: UUID
    partner_id: UUID | None
    item: BillableItem
    prices: Mapping[str, int]

    def values(self) -> dict[str, Any]:
        return {
            "charge_id": self.id,
            "member_id": self.member_id,
            "partner_id": self.partner_id,
            "purpose": None if self.item.purpose is Purpose.MESSAGE else self.item.purpose.value,
            "item": self.item.item,
            "may_be_free": self.item.may_be_free,
            "sites": list(self.prices),
            "prices": list(self.prices.values()),
            "house": HOUSE[TransferKind.MESSAGE],
        }


TOGETHER_LOCK_TIMEOUT = "250ms"
Paid = tuple[int, Wallet]


def charge_once(session: Session, charge: Charge) -> Paid | None:
    """Pay for a message by the price of the member's site, and write its transfer.

    Returns the cost and the wallet after it. None when there is no wallet, it cannot pay or is frozen, its site has no
    price, or the charge was made before. The session must be in autocommit.
    """
    try:
        rows = CHARGE.rows(session, **charge.values())
    except psycopg.IntegrityError:
        return None
    return _paid(rows)


def charge_together(session: Session, charges: Sequence[Charge]) -> list[Paid | None]:
    """Make each of these charges as `charge_once` does, in one transaction, one round trip and one flush to disk.

    Returns one answer for each. None for all of them when one was made before, or when another transaction holds a
    wallet: this one was undone.
    """
    # Wallets are locked in the order of their ids, so two groups with the same members do not deadlock.
    in_order = sorted(range(len(charges)), key=lambda n: charges[n].member_id)
    try:
        _, *found = commit_in_one_trip(
            session,
            # The other wallets are locked meanwhile, also for the charge alone that follows.
            LOCK_TIMEOUT.with_(within=TOGETHER_LOCK_TIMEOUT),
            *(CHARGE.with_(**charges[n].values()) for n in in_order),
        )
    except (psycopg.IntegrityError, psycopg.errors.LockNotAvailable):
        return [None] * len(charges)
    paid = dict(zip(in_order, map(_paid, found), strict=True))
    return [paid[n] for n in range(len(charges))]


def _paid(rows: Sequence[Any]) -> Paid | None:
    if not rows:
        return None
    values = rows[0]._asdict()
    return values.pop("cost"), Wallet(**values)
