"""Errors of profiles."""

from shared.kit.core import Conflict, FieldError, Forbidden, Invalid, RateLimited, Unavailable


class BlockedByMember(Forbidden):
    """The member has blocked the caller. On direct access only; elsewhere the blocker does not exist."""

    code = "blocked"


class TooManyCards(RateLimited):
    """So many different members were shown within a day as no person looks at."""

    code = "too_many_cards"


class VisitorsMayNotSearch(Forbidden):
    code = "visitors_may_not_search"


class AddressUnconfirmed(Forbidden):
    """The answer goes by email, so the address is confirmed first."""

    code = "address_unconfirmed"


class NotOffered(Forbidden):
    """The site does not offer this choice."""

    code = "not_offered"


class PresenceNotShared(Forbidden):
    """The member does not share their presence, so they do not find others by theirs."""

    code = "presence_not_shared"


class ProfileNotThereYet(Unavailable):
    """The event of the sign-up has not arrived yet; a retry finds the profile."""

    retry_after_seconds = 1


class ProfileMissing(Exception):
    """An event about a member whose sign-up has not arrived yet: it is redelivered."""


class MatchingConsentNeeded(Invalid):
    """The member has not consented to the use of `seeks`."""

    code = "matching_consent_needed"


class ReligionConsentNeeded(Invalid):
    """The member has not consented to the storing of `religion`."""

    code = "religion_consent_needed"


class TextTooLong(Invalid):
    code = "about_too_long"


class BirthDateInvalid(Invalid):
    code = "date_of_birth_invalid"


class BirthDateTooYoung(Invalid):
    """The date is missing or below the minimum age."""

    code = "date_of_birth_required"


class ChangedLately(Conflict):
    """The member has corrected this already; `again_on` is the day of the next correction."""

    code = "changed_lately"


class TooManyPlans(Conflict):
    """The member has as many plans of dates as they may, until one ends."""

    code = "too_many_plans"


class VerificationWaiting(Conflict):
    """The desk has pictures of the member already."""

    code = "verification_waiting"


class VerificationPhotoNeeded(Conflict):
    """The profile has no photo to compare with."""

    code = "verification_photo_needed"


class DrawEnded(Conflict):
    """The drawn poses are used, replaced by others, or too old."""

    code = "draw_ended"


class TooManyVerifications(RateLimited):
    """So many draws or submissions within a day as no person needs."""

    code = "too_many_verifications"


class PicturesAlike(Invalid):
    """One picture was sent for both poses."""

    code = "pictures_alike"


class PictureDark(Invalid):
    """Nothing is to be seen: a single colour, as of a covered camera."""

    code = "picture_dark"


class NotYetAnswered(Conflict):
    """A date can be planned with a member once both have written."""

    code = "not_yet_answered"


class PlanHoldsContactDetails(Invalid):
    """The words of a plan would go by mail to a stranger, and have contact details or links."""

    code = "plan_holds_contact_details"


class ContactRefused(Conflict):
    """The person wants no messages about plans of dates, or gets as many as one address gets from all members."""

    code = "contact_refused"


class TooManyContacts(Conflict):
    """The member has named as many people today as they may."""

    code = "too_many_contacts"


class TooManyTexts(Conflict):
    """The member has named as many telephone numbers today as the site allows."""

    code = "too_many_texts"


class PhoneInvalid(Invalid):
    """No mobile telephone can have this number."""

    code = "phone_invalid"


class ContactCountryNotServed(Invalid):
    """The site sends no text messages to the country of this number."""

    code = "contact_country_not_served"


class CheckInEnded(Conflict):
    """The chosen person has been told, or the question cannot be put off any further."""

    code = "check_in_ended"


class RefusalLinkInvalid(Invalid):
    code = "statement_link_invalid"


class TownUnknown(Invalid):
    code = "town_unknown"


class PhotoLimitReached(Conflict):
    """The member has as many photos as they may."""

    code = "photo_limit_reached"


class PictureBlocked(Forbidden):
    """The picture looks like one that was rejected as illegal."""

    code = "picture_blocked"


class PictureNotAllowed(Forbidden):
    """The site's image classifier refuses this picture in a chat."""

    code = "picture_not_allowed"


class PhotosChanged(Conflict):
    """The photos differ from the ordered ones: the list has changed since it was read."""

    code = "photos_changed"


def invalid_field(field: str) -> Invalid:
    return Invalid(errors=[FieldError(field, "field_invalid")])
