"""Receipts and other emails about money."""

from dataclasses import replace
from decimal import Decimal

from babel.numbers import format_decimal

from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Facts, Variation
from notifications.emails.formats import day, moment, money


def _receipt(content: EmailContent, context: Context) -> EmailContent:
    say, params = context.texts.say, context.params
    facts = (
        (say("payment_receipt_credits"), params["credits"]),
        (say("payment_receipt_amount"), _amount(context)),
        *_vat(context),
        (say("payment_receipt_method"), _method(context)),
        (say("payment_receipt_number"), params["payment_id"]),
    )
    return replace(content, facts=facts)


def _vat(context: Context) -> Facts:
    """No line for payments of countries without VAT, and of the time before events carried it."""
    params, locale = context.params, context.texts.locale
    if not params.get("vat_rate"):
        return ()
    rate = format_decimal(Decimal(params["vat_rate"]), locale=locale)
    return ((context.texts.say("payment_receipt_vat", rate=rate), money(params["vat"], params["currency"], locale)),)


def _invoice(content: EmailContent, context: Context) -> EmailContent:
    say, kind = context.texts.say, context.params["kind"]
    facts = (
        (say(f"{kind}_number"), context.params["number"]),
        (say("payment_receipt_amount"), _amount(context)),
    )
    subject = say(f"{kind}_subject")
    button = say("payment_receipt_button")
    return replace(content, subject=subject, title=subject, text=say(f"{kind}_text"), button=button, facts=facts)


def _withdrawal(content: EmailContent, context: Context) -> EmailContent:
    """Confirm a withdrawal with its content and its time, as the Consumer Rights Directive demands (article 11, 3)."""
    say, params = context.texts.say, context.params
    facts = (
        (say("withdrawal_payment"), params["payment_id"]),
        (say("withdrawal_stated"), moment(params["stated_at"], context.texts.locale)),
        (say("withdrawal_credits"), params["credits"]),
        (say("withdrawal_amount"), _amount(context)),
        (say("payment_receipt_method"), _method(context)),
        (say("payment_receipt_number"), params["refund_id"]),
    )
    return replace(content, facts=facts)


def _money_back(content: EmailContent, context: Context) -> EmailContent:
    say, params = context.texts.say, context.params
    has_debt = params["debt"] != "0"
    facts = (
        (say("withdrawal_amount"), _amount(context)),
        (say("money_back_credits"), params["credits"]),
        *(((say("money_back_owed"), params["debt"]),) if has_debt else ()),
        (say("payment_receipt_number"), params["payment_id"]),
    )
    # After a chargeback nothing is refunded by us: the bank took the money itself.
    subject = say("money_back_chargeback_subject") if params["reason"] == "chargeback" else content.subject
    return replace(
        content,
        subject=subject,
        title=subject,
        text=say(f"money_back_{params['reason']}"),
        button=say("payment_receipt_button"),
        facts=facts,
        note=say("money_back_owed_note") if has_debt else None,
    )


def _direct_debit(content: EmailContent, context: Context) -> EmailContent:
    say, params = context.texts.say, context.params
    facts = (
        (say("payment_receipt_amount"), _amount(context)),
        (say("direct_debit_due"), day(params["due_on"], context.texts.locale)),
        (say("direct_debit_mandate"), params["mandate_reference"]),
    )
    return replace(content, subject=say("direct_debit_subject", amount=_amount(context)), facts=facts)


def _debit_failed(content: EmailContent, context: Context) -> EmailContent:
    say = context.texts.say
    number = say("payment_receipt_number"), context.params["payment_id"]
    return replace(content, facts=((say("debit_failed_amount"), _amount(context)), number))


def _invitation_reward(content: EmailContent, context: Context) -> EmailContent:
    say = context.texts.say
    facts = ((say("payment_receipt_credits"), context.params["credits"]),)
    return replace(content, button=say("payment_receipt_button"), facts=facts)


def _amount(context: Context) -> str:
    return money(context.params["amount"], context.params["currency"], context.texts.locale)


def _method(context: Context) -> str:
    return context.texts.methods.find(context.params["method"], context.texts.locale)


VARIATIONS: dict[EmailTemplate, Variation] = {
    EmailTemplate.PAYMENT_RECEIPT: _receipt,
    EmailTemplate.INVOICE: _invoice,
    EmailTemplate.WITHDRAWAL: _withdrawal,
    EmailTemplate.MONEY_BACK: _money_back,
    EmailTemplate.DIRECT_DEBIT: _direct_debit,
    EmailTemplate.DEBIT_FAILED: _debit_failed,
    EmailTemplate.INVITATION_REWARD: _invitation_reward,
}
