from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint, limiter, visitor

from identity.domain.account import normal_email
from identity.errors import TooManyResetMails
from identity.security_events import Action
from identity.usecases.change_address import change_address, request_address_change
from identity.usecases.change_password import change_password
from identity.usecases.request_password_reset import request_password_reset
from identity.usecases.reset_password import reset_password
from identity.usecases.stop_change import stop_change
from identity.web import cookies
from identity.web.accounts import logged_in
from identity.web.context import current_site, site_key, wiring
from identity.web.guess_limits import limits_guesses
from identity.web.mail_limits import may_disclose, take_mail
from identity.web.models.accounts import UserAnswer
from identity.web.models.passwords import AskChange, AskReset, ChangePassword, ResetPassword, UseToken
from identity.web.security_events import logs

passwords = Blueprint("passwords", __name__, url_prefix="/api")


@passwords.post("/reset-password.php")
@endpoint()
@logs(Action.PASSWORD_ASK)
def post_reset_password(body: AskReset) -> Nothing:
    """Request a mail with a link for a new password."""
    dependencies = wiring()
    address = normal_email(body.email)
    take_mail("reset_mail", address, TooManyResetMails)
    request_password_reset(
        dependencies.unit_of_work(), dependencies.mail_sealer, site_key(), address, may_disclose=may_disclose(address)
    )
    return Nothing()


@passwords.put("/reset-password.php")
@endpoint()
@logs(Action.PASSWORD_SET)
def put_reset_password(body: ResetPassword) -> Nothing:
    """Set a new password with the token of the mailed link. All sessions end."""
    dependencies = wiring()
    reset_password(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.mail_sealer,
        site_key(),
        current_site(),
        body.token,
        body.password,
    )
    return Nothing()


@passwords.put("/password.php")
@endpoint()
@logs(Action.PASSWORD_SET)
@limits_guesses
def put_password(body: ChangePassword) -> UserAnswer:
    """Change the password. All other sessions end."""
    dependencies = wiring()
    return logged_in(
        change_password(
            dependencies.unit_of_work(),
            dependencies.passwords,
            dependencies.mail_sealer,
            site_key(),
            current_site(),
            caller().member_id,
            body.old_password,
            body.password,
            cookies.browser_identity(),
        )
    )


@passwords.post("/mail-change.php")
@endpoint()
@logs(Action.ADDRESS_CHANGE_ASK)
@limits_guesses
def post_mail_change(body: AskChange) -> Nothing:
    """Request a mail with a link to a new address."""
    dependencies = wiring()
    request_address_change(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.mail_sealer,
        current_site(),
        caller().member_id,
        body.email,
        body.password,
        limiter(),
        visitor(),
        is_kept=body.email_kept,
    )
    return Nothing()


@passwords.put("/mail-change.php")
@endpoint()
@logs(Action.ADDRESS_CHANGE)
def put_mail_change(body: UseToken) -> Nothing:
    """Change the address with the token of the mailed link. All other sessions end."""
    dependencies = wiring()
    change_address(
        dependencies.unit_of_work(), dependencies.mail_sealer, current_site(), body.token, cookies.browser_identity()
    )
    return Nothing()


@passwords.post("/mail-change-stop.php")
@endpoint()
@logs(Action.ADDRESS_CHANGE_STOP)
def post_mail_change_stop(body: UseToken) -> Nothing:
    """Stop a change of address with the token mailed to the old one. All other sessions end."""
    stop_change(wiring().unit_of_work(), site_key(), body.token, cookies.browser_identity())
    return Nothing()
