from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
from pairwise.billing.v1.events_pb2 import CreditsChanged
from servicekit.events import subject_of
from servicekit.identifiers import ordered_id
from servicekit.storage.statement import Statement, rows_of
from servicekit.storage.waking import OUTBOX, wake_after_commit
from servicekit.telemetry import outgoing_context
from sites import Purpose, Ware
from sqlalchemy import ColumnElement, bindparam, case, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.transfer import HOUSE, Filter, Kind, Posted, Transfer, refund_id
from billing.domain.wallet import Wallet
from billing.storage.tables import SettledMessageRow, TransferRow, UnsettledChargeRow

COLUMNS = (
    TransferRow.id,
    TransferRow.kind,
    TransferRow.member_id,
    TransferRow.credits,
    TransferRow.free_messages,
    TransferRow.balance_after,
    TransferRow.version,
    TransferRow.partner_id,
    TransferRow.payment_id,
    TransferRow.created_at,
    TransferRow.debt,
    TransferRow.purpose,
    TransferRow.item,
)
WRITTEN = (
    "id",
    "kind",
    "member_id",
    "credits",
    "free_messages",
    "balance_after",
    "version",
    "partner_id",
    "payment_id",
    "debt",
    "purpose",
    "item",
)
# A concurrent transfer with the same id makes this wait for it, then skip, entries and all.
ADD = text(
    f"""
    WITH added AS (
        INSERT INTO transfers ({", ".join(WRITTEN)}) VALUES ({", ".join(f":{name}" for name in WRITTEN)})
        ON CONFLICT (id) DO NOTHING RETURNING id
    ), entered AS (
        INSERT INTO entries (transfer_id, account, amount)
        SELECT added.id, entry.account, entry.amount
        FROM added, unnest(CAST(:accounts AS text[]), CAST(:amounts AS bigint[])) AS entry (account, amount)
    )
    SELECT id FROM added
    """  # noqa: S608
)
# All that a charge is, in one statement that is its own transaction: pay, write the transfer with both sides, wait for
# the message, tell the others. The wallet is locked for no longer than this takes, and the guard looks at it under its
# lock. An id that is taken refuses the whole statement.
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
        ), awaited AS (
            INSERT INTO unsettled_charges (charge_id, ask_after) SELECT id, now() + CAST(:pause AS interval) FROM added
        ), told AS (
            INSERT INTO kit.outbox (event_id, subject, payload, traceparent)
            SELECT :event_id, :subject, credits_changed(member_id, balance, version, free_messages_left), :traceparent
            FROM paid
        )
        SELECT paid.cost, paid.member_id, paid.site, paid.balance, paid.free_messages_left, paid.is_premium,
            paid.version, paid.signed_up_at, paid.country, paid.debt
        FROM paid
        """
    )
)
SETTLE = Statement(
    text("DELETE FROM unsettled_charges WHERE charge_id = ANY(CAST(:charge_ids AS uuid[])) RETURNING charge_id")
)
NOTE_POSTED = Statement(
    text(
        """
        INSERT INTO settled_messages (message_id, member_id, purpose, item)
        SELECT message_id, member_id, purpose, item
        FROM unnest(
            CAST(:message_ids AS uuid[]), CAST(:member_ids AS uuid[]), CAST(:purposes AS text[]), CAST(:items AS text[])
        ) AS posted (message_id, member_id, purpose, item)
        ORDER BY message_id
        ON CONFLICT DO NOTHING
        """
    )
)
# That it was posted may be heard before and after what it cost went back; only the second says more.
NOTE_GIVEN_BACK = Statement(
    insert(SettledMessageRow)
    .values({name: bindparam(name) for name in ("message_id", "member_id", "refund_id")})
    .on_conflict_do_update(index_elements=[SettledMessageRow.message_id], set_={"refund_id": bindparam("refund_id")})
)


class LedgerRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, transfer: Transfer) -> bool:
        entries = transfer.entries()
        added = self._session.connection().execute(
            ADD,
            {
                **{name: getattr(transfer, name) for name in WRITTEN},
                "accounts": [account for account, _ in entries],
                "amounts": [amount for _, amount in entries],
            },
        )
        return added.first() is not None

    def find(self, transfer_id: UUID) -> Transfer | None:
        row = self._session.execute(select(*COLUMNS).where(TransferRow.id == transfer_id)).one_or_none()
        return _transfer(row) if row else None

    def get(self, transfer_id: UUID) -> Transfer:
        if (transfer := self.find(transfer_id)) is None:
            raise LookupError("no such transfer")
        return transfer

    def of_payment(self, payment_id: UUID) -> Transfer | None:
        query = select(*COLUMNS).where(TransferRow.payment_id == payment_id, TransferRow.kind == Kind.PURCHASE)
        row = self._session.execute(query).one_or_none()
        return _transfer(row) if row else None

    def page(
        self, member_id: UUID, before_version: int | None, limit: int, wanted: Filter | None = None
    ) -> Sequence[Transfer]:
        query = select(*COLUMNS).where(TransferRow.member_id == member_id)
        if before_version is not None:
            query = query.where(TransferRow.version < before_version)
        if wanted is not None:
            query = query.where(*_narrowed(wanted))
        rows = self._session.execute(query.order_by(TransferRow.version.desc()).limit(limit))
        return [_transfer(row) for row in rows]

    def spent_on(self, member_id: UUID, partner_id: UUID) -> tuple[int, int]:
        # Free messages count as messages; what was given back counts as neither.
        row = self._session.execute(
            select(
                func.coalesce(-func.sum(TransferRow.credits), 0),
                func.coalesce(func.sum(case((TransferRow.kind == Kind.MESSAGE, 1), else_=-1)), 0),
            ).where(
                TransferRow.member_id == member_id,
                TransferRow.partner_id == partner_id,
                TransferRow.kind.in_((Kind.MESSAGE, Kind.REFUND, Kind.UNDELIVERED)),
            )
        ).one()
        return int(row[0]), int(row[1])

    def charge_once(
        self,
        charge_id: UUID,
        member_id: UUID,
        partner_id: UUID | None,
        ware: Ware,
        prices: Mapping[str, int],
        ask_after: timedelta,
    ) -> tuple[int, Wallet] | None:
        charge = CHARGE.with_(
            charge_id=charge_id,
            member_id=member_id,
            partner_id=partner_id,
            purpose=_kept(ware.purpose),
            item=ware.item,
            may_be_free=ware.may_be_free,
            sites=list(prices),
            prices=list(prices.values()),
            house=HOUSE[Kind.MESSAGE],
            pause=ask_after,
            event_id=ordered_id(),
            subject=subject_of(CreditsChanged),
            traceparent=outgoing_context().get("traceparent"),
        )
        try:
            rows = rows_of(self._session, *charge)
        except psycopg.IntegrityError:
            return None
        if not rows:
            return None
        wake_after_commit(self._session, OUTBOX)
        values: list[Any] = list(rows[0])
        return values[0], Wallet(*values[1:])

    def settle(self, charge_ids: Sequence[UUID]) -> set[UUID]:
        # One guarded statement: of two who settle the same charge, one finds it settled.
        return {row.charge_id for row in SETTLE.on(self._session, charge_ids=list(charge_ids))}

    def note_posted(self, messages: Sequence[Posted]) -> None:
        NOTE_POSTED.with_commit(
            self._session,
            message_ids=[message.id for message in messages],
            member_ids=[message.member_id for message in messages],
            purposes=[message.ware.purpose.value if message.ware else None for message in messages],
            items=[message.ware.item if message.ware else None for message in messages],
        )

    def note_given_back(self, charge_id: UUID, member_id: UUID) -> None:
        NOTE_GIVEN_BACK.with_commit(
            self._session, message_id=charge_id, member_id=member_id, refund_id=refund_id(charge_id)
        )

    def claim_overdue(self, limit: int, ask_again_after: timedelta) -> Sequence[UUID]:
        overdue = (
            select(UnsettledChargeRow.charge_id)
            .where(UnsettledChargeRow.ask_after <= func.now())
            .order_by(UnsettledChargeRow.ask_after)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("overdue")
        )
        return self._session.scalars(
            update(UnsettledChargeRow)
            .where(UnsettledChargeRow.charge_id == overdue.c.charge_id)
            .values(ask_after=func.now() + ask_again_after)
            .returning(UnsettledChargeRow.charge_id)
            .execution_options(synchronize_session=False)
        ).all()


def _narrowed(wanted: Filter) -> Iterator[ColumnElement[bool]]:
    if wanted.kind is not None:
        yield TransferRow.kind == wanted.kind
    if wanted.purpose is not None:
        yield TransferRow.kind.in_((Kind.MESSAGE, Kind.REFUND))
        yield TransferRow.purpose.is_not_distinct_from(_kept(wanted.purpose))
    if wanted.partner_id is not None:
        yield TransferRow.partner_id == wanted.partner_id
    if wanted.since is not None:
        yield TransferRow.created_at >= wanted.since
    if wanted.until is not None:
        yield TransferRow.created_at < wanted.until


def _kept(purpose: Purpose) -> str | None:
    """A transfer for words has no purpose written on it."""
    return None if purpose is Purpose.MESSAGE else purpose.value


def _transfer(row: Any) -> Transfer:
    transfer_id, kind, *rest = row
    return Transfer(transfer_id, Kind(kind), *rest)
