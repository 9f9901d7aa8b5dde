"""The provider's resources, with the fields of Mollie's API."""

import secrets
import string
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from standins.payments.money import Amount

PaymentStatus = Literal["open", "pending", "paid", "failed", "canceled", "expired"]
Sequence = Literal["oneoff", "first", "recurring"]
WebAddress = Annotated[str, Field(pattern=r"^https?://[^\s]+$", max_length=2000)]


class Resource(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    PREFIX: ClassVar[str]
    PLURAL: ClassVar[str]

    resource: str
    id: str
    mode: Literal["test"] = "test"
    created_at: str

    def public(self) -> dict[str, Any]:
        return {name: value for name, value in self.model_dump(by_alias=True).items() if value is not None}


class Payment(Resource):
    PREFIX, PLURAL = "tr_", "payments"

    resource: str = "payment"
    status: PaymentStatus
    amount: Amount
    amount_refunded: Amount | None = None
    amount_remaining: Amount | None = None
    amount_charged_back: Amount | None = None
    description: str
    redirect_url: str | None = None
    cancel_url: str | None = None
    webhook_url: str | None = None
    method: str | None = None
    offered_methods: list[str] = []
    metadata: Any = None
    locale: str | None = None
    profile_id: str = "pfl_sandbox"
    sequence_type: Sequence
    customer_id: str | None = None
    mandate_id: str | None = None
    details: dict[str, str] | None = None
    expires_at: str | None = None
    # When the bank decides about a payment that nobody has to visit a page for, and how.
    settles_at: str | None = None
    settles_as: str | None = None
    paid_at: str | None = None
    failed_at: str | None = None
    canceled_at: str | None = None
    expired_at: str | None = None

    @property
    def is_settled(self) -> bool:
        return self.status not in ("open", "pending")

    def public(self) -> dict[str, Any]:
        shown = {
            **super().public(),
            "method": self.method,
            "metadata": self.metadata,
            "isCancelable": self.status == "open",
        }
        # Known to the hosted page and the bank only.
        return {
            name: value for name, value in shown.items() if name not in ("offeredMethods", "settlesAt", "settlesAs")
        }


class Refund(Resource):
    PREFIX, PLURAL = "re_", "refunds"

    resource: str = "refund"
    payment_id: str
    status: Literal["refunded"] = "refunded"
    amount: Amount
    description: str
    metadata: Any = None


class Chargeback(Resource):
    PREFIX, PLURAL = "chb_", "chargebacks"

    resource: str = "chargeback"
    payment_id: str
    amount: Amount
    reversed_at: str | None = None


class Customer(Resource):
    PREFIX, PLURAL = "cst_", "customers"

    resource: str = "customer"
    name: str | None = None
    email: str | None = None
    locale: str | None = None
    metadata: Any = None


class Mandate(Resource):
    PREFIX, PLURAL = "mdt_", "mandates"

    resource: str = "mandate"
    customer_id: str
    status: Literal["valid", "invalid"] = "valid"
    method: str
    details: dict[str, str]
    # Outcome of payments with it, if the payer chose one on the page.
    again: str | None = None
    mandate_reference: str | None = None
    signature_date: str | None = None

    def public(self) -> dict[str, Any]:
        return {name: value for name, value in super().public().items() if name != "again"}


def new_id(kind: type[Resource]) -> str:
    alphabet = string.ascii_letters + string.digits
    return kind.PREFIX + "".join(secrets.choice(alphabet) for _ in range(14))


def as_time(moment: datetime) -> str:
    """Mollie's form of a time; two of these compare like the moments they stand for."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")
