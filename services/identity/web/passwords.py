from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.rate_limit import limiter, visitor

from identity.domain.account import normal_email
from identity.errors import TooManyResetMails
from identity.security_events import Action
from identity.usecases.ask_for_reset import ask_for_reset
from identity.usecases.change_address import ask_for_change, change_address
from identity.usecases.change_password import change_password
from identity.usecases.reset_password import reset_password
from identity.usecases.stop_change import stop_change
from identity.web import cookies
from identity.web.accounts import logged_in
from identity.web.context import current_site, site_key, wiring
from identity.web.guessing import takes_secret
from identity.web.mail_limits import may_tell, take_mail
from identity.web.models import UserAnswer
from identity.web.proving_models import AskChange, AskReset, ChangePassword, ResetPassword, UseToken
from identity.web.security_events import logs

passwords = Blueprint("passwords", __name__, url_prefix="/api")


@passwords.post("/reset-password.php")
@endpoint()
@logs(Action.PASSWORD_ASK)
def post_reset_password(body: AskReset) -> Nothing:
    """Have a link for a new password mailed."""
    held = wiring()
    address = normal_email(body.email)
    take_mail("reset_mail", address, TooManyResetMails)
    ask_for_reset(held.unit_of_work(), held.seal, site_key(), address, may_tell=may_tell(address))
    return Nothing()


@passwords.put("/reset-password.php")
@endpoint()
@logs(Action.PASSWORD_SET)
def put_reset_password(body: ResetPassword) -> Nothing:
    """Choose a new password with the token of the mail's link. All sessions end."""
    held = wiring()
    reset_password(
        held.unit_of_work(), held.passwords, held.seal, site_key(), current_site(), body.token, body.password
    )
    return Nothing()


@passwords.put("/password.php")
@endpoint()
@logs(Action.PASSWORD_SET)
@takes_secret
def put_password(body: ChangePassword) -> UserAnswer:
    """Change the password. All other sessions end."""
    held = wiring()
    return logged_in(
        change_password(
            held.unit_of_work(),
            held.passwords,
            held.seal,
            site_key(),
            current_site(),
            caller().member_id,
            body.old_password,
            body.password,
            cookies.visit(),
        )
    )


@passwords.post("/mail-change.php")
@endpoint()
@logs(Action.ADDRESS_CHANGE_ASK)
@takes_secret
def post_mail_change(body: AskChange) -> Nothing:
    """Have a link mailed to a new address."""
    held = wiring()
    ask_for_change(
        held.unit_of_work(),
        held.passwords,
        held.seal,
        current_site(),
        caller().member_id,
        body.email,
        body.password,
        limiter(),
        visitor(),
    )
    return Nothing()


@passwords.put("/mail-change.php")
@endpoint()
@logs(Action.ADDRESS_CHANGE)
def put_mail_change(body: UseToken) -> Nothing:
    """Take the new address over with the token of the mail's link. All other sessions end."""
    held = wiring()
    change_address(held.unit_of_work(), held.seal, site_key(), body.token, cookies.visit())
    return Nothing()


@passwords.post("/mail-change-stop.php")
@endpoint()
@logs(Action.ADDRESS_CHANGE_STOP)
def post_mail_change_stop(body: UseToken) -> Nothing:
    """Stop a change of address with the token mailed to the old one. All other sessions end."""
    stop_change(wiring().unit_of_work(), site_key(), body.token, cookies.visit())
    return Nothing()
