"""The email to the person chosen for the plan of a date."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Variation
from notifications.emails.formats import moment


def _date_missed(content: EmailContent, context: Context) -> EmailContent:
    say, params = context.texts.say, context.params
    title = say("date_missed_subject", maker=params["maker"])
    when = moment(params["meets_at"], context.texts.locale, ZoneInfo(params["time_zone"]))
    facts = {"with": params["partner"], "place": params["place"], "time": when, "words": params["note"]}
    return replace(
        content,
        subject=title,
        title=title,
        text=say("date_missed_text", maker=params["maker"], name=params["name"]),
        facts=tuple((say(f"date_missed_{name}"), value) for name, value in facts.items() if value),
    )


VARIATIONS: dict[EmailTemplate, Variation] = {EmailTemplate.DATE_MISSED: _date_missed}
