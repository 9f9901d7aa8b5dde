from contextlib import suppress

from flask import Blueprint
from servicekit.errors import AuthenticationRequired
from servicekit.identifiers import new_id
from servicekit.web import caller, endpoint, locale
from servicekit.web.endpoint import Nothing
from servicekit.web.guards import changes_state

from identity.domain.account import normal_email
from identity.domain.consent import Kind
from identity.domain.origin import Origin
from identity.domain.sign_up_key import SignUpKey
from identity.errors import TooManyReactivationMails
from identity.security_events import Action
from identity.usecases.ask_for_reactivation import ask_for_reactivation
from identity.usecases.authenticate import Opened
from identity.usecases.change_language import change_language
from identity.usecases.delete_account import delete_account
from identity.usecases.log_in import Credentials, log_in
from identity.usecases.log_out import log_out
from identity.usecases.reactivate import reactivate
from identity.usecases.renew import renew
from identity.usecases.sign_up import SignUpForm, ask_to_sign_up, sign_up
from identity.web import cookies
from identity.web.context import current_site, site_key, wiring
from identity.web.guessing import guessing, owner_of, takes_secret
from identity.web.mail_limits import count_sign_up, take_mail
from identity.web.models import (
    AnyoneAnswer,
    AskReactivation,
    ChangeUser,
    DeletedAnswer,
    DeleteUser,
    LogIn,
    Reactivate,
    ReactivatedAnswer,
    SignUp,
    SignUpAnswer,
    User,
    UserAnswer,
    UserQuery,
)
from identity.web.security_events import logs
from identity.web.visitors import selected_country

accounts = Blueprint("accounts", __name__, url_prefix="/api")


@accounts.post("/signup.php")
@endpoint(status=201)
@logs(Action.ACCOUNT_ADD)
def post_signup(body: SignUp) -> SignUpAnswer:
    """Make an account and log in; where a site tells nobody who has an account, the mailed link comes first."""
    held, site = wiring(), current_site()
    key = SignUpKey.of(body.id, body.model_dump_json())
    form = SignUpForm(
        id=new_id(),
        email=body.email,
        name=body.name,
        birth_date=body.date_of_birth,
        gender=body.gender,
        seeks=sorted(set(body.seeks)),
        password=body.password,
        town_id=body.town_id,
        locale=site.offered(body.locale or locale()),
        terms_accepted=body.terms_accepted,
        country=selected_country(),
        greeted_id=body.profile_id,
        greeting=body.signup_message,
        origin=Origin(**body.tracking.model_dump()) if body.tracking else Origin(),
        source=Origin(**body.source.model_dump()) if body.source else Origin(),
        invite=body.invite or "",
        consents=[Kind(kind) for kind in dict.fromkeys(body.consents)],
        device=cookies.device_hash(),
    )
    with count_sign_up() as counted:
        if not counted.may_tell:
            is_new = ask_to_sign_up(held.unit_of_work(), held.passwords, held.seal, site_key(), site, key, form)
            counted.was_made = is_new
            return SignUpAnswer(user=None)
        done = sign_up(held.unit_of_work(), held.passwords, held.seal, site_key(), site, key, form, cookies.visit())
        counted.was_made = done.opened is not None
    if done.opened:
        cookies.set_opened(done.opened)
    else:
        cookies.set_token(done.account, done.session)
    return SignUpAnswer(user=User.of(done.account, site))


@accounts.post("/user.php")
@endpoint()
@logs(Action.SESSION_OPEN)
def post_user(body: LogIn) -> UserAnswer:
    """Log in."""
    held = wiring()
    given = Credentials(body.email, body.password, body.code)
    with guessing(owner_of(body.email)):
        opened = log_in(
            held.unit_of_work(),
            held.passwords,
            held.codes,
            held.seal,
            site_key(),
            current_site(),
            given,
            cookies.visit(),
        )
    return logged_in(opened)


@accounts.get("/user.php")
@endpoint()
def get_user(query: UserQuery) -> AnyoneAnswer:
    """The caller's account; renews the token."""
    try:
        account, session = renew(wiring().unit_of_work(), site_key(), cookies.session_secret())
    except AuthenticationRequired:
        if query.visitor:
            return AnyoneAnswer(user=None)
        raise
    cookies.set_token(account, session)
    return AnyoneAnswer(user=User.of(account, current_site()))


@accounts.put("/user.php")
@endpoint()
def put_user(body: ChangeUser) -> UserAnswer:
    """Change the language."""
    account = change_language(wiring().unit_of_work(), current_site(), caller().member_id, body.language)
    return UserAnswer(user=User.of(account, current_site()))


@accounts.delete("/user.php")
@endpoint()
@logs(Action.ACCOUNT_DELETE)
@takes_secret
def delete_user(body: DeleteUser) -> DeletedAnswer:
    """Delete the account; it can come back for fourteen days."""
    held = wiring()
    until = delete_account(held.unit_of_work(), held.passwords, held.seal, caller().member_id, body.password)
    cookies.clear()
    return DeletedAnswer(reactivate_until=until)


@accounts.post("/reactivate.php")
@endpoint()
@logs(Action.ACCOUNT_REACTIVATE)
def post_reactivate(body: Reactivate) -> ReactivatedAnswer:
    """Bring a deleted account back with the token of the mail's link."""
    reactivate(wiring().unit_of_work(), site_key(), body.token)
    return ReactivatedAnswer()


@accounts.put("/reactivate.php")
@endpoint()
def put_reactivate(body: AskReactivation) -> Nothing:
    """Have the way back mailed again."""
    held = wiring()
    address = normal_email(body.email)
    take_mail("reactivation_mail", address, TooManyReactivationMails)
    ask_for_reactivation(held.unit_of_work(), held.seal, site_key(), address)
    return Nothing()


@accounts.get("/logout.php")
@changes_state
@endpoint()
@logs(Action.SESSION_END)
def get_logout() -> Nothing:
    """Log out. Without a session there is nothing to do, and that is fine."""
    with suppress(AuthenticationRequired):
        log_out(wiring().unit_of_work(), cookies.session_secret())
    cookies.clear()
    return Nothing()


def logged_in(opened: Opened) -> UserAnswer:
    cookies.set_opened(opened)
    return UserAnswer(user=User.of(opened.account, current_site()))
