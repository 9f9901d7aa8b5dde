"""The queue of postbacks. A row names a lead; the URL with its sub ids is made at each try, and stored nowhere."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from lander.domain.money import Receipt, Reversal
from lander.domain.postback import RANKS, REBILL, REVERSAL, LeadFacts, Postback, PostingTerms, status_of
from lander.domain.report import SALE, Payout
from lander.storage.leads import SUB_IDS
from lander.storage.suspects import IS_SUSPECT
from lander.storage.tables import LeadRow, NetworkRow, PostbackRow, ReceiptRow, ReversalRow

CAMPAIGN = ("ref", *SUB_IDS)
HAS_CAMPAIGN = or_(*(getattr(LeadRow, name) != "" for name in CAMPAIGN))


class PostbackRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def facts_of(self, *, member_id: UUID | None = None, payment_id: UUID | None = None) -> LeadFacts | None:
        """The facts of a member's or a payment's lead, if it has a campaign and a template, and is not suspect.

        The lead's row is locked: two events of one member agree which payment is the sale.
        """
        lead = self._lead(member_id, payment_id)
        if lead is None or lead.signed_up_at is None:
            return None
        network = self._session.get(NetworkRow, (lead.site, lead.network))
        if network is None or not network.templates:
            return None
        receipts = self._session.scalars(select(ReceiptRow).where(ReceiptRow.lead_id == lead.id)).all()
        back = select(ReversalRow).where(ReversalRow.payment_id.in_([each.payment_id for each in receipts]))
        reported = select(PostbackRow.payment_id, PostbackRow.goal).where(
            PostbackRow.lead_id == lead.id, PostbackRow.goal.in_([SALE, REBILL])
        )
        return LeadFacts(
            lead.id,
            lead.site,
            lead.network,
            _terms(network),
            Payout(network.payout_goal, network.payout_minor, network.payout_currency, network.payout_share)
            if network.payout_goal
            else None,
            lead.signed_up_at,
            lead.confirmed_at,
            [_receipt(each) for each in receipts],
            [_reversal(each) for each in self._session.scalars(back)],
            {row.payment_id: row.goal for row in self._session.execute(reported)},
        )

    def withhold_unsent(self, payment_ids: Iterable[UUID]) -> set[UUID]:
        """Withhold postbacks of these payments that were never tried: reversed within the hold. Returns which."""
        rows = self._session.scalars(
            update(PostbackRow)
            .where(
                PostbackRow.payment_id.in_(list(payment_ids)),
                PostbackRow.goal.in_([SALE, REBILL]),
                PostbackRow.state == "queued",
                PostbackRow.claims == 0,
            )
            .values(state="withheld", reason="reversed", finished_at=func.now())
            .returning(PostbackRow.payment_id)
        )
        return {each for each in rows if each is not None}

    def queue(self, facts: LeadFacts, postbacks: Iterable[Postback]) -> None:
        """Insert what is not there yet."""
        rows = [
            {
                "id": each.id,
                "site": facts.site,
                "network": facts.network,
                "goal": each.goal,
                "rank": RANKS[each.goal],
                "lead_id": each.lead_id,
                "payment_id": each.payment_id,
                "payout_minor": each.payout_minor,
                "currency": each.currency,
                "next_try_at": each.due_at,
            }
            for each in postbacks
        ]
        if rows:
            self._session.execute(insert(PostbackRow).values(rows).on_conflict_do_nothing())
            wake_job(self._session, "send_postbacks")

    def claim(self, lease: timedelta, most: int) -> Sequence[PostbackRow]:
        """Postbacks due longest, for this worker alone until the lease ends; none that waits for an earlier one,
        whose network is paused, or whose sign-up became suspect."""
        earlier = aliased(PostbackRow)
        waits = (
            select(earlier.id)
            .where(earlier.lead_id == PostbackRow.lead_id, earlier.state == "queued", earlier.rank < PostbackRow.rank)
            .exists()
        )
        paused = (
            select(NetworkRow.name)
            .where(
                NetworkRow.site == PostbackRow.site,
                NetworkRow.name == PostbackRow.network,
                NetworkRow.paused_at.is_not(None),
            )
            .exists()
        )
        suspect = select(LeadRow.id).where(LeadRow.id == PostbackRow.lead_id, IS_SUSPECT).exists()
        due = (
            select(PostbackRow.id)
            .where(PostbackRow.state == "queued", PostbackRow.next_try_at <= func.now(), ~waits, ~paused, ~suspect)
            .order_by(PostbackRow.next_try_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        claimed = (
            update(PostbackRow)
            .where(PostbackRow.id.in_(due.scalar_subquery()))
            .values(claims=PostbackRow.claims + 1, next_try_at=func.now() + lease)
            .returning(PostbackRow)
        )
        rows = self._session.scalars(claimed, execution_options={"populate_existing": True}).all()
        self._session.expunge_all()
        return rows

    def sending(self, row: PostbackRow) -> tuple[PostingTerms, Mapping[str, str]] | str:
        """The terms and values to send it with as of now, or the reason why it is not sent."""
        lead = self._session.get(LeadRow, row.lead_id)
        network = self._session.get(NetworkRow, (row.site, row.network))
        campaign = {name: getattr(lead, name) for name in CAMPAIGN} if lead and lead.member_id else {}
        if not any(campaign.values()):
            return "no_consent"
        if network is None or row.goal not in network.templates:
            return "no_template"
        original = None
        if row.payment_id is not None:
            paid = select(PostbackRow).where(
                PostbackRow.payment_id == row.payment_id, PostbackRow.goal.in_([SALE, REBILL])
            )
            original = self._session.scalar(paid)
        if row.goal not in (SALE, REBILL) and row.payment_id and (original is None or original.state != "sent"):
            return "sale_not_sent"
        clicked_at = lead.clicked_at if lead else None
        values = (
            campaign
            | self._revenue(row)
            | {
                "goal": row.goal,
                "status": status_of(row.goal),
                "click_time": f"{clicked_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if clicked_at else "",
                "txid": str(row.id),
                "original": str(original.id if original else row.id),
                "payout": _units(row.payout_minor),
                "currency": row.currency,
            }
        )
        return _terms(network), values

    def _revenue(self, row: PostbackRow) -> dict[str, str]:
        """The money of a payment without its VAT, or of what was paid back of it; none for a sign-up."""
        receipt = None if row.payment_id is None else self._session.get(ReceiptRow, row.payment_id)
        if receipt is None:
            return {"revenue": "0.00", "revenue_currency": ""}
        minor = receipt.minor - receipt.vat_minor
        if row.goal == REVERSAL:
            sums = select(func.coalesce(func.sum(ReversalRow.minor - ReversalRow.vat_minor), 0))
            minor = int(self._session.scalar(sums.where(ReversalRow.payment_id == row.payment_id)) or 0)
        return {"revenue": _units(minor), "revenue_currency": receipt.currency}

    def withhold_of(self, member_id: UUID, reason: str) -> None:
        """Withhold what is queued about a member."""
        withhold_postbacks(self._session, member_id, reason)

    def queue_withheld(self, member_id: UUID, reason: str) -> None:
        """Queue what was withheld about a member for this reason."""
        theirs = PostbackRow.lead_id.in_(select(LeadRow.id).where(LeadRow.member_id == member_id))
        withheld = and_(theirs, PostbackRow.state == "withheld", PostbackRow.reason == reason)
        queued = update(PostbackRow).where(withheld).values(state="queued", reason=None, finished_at=None)
        self._session.execute(queued, execution_options={"synchronize_session": False})

    def finish(self, row: PostbackRow, state: str, reason: str | None, code: int | None, milliseconds: int) -> None:
        """End a postback, unless its lease ended and another worker has it."""
        tries = row.tries if state == "withheld" else row.tries + 1
        values = {"state": state, "reason": reason, "code": code, "milliseconds": milliseconds, "tries": tries}
        self._update(row, **values, finished_at=func.now())

    def put_back(self, row: PostbackRow, wait: timedelta, code: int | None, milliseconds: int, *, counts: bool) -> None:
        """Try again after a wait; `counts` says whether this was one of its tries."""
        tries = row.tries + 1 if counts else row.tries
        self._update(row, tries=tries, next_try_at=func.now() + wait, code=code, milliseconds=milliseconds)

    def terms(self, site: str, network: str) -> PostingTerms | None:
        row = self._session.get(NetworkRow, (site, network))
        return None if row is None else _terms(row)

    def newest(self, site: str, network: str, limit: int) -> Sequence[PostbackRow]:
        query = select(PostbackRow).where(PostbackRow.site == site, PostbackRow.network == network)
        return self._session.scalars(query.order_by(PostbackRow.created_at.desc(), PostbackRow.id).limit(limit)).all()

    def send_again(self, site: str, postback_id: UUID) -> str | None:
        """Queue one that failed or was sent again, with its transaction id. Returns its goal, None if it is neither."""
        return self._session.scalar(
            update(PostbackRow)
            .where(PostbackRow.id == postback_id, PostbackRow.site == site, PostbackRow.state.in_(["failed", "sent"]))
            .values(state="queued", reason=None, tries=0, next_try_at=func.now(), finished_at=None)
            .returning(PostbackRow.goal)
        )

    def _update(self, row: PostbackRow, **values: Any) -> None:
        self._session.execute(
            update(PostbackRow)
            .where(PostbackRow.id == row.id, PostbackRow.state == "queued", PostbackRow.claims == row.claims)
            .values(**values)
        )

    def _lead(self, member_id: UUID | None, payment_id: UUID | None) -> LeadRow | None:
        query = select(LeadRow).where(
            HAS_CAMPAIGN, LeadRow.member_id.is_not(None), LeadRow.withdrawn_at.is_(None), ~IS_SUSPECT
        )
        if payment_id is not None:
            paid = select(ReceiptRow.lead_id).where(ReceiptRow.payment_id == payment_id)
            query = query.where(LeadRow.id == paid.scalar_subquery())
        else:
            query = query.where(LeadRow.member_id == member_id)
        locked = query.with_for_update().execution_options(populate_existing=True)
        return self._session.scalar(locked)


def withhold_postbacks(session: Session, member_id: UUID, reason: str = "no_consent") -> int:
    """Withhold what is queued about a member, while the lead still names them. Returns how many rows."""
    theirs = PostbackRow.lead_id.in_(select(LeadRow.id).where(LeadRow.member_id == member_id))
    changed: Any = session.execute(
        update(PostbackRow)
        .where(theirs, PostbackRow.state == "queued")
        .values(state="withheld", reason=reason, finished_at=func.now()),
        execution_options={"synchronize_session": False},
    )
    return int(changed.rowcount)


def postbacks_to(session: Session, member_id: UUID) -> list[dict[str, Any]]:
    """The postbacks sent about a member, for their own copy."""
    columns = [
        PostbackRow.network,
        PostbackRow.goal,
        PostbackRow.state,
        PostbackRow.created_at,
        PostbackRow.finished_at,
    ]
    query = select(*columns).join(LeadRow, LeadRow.id == PostbackRow.lead_id).where(LeadRow.member_id == member_id)
    return [dict(row) for row in session.execute(query).mappings()]


def _units(minor: int) -> str:
    return f"{minor // 100}.{minor % 100:02}"


def _terms(row: NetworkRow) -> PostingTerms:
    hold = timedelta(days=row.hold_days)
    return PostingTerms(tuple(row.hosts), row.templates, hold, row.posts_since, row.method, row.signing_key)


def _receipt(row: ReceiptRow) -> Receipt:
    return Receipt(
        row.payment_id, row.site, row.currency, row.minor, row.vat_minor, row.discount_minor, row.completed_at
    )


def _reversal(row: ReversalRow) -> Reversal:
    at: datetime = row.reversed_at
    return Reversal(row.id, row.payment_id, row.minor, row.vat_minor, row.reason, at)
