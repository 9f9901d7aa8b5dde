"""Request bodies of the API. Like the real one, it ignores unknown fields."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from standins.payments.model import Sequence, WebAddress
from standins.payments.money import Amount


class Body(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class NewPayment(Body):
    amount: Amount
    description: str = Field(min_length=1, max_length=255)
    redirect_url: WebAddress | None = None
    cancel_url: WebAddress | None = None
    webhook_url: WebAddress | None = None
    method: str | list[str] | None = None
    metadata: Any = None
    locale: str | None = None
    sequence_type: Sequence = "oneoff"
    customer_id: str | None = None
    mandate_id: str | None = None

    @property
    def methods(self) -> list[str]:
        return [self.method] if isinstance(self.method, str) else self.method or []


class PaymentChange(Body):
    description: str | None = Field(default=None, min_length=1, max_length=255)
    redirect_url: WebAddress | None = None
    cancel_url: WebAddress | None = None
    webhook_url: WebAddress | None = None
    metadata: Any = None


class NewRefund(Body):
    amount: Amount
    description: str = Field(default="", max_length=255)
    metadata: Any = None


class CustomerFields(Body):
    name: str | None = None
    email: str | None = None
    locale: str | None = None
    metadata: Any = None


class NewMandate(Body):
    method: str
    consumer_name: str = Field(min_length=1)
    consumer_account: str | None = None
    consumer_bic: str | None = None
    mandate_reference: str | None = None
    signature_date: str | None = None
