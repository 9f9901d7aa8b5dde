from contextlib import suppress

from flask import Blueprint
from shared.kit.core import AuthenticationRequired, FieldError, Invalid, new_id
from shared.kit.http import Nothing, caller, changes_state, device_class, endpoint, locale

from identity.domain.account import normal_email
from identity.domain.origin import Arrival
from identity.domain.sign_up_key import SignUpKey
from identity.errors import TooManyReactivationMails
from identity.security_events import Action
from identity.usecases.authenticate import OpenedSession
from identity.usecases.change_language import change_language
from identity.usecases.change_name import change_name
from identity.usecases.check_answers import GivenAnswers, check_answers
from identity.usecases.delete_account import delete_account
from identity.usecases.log_in import Credentials, log_in
from identity.usecases.log_out import log_out
from identity.usecases.reactivate import reactivate
from identity.usecases.renew import renew
from identity.usecases.request_reactivation import request_reactivation
from identity.usecases.sign_up import SignUpForm, request_sign_up, sign_up
from identity.web import cookies
from identity.web.attribution import agreed, agreed_tracking
from identity.web.context import current_site, site_key, wiring
from identity.web.guess_limits import limit_guesses, limits_guesses, owner_of
from identity.web.mail_limits import count_sign_up, take_mail
from identity.web.models.accounts import (
    AnyoneAnswer,
    AskReactivation,
    ChangeUser,
    DeletedAnswer,
    DeleteUser,
    LogIn,
    Reactivate,
    ReactivatedAnswer,
    User,
    UserAnswer,
    UserQuery,
)
from identity.web.models.sign_up import CheckSignUp, SignUp, SignUpAnswer, SignUpProblem, SignUpProblems
from identity.web.security_events import logs
from identity.web.visitors import selected_country

accounts = Blueprint("accounts", __name__, url_prefix="/api")


@accounts.post("/signup.php")
@endpoint(status=201)
@logs(Action.ACCOUNT_ADD)
def post_signup(body: SignUp) -> SignUpAnswer:
    """Create an account and log in. With neutral disclosure `user` is null, and the mailed link comes first."""
    dependencies, site = wiring(), current_site()
    key = SignUpKey.of(body.id, body.model_dump_json())
    form = SignUpForm(
        id=new_id(),
        email=body.email,
        email_kept=body.email_kept,
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
        source=body.sent_by,
        arrival=body.arrival.on(device_class()) if body.arrival else Arrival(device=device_class()),
        tracking=agreed_tracking(body),
        invite=body.invite or "",
        invitation=body.invitation or "",
        consents=agreed(body),
        device=cookies.device_hash(),
    )
    with count_sign_up() as counted:
        if not counted.may_disclose:
            is_new = request_sign_up(
                dependencies.unit_of_work(),
                dependencies.passwords,
                dependencies.mail_sealer,
                site_key(),
                site,
                key,
                form,
            )
            counted.was_made = is_new
            return SignUpAnswer(user=None)
        done = sign_up(
            dependencies.unit_of_work(),
            dependencies.passwords,
            dependencies.mail_sealer,
            site_key(),
            site,
            key,
            form,
            cookies.browser_identity(),
        )
        counted.was_made = done.opened is not None
    if done.opened:
        cookies.set_opened(done.opened)
    else:
        cookies.set_token(done.account, done.session)
    return SignUpAnswer(user=User.of(done.account, site))


@accounts.post("/signup-check.php")
@endpoint()
def post_signup_check(body: CheckSignUp) -> SignUpProblems:
    """Tell what a sign-up with these answers would be refused for, field by field. Discloses no account.

    A problem is no failure of this call, so it is answered with 200.
    """
    problems = check_answers(current_site(), GivenAnswers(body.name, body.email, body.password, body.email_kept))
    return SignUpProblems(problems=[SignUpProblem.of(each) for each in problems])


@accounts.post("/user.php")
@endpoint()
@logs(Action.SESSION_OPEN)
def post_user(body: LogIn) -> UserAnswer:
    """Log in."""
    dependencies = wiring()
    given = Credentials(body.email, body.password, body.code)
    with limit_guesses(owner_of(body.email)):
        opened = log_in(
            dependencies.unit_of_work(),
            dependencies.passwords,
            dependencies.codes,
            dependencies.mail_sealer,
            site_key(),
            given,
            cookies.browser_identity(),
        )
    return logged_in(opened)


@accounts.get("/user.php")
@endpoint()
def get_user(query: UserQuery) -> AnyoneAnswer:
    """The caller's account; renews the token."""
    try:
        account, session = renew(wiring().unit_of_work(), site_key(), cookies.session_secret(), cookies.network_hash())
    except AuthenticationRequired:
        if query.visitor:
            return AnyoneAnswer(user=None)
        raise
    cookies.set_token(account, session)
    return AnyoneAnswer(user=User.of(account, current_site()))


@accounts.put("/user.php")
@endpoint()
def put_user(body: ChangeUser) -> UserAnswer:
    """Change the language of pages and mails, or correct the name."""
    dependencies, site, member_id = wiring(), current_site(), caller().member_id
    account = None
    if body.name is not None:
        account = change_name(dependencies.unit_of_work(), site, member_id, body.name)
    if body.language is not None:
        account = change_language(dependencies.unit_of_work(), site, member_id, body.language)
    if account is None:
        raise Invalid(errors=[FieldError("language", "field_required")])
    return UserAnswer(user=User.of(account, site))


@accounts.delete("/user.php")
@endpoint()
@logs(Action.ACCOUNT_DELETE)
@limits_guesses
def delete_user(body: DeleteUser) -> DeletedAnswer:
    """Delete the account; it can be reactivated for fourteen days."""
    dependencies = wiring()
    until = delete_account(
        dependencies.unit_of_work(), dependencies.passwords, dependencies.mail_sealer, caller().member_id, body.password
    )
    cookies.clear()
    return DeletedAnswer(reactivate_until=until)


@accounts.post("/reactivate.php")
@endpoint()
@logs(Action.ACCOUNT_REACTIVATE)
def post_reactivate(body: Reactivate) -> ReactivatedAnswer:
    """Reactivate a deleted account with the token of the mailed link."""
    reactivate(wiring().unit_of_work(), site_key(), body.token)
    return ReactivatedAnswer()


@accounts.put("/reactivate.php")
@endpoint()
def put_reactivate(body: AskReactivation) -> Nothing:
    """Request another reactivation mail."""
    dependencies = wiring()
    address = normal_email(body.email)
    take_mail("reactivation_mail", address, TooManyReactivationMails)
    request_reactivation(dependencies.unit_of_work(), dependencies.mail_sealer, site_key(), address)
    return Nothing()


@accounts.get("/logout.php")
@changes_state
@endpoint()
@logs(Action.SESSION_END)
def get_logout() -> Nothing:
    """Log out. Succeeds without a session, too."""
    with suppress(AuthenticationRequired):
        log_out(wiring().unit_of_work(), cookies.session_secret())
    cookies.clear()
    return Nothing()


def logged_in(opened: OpenedSession) -> UserAnswer:
    cookies.set_opened(opened)
    return UserAnswer(user=User.of(opened.account, current_site()))
