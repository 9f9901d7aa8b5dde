"""Mollie's HTTP API v2, as far as its Python client uses it for payments, refunds, customers, mandates and methods."""

from typing import Any
from urllib.parse import urlencode

from starlette.routing import Route

from standins.payments.call import ApiResponse, Call, Counter
from standins.payments.errors import NotFound, RequestRefused
from standins.payments.hal import document, link
from standins.payments.methods import METHODS, Method
from standins.payments.model import Chargeback, Customer, Mandate, Payment, Refund, Resource
from standins.payments.provider import Provider
from standins.payments.requests import CustomerFields, NewMandate, NewPayment, NewRefund, PaymentChange
from standins.payments.storage import Storage


class Api:
    def __init__(self, provider: Provider, storage: Storage) -> None:
        self._provider = provider
        self._storage = storage

    def routes(self, counter: Counter) -> list[Route]:
        payment, customer = "/v2/payments/{payment}", "/v2/customers/{customer}"
        table = [
            ("POST", "/v2/payments", self.create_payment),
            ("GET", "/v2/payments", lambda call: self._page(call, Payment)),
            ("GET", payment, lambda call: _shown(self._payment(call), call)),
            ("PATCH", payment, self.change_payment),
            ("DELETE", payment, lambda call: _shown(self._provider.cancel(self._payment(call)), call)),
            ("POST", f"{payment}/refunds", self.create_refund),
            ("GET", f"{payment}/refunds", lambda call: self._page(call, Refund, self._payment(call).id)),
            ("GET", f"{payment}/refunds/{{id}}", lambda call: self._one(call, Refund, call.ids["payment"])),
            ("GET", f"{payment}/chargebacks", lambda call: self._page(call, Chargeback, self._payment(call).id)),
            ("GET", f"{payment}/chargebacks/{{id}}", lambda call: self._one(call, Chargeback, call.ids["payment"])),
            ("GET", "/v2/refunds", lambda call: self._page(call, Refund)),
            ("GET", "/v2/chargebacks", lambda call: self._page(call, Chargeback)),
            ("POST", "/v2/customers", self.create_customer),
            ("GET", "/v2/customers", lambda call: self._page(call, Customer)),
            ("GET", customer, lambda call: _shown(self._customer(call), call)),
            ("PATCH", customer, self.change_customer),
            ("DELETE", customer, self.remove_customer),
            ("POST", f"{customer}/payments", self.create_payment),
            ("GET", f"{customer}/payments", lambda call: self._page(call, Payment, self._customer(call).id)),
            ("POST", f"{customer}/mandates", self.create_mandate),
            ("GET", f"{customer}/mandates", lambda call: self._page(call, Mandate, self._customer(call).id)),
            ("GET", f"{customer}/mandates/{{id}}", lambda call: self._one(call, Mandate, call.ids["customer"])),
            ("DELETE", f"{customer}/mandates/{{id}}", self.revoke_mandate),
            ("GET", "/v2/methods", self.methods),
            ("GET", "/v2/methods/all", self.methods),
            ("GET", "/v2/methods/{id}", self.method),
        ]
        return [Route(path, counter.serving(handle), methods=[method]) for method, path, handle in table]

    def create_payment(self, call: Call) -> ApiResponse:
        asked = call.take(NewPayment)
        if "customer" in call.ids:
            asked = asked.model_copy(update={"customer_id": self._customer(call).id})
        return _shown(self._provider.create_payment(asked), call, 201)

    def change_payment(self, call: Call) -> ApiResponse:
        return _shown(self._provider.change_payment(self._payment(call), call.take(PaymentChange)), call)

    def create_refund(self, call: Call) -> ApiResponse:
        return _shown(self._provider.refund(self._payment(call), call.take(NewRefund)), call, 201)

    def create_customer(self, call: Call) -> ApiResponse:
        return _shown(self._provider.create_customer(call.take(CustomerFields)), call, 201)

    def change_customer(self, call: Call) -> ApiResponse:
        return _shown(self._provider.change_customer(self._customer(call), call.take(CustomerFields)), call)

    def remove_customer(self, call: Call) -> ApiResponse:
        self._provider.remove(self._customer(call))
        return ApiResponse(None, 204)

    def create_mandate(self, call: Call) -> ApiResponse:
        return _shown(self._provider.create_mandate(self._customer(call), call.take(NewMandate)), call, 201)

    def revoke_mandate(self, call: Call) -> ApiResponse:
        self._provider.remove(self._provider.find(Mandate, call.ids["id"], parent=call.ids["customer"]))
        return ApiResponse(None, 204)

    def methods(self, call: Call) -> ApiResponse:
        shown = [_method(each, call) for each in METHODS.values()]
        links = {"self": link(f"{call.urls.api}/methods")}
        return ApiResponse({"count": len(shown), "_embedded": {"methods": shown}, "_links": links})

    def method(self, call: Call) -> ApiResponse:
        if call.ids["id"] not in METHODS:
            raise NotFound(f"No method exists with token {call.ids['id']}.")
        return ApiResponse(_method(METHODS[call.ids["id"]], call))

    def _payment(self, call: Call) -> Payment:
        return self._provider.find(Payment, call.ids["payment"])

    def _customer(self, call: Call) -> Customer:
        return self._provider.find(Customer, call.ids["customer"])

    def _one(self, call: Call, kind: type[Resource], parent: str) -> ApiResponse:
        return _shown(self._provider.find(kind, call.ids["id"], parent), call)

    def _page(self, call: Call, kind: type[Resource], parent: str | None = None) -> ApiResponse:
        """One page, newest first, with links to its neighbours."""
        limit, start = _limit(call), call.query.get("from")
        if start:
            self._provider.find(kind, start, parent)
        found = self._storage.newest(kind, limit + 1, parent, start)
        shown, rest = found[:limit], found[limit:]
        before = self._storage.page_before(kind, limit, parent, start) if start else None
        path = {Payment: "customers", Mandate: "customers"}.get(kind, "payments")
        own = f"{call.urls.api}/{path}/{parent}/{kind.PLURAL}" if parent else f"{call.urls.api}/{kind.PLURAL}"

        def page_from(resource_id: str | None) -> dict[str, str]:
            return link(f"{own}?{urlencode({'limit': limit} | ({'from': resource_id} if resource_id else {}))}")

        return ApiResponse(
            {
                "count": len(shown),
                "_embedded": {kind.PLURAL: [document(each, call.urls) for each in shown]},
                "_links": {
                    "self": page_from(start),
                    "previous": page_from(before) if before else None,
                    "next": page_from(rest[0].id) if rest else None,
                },
            }
        )


def _shown(resource: Resource, call: Call, status: int = 200) -> ApiResponse:
    return ApiResponse(document(resource, call.urls), status)


def _limit(call: Call) -> int:
    asked = call.query.get("limit", "50")
    if not asked.isdecimal() or not 1 <= int(asked) <= 250:
        raise RequestRefused("The limit is a number from 1 to 250", "limit")
    return int(asked)


def _method(method: Method, call: Call) -> dict[str, Any]:
    picture = f"{call.urls.pages}/card.svg"
    return {
        "resource": "method",
        "id": method.id,
        "description": method.description,
        "minimumAmount": {"value": "0.01", "currency": "EUR"},
        "maximumAmount": {"value": method.maximum, "currency": "EUR"},
        "image": {"size1x": picture, "size2x": picture, "svg": picture},
        "status": "activated",
        "_links": {"self": link(f"{call.urls.api}/methods/{method.id}")},
    }
