"""Accounts of staff: their log-in, their invitations, and the owners' desk."""

from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint, locale

from identity.domain.staff_account import STAFF_SITE, Actor
from identity.security_events import Action
from identity.usecases.accept_staff_invitation import Acceptance, accept_invitation, describe_invitation
from identity.usecases.log_in import Credentials, log_in
from identity.usecases.manage_staff import (
    StaffInvitation,
    change_roles,
    invite_again,
    invite_staff,
    list_staff,
    off_board,
)
from identity.web import cookies
from identity.web.accounts import logged_in
from identity.web.context import current_site, site_key, wiring
from identity.web.guess_limits import limit_guesses, owner_of
from identity.web.models.accounts import LogIn, User, UserAnswer
from identity.web.models.staff import (
    AcceptedAnswer,
    AcceptStaffInvitation,
    ChangeStaff,
    InviteStaff,
    OffBoard,
    ShowStaffInvitation,
    StaffAnswer,
    StaffInvitationAnswer,
)
from identity.web.security_events import logs

staff = Blueprint("staff", __name__, url_prefix="/api")


@staff.post("/desk-login.php")
@endpoint()
@logs(Action.SESSION_OPEN)
def post_desk_login(body: LogIn) -> UserAnswer:
    """Log in to an account of staff. A member with the same address has another account, and another password."""
    dependencies = wiring()
    given = Credentials(body.email, body.password, body.code)
    with limit_guesses(owner_of(body.email, STAFF_SITE)):
        opened = log_in(
            dependencies.unit_of_work(),
            dependencies.passwords,
            dependencies.codes,
            dependencies.mail_sealer,
            site_key(),
            given,
            cookies.browser_identity(),
            namespace=STAFF_SITE,
        )
    return logged_in(opened)


@staff.post("/desk-invitation.php")
@endpoint()
def post_desk_invitation(body: ShowStaffInvitation) -> StaffInvitationAnswer:
    """What an invitation is for, with the secret for an authenticator app. Accepts nothing."""
    dependencies = wiring()
    account, app = describe_invitation(
        dependencies.unit_of_work(), dependencies.codes, site_key(), current_site().name, body.token
    )
    return StaffInvitationAnswer.of(account, app)


@staff.put("/desk-invitation.php")
@endpoint()
@logs(Action.STAFF_ACCEPT)
def put_desk_invitation(body: AcceptStaffInvitation) -> AcceptedAnswer:
    """Accept an invitation: set the password and the authenticator app, and log in."""
    dependencies, site = wiring(), current_site()
    with limit_guesses(None):
        recovery, opened = accept_invitation(
            dependencies.unit_of_work(),
            dependencies.passwords,
            dependencies.codes,
            dependencies.mail_sealer,
            site_key(),
            site,
            Acceptance(body.token, body.password, body.code),
            cookies.browser_identity(),
        )
    cookies.set_opened(opened)
    return AcceptedAnswer(user=User.of(opened.account, site), recovery_codes=recovery)


@staff.get("/desk-people.php")
@endpoint()
def get_desk_people() -> StaffAnswer:
    """The accounts of staff of every brand, with the newest acts on them."""
    return _answer()


@staff.post("/desk-people.php")
@endpoint(status=201)
@logs(Action.STAFF_INVITE)
def post_desk_people(body: InviteStaff) -> StaffAnswer:
    """Invite a person by mail."""
    dependencies = wiring()
    invitation = StaffInvitation(
        body.email,
        body.name,
        tuple((each.role, each.site) for each in body.roles),
        current_site().offered(locale()),
    )
    invite_staff(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.mail_sealer,
        _actor(),
        site_key(),
        dependencies.sites.site_keys(),
        invitation,
    )
    return _answer()


@staff.put("/desk-people.php")
@endpoint()
@logs(Action.STAFF_CHANGE)
def put_desk_people(body: ChangeStaff) -> StaffAnswer:
    """Set the roles of a person, or mail them a new invitation, which ends password, second factor and sessions."""
    dependencies = wiring()
    uow = dependencies.unit_of_work()
    if not body.sets_roles:
        invite_again(uow, dependencies.passwords, dependencies.mail_sealer, _actor(), body.id)
    else:
        change_roles(
            uow, _actor(), body.id, dependencies.sites.site_keys(), [(each.role, each.site) for each in body.roles]
        )
    return _answer()


@staff.delete("/desk-people.php")
@endpoint()
@logs(Action.STAFF_OFF_BOARD)
def delete_desk_people(body: OffBoard) -> Nothing:
    """End a person's account: sessions, password, second factors and roles."""
    off_board(wiring().unit_of_work(), wiring().passwords, _actor(), body.id)
    return Nothing()


def _actor() -> Actor:
    return Actor(caller().member_id)


def _answer() -> StaffAnswer:
    return StaffAnswer.of(list_staff(wiring().unit_of_work()), wiring().sites.site_keys())
