"""Applying for direct debit: account, telephone number, a code sent to it, and a mandate at the provider."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound, SigningKeys, new_id
from shared.kit.db import body_hash_of
from shared.sites import Site
from shared.text_messages.message import TextMessage, TextMessages, TextNotSent, TextOutcomeUnknown, TextRefused
from shared.text_messages.numbers import country_of_number, mobile_number

from billing.domain.direct_debit import (
    CODE_LIVES,
    NEXT_CODE_AFTER,
    Address,
    Application,
    compact_iban,
    hash_of_code,
    is_code,
    new_code,
    new_mandate_reference,
)
from billing.domain.payment import OrderRefused
from billing.domain.saved_method import SavedMethod
from billing.errors import (
    CodeInvalid,
    CodeSpent,
    CodeTooSoon,
    DirectDebitBlocked,
    IbanInvalid,
    KeyReused,
    MessageNotSent,
    PhoneCountryNotServed,
    PhoneInvalid,
)
from billing.events.published import text_message_sent
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.create_payment import customer_of, provider_for
from billing.usecases.limit_text_messages import TextMessageLimits


@dataclass(frozen=True)
class ApplicationForm:
    id: UUID
    holder: str
    iban: str
    phone: str
    address: Address


@dataclass(frozen=True)
class CodeMessage:
    """Parameters of the message with the code: client, sender, text, key of the code's hash, limits and countries."""

    messages: TextMessages
    sender: str
    account: str  # of the brand at the provider
    text: str  # with {code} in it
    keys: SigningKeys
    limits: TextMessageLimits
    countries: Collection[str]

    def check_country(self, phone: str) -> None:
        """Raise PhoneCountryNotServed outside the list: toll fraud sends messages to expensive countries."""
        if country_of_number(phone) not in self.countries:
            raise PhoneCountryNotServed(field="phone")


def apply_direct_debit(uow: BillingUnit, message: CodeMessage, member_id: UUID, form: ApplicationForm) -> Application:
    """Store the application and send the code, once for its id.

    Raises IbanInvalid, PhoneInvalid, PhoneCountryNotServed, KeyReused, DirectDebitBlocked, DirectDebitLimit or
    MessageNotSent.
    """
    iban, phone = _checked(form)
    message.check_country(phone)
    body_hash = body_hash_of(
        {"member": member_id, "iban": iban, "phone": phone, "holder": form.holder, "address": form.address}
    )
    with uow:
        application = uow.direct_debits.find(form.id)
        if application is None and uow.direct_debits.is_blocked(iban, phone):
            raise DirectDebitBlocked()
        is_proven = uow.direct_debits.has_proven_number(member_id, phone)
    if application is None:
        message.limits.take(phone, iban, is_proven=is_proven)
        application = _kept(uow, _new_application(member_id, form, iban, phone, body_hash))
    if application.body_hash != body_hash:
        raise KeyReused(field="id")
    return application if application.code_sent_at else _send_code(uow, message, application)


def send_another_code(uow: BillingUnit, message: CodeMessage, member_id: UUID, application_id: UUID) -> Application:
    """The old code stops working. Raises CodeTooSoon, DirectDebitLimit, PhoneCountryNotServed or NotFound."""
    application = _theirs(uow, member_id, application_id)
    message.check_country(application.phone)
    with uow:
        now = uow.now()
        if application.code_sent_at is not None and now < application.code_sent_at + NEXT_CODE_AFTER:
            left = application.code_sent_at + NEXT_CODE_AFTER - now
            raise CodeTooSoon(retry_after_seconds=max(1, int(left.total_seconds())))
        is_proven = uow.direct_debits.has_proven_number(member_id, application.phone)
    message.limits.take(application.phone, application.iban, is_proven=is_proven)
    return _send_code(uow, message, application)


def confirm_direct_debit(
    uow: BillingUnit,
    providers: PaymentProviders,
    site: Site,
    keys: SigningKeys,
    member_id: UUID,
    application_id: UUID,
    code: str,
) -> SavedMethod:
    """Sign the mandate with the code, create it at the provider, and save it for one-click orders.

    Raises CodeInvalid (with the tries left), CodeSpent, DirectDebitBlocked or ProviderUnavailable; after the last, the
    same code continues where it stopped.
    """
    application = _theirs(uow, member_id, application_id)
    if application.signed_at is None:
        _check_code(uow, keys, application, code)
        application = _theirs(uow, member_id, application_id)
    if application.saved_method_id is not None:
        with uow:
            return uow.saved_methods.get(application.saved_method_id)
    name = provider_for(providers, site, application.address.country, "directdebit")
    customer_id = customer_of(uow, providers[name], name, member_id)
    try:
        mandate_id = providers[name].create_mandate(customer_id, application, site.support_email)
    except OrderRefused as refused:
        raise DirectDebitBlocked() from refused
    method = SavedMethod(
        id=new_id(),
        member_id=member_id,
        provider=name,
        kind="directdebit",
        brand=None,
        last4=application.iban[-4:],
        customer_id=customer_id,
        mandate_id=mandate_id,
        mandate_reference=application.mandate_reference,
    )
    with uow:
        # Of two confirmations at once the second finds the method of the first, by its mandate.
        saved = uow.saved_methods.get(uow.saved_methods.add_once(method))
        if saved.member_id != member_id:
            raise DirectDebitBlocked()
        uow.direct_debits.record_saved_method(application.id, saved.id)
        uow.commit()
    return saved


def _checked(form: ApplicationForm) -> tuple[str, str]:
    if (iban := compact_iban(form.iban)) is None:
        raise IbanInvalid(field="iban")
    if (phone := mobile_number(form.phone, form.address.country)) is None:
        raise PhoneInvalid(field="phone")
    return iban, phone


def _new_application(member_id: UUID, form: ApplicationForm, iban: str, phone: str, body_hash: bytes) -> Application:
    return Application(
        id=form.id,
        member_id=member_id,
        body_hash=body_hash,
        holder=form.holder,
        iban=iban,
        phone=phone,
        address=form.address,
        mandate_reference=new_mandate_reference(form.id),
        code_hash=None,
        code_expires_at=None,
        code_sent_at=None,
        tries=0,
    )


def _kept(uow: BillingUnit, application: Application) -> Application:
    """Store the application; return the stored one if its id was taken meanwhile."""
    with uow:
        if uow.direct_debits.add_once(application):
            uow.commit()
            return application
        return uow.direct_debits.find(application.id) or application


def _send_code(uow: BillingUnit, message: CodeMessage, application: Application) -> Application:
    code = new_code()
    with uow:
        code_hash = hash_of_code(message.keys, application.id, code)
        # Of two requests at once, one sends.
        is_ours = uow.direct_debits.record_code(application.id, code_hash, CODE_LIVES, NEXT_CODE_AFTER)
        uow.commit()
    if is_ours:
        _send(uow, message, application, code)
    return _theirs(uow, application.member_id, application.id)


def _send(uow: BillingUnit, message: CodeMessage, application: Application, code: str) -> None:
    """Send the code, and announce what became of it. Raises MessageNotSent, and PhoneInvalid for a refused number.

    A message that may have gone out counts as sent: the member asks for another code if it does not come.
    """
    text = TextMessage(new_id(), application.phone, message.text.format(code=code), message.sender, message.account)
    error: Exception | None = None
    try:
        message.messages.send(text)
        state = "sent"
    except TextOutcomeUnknown:
        state = "unknown"
    except TextRefused as refused:
        state, error = "failed", PhoneInvalid(field="phone") if refused.reason == "number" else MessageNotSent()
    except TextNotSent:
        state, error = "failed", MessageNotSent()
    with uow:
        if error is not None:
            uow.direct_debits.code_not_sent(application.id)
        uow.announce(text_message_sent(text.id, application.member_id, "direct_debit_code", state))
        uow.commit()
    if error is not None:
        raise error


def _check_code(uow: BillingUnit, keys: SigningKeys, application: Application, code: str) -> None:
    with uow:
        # The attempt is counted before the code is compared, so that parallel requests share the limit.
        if not uow.direct_debits.take_attempt(application.id):
            raise CodeSpent(field="code")
        is_right = is_code(keys, application, code)
        if is_right:
            uow.direct_debits.sign(application.id)
        uow.commit()
    if not is_right:
        raise CodeInvalid(field="code", tries_left=max(0, application.tries_left - 1))


def _theirs(uow: BillingUnit, member_id: UUID, application_id: UUID) -> Application:
    with uow:
        application = uow.direct_debits.find(application_id)
    if application is None or application.member_id != member_id:
        raise NotFound()
    return application
