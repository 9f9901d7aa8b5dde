"""Errors that identity raises, each with its stable code."""

from datetime import timedelta

from shared.kit.core import Conflict, Forbidden, Invalid, NotFound, RateLimited, Unavailable


class EmailInvalid(Invalid):
    code = "email_invalid"


class EmailNotAscii(Invalid):
    """The site's mail relay takes no address with such letters before the @."""

    code = "email_not_ascii"


class EmailMistyped(Invalid):
    """The domain is that of a large provider but for a typing error; `suggestion` is the address that was meant."""

    code = "email_mistyped"


class EmailDisposable(Invalid):
    """The mailbox belongs to a provider of disposable addresses."""

    code = "email_disposable"


class EmailTaken(Conflict):
    code = "email_taken"


class SignUpKeyReused(Invalid):
    code = "idempotency_key_reused"


class NameIsEmail(Invalid):
    code = "name_is_email"


class NameStartsWithAt(Invalid):
    code = "name_starts_with_at"


class NameIsContact(Invalid):
    """The name contains an address, a telephone number or a link."""

    code = "name_is_contact"


class NameReserved(Invalid):
    """The name passes for staff or for the site."""

    code = "name_reserved"


class NameChangedLately(Conflict):
    """The member has corrected their name already; `again_on` is the day of the next one."""

    code = "name_changed_lately"


class NameRequired(Invalid):
    code = "name_required"


class NameTooShort(Invalid):
    code = "name_too_short"


class NameIsInsult(Invalid):
    code = "name_is_insult"


class BirthDateInvalid(Invalid):
    code = "date_of_birth_invalid"


class BirthDateRequired(Invalid):
    code = "date_of_birth_required"


class TownUnknown(Invalid):
    """The gazetteer has no town with this id."""

    code = "town_unknown"


class PasswordTooShort(Invalid):
    code = "password_too_short"


class PasswordTooLong(Invalid):
    code = "password_too_long"


class PasswordTooCommon(Invalid):
    code = "password_too_common"


class TermsNotAccepted(Invalid):
    code = "terms_required"


class LoginFailed(Invalid):
    code = "login_failed"


class LoginBlocked(RateLimited):
    code = "login_blocked"
    # Whether the guess was checked and wrong. False for a guess that was refused before it was checked.
    was_guessed = False


class TooManyGuesses(RateLimited):
    """Failed guesses from this network, over all accounts, have used up its rate limit."""

    code = "too_many_guesses"

    def __init__(self, *, retry_after_seconds: int) -> None:
        # A sliding window of a day has room again after at most the day and one of its twelve slices: 26 hours.
        hours = -(-max(1, retry_after_seconds - self.longest_jitter_seconds) // 3600)
        super().__init__(retry_after_seconds=retry_after_seconds, hours=hours)


class AccountDeleted(Invalid):
    code = "account_deleted"


class ReactivationFailed(Invalid):
    code = "reactivation_failed"


class ExportTooSoon(RateLimited):
    code = "export_too_soon"


class ExportLinkInvalid(Invalid):
    code = "export_link_invalid"


class ConsentOutdated(Conflict):
    code = "consent_outdated"


class MatchingConsentNeeded(Invalid):
    """The consent depends on `matching`, which is not given."""

    code = "matching_consent_needed"


class ConsentNeeded(Invalid):
    code = "consent_needed"


class InviteInvalid(NotFound):
    code = "invite_invalid"


class SignUpRefused(Forbidden):
    """The mailbox or the browser is banned, by moderation or at the request of its owner."""

    code = "sign_up_refused"


class SignUpByInvitation(Forbidden):
    code = "signup_by_invitation"


class ActivationFailed(Invalid):
    code = "activation_failed"


class GreetingEmpty(Invalid):
    code = "message_empty"


class GreetingTooLong(Invalid):
    code = "message_too_long"


class SecondFactorRequired(Invalid):
    """The password or the session is valid, and a second factor is required besides."""

    code = "second_factor_required"


class AccountSuspended(Forbidden):
    """Raised only after the right password, so that it discloses nothing. The reasons are in a mail."""

    code = "account_suspended"


class CodeWrong(Invalid):
    code = "code_wrong"


class PasswordWrong(Invalid):
    code = "password_wrong"


class OldPasswordWrong(Invalid):
    code = "old_password_wrong"


class EmailUnknown(Invalid):
    code = "email_unknown"


class NewEmailInvalid(Invalid):
    code = "new_email_invalid"


class EmailOwned(Conflict):
    code = "email_owned"


class TooManyResetMails(RateLimited):
    code = "too_many_reset_mails"


class TooManyChangeMails(RateLimited):
    code = "too_many_change_mails"


class TooManyReactivationMails(RateLimited):
    code = "too_many_reactivation_mails"


class LinkInvalid(Invalid):
    code = "link_invalid"


class AuthenticatorInUse(Conflict):
    code = "authenticator_in_use"


class AuthenticatorMissing(Conflict):
    code = "authenticator_missing"


class PasskeyRefused(Invalid):
    code = "passkey_refused"


class TooManyInvitations(Conflict):
    code = "too_many_invitations"


class AddressUnconfirmed(Forbidden):
    """The member has to confirm their email address first."""

    code = "address_unconfirmed"


class TooManyContacts(Conflict):
    code = "too_many_contacts"


class ContactsChangedOften(RateLimited):
    """The list has changed on five of 30 days; `days` is the time until it can change again."""

    code = "contacts_changed_often"

    def __init__(self, wait: timedelta) -> None:
        seconds = max(1, int(wait.total_seconds()))
        super().__init__(retry_after_seconds=seconds, days=-(-seconds // 86_400))


class TooManyPasskeys(Conflict):
    code = "too_many_passkeys"


class AgeAssuranceNotDue(Conflict):
    """The site does not ask the member for this, or they have shown their age."""

    code = "age_assurance_not_due"


class AgeProviderUnavailable(Unavailable):
    code = "age_provider_unavailable"


class WebhookUnsigned(Forbidden):
    """A request to the webhook has no valid signature of the provider, or an old one."""

    code = "webhook_unsigned"


class MailedLately(Conflict):
    """A mail with such a link was sent lately, and the link is valid."""

    code = "mailed_lately"


class AlreadyConfirmed(Conflict):
    code = "already_confirmed"


class StaffRoleInvalid(Invalid):
    """No role at all, a brand that does not exist, or an owner of one brand alone."""

    code = "staff_role_invalid"


class OwnerByCommand(Forbidden):
    """An owner is made at a terminal (`scripts/pairwise moderation staff invite --owner`), never by one owner alone."""

    code = "owner_by_command"


class OwnRoles(Forbidden):
    """Nobody changes their own roles or ends their own account."""

    code = "own_roles"


class LastOwner(Conflict):
    """Without an owner nobody could manage the accounts of staff."""

    code = "last_owner"


class StaffExists(Conflict):
    """An account of staff has this address."""

    code = "staff_exists"


class SecondFactorNeeded(Conflict):
    """The last second factor of an account of staff."""

    code = "second_factor_needed"


class OidcUnavailable(Unavailable):
    """There is no OpenID provider, it is down, or its answer cannot be parsed."""

    code = "oidc_unavailable"


class OidcExpired(Invalid):
    """The answer of the provider belongs to no log-in of this browser, or to an old one."""

    code = "oidc_expired"


class OidcRefused(Forbidden):
    """The provider ended the log-in, or its code or token is not valid for it."""

    code = "oidc_refused"


class OidcUnknown(Forbidden):
    """No account of staff with access here belongs to this identity."""

    code = "oidc_unknown"


class OidcEmailUnverified(Forbidden):
    """At a first log-in the provider has to say that it has verified the address."""

    code = "oidc_email_unverified"


class OidcInvitationOpen(Forbidden):
    """The invitation has to be accepted first, by its mailed link."""

    code = "oidc_invitation_open"


class OidcBound(Forbidden):
    """The account belongs to another identity of the provider. A new invitation ends that."""

    code = "oidc_bound"
