"""Previews: a version or a draft by a link that is good for a day, so that it can be opened on a phone or shown to a
colleague."""

from collections.abc import Mapping
from uuid import UUID

from flask import Blueprint, Response, request

from lander.domain.document import PageDocument
from lander.domain.member_card import MemberCard
from lander.domain.page import Arm
from lander.domain.picture import Picture
from lander.errors import PageUnknown
from lander.web.context import current_site, wiring
from lander.web.rendering import Content, render_page, render_unknown

previews = Blueprint("previews", __name__, template_folder="templates")
previews.register_error_handler(PageUnknown, lambda _: render_unknown())

GOOD_FOR_SECONDS = 24 * 3600
# Stands where a visitor sees a member.
EXAMPLE = MemberCard("Robin", 34, "", is_fictional=False, is_demonstration=True, thumbhash="")


def preview_path(site: str, slug: str, version: int) -> str:
    """The path of a preview; its token names nobody and says nothing."""
    return f"/landers/preview/{slug}/{version}?token={wiring().renderings.prove('preview', site, slug, str(version))}"


@previews.get("/landers/preview/<slug>/<int:version>")
def get_preview(slug: str, version: int) -> Response:
    """A version as visitors would see it, by a link of the desk. It is not counted, and search engines leave it out."""
    site, token = current_site(), request.args.get("token", "")
    if not wiring().renderings.is_proven(token, GOOD_FOR_SECONDS, "preview", site.key, slug, str(version)):
        raise PageUnknown()
    with wiring().unit_of_work().reading() as uow:
        page_id = uow.pages.find(site.key, slug)
        versions = uow.pages.versions(page_id) if page_id is not None else ()
    for each in versions:
        if each.number == version:
            return render_page(_previewed(slug, PageDocument.model_validate(each.document), version))
    raise PageUnknown()


def draft_path(site: str, draft_id: UUID) -> str:
    """The path of the preview of a draft."""
    return f"/landers/preview/draft/{draft_id}?token={wiring().renderings.prove('draft', site, str(draft_id))}"


@previews.get("/landers/preview/draft/<uuid:draft_id>")
def get_draft_preview(draft_id: UUID) -> Response:
    """What a marketer is writing, as visitors would see it."""
    site, token = current_site(), request.args.get("token", "")
    if not wiring().renderings.is_proven(token, GOOD_FOR_SECONDS, "draft", site.key, str(draft_id)):
        raise PageUnknown()
    with wiring().unit_of_work().reading() as uow:
        document = uow.pages.draft(draft_id, site.key)
    if document is None:
        raise PageUnknown()
    return render_page(_previewed("draft", PageDocument.model_validate(document)))


def _previewed(slug: str, document: PageDocument, version: int = 0) -> Content:
    with wiring().unit_of_work().reading() as uow:
        pictures = uow.pictures.of(current_site().key, document.hashes())
    return previewed(slug, document, pictures, version)


def previewed(slug: str, document: PageDocument, pictures: Mapping[str, Picture], version: int = 0) -> Content:
    member = EXAMPLE if document.scene.is_of_member else None
    # In every language of the site: what is missing is to be seen.
    offered = current_site().locales
    return Content(slug, document, Arm(0, version, 1.0), True, offered, pictures, member, is_preview=True)
