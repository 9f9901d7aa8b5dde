"""The statement that charges credits: the hot path of billing, measured by `scripts/bench ledger`.

A batch of charges is one statement in autocommit, so the rows of wallets are locked for one round trip and one flush to
disk. It writes wallets, transfers and their entries alone: the event of the posted message settles the charge and has
the balance announced. Decision 0053 has the figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import psycopg
from shared.kit.db import Statement
from shared.sites import BillableItem, Purpose
from sqlalchemy import text
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE, TransferKind
from billing.domain.wallet import Wallet

# Rows are locked in the order of members before the UPDATE reaches them, so two batches do not deadlock. Its guard is
# evaluated under the row lock, so of two charges at once the second sees what the first left. An id that is taken
# raises a unique violation, which undoes the whole statement.
CHARGE = """
    WITH asked AS (
        SELECT * FROM unnest(
            CAST(:ids AS uuid[]), CAST(:members AS uuid[]), CAST(:partners AS uuid[]), CAST(:purposes AS text[]),
            CAST(:items AS text[]), CAST(:may_be_free AS bool[]), CAST(:offers AS int[])
        ) AS asked (id, member_id, partner_id, purpose, item, may_be_free, offer)
    ), locked AS MATERIALIZED (
        SELECT member_id FROM wallets WHERE member_id = ANY(CAST(:members AS uuid[]))
        ORDER BY member_id FOR NO KEY UPDATE {wait}
    ), paid AS (
        UPDATE wallets SET
            free_messages_left = wallets.free_messages_left
                - (asked.may_be_free AND wallets.free_messages_left > 0)::int,
            balance = wallets.balance
                - CASE WHEN asked.may_be_free AND wallets.free_messages_left > 0 THEN 0 ELSE offered.price END,
            version = wallets.version + 1
        FROM locked
        JOIN asked USING (member_id)
        JOIN unnest(CAST(:priced_offers AS int[]), CAST(:sites AS text[]), CAST(:prices AS bigint[]))
            AS offered (offer, site, price) USING (offer)
        WHERE wallets.member_id = locked.member_id AND offered.site = wallets.site AND wallets.debt = 0
            AND NOT wallets.is_frozen
            AND ((asked.may_be_free AND wallets.free_messages_left > 0) OR wallets.balance >= offered.price)
        RETURNING new.*, old.balance - new.balance AS cost, new.free_messages_left - old.free_messages_left AS free,
            asked.id AS charge_id, asked.partner_id, asked.purpose, asked.item
    ), added AS (
        INSERT INTO transfers
            (id, kind, member_id, credits, free_messages, balance_after, version, partner_id, purpose, item)
        SELECT charge_id, 'message', member_id, -cost, free, balance, version, partner_id, purpose, item
        FROM paid RETURNING id
    ), entered AS (
        INSERT INTO entries (transfer_id, account, amount)
        SELECT added.id, entry.account, entry.amount FROM added JOIN paid ON paid.charge_id = added.id,
            LATERAL (VALUES ('member:' || paid.member_id, -paid.cost), (:house, paid.cost)) AS entry (account, amount)
        WHERE paid.cost > 0
    )
    SELECT charge_id, cost, member_id, site, balance, free_messages_left, is_premium, version, signed_up_at, country,
        debt
    FROM paid
"""
CHARGE_ONE = Statement(text(CHARGE.format(wait="")))
# A wallet that another transaction holds is charged alone afterwards: no neighbour waits for it.
CHARGE_MANY = Statement(text(CHARGE.format(wait="SKIP LOCKED")))


@dataclass(frozen=True)
class Charge:
    """The charge of one message. `prices` are credits by site."""

    id: UUID
    member_id: UUID
    partner_id: UUID | None
    item: BillableItem
    prices: Mapping[str, int]


Paid = tuple[int, Wallet]


def charge_many(session: Session, charges: Sequence[Charge]) -> list[Paid | None]:
    """Pay for messages of different members by the prices of their sites, and write the transfers.

    Returns the cost of each and the wallet after it. None for one without a wallet, whose wallet cannot pay, is frozen
    or held by another transaction, or whose site has no price; for all of them when one was made before. The session
    must be in autocommit.
    """
    offers = {charge.item: charge.prices for charge in charges}
    numbers = {item: number for number, item in enumerate(offers)}
    priced = [(numbers[item], *price) for item, prices in offers.items() for price in prices.items()]
    statement = CHARGE_ONE if len(charges) == 1 else CHARGE_MANY
    try:
        rows = statement.rows(
            session,
            ids=[charge.id for charge in charges],
            members=[charge.member_id for charge in charges],
            partners=[charge.partner_id for charge in charges],
            purposes=[_purpose(charge.item) for charge in charges],
            items=[charge.item.item for charge in charges],
            may_be_free=[charge.item.may_be_free for charge in charges],
            offers=[numbers[charge.item] for charge in charges],
            priced_offers=[number for number, _, _ in priced],
            sites=[site for _, site, _ in priced],
            prices=[price for _, _, price in priced],
            house=HOUSE[TransferKind.MESSAGE],
        )
    except psycopg.IntegrityError:
        return [None] * len(charges)
    paid: dict[UUID, Paid] = {}
    for row in rows:
        values = row._asdict()
        charge_id, cost = values.pop("charge_id"), values.pop("cost")
        paid[charge_id] = cost, Wallet(**values)
    return [paid.get(charge.id) for charge in charges]


def _purpose(item: BillableItem) -> str | None:
    return None if item.purpose is Purpose.MESSAGE else item.purpose.value
