"""The hosted checkout page: the payer chooses the payment's status and is redirected to the merchant."""

from dataclasses import dataclass
from typing import get_args
from urllib.parse import parse_qs, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from standins import log, pages
from standins.payments.methods import METHODS
from standins.payments.model import Payment
from standins.payments.provider import Outcome, Provider
from standins.payments.requests import NewRefund
from standins.payments.storage import Storage
from standins.payments.webhooks import Webhooks

HOME = "/dev/payments"

_STATES = {
    "open": "Waiting for you",
    "pending": "Waiting for the bank",
    "paid": "Paid",
    "failed": "Failed",
    "canceled": "Canceled",
    "expired": "Expired",
}


# Outcomes a payer can choose for later payments with the method that this payment saves.
AGAIN = {"paid": "Paid", "failed": "Failed", "authentication_required": "The bank asks", "pending": "Left open"}


@dataclass(frozen=True)
class Action:
    status: str
    label: str
    main: bool = False


class Checkout:
    def __init__(
        self, provider: Provider, storage: Storage, webhooks: Webhooks, merchant: str, home: str = HOME
    ) -> None:
        self._provider = provider
        self._storage = storage
        self._webhooks = webhooks
        self._merchant = merchant
        self._home = home

    def routes(self) -> list[Route]:
        path = f"{self._home}/checkout/{{id}}"
        return [Route(path, self.show), Route(path, self.decide, methods=["POST"]), *pages.static_routes(self._home)]

    async def show(self, request: Request) -> Response:
        payment = self._payment(request)
        return self._page(payment) if payment else self._not_here()

    async def decide(self, request: Request) -> Response:
        form = {name: values[-1] for name, values in parse_qs((await request.body()).decode("latin-1")).items()}
        status = form.get("status", "")
        with self._storage.transaction():
            payment = self._payment(request)
            if payment is None:
                return self._not_here()
            if status not in {"open", *get_args(Outcome), *(each.status for each in _actions(payment))}:
                return self._page(payment, refused=True)
            self._apply(payment, status, form.get("method"), form.get("again"))
        self._webhooks.wake()
        log.logger().info("payer decided", payment=payment.id, status=status)
        return RedirectResponse(self._way_on(payment, status), 303, headers=pages.PRIVATE)

    def _payment(self, request: Request) -> Payment | None:
        """The payment of this id, by whichever prefix the API shows it."""
        return self._storage.get(Payment, f"{Payment.PREFIX}{request.path_params['id'].rpartition('_')[2]}")

    def _apply(self, payment: Payment, status: str, method: str | None, again: str | None) -> None:
        match status:
            case "paid" | "failed" | "canceled" | "expired":
                said = again if again in AGAIN else None
                self._provider.settle(payment, status, method if method in METHODS else None, said)
            case "refunded" if payment.amount_remaining:
                self._provider.refund(payment, NewRefund(amount=payment.amount_remaining))
            case "charged_back":
                self._provider.charge_back(payment)
            case "won_back":
                self._provider.win_back(payment)

    def _page(self, payment: Payment, *, refused: bool = False) -> Response:
        back = urlsplit(payment.redirect_url or "")
        given_back = payment.status == "paid" and payment.amount_remaining and not payment.amount_remaining.number
        return pages.page(
            "checkout.html",
            {
                "home": self._home,
                "payment": payment,
                "price": payment.amount,
                "merchant": self._merchant,
                "methods": _methods(payment),
                "state": "Paid and given back" if given_back else _STATES[payment.status],
                "actions": _actions(payment),
                "is_settled": payment.is_settled,
                "saves": payment.status == "open" and payment.sequence_type == "first",
                "again": AGAIN,
                "back": payment.redirect_url,
                "back_to": back.netloc,
            },
            status=422 if refused else 200,
            # Browsers hold the redirect after a form to the same rule as the form.
            form_action=f"'self' {back.scheme}://{back.netloc}" if back.netloc else "'self'",
        )

    def _way_on(self, payment: Payment, status: str) -> str:
        here = f"{self._home}/checkout/{payment.id}"
        if status in ("refunded", "charged_back", "won_back"):
            return here
        return (payment.cancel_url if status == "canceled" else None) or payment.redirect_url or here

    def _not_here(self) -> Response:
        what, hint = "There is no such payment", "It may belong to another copy of the product, or the link is cut off."
        return pages.page("gone.html", {"home": self._home, "what": what, "hint": hint}, status=404)


def _methods(payment: Payment) -> list[object]:
    chosen = [payment.method] if payment.method else payment.offered_methods or list(METHODS)
    return [METHODS[each] for each in chosen]


def _actions(payment: Payment) -> list[Action]:
    match payment.status:
        case "open":
            return [
                Action("paid", f"Pay {payment.amount}", main=True),
                Action("failed", "Fail"),
                Action("canceled", "Cancel"),
                Action("expired", "Expire"),
                Action("open", "Leave open"),
            ]
        case "pending":
            return [Action("paid", f"Pay {payment.amount}", main=True), Action("failed", "Fail")]
        case "paid" if payment.amount_remaining and payment.amount_remaining.number:
            left = payment.amount_remaining
            return [Action("refunded", f"Refund {left}"), Action("charged_back", f"Charge back {left}")]
        case "paid" if payment.amount_charged_back and payment.amount_charged_back.number:
            return [Action("won_back", f"Win back {payment.amount_charged_back}")]
        case _:
            return []
