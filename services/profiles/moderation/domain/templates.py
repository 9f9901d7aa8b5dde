"""Templates of reasons. A decision stores the name; each reader gets the text in their own language."""

from enum import StrEnum

from profiles.moderation.domain.moderation import Measure, Reason


class Template(StrEnum):
    NO_BREACH = "no_breach"
    UNDER_AGE = "under_age"
    THREATS = "threats"
    INSULTS = "insults"
    UNWANTED_CONTACT = "unwanted_contact"
    HATE = "hate"
    MONEY = "money"
    SCAM_LINKS = "scam_links"
    FALSE_IDENTITY = "false_identity"
    NUDITY_UNASKED = "nudity_unasked"
    ADVERTISING = "advertising"
    CONTACT_DETAILS = "contact_details"
    AUTOMATIC = "automatic"  # of a rule: a person looks later
    APPEAL_KEPT = "appeal_kept"
    APPEAL_NOTHING_NEW = "appeal_nothing_new"
    APPEAL_MISTAKE = "appeal_mistake"
    APPEAL_NEW_FACTS = "appeal_new_facts"


# Answers to appeals, with the measure that each explains.
ANSWERS: dict[Template, Measure] = {
    Template.APPEAL_KEPT: Measure.DISMISS,
    Template.APPEAL_NOTHING_NEW: Measure.DISMISS,
    Template.APPEAL_MISTAKE: Measure.LIFT,
    Template.APPEAL_NEW_FACTS: Measure.LIFT,
}
# The rule that each template says was broken. NO_BREACH closes a case of any reason.
REASON_OF: dict[Template, Reason] = {
    Template.UNDER_AGE: Reason.MINOR,
    Template.THREATS: Reason.VIOLENCE,
    Template.INSULTS: Reason.HARASSMENT,
    Template.UNWANTED_CONTACT: Reason.HARASSMENT,
    Template.HATE: Reason.HATE,
    Template.MONEY: Reason.FRAUD,
    Template.SCAM_LINKS: Reason.FRAUD,
    Template.FALSE_IDENTITY: Reason.FAKE,
    Template.NUDITY_UNASKED: Reason.NUDITY,
    Template.ADVERTISING: Reason.ADVERTISING,
    Template.CONTACT_DETAILS: Reason.ADVERTISING,
}
