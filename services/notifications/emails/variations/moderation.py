"""Decisions of moderators, and answers to complaints."""

from dataclasses import replace

from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Facts, Variation
from notifications.emails.formats import day

# Measures about a verification, and whether their button leads to it. The others lead to the decision.
VERIFICATION = {"verify": True, "ask_verification": True, "refuse_verification": False}


def _moderation(content: EmailContent, context: Context) -> EmailContent:
    texts, text = context.texts, content.text
    if (measure := context.params.get("measure")) in VERIFICATION:
        return _verification(content, context, str(measure))
    if context.params.get("measure") == "review":
        is_minor = context.params.get("reason") == "minor"
        name = "moderation_review_text" if is_minor else "moderation_review_rule_text"
        text = texts.say(name, min_age=texts.site.min_age)
    if context.params.get("provisional"):
        text = f"{text} {texts.say('moderation_provisional')}"
    return replace(content, text=text, facts=_statement_of_reasons(context))


def _verification(content: EmailContent, context: Context, measure: str) -> EmailContent:
    texts = context.texts
    subject, text = (texts.say(f"moderation_{measure}_{part}") for part in ("subject", "text"))
    if measure == "verify" and context.params.get("by") == "rule":
        text = texts.say("moderation_verify_model_text")
    content = replace(content, subject=subject, title=subject, text=text)
    if VERIFICATION[measure]:
        button, url = texts.say(f"moderation_{measure}_button"), texts.page("/settings/verification")
        return replace(content, button=button, url=url, note=None)
    return replace(content, facts=_statement_of_reasons(context))


def _statement_of_reasons(context: Context) -> Facts:
    """The facts that article 17 of the Digital Services Act demands of a sanction."""
    texts, params = context.texts, context.params

    def fact(name: str) -> Facts:
        text = texts.of_app("complaints", f"{name}_{params.get(name)}")
        return ((texts.say(f"moderation_{name}"), text),) if text else ()

    until = params.get("until")
    return (
        *fact("measure"),
        *fact("reason"),
        *fact("ground"),
        *(((texts.say("moderation_until"), day(until, texts.locale)),) if until else ()),
        *fact("detection"),
        *fact("by"),
    )


def _photo_rejected(content: EmailContent, context: Context) -> EmailContent:
    reason = context.texts.of_app("photos", f"reason_{context.params['reason']}")
    if reason:
        content = replace(content, facts=((context.texts.say("moderation_reason"), reason),))
    if context.params["reason"] == "illegal":
        state = context.params.get("state", "deleted")
        content = replace(content, text=context.texts.say(f"photo_{state}_text"))
    if context.statement:  # events of 0.2.0 name no decision
        button, page = context.texts.say("moderation_button"), f"/appeal#token={context.statement}"
        content = replace(content, button=button, url=context.texts.page(page))
    return content


def _complaint_received(content: EmailContent, context: Context) -> EmailContent:
    of_app = context.texts.of_app
    title = of_app("complaints", "received", number=context.params["number"])
    return _complaint(replace(content, subject=title, text=of_app("complaints", "received_text")), context)


def _complaint_decided(content: EmailContent, context: Context) -> EmailContent:
    subject = context.texts.say("complaint_decided_subject", number=context.params["number"])
    outcome = context.texts.of_app("complaints", f"outcome_{context.params['outcome']}")
    return _complaint(replace(content, subject=subject, text=f"{outcome.rstrip('.')}."), context)


def _appeal_received(content: EmailContent, context: Context) -> EmailContent:
    of_app = context.texts.of_app
    title = of_app("complaints", "appeal_received", number=context.params["number"])
    return replace(content, subject=title, title=title, text=of_app("complaints", "appeal_received_text"))


def _appeal_decided(content: EmailContent, context: Context) -> EmailContent:
    """Answer with the sentence that the moderator chose; without one, by the outcome."""
    of_app, subject = context.texts.of_app, context.texts.say("appeal_decided_subject", number=context.params["number"])
    chosen = of_app("complaints", f"template_{context.params.get('answer')}")
    outcome = of_app("complaints", f"appeal_{context.params['outcome']}")
    return replace(content, subject=subject, title=subject, text=" ".join(filter(None, (outcome, chosen))))


def _complaint(content: EmailContent, context: Context) -> EmailContent:
    # A visitor has no list of complaints.
    button = context.texts.of_app("complaints", "title" if context.params.get("visitor") else "own")
    return replace(content, title=content.subject, button=button)


VARIATIONS: dict[EmailTemplate, Variation] = {
    EmailTemplate.MODERATION: _moderation,
    EmailTemplate.PHOTO_REJECTED: _photo_rejected,
    EmailTemplate.APPEAL_RECEIVED: _appeal_received,
    EmailTemplate.APPEAL_DECIDED: _appeal_decided,
    EmailTemplate.COMPLAINT_RECEIVED: _complaint_received,
    EmailTemplate.COMPLAINT_DECIDED: _complaint_decided,
}
