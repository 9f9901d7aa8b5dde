from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.rate_limit import limiter

from identity.qr import qr_path
from identity.security_events import Action
from identity.usecases.describe_second_factor import describe_second_factor
from identity.usecases.fresh_second_factor import mail_code
from identity.usecases.prove_second_factor import prove_second_factor
from identity.usecases.set_up_authenticator import (
    begin_authenticator,
    confirm_authenticator,
    remove_authenticator,
    renew_recovery_codes,
)
from identity.web import cookies
from identity.web.context import current_site, wiring
from identity.web.guessing import takes_secret
from identity.web.proving_models import (
    NewAuthenticatorAnswer,
    OwnPassword,
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
    """Whether logging in takes a code, and how many recovery codes are left."""
    return SecondFactorAnswer.of(describe_second_factor(wiring().unit_of_work(), caller().member_id))


@second_factor.post("/second-factor.php")
@endpoint(status=201)
@takes_secret
def post_second_factor(body: OwnPassword) -> NewAuthenticatorAnswer:
    """A secret for an authenticator app, as text and as a picture; it counts once a code was shown."""
    held, here = wiring(), caller()
    made = begin_authenticator(
        held.unit_of_work(),
        held.passwords,
        held.codes,
        current_site().name,
        here.member_id,
        here.session_id,
        body.password,
    )
    size, path = qr_path(made.address)
    return NewAuthenticatorAnswer(secret=made.written, address=made.address, qr=QrPicture(size=size, path=path))


@second_factor.put("/second-factor.php")
@endpoint()
@logs(Action.SECOND_FACTOR_ADD)
@takes_secret
def put_second_factor(body: ShowCode) -> RecoveryCodesAnswer:
    """Show the first code: from now on logging in takes one. Answers the recovery codes, this once."""
    held, here = wiring(), caller()
    recovery, _ = confirm_authenticator(
        held.unit_of_work(), held.codes, held.seal, here.member_id, here.session_id, body.code
    )
    cookies.renew_token()
    return RecoveryCodesAnswer(recovery_codes=recovery)


@second_factor.delete("/second-factor.php")
@endpoint()
@logs(Action.SECOND_FACTOR_REMOVE)
@takes_secret
def delete_second_factor(body: OwnPassword) -> Nothing:
    """Log in with the password alone again."""
    held, here = wiring(), caller()
    remove_authenticator(held.unit_of_work(), held.passwords, held.seal, here.member_id, here.session_id, body.password)
    return Nothing()


@second_factor.post("/second-factor-proof.php")
@endpoint()
@logs(Action.SECOND_FACTOR_PROVE)
@takes_secret
def post_second_factor_proof(body: ShowCode) -> Nothing:
    """Show a code within this session, for what asks for it."""
    held, here = wiring(), caller()
    prove_second_factor(held.unit_of_work(), held.codes, held.seal, here.member_id, here.session_id, body.code)
    cookies.renew_token()
    return Nothing()


@second_factor.put("/second-factor-proof.php")
@endpoint()
@logs(Action.SECOND_FACTOR_MAIL_CODE)
@takes_secret
def put_second_factor_proof(body: OwnPassword) -> Nothing:
    """Have a code for the proof mailed, where a passkey is the only second factor and is lost."""
    held = wiring()
    mail_code(held.unit_of_work(), held.passwords, held.seal, limiter(), caller().member_id, body.password)
    return Nothing()


@second_factor.post("/recovery-codes.php")
@endpoint(status=201)
@logs(Action.RECOVERY_CODES_REPLACE)
@takes_secret
def post_recovery_codes(body: OwnPassword) -> RecoveryCodesAnswer:
    """Ten new recovery codes; the old ones stop working."""
    held, here = wiring(), caller()
    codes = renew_recovery_codes(
        held.unit_of_work(), held.passwords, held.seal, here.member_id, here.session_id, body.password
    )
    return RecoveryCodesAnswer(recovery_codes=codes)
