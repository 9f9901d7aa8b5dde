"""Payouts: what was paid and not paid out yet, less fees and what went back, as Mollie and as Stripe report it."""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standins.payments.call import ApiResponse, Call
from standins.payments.errors import NotFound
from standins.payments.hal import document, link
from standins.payments.model import Chargeback, Payment, Refund, Resource, as_time, new_id
from standins.payments.money import Amount
from standins.payments.provider import utc_now
from standins.payments.storage import Storage

MOST = 10_000
# Of a payment.
FEE, SHARE = Decimal("0.25"), Decimal("0.018")
Kind = Literal["payments", "refunds", "chargebacks"]
# Stripe's names of the same.
CATEGORY = {"payments": "charge", "refunds": "refund", "chargebacks": "dispute"}
KINDS: dict[Kind, type[Resource]] = {"payments": Payment, "refunds": Refund, "chargebacks": Chargeback}


class NewPayout(BaseModel):
    """`fault` makes a payout that does not agree with the payments."""

    model_config = ConfigDict(extra="forbid")

    fault: Literal["", "missing", "twice", "sum", "currency", "total", "unknown"] = ""


class Line(BaseModel):
    """`settled` is in the currency of the payout, below zero for what went back."""

    kind: Kind
    id: str
    payment_id: str
    paid: Amount
    settled: Decimal
    fee: Decimal


class Settlement(Resource):
    PREFIX, PLURAL = "stl_", "settlements"

    resource: str = "settlement"
    reference: str = "1234567.2611.01"
    status: Literal["paidout"] = "paidout"
    currency: str
    total: Decimal
    settled_at: str
    lines: list[Line]

    def public(self) -> dict[str, Any]:
        year, month = self.settled_at[:4], self.settled_at[5:7]
        fees = sum((each.fee for each in self.lines), Decimal(0))
        cost = {"description": "Payments", "count": len(self.lines), "amountGross": self.money(fees)}
        return {
            "resource": self.resource,
            "id": self.id,
            "reference": self.reference,
            "status": self.status,
            "createdAt": self.created_at,
            "settledAt": self.settled_at,
            "amount": self.money(self.total),
            "periods": {year: {month: {"revenue": [], "costs": [cost] if fees else []}}},
        }

    def money(self, value: Decimal) -> dict[str, str]:
        return {"currency": self.currency, "value": f"{value:.2f}"}


def pay_out(storage: Storage, asked: NewPayout) -> Settlement | None:
    """Pay out what no payout has yet, in the currency of the first payment. None where there is nothing."""
    earlier = [each for settlement in storage.newest(Settlement, MOST) for each in settlement.lines]
    done = {each.id for each in earlier}
    lines = [each for each in _unsettled(storage) if each.id not in done]
    paid = [each for each in lines if each.kind == "payments"]
    match asked.fault:
        case "missing" if paid:
            lines.remove(paid[0])
        case "twice":
            lines += [each for each in earlier if each.kind == "payments"][:1]
        case "sum" if paid:
            paid[0].paid = Amount.of(paid[0].paid.number + 1, paid[0].paid.currency)
            paid[0].settled += 1
        case "currency" if paid:
            paid[0].paid = Amount(currency="SEK", value="99.00")
        case "unknown" if paid:
            stranger = paid[0].model_copy(update={"id": new_id(Payment), "payment_id": new_id(Payment)})
            lines.append(stranger)
        case _:
            pass
    if not lines:
        return None
    total = sum((each.settled - each.fee for each in lines), Decimal(0))
    now, number = as_time(utc_now()), new_id(Settlement)
    made = Settlement(
        id=number,
        created_at=now,
        settled_at=now,
        currency=next((each.paid.currency for each in lines if each.paid.currency != "SEK"), "EUR"),
        total=total + 1 if asked.fault == "total" else total,
        lines=lines,
    )
    storage.put(made)
    return made


def _unsettled(storage: Storage) -> list[Line]:
    found = [
        Line(
            kind="payments",
            id=each.id,
            payment_id=each.id,
            paid=each.amount,
            settled=each.amount.number,
            fee=(FEE + each.amount.number * SHARE).quantize(Decimal("0.01")),
        )
        for each in storage.newest(Payment, MOST)
        if each.status == "paid"
    ]
    found += [_reversal("refunds", each) for each in storage.newest(Refund, MOST)]
    found += [_reversal("chargebacks", each) for each in storage.newest(Chargeback, MOST) if each.reversed_at is None]
    return found


def _reversal(kind: Kind, of: Refund | Chargeback) -> Line:
    return Line(
        kind=kind, id=of.id, payment_id=of.payment_id, paid=of.amount, settled=-of.amount.number, fee=Decimal(0)
    )


def switch(storage: Storage, home: str) -> Route:
    """`POST <home>/payout` pays out; `{}` as it should be, or with a fault."""

    async def change(request: Request) -> Response:
        with storage.transaction():
            made = pay_out(storage, NewPayout.model_validate_json(await request.body() or b"{}"))
        return JSONResponse({"id": made.id if made else None})

    return Route(f"{home}/payout", change, methods=["POST"])


class MollieSettlements:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def table(self) -> list[tuple[str, Callable[[Call], ApiResponse]]]:
        path = "/v2/settlements/{id}"
        return [
            ("/v2/settlements", self._all),
            (path, lambda call: ApiResponse(self._shown(self._find(call), call))),
            *((f"{path}/{kind}", self._lines(kind)) for kind in KINDS),
        ]

    def _find(self, call: Call) -> Settlement:
        found = self._storage.get(Settlement, call.ids["id"])
        if found is None:
            raise NotFound(f"No settlement exists with token {call.ids['id']}.")
        return found

    def _shown(self, settlement: Settlement, call: Call) -> dict[str, Any]:
        return {**settlement.public(), "_links": {"self": link(f"{call.urls.api}/settlements/{settlement.id}")}}

    def _all(self, call: Call) -> ApiResponse:
        found = [self._shown(each, call) for each in self._storage.newest(Settlement, MOST)]
        return _page(call, "settlements", "settlements", found)

    def _lines(self, kind: Kind) -> Callable[[Call], ApiResponse]:
        def page(call: Call) -> ApiResponse:
            settlement = self._find(call)
            found = []
            for each in settlement.lines:
                if each.kind == kind:
                    known = self._storage.get(KINDS[kind], each.id)
                    shown = (
                        document(known, call.urls) if known else {"id": each.id, "resource": kind[:-1], "_links": {}}
                    )
                    shown |= {
                        "amount": each.paid.model_dump(),
                        "settlementAmount": settlement.money(each.settled),
                        "settlementId": settlement.id,
                    }
                    found.append(shown | ({"paymentId": each.payment_id} if kind != "payments" else {}))
            return _page(call, f"settlements/{settlement.id}/{kind}", kind, found)

        return page


def _page(call: Call, path: str, plural: str, found: list[dict[str, Any]]) -> ApiResponse:
    limit, start = int(call.query.get("limit", "50")), call.query.get("from")
    found = found[[each["id"] for each in found].index(start) :] if start else found
    shown, rest = found[:limit], found[limit:]
    following = link(f"{call.urls.api}/{path}?{urlencode({'limit': limit, 'from': rest[0]['id']})}") if rest else None
    links = {"self": link(f"{call.urls.api}/{path}"), "previous": None, "next": following}
    return ApiResponse({"count": len(shown), "_embedded": {plural: shown}, "_links": links})


class StripePayouts:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def payouts(self, call: Call) -> ApiResponse:
        since = int(call.query.get("arrival_date[gte]", "0"))
        found = [
            {
                "id": f"po_{each.id[4:]}",
                "object": "payout",
                "amount": int(each.total * 100),
                "currency": each.currency.lower(),
                "status": "paid",
                "arrival_date": _seconds(each.settled_at),
                "created": _seconds(each.created_at),
            }
            for each in self._storage.newest(Settlement, MOST)
            if _seconds(each.settled_at) >= since
        ]
        return _stripe_page(call, found)

    def transactions(self, call: Call) -> ApiResponse:
        settlement = self._storage.get(Settlement, f"stl_{call.query['payout'][3:]}")
        if settlement is None:
            raise NotFound("No such payout")
        found = [
            {
                "id": f"txn_{settlement.id[4:]}{number}",
                "object": "balance_transaction",
                "amount": int(each.settled * 100),
                "fee": int(each.fee * 100),
                "net": int((each.settled - each.fee) * 100),
                "currency": settlement.currency.lower(),
                "type": CATEGORY[each.kind],
                "reporting_category": CATEGORY[each.kind],
                "source": self._source(each),
            }
            for number, each in enumerate(settlement.lines)
        ]
        own = {"id": f"txn_{settlement.id[4:]}", "object": "balance_transaction", "type": "payout"}
        return _stripe_page(call, [*found, own])

    def _source(self, line: Line) -> dict[str, Any]:
        payment = self._storage.get(Payment, line.payment_id)
        about = {"metadata": payment.metadata["intent"] if payment else {"order_id": "none"}}
        minor = int(line.paid.number * 100)
        shown = {"id": line.id, "object": CATEGORY[line.kind], "amount": minor, "currency": line.paid.currency.lower()}
        return shown | (about if line.kind == "payments" else {"charge": about})


def _stripe_page(call: Call, found: list[dict[str, Any]]) -> ApiResponse:
    limit, after = int(call.query.get("limit", "10")), call.query.get("starting_after")
    rest = found[[each["id"] for each in found].index(after) + 1 :] if after else found
    return ApiResponse({"object": "list", "data": rest[:limit], "has_more": len(rest) > limit})


def _seconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())
