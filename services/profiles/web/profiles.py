from flask import Blueprint
from shared.kit.http import caller, endpoint, limiter, visitor

from profiles.usecases.profile.change_profile import change_profile
from profiles.usecases.profile.check_text import TextRules
from profiles.usecases.profile.view_profile import view_own_profile, view_profile
from profiles.web.context import current_questions, current_site, wiring
from profiles.web.profile_models import (
    ChangedProfileAnswer,
    ChangeProfile,
    OwnProfileOut,
    ProfileAnswer,
    ProfileOut,
    ProfileQuery,
)
from profiles.web.prompt_models import PromptsAnswer

profiles = Blueprint("profiles", __name__, url_prefix="/api")


@profiles.get("/profile.php")
@endpoint()
def get_profile(query: ProfileQuery) -> ProfileAnswer:
    """A member's profile; the caller's own without an id."""
    dependencies, asking = wiring(), caller()
    if query.id in (None, asking.member_id):
        own = view_own_profile(dependencies.reads(), dependencies.pause, asking.member_id)
        return ProfileAnswer(profile=OwnProfileOut.own(own, dependencies.links, current_questions()))
    limiter().take("profile", visitor(), item=query.id)
    seen = view_profile(dependencies.reads(), dependencies.pause, dependencies.atlas, asking.member_id, query.id)
    return ProfileAnswer(
        profile=ProfileOut.seen(
            seen,
            asking.member_id,
            dependencies.links,
            is_premium=seen.is_premium or asking.is_premium,
            shown=current_site().visible_profile_fields,
            questions=current_questions(),
        )
    )


@profiles.put("/profile.php")
@endpoint()
def put_profile(body: ChangeProfile) -> ChangedProfileAnswer:
    """Change the own profile: only the fields that are sent. Gender and birth date can be corrected once in a while."""
    dependencies, member_id = wiring(), caller().member_id
    site = current_site()
    found = change_profile(
        dependencies.unit_of_work(),
        dependencies.pause,
        member_id,
        body.changes(),
        TextRules(site.key, holds=site.contact_details == "hold"),
        min_age=site.min_age,
        interests=site.interests,
        prompts=site.prompts,
    )
    own = view_own_profile(dependencies.reads(), dependencies.pause, member_id)
    return ChangedProfileAnswer(
        profile=OwnProfileOut.own(own, dependencies.links, current_questions()), contact_details=list(found)
    )


@profiles.get("/prompts.php")
@endpoint()
def get_prompts() -> PromptsAnswer:
    """The prompts that the site offers to answer today."""
    with wiring().reads() as reads:
        return PromptsAnswer.of(current_questions(), reads.now().date())
