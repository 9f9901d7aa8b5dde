"""Fictional profiles, made at the desk of the people who write for them."""

from typing import Annotated
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, endpoint
from shared.languages import Locale

from identity.domain.sign_up_key import SignUpKey
from identity.security_events import Action
from identity.usecases.delete_fictional_profile import delete_fictional_profile
from identity.usecases.make_fictional_profile import FictionalForm, make_fictional_profile
from identity.web.context import current_site, wiring
from identity.web.models.sign_up import Gender
from identity.web.security_events import logs

fictional_profiles = Blueprint("fictional_profiles", __name__, url_prefix="/api")


class MakeFictionalProfile(Input):
    id: ClientId = Field(description="Idempotency key. The server generates the profile's id: see the answer")
    name: Annotated[str, Field(max_length=200)]
    date_of_birth: Annotated[str, Field(max_length=32)]
    gender: Gender
    town_id: Annotated[int, Field(ge=1, le=2**53)]
    country: Annotated[str, Field(pattern="^[A-Z]{2}$")]
    locale: Locale
    about: Annotated[str, Field(min_length=1, max_length=1000)]


class FictionalProfileMade(Output):
    profile_id: UUID


class DeleteFictionalProfile(Input):
    profile_id: UUID


@fictional_profiles.post("/fictional-account.php")
@endpoint(status=201)
@logs(Action.FICTIONAL_ADD)
def post_fictional_account(body: MakeFictionalProfile) -> FictionalProfileMade:
    """Make a fictional profile, which is labelled everywhere and which staff write for."""
    dependencies, site = wiring(), current_site()
    form = FictionalForm(
        body.name, body.date_of_birth, body.gender, body.town_id, body.country, site.offered(body.locale), body.about
    )
    key = SignUpKey.of(body.id, body.model_dump_json())
    made = make_fictional_profile(dependencies.unit_of_work(), dependencies.passwords, site, key, form)
    return FictionalProfileMade(profile_id=made)


@fictional_profiles.delete("/fictional-account.php")
@endpoint()
@logs(Action.FICTIONAL_DELETE)
def delete_fictional_account(body: DeleteFictionalProfile) -> Nothing:
    """Delete a fictional profile, as a member deletes their own."""
    # Brands that share their members share their fictional profiles, and these at the desk.
    sites = wiring().sites.of_pool(current_site().pool)
    delete_fictional_profile(wiring().unit_of_work(), sites, body.profile_id)
    return Nothing()
