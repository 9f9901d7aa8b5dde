"""Templates of reasons. A decision stores the name; each reader gets the text in their own language."""

from enum import StrEnum

from profiles.moderation.domain.moderation import Reason


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
