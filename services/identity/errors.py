"""Everything identity can refuse."""

from servicekit.errors import Conflict, Invalid, RateLimited


class EmailInvalid(Invalid):
    code = "email_invalid"


class EmailTaken(Conflict):
    code = "email_taken"


class NameIsEmail(Invalid):
    code = "name_is_email"


class NameStartsWithAt(Invalid):
    code = "name_starts_with_at"


class NameRequired(Invalid):
    code = "name_required"


class BirthDateInvalid(Invalid):
    code = "date_of_birth_invalid"


class TooYoung(Invalid):
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


class AccountDeleted(Invalid):
    code = "account_deleted"


class ActivationFailed(Invalid):
    code = "activation_failed"


class GreetingTooLong(Invalid):
    code = "message_too_long"
