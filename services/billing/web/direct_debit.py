from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output, caller, endpoint, limiter, locale, source

from billing.domain.direct_debit import NEXT_CODE_AFTER, Address, Application
from billing.usecases.apply_direct_debit import (
    ApplicationForm,
    CodeMessage,
    apply_direct_debit,
    confirm_direct_debit,
    send_another_code,
)
from billing.usecases.limit_text_messages import TextMessageLimits
from billing.web.context import current_site, wiring
from billing.web.saved_methods import SavedMethodOut

direct_debit = Blueprint("direct_debit", __name__, url_prefix="/api")


class DirectDebit(Input):
    id: ClientId
    account_holder: str = Field(min_length=2, max_length=70)
    iban: str = Field(min_length=5, max_length=50)
    street: str = Field(min_length=1, max_length=100)
    postcode: str = Field(min_length=1, max_length=16)
    city: str = Field(min_length=1, max_length=70)
    country: str = Field(pattern=r"^[A-Z]{2}$")
    phone: str = Field(min_length=4, max_length=30)


class DirectDebitOut(Output):
    """The last four digits of account and number, for members to recognise them."""

    id: UUID
    iban_last4: str
    phone_last4: str
    mandate_reference: str
    tries_left: int
    next_code_seconds: int

    @staticmethod
    def of(application: Application) -> "DirectDebitOut":
        return DirectDebitOut(
            id=application.id,
            iban_last4=application.iban[-4:],
            phone_last4=application.phone[-4:],
            mandate_reference=application.mandate_reference,
            tries_left=application.tries_left,
            next_code_seconds=int(NEXT_CODE_AFTER.total_seconds()),
        )


class DirectDebitAnswer(Output):
    direct_debit: DirectDebitOut


class AnotherCode(Input):
    id: UUID


class ConfirmDirectDebit(Input):
    id: UUID
    code: str = Field(pattern=r"^[0-9]{6}$")


class ConfirmedAnswer(Output):
    saved_method: SavedMethodOut


@direct_debit.post("/directdebit.php")
@endpoint(status=201)
def post_direct_debit(body: DirectDebit) -> DirectDebitAnswer:
    """Apply for direct debit; a code goes to the mobile number."""
    form = ApplicationForm(
        body.id,
        " ".join(body.account_holder.split()),
        body.iban,
        body.phone,
        Address(body.street, body.postcode, body.city, body.country),
    )
    application = apply_direct_debit(wiring().unit_of_work(), _message(), caller().member_id, form)
    return DirectDebitAnswer(direct_debit=DirectDebitOut.of(application))


@direct_debit.put("/directdebit.php")
@endpoint()
def put_direct_debit(body: AnotherCode) -> DirectDebitAnswer:
    """Send another code; the one before stops working."""
    application = send_another_code(wiring().unit_of_work(), _message(), caller().member_id, body.id)
    return DirectDebitAnswer(direct_debit=DirectDebitOut.of(application))


@direct_debit.post("/directdebit-code.php")
@endpoint()
def post_code(body: ConfirmDirectDebit) -> ConfirmedAnswer:
    """Sign the mandate with the code from the message."""
    dependencies = wiring()
    method = confirm_direct_debit(
        dependencies.unit_of_work(),
        dependencies.providers,
        current_site(),
        dependencies.fields.hash_keys,
        caller().member_id,
        body.id,
        body.code,
    )
    return ConfirmedAnswer(saved_method=SavedMethodOut.of(method))


def _message() -> CodeMessage:
    dependencies, site = wiring(), current_site()
    params = {"site": site.name, "code": "{code}"}
    text = dependencies.mail_texts.with_own(site.texts("mails")).find("sms_code", locale(), params) or "{code}"
    limits = TextMessageLimits(limiter(), caller().member_id, source(), current_site().key)
    return CodeMessage(
        messages=dependencies.messages,
        sender=site.text_sender,
        account=site.sms_account,
        text=text,
        keys=dependencies.fields.hash_keys,
        limits=limits,
        countries=site.sms_countries,
    )
