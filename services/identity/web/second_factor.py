from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint, limiter

from identity.qr import qr_path
from identity.security_events import Action
from identity.usecases.describe_second_factor import describe_second_factor
from identity.usecases.mail_code import mail_code
from identity.usecases.prove_second_factor import prove_second_factor
from identity.usecases.set_up_authenticator import (
    begin_authenticator,
    confirm_authenticator,
    remove_authenticator,
    renew_recovery_codes,
)
from identity.web import cookies
from identity.web.context import current_site, wiring
from identity.web.guess_limits import limits_guesses
from identity.web.models.passwords import OwnPassword
from identity.web.models.second_factor import (
    NewAuthenticatorAnswer,
    QrPicture,
    RecoveryCodesAnswer,
    SecondFactorAnswer,
    ShowCode,
)
from identity.web.security_events import logs

second_factor = Blueprint("second_factor", __name__, url_prefix="/api")


@second_factor.get("/second-factor.php")
@endpoint()
def get_second_factor() -> SecondFactorAnswer:
    """Whether logging in takes a code, and the number of recovery codes left."""
    return SecondFactorAnswer.of(describe_second_factor(wiring().unit_of_work(), caller().member_id))


@second_factor.post("/second-factor.php")
@endpoint(status=201)
@limits_guesses
def post_second_factor(body: OwnPassword) -> NewAuthenticatorAnswer:
    """Begin to set up an authenticator app: its secret as text and as a QR code."""
    dependencies, here = wiring(), caller()
    made = begin_authenticator(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.codes,
        current_site().name,
        here.member_id,
        here.session_id,
        body.password,
    )
    size, path = qr_path(made.uri)
    return NewAuthenticatorAnswer(secret=made.secret, address=made.uri, qr=QrPicture(size=size, path=path))


@second_factor.put("/second-factor.php")
@endpoint()
@logs(Action.SECOND_FACTOR_ADD)
@limits_guesses
def put_second_factor(body: ShowCode) -> RecoveryCodesAnswer:
    """Confirm the app by its first code. Answers the recovery codes, which are shown only here."""
    dependencies, here = wiring(), caller()
    recovery, _ = confirm_authenticator(
        dependencies.unit_of_work(),
        dependencies.codes,
        dependencies.mail_sealer,
        here.member_id,
        here.session_id,
        body.code,
    )
    cookies.renew_token()
    return RecoveryCodesAnswer(recovery_codes=recovery)


@second_factor.delete("/second-factor.php")
@endpoint()
@logs(Action.SECOND_FACTOR_REMOVE)
@limits_guesses
def delete_second_factor(body: OwnPassword) -> Nothing:
    """Remove the authenticator app; logging in takes the password alone."""
    dependencies, here = wiring(), caller()
    remove_authenticator(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.mail_sealer,
        here.member_id,
        here.session_id,
        body.password,
    )
    return Nothing()


@second_factor.post("/second-factor-proof.php")
@endpoint()
@logs(Action.SECOND_FACTOR_PROVE)
@limits_guesses
def post_second_factor_proof(body: ShowCode) -> Nothing:
    """Prove a second factor in this session by a code."""
    dependencies, here = wiring(), caller()
    prove_second_factor(
        dependencies.unit_of_work(),
        dependencies.codes,
        dependencies.mail_sealer,
        here.member_id,
        here.session_id,
        body.code,
    )
    cookies.renew_token()
    return Nothing()


@second_factor.put("/second-factor-proof.php")
@endpoint()
@logs(Action.SECOND_FACTOR_MAIL_CODE)
@limits_guesses
def put_second_factor_proof(body: OwnPassword) -> Nothing:
    """Request a mailed code for the proof, for members whose only second factor is a lost passkey."""
    dependencies = wiring()
    mail_code(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.mail_sealer,
        limiter(),
        caller().member_id,
        body.password,
    )
    return Nothing()


@second_factor.post("/recovery-codes.php")
@endpoint(status=201)
@logs(Action.RECOVERY_CODES_REPLACE)
@limits_guesses
def post_recovery_codes(body: OwnPassword) -> RecoveryCodesAnswer:
    """Replace the recovery codes by ten new ones."""
    dependencies, here = wiring(), caller()
    codes = renew_recovery_codes(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.mail_sealer,
        here.member_id,
        here.session_id,
        body.password,
    )
    return RecoveryCodesAnswer(recovery_codes=codes)
