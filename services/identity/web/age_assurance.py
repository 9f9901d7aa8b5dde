from flask import Blueprint
from shared.kit.core import Invalid
from shared.kit.http import Nothing, caller, endpoint, signed, webhook

from identity.errors import WebhookUnsigned
from identity.usecases.declare_age import declare_age
from identity.usecases.finish_age_check import finish_age_check, finish_reported
from identity.usecases.require_age import view_age_state
from identity.usecases.start_age_check import start_age_check
from identity.web.context import current_site, wiring
from identity.web.models.age_assurance import AgeAnswer, AgeReport, AgeSessionAnswer, DeclareAge

age_assurance = Blueprint("age_assurance", __name__, url_prefix="/api")


@age_assurance.get("/age-assurance.php")
@endpoint()
def get_age_assurance() -> AgeAnswer:
    """Whether and how the caller has to show their age."""
    return _own_state()


@age_assurance.put("/age-assurance.php")
@endpoint()
def put_age_assurance(body: DeclareAge) -> AgeAnswer:
    """Record the caller's own statement of their age."""
    if not body.is_old_enough:
        raise Invalid(field="is_old_enough")
    return AgeAnswer(state=declare_age(wiring().unit_of_work(), current_site(), caller().member_id), way="declaration")


@age_assurance.post("/age-check.php")
@endpoint()
def post_age_check() -> AgeSessionAnswer:
    """Begin a check at the provider, or continue the one under way. Returns the page to open."""
    dependencies = wiring()
    session = start_age_check(
        dependencies.unit_of_work(), dependencies.age_provider, current_site(), caller().member_id
    )
    return AgeSessionAnswer(url=session.url)


@age_assurance.put("/age-check.php")
@endpoint()
def put_age_check() -> AgeAnswer:
    """Ask the provider for the outcome of the caller's check, after they came back from its page."""
    dependencies = wiring()
    finish_age_check(dependencies.unit_of_work(), dependencies.age_provider, dependencies.sites, caller().member_id)
    return _own_state()


def _own_state() -> AgeAnswer:
    site = current_site()
    state, check = view_age_state(wiring().unit_of_work(), site, caller().member_id)
    return AgeAnswer(state=state, way=site.age_assurance_in(check.signed_up_in, check.country))


@age_assurance.post("/age-webhook.php")
@webhook
@signed(lambda: wiring().settings.age_provider_keys, WebhookUnsigned)
@endpoint()
def post_age_webhook(body: AgeReport) -> Nothing:
    """Take the provider's hint that a session has an outcome, and ask the provider for it."""
    dependencies = wiring()
    finish_reported(dependencies.unit_of_work(), dependencies.age_provider, dependencies.sites, body.id)
    return Nothing()
