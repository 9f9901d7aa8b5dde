"""Emails about the security of an account."""

from dataclasses import replace

from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Variation
from notifications.emails.formats import day, moment


def _new_device(content: EmailContent, context: Context) -> EmailContent:
    say = context.texts.say
    device = context.params["device"] or say("new_device_unknown")
    return replace(content, facts=((say("new_device_device"), device), _time(context)))


def _security_changed(content: EmailContent, context: Context) -> EmailContent:
    say = context.texts.say
    change = say("security_changed_what"), say(f"security_{context.params['change']}")
    return replace(content, facts=(change, _time(context)))


def _factor_code(content: EmailContent, context: Context) -> EmailContent:
    return replace(content, facts=((context.texts.say("factor_code_label"), context.params["code"]),))


def _reactivation(content: EmailContent, context: Context) -> EmailContent:
    until = day(context.params["until"], context.texts.locale)
    return replace(content, text=context.texts.say("reactivation_text", until=until))


def _time(context: Context) -> tuple[str, str]:
    return context.texts.say("new_device_time"), moment(context.params["at"], context.texts.locale)


VARIATIONS: dict[EmailTemplate, Variation] = {
    EmailTemplate.NEW_DEVICE: _new_device,
    EmailTemplate.SECURITY_CHANGED: _security_changed,
    EmailTemplate.FACTOR_CODE: _factor_code,
    EmailTemplate.REACTIVATION: _reactivation,
}
