"""Emails to the person chosen for the plan of a date, and about them."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Variation
from notifications.emails.formats import moment


def _date_missed(content: EmailContent, context: Context) -> EmailContent:
    params = context.params
    when = _moment(context, "meets_at")
    facts = {"with": params["partner"], "place": params["place"], "time": when, "words": params["note"]}
    labels = {f"date_missed_{name}": value for name, value in facts.items()}
    return _to_contact(content, context, labels)


def _date_fine(content: EmailContent, context: Context) -> EmailContent:
    answered = {"date_fine_time": _moment(context, "fine_at"), "date_missed_with": context.params["partner"]}
    note = context.texts.say("date_fine_note", maker=context.params["maker"])
    return replace(_to_contact(content, context, answered), note=note)


def _to_contact(content: EmailContent, context: Context, facts: dict[str, str]) -> EmailContent:
    """The words of the template about the member, and facts by the keys of their labels."""
    say, params, template = context.texts.say, context.params, context.email.template
    title = say(f"{template}_subject", maker=params["maker"])
    return replace(
        content,
        subject=title,
        title=title,
        text=say(f"{template}_text", maker=params["maker"], name=params["name"]),
        facts=tuple((say(key), value) for key, value in facts.items() if value),
    )


def _moment(context: Context, name: str) -> str:
    return moment(context.params[name], context.texts.locale, ZoneInfo(context.params["time_zone"]))


def _date_unreached(content: EmailContent, context: Context) -> EmailContent:
    is_fine = context.params.get("of") == "fine"
    return replace(content, text=context.texts.say("date_unreached_fine_text")) if is_fine else content


VARIATIONS: dict[EmailTemplate, Variation] = {
    EmailTemplate.DATE_MISSED: _date_missed,
    EmailTemplate.DATE_FINE: _date_fine,
    EmailTemplate.DATE_UNREACHED: _date_unreached,
}
