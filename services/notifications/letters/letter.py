"""What one mail says, before it has a shape."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime
from babel.numbers import format_currency, format_decimal
from servicekit.texts import Texts
from sites import Site

from notifications.domain.mail import Addressee, Mail, Template
from notifications.ports import Name

DEFAULT_LOCALE = "nl"  # has its pages without a prefix


@dataclass(frozen=True)
class Letter:
    subject: str
    title: str
    text: str
    button: str
    url: str
    facts: tuple[tuple[str, str], ...] = ()
    note: str | None = None


@dataclass(frozen=True)
class Words:
    """The texts of mails in one language, about one site."""

    texts: Texts
    others: Mapping[str, Texts]
    locale: str
    site: Site
    public_url: str

    def say(self, key: str, **params: Any) -> str:
        return self.texts.find(key, self.locale, {"site": self.site.name, **params}) or key

    def count(self, key: str, count: int) -> str:
        """The text in the form this language has for so many."""
        return counted(self.texts, key, self.locale, count)

    def of_the_app(self, file: str, key: str, **params: Any) -> str:
        """Words that stand on a screen, too: a measure, a reason."""
        return self.others[file].find(key, self.locale, params) or ""

    def page(self, path: str) -> str:
        prefix = "" if self.locale == DEFAULT_LOCALE else f"/{self.locale}"
        return f"{self.public_url}{prefix}{path}"


def counted(texts: Texts, key: str, locale: str, count: int) -> str:
    form = Locale.parse(locale).plural_form(count)
    found = (texts.find(f"{key}_{name}", locale, {"count": count}) for name in (form, "other"))
    return next((text for text in found if text), None) or texts.find(key, locale, {"count": count}) or key


def letter_of(mail: Mail, to: Addressee, about: Name | None, words: Words) -> Letter:
    say, page = words.say, words.page
    match mail.template:
        case Template.ACTIVATION:
            return Letter(
                subject=say("activation_subject"),
                title=say("activation_title", name=to.name),
                text=say("activation_text"),
                button=say("activation_button"),
                url=page(f"/activate#token={mail.params['token']}"),
                note=say("activation_note"),
            )
        case Template.PASSWORD_RESET:
            return _with_link("password_reset", f"/reset-password/do#token={mail.params['token']}", to, words)
        case Template.MAIL_CHANGE:
            return _with_link("mail_change", f"/mail-change/do#token={mail.params['token']}", to, words)
        case Template.PASSWORD_CHANGED:
            return _with_link("password_changed", "/reset-password", to, words)
        case Template.ADDRESS_CHANGE_ASKED:
            return _with_link("address_change_asked", f"/mail-change/stop#token={mail.params['token']}", to, words)
        case Template.ADDRESS_CHANGED:
            return _with_link("address_changed", "/pages/service", to, words)
        case Template.NEW_DEVICE:
            facts = _new_device(mail.params, words)
            return replace(_with_link("new_device", "/settings/devices", to, words), facts=facts)
        case Template.FACTOR_CODE:
            facts = ((say("factor_code_label"), mail.params["code"]),)
            return replace(_with_link("factor_code", "/settings/security", to, words), facts=facts)
        case Template.SECURITY_CHANGED:
            facts = _security_changed(mail.params, words)
            return replace(_with_link("security_changed", "/settings/security", to, words), facts=facts)
        case Template.SIGN_UP_TRIED:
            return _with_link("sign_up_tried", "/login", to, words)
        case Template.REACTIVATION:
            until = format_date(date.fromisoformat(mail.params["until"]), "long", locale=words.locale)
            return _with_link("reactivation", f"/reactivate#token={mail.params['token']}", to, words, until=until)
        case Template.EXPORT_READY:
            return _with_link("export_ready", f"/my-data#token={mail.params['token']}", to, words)
        case Template.MODERATION:
            letter = _with_link("moderation", f"/appeal#{mail.params['decision_id']}", to, words)
            if mail.params.get("measure") == "review":
                letter = replace(letter, text=say("moderation_review_text", min_age=words.site.min_age))
            return replace(letter, facts=_statement(mail.params, words))
        case Template.COMPLAINT_RECEIVED:
            title = words.of_the_app("complaints", "received", number=mail.params["number"])
            text = words.of_the_app("complaints", "received_text")
            return _complaint(title, text, None, mail.params, words)
        case Template.COMPLAINT_DECIDED:
            title = say("complaint_decided_subject", number=mail.params["number"])
            text = words.of_the_app("complaints", f"outcome_{mail.params['outcome']}")
            note = say("complaint_decided_note", support_email=words.site.support_email)
            return _complaint(title, f"{text.rstrip('.')}.", note, mail.params, words)
        case Template.PHOTO_REJECTED:
            reason = words.of_the_app("photos", f"reason_{mail.params['reason']}")
            facts = ((say("moderation_reason"), reason),) if reason else ()
            letter = replace(_with_link("photo_rejected", "/profile", to, words), facts=facts)
            is_deleted = mail.params["reason"] == "illegal"
            return replace(letter, text=say("photo_deleted_text")) if is_deleted else letter
        case Template.UNREAD_MESSAGE:
            return _about_someone("unread_message", page(f"/chats/{mail.params['conversation_id']}"), about, words)
        case Template.UNREAD_REMINDER:
            return _counting("unread_reminder", int(mail.params["unread"]), page("/chats"), words)
        case Template.LIKES:
            return _counting("likes", int(mail.params["likes"]), page("/likes"), words)
        case Template.PROFILE_REMINDER:
            return Letter(
                subject=say("profile_reminder_subject"),
                title=say("profile_reminder_title", name=to.name),
                text=say("profile_reminder_text"),
                button=say("profile_reminder_button"),
                url=page("/profile"),
            )
        case Template.WEEKLY:
            figures = ((say("weekly_likes"), mail.params["likes"]), (say("weekly_unread"), mail.params["unread"]))
            return Letter(
                subject=say("weekly_subject"),
                title=say("weekly_subject"),
                text=say("weekly_text"),
                button=say("weekly_button"),
                url=page("/chats" if mail.params["likes"] == "0" else "/likes"),
                facts=tuple((label, count) for label, count in figures if count != "0"),
            )
        case Template.MATCH:
            return _about_someone("match", page(f"/likes/m/{mail.about_id}"), about, words)
        case Template.NEW_MESSAGE:
            return _about_someone("new_message", page(f"/chats/{mail.params['conversation_id']}"), about, words)
        case Template.PAYMENT_RECEIPT:
            return Letter(
                subject=say("payment_receipt_subject"),
                title=say("payment_receipt_title"),
                text=say("payment_receipt_text"),
                button=say("payment_receipt_button"),
                url=page("/transactions"),
                facts=_receipt(mail.params, words),
                note=say("payment_receipt_note", refund_days=words.site.refund_days),
            )
        case Template.WITHDRAWAL:
            return Letter(
                subject=say("withdrawal_subject"),
                title=say("withdrawal_title"),
                text=say("withdrawal_text"),
                button=say("withdrawal_button"),
                url=page("/transactions"),
                facts=_withdrawal(mail.params, words),
                note=say("withdrawal_note"),
            )
        case Template.DIRECT_DEBIT:
            amount = _money(mail.params["amount"], mail.params["currency"], words.locale)
            return Letter(
                subject=say("direct_debit_subject", amount=amount),
                title=say("direct_debit_title"),
                text=say("direct_debit_text"),
                button=say("direct_debit_button"),
                url=page(f"/credits/{mail.params['payment_id']}/return"),
                facts=(
                    (say("payment_receipt_amount"), amount),
                    (say("direct_debit_due"), _day(mail.params["due_on"], words.locale)),
                    (say("direct_debit_mandate"), mail.params["mandate_reference"]),
                ),
                note=say("direct_debit_note"),
            )
        case Template.DEBIT_FAILED:
            return Letter(
                subject=say("debit_failed_subject"),
                title=say("debit_failed_subject"),
                text=say("debit_failed_text"),
                button=say("debit_failed_button"),
                url=page(f"/credits/{mail.params['payment_id']}/return"),
                facts=(
                    (say("debit_failed_amount"), _money(mail.params["amount"], mail.params["currency"], words.locale)),
                    (say("payment_receipt_number"), mail.params["payment_id"]),
                ),
            )
        case Template.MONEY_BACK:
            return Letter(
                subject=say("money_back_subject"),
                title=say("money_back_subject"),
                text=say(f"money_back_{mail.params['reason']}"),
                button=say("payment_receipt_button"),
                url=page("/transactions"),
                facts=_money_back(mail.params, words),
                note=say("money_back_owed_note") if mail.params["debt"] != "0" else None,
            )


def _with_link(template: str, path: str, to: Addressee, words: Words, **facts: str) -> Letter:
    """Something about the account, and the one page where to go on."""
    say = words.say
    return Letter(
        subject=say(f"{template}_subject"),
        title=say(f"{template}_title", name=to.name),
        text=say(f"{template}_text", **facts),
        button=say(f"{template}_button"),
        url=words.page(path),
        note=say(f"{template}_note", support_email=words.site.support_email),
    )


def _counting(template: str, count: int, url: str, words: Words) -> Letter:
    subject = words.count(f"{template}_subject", count)
    text, button = words.say(f"{template}_text"), words.say(f"{template}_button")
    return Letter(subject=subject, title=subject, text=text, button=button, url=url)


def _complaint(title: str, text: str, note: str | None, params: Mapping[str, str], words: Words) -> Letter:
    """Who has no account has no list of their complaints, either."""
    button = words.of_the_app("complaints", "title" if params.get("visitor") else "own")
    return Letter(subject=title, title=title, text=text, button=button, url=words.page("/complaints"), note=note)


def _statement(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    """What the law wants said of a measure: what, why, on what ground, for how long, and who decided."""

    def said(label: str, key: str) -> tuple[tuple[str, str], ...]:
        text = words.of_the_app("complaints", key)
        return ((words.say(label), text),) if text else ()

    until = params.get("until")
    return (
        *said("moderation_measure", f"measure_{params.get('measure')}"),
        *said("moderation_reason", f"reason_{params.get('reason')}"),
        *said("moderation_ground", f"ground_{params.get('ground')}"),
        *(((words.say("moderation_until"), _day(until[:10], words.locale)),) if until else ()),
        *said("moderation_by", f"by_{params.get('by')}"),
    )


def _new_device(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    device = params["device"] or words.say("new_device_unknown")
    return ((words.say("new_device_device"), device), _time(params, words))


def _security_changed(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    return ((words.say("security_changed_what"), words.say(f"security_{params['change']}")), _time(params, words))


def _time(params: Mapping[str, str], words: Words) -> tuple[str, str]:
    at = datetime.fromisoformat(params["at"]).astimezone(UTC)
    return words.say("new_device_time"), f"{format_datetime(at, 'medium', locale=words.locale)} UTC"


def _about_someone(template: str, url: str, about: Name | None, words: Words) -> Letter:
    """Who it is about and nothing else: what they say and show stays on the site.

    Someone we cannot name stays nameless, because a name without its mark could be a fictional profile's.
    """
    if about is None:
        note, subject = None, words.say(f"{template}_subject_nameless")
    else:
        name = f"{about.name} ({words.say('fictional')})" if about.is_fictional else about.name
        note = words.say("fictional_note", name=about.name) if about.is_fictional else None
        subject = words.say(f"{template}_subject", partner=name)
    text, button = words.say(f"{template}_text"), words.say(f"{template}_button")
    return Letter(subject=subject, title=subject, text=text, button=button, url=url, note=note)


def _receipt(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    method = params["method"]
    return (
        (words.say("payment_receipt_credits"), params["credits"]),
        (words.say("payment_receipt_amount"), _money(params["amount"], params["currency"], words.locale)),
        *_vat(params, words),
        (words.say("payment_receipt_method"), words.texts.find(f"method_{method}", words.locale) or method),
        (words.say("payment_receipt_number"), params["payment_id"]),
    )


def _vat(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    """What a payment of before VAT was told, or of a country without, says nothing about."""
    if not params.get("vat_rate"):
        return ()
    rate = format_decimal(Decimal(params["vat_rate"]), locale=words.locale)
    return ((words.say("payment_receipt_vat", rate=rate), _money(params["vat"], params["currency"], words.locale)),)


def _money_back(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    owed = ((words.say("money_back_owed"), params["debt"]),) if params["debt"] != "0" else ()
    return (
        (words.say("withdrawal_amount"), _money(params["amount"], params["currency"], words.locale)),
        (words.say("money_back_credits"), params["credits"]),
        *owed,
        (words.say("payment_receipt_number"), params["payment_id"]),
    )


def _withdrawal(params: Mapping[str, str], words: Words) -> tuple[tuple[str, str], ...]:
    """What was stated, and when to the minute: the law wants both on paper or the like."""
    stated_at = datetime.fromisoformat(params["stated_at"])
    method = params["method"]
    return (
        (words.say("withdrawal_payment"), params["payment_id"]),
        (words.say("withdrawal_stated"), format_datetime(stated_at, "long", locale=words.locale)),
        (words.say("withdrawal_credits"), params["credits"]),
        (words.say("withdrawal_amount"), _money(params["amount"], params["currency"], words.locale)),
        (words.say("payment_receipt_method"), words.texts.find(f"method_{method}", words.locale) or method),
        (words.say("payment_receipt_number"), params["refund_id"]),
    )


def _day(day: str, locale: str) -> str:
    return format_date(date.fromisoformat(day), "long", locale=locale)


def _money(value: str, currency: str, locale: str) -> str:
    try:
        return format_currency(Decimal(value), currency, locale=locale)
    except UnknownLocaleError:
        return f"{currency} {value}"
