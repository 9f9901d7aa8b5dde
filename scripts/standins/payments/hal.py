"""Answers in Mollie's form: HAL documents with links, lists in pages, problems with a status and a field."""

import json
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from standins.payments.errors import RequestRefused
from standins.payments.model import Chargeback, Customer, Mandate, Payment, Refund, Resource

MEDIA_TYPE = "application/hal+json"
MEDIA = f"{MEDIA_TYPE}; charset=utf-8"


@dataclass(frozen=True)
class URLs:
    """Base URLs of links: the API as its caller reached it, the pages as a browser does."""

    api: str
    pages: str

    def checkout(self, payment_id: str) -> str:
        return f"{self.pages}/checkout/{payment_id}"


def link(href: str, media_type: str = MEDIA_TYPE) -> dict[str, str]:
    return {"href": href, "type": media_type}


def document(resource: Resource, urls: URLs) -> dict[str, Any]:
    return {**resource.public(), "_links": _links(resource, urls)}


def problem(error: RequestRefused) -> Response:
    body: dict[str, Any] = {"status": error.status, "title": error.title, "detail": error.detail}
    if error.field:
        body["field"] = error.field
    body["_links"] = {"documentation": link("https://docs.mollie.com/reference/handling-errors", "text/html")}
    return Response(json.dumps(body), error.status, media_type=MEDIA)


def _links(resource: Resource, urls: URLs) -> dict[str, Any]:
    match resource:
        case Payment():
            return _payment_links(resource, urls)
        case Refund() | Chargeback():
            payment = f"{urls.api}/payments/{resource.payment_id}"
            return {"self": link(f"{payment}/{resource.PLURAL}/{resource.id}"), "payment": link(payment)}
        case Mandate():
            customer = f"{urls.api}/customers/{resource.customer_id}"
            return {"self": link(f"{customer}/mandates/{resource.id}"), "customer": link(customer)}
        case Customer():
            own = f"{urls.api}/customers/{resource.id}"
            return {
                "self": link(own),
                "payments": link(f"{own}/payments"),
                "mandates": link(f"{own}/mandates"),
            }
        case _:
            return {"self": link(f"{urls.api}/{resource.PLURAL}/{resource.id}")}


def _payment_links(payment: Payment, urls: URLs) -> dict[str, Any]:
    own = f"{urls.api}/payments/{payment.id}"
    links = {"self": link(own)}
    if payment.status == "open":
        links["checkout"] = link(urls.checkout(payment.id), "text/html")
    else:
        # In test mode the real provider, too, has a page to change the status of such a payment.
        links["changePaymentState"] = link(urls.checkout(payment.id), "text/html")
    if payment.amount_refunded and payment.amount_refunded.number:
        links["refunds"] = link(f"{own}/refunds")
    if payment.amount_charged_back:
        links["chargebacks"] = link(f"{own}/chargebacks")
    if payment.customer_id:
        links["customer"] = link(f"{urls.api}/customers/{payment.customer_id}")
    return links
