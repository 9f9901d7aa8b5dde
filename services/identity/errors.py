"""Everything identity can refuse."""

from servicekit.errors import Conflict, Forbidden, Invalid, NotFound, RateLimited


class EmailInvalid(Invalid):
    code = "email_invalid"


class EmailDisposable(Invalid):
    """The mailbox is one of those that exist for a few minutes."""

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
    """The name holds an address, a telephone number or a link."""

    code = "name_is_contact"


class NameReserved(Invalid):
    """The name passes for staff or for the site."""

    code = "name_reserved"


class NameRequired(Invalid):
    code = "name_required"


class BirthDateInvalid(Invalid):
    code = "date_of_birth_invalid"


class BirthDateRequired(Invalid):
    code = "date_of_birth_required"


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
    # Whether a guess was made and was wrong, and not refused before it was looked at.
    was_guessed = False


class TooManyGuesses(RateLimited):
    """Failed guesses of this network, over all accounts, have used up its budget."""

    code = "too_many_guesses"

    def __init__(self, *, retry_after_seconds: int) -> None:
        super().__init__(retry_after_seconds=retry_after_seconds, hours=-(-retry_after_seconds // 3600))


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


class ConsentNeeded(Invalid):
    code = "consent_needed"


class InviteInvalid(NotFound):
    code = "invite_invalid"


class SignUpRefused(Forbidden):
    """The mailbox or the browser is shut out, by a measure or at its owner's wish."""

    code = "sign_up_refused"


class SignUpByInvitation(Forbidden):
    code = "signup_by_invitation"


class ActivationFailed(Invalid):
    code = "activation_failed"


class GreetingTooLong(Invalid):
    code = "message_too_long"


class SecondFactorRequired(Invalid):
    """The password was right, or the session is good; a second factor is asked for, too."""

    code = "second_factor_required"


class AccountSuspended(Forbidden):
    """Said to whoever knows the password; the reasons are in their mail."""

    code = "account_suspended"


class CodeWrong(Invalid):
    code = "code_wrong"


class PasswordWrong(Invalid):
    code = "password_wrong"


class OldPasswordWrong(Invalid):
    code = "old_password_wrong"


class PasswordsDiffer(Invalid):
    code = "passwords_differ"


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


class TooManyPasskeys(Conflict):
    code = "too_many_passkeys"
