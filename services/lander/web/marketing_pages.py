from datetime import UTC, datetime
from typing import Literal

from flask import Blueprint
from shared.kit.core import FieldError, Invalid
from shared.kit.http import Nothing, endpoint
from shared.sites import Site

from lander.domain.document import PageDocument
from lander.domain.draft import HEAVIEST_PAGE, draft_problems, read_draft
from lander.domain.marketing_action import Marketer
from lander.domain.page import BUILT_IN
from lander.domain.publication import Problem, Publication, problems, state_of
from lander.domain.scene import OF_MEMBER, OF_SITE, Scene
from lander.errors import PageUnknown
from lander.storage import LanderUnit
from lander.storage.pages import StoredVersion
from lander.usecases.change_page import (
    approve_publication,
    publish_version,
    retire_page,
    save_version,
    withdraw_publication,
)
from lander.web.context import current_marketer, current_site, wiring
from lander.web.default_words import default_document
from lander.web.page_models import (
    ChangePage,
    DraftAnswer,
    KeepDraft,
    PageAnswer,
    PageQuery,
    PagesAnswer,
    PageSummary,
    ProblemOut,
    PublicationOut,
    SavedPage,
    SavePage,
    VersionOut,
)
from lander.web.previews import draft_path, preview_path, previewed
from lander.web.rendering import assets, render_page
from lander.web.weight import weight_of

marketing_pages = Blueprint("marketing_pages", __name__, url_prefix="/api")


@marketing_pages.get("/marketing-pages.php")
@endpoint()
def get_marketing_pages() -> PagesAnswer:
    """All pages of this site: those of marketers, newest first, then the product's own."""
    marketer, site = current_marketer(), current_site()
    with wiring().unit_of_work().reading() as uow:
        made = [_summary(uow, page_id, slug) for page_id, slug in uow.pages.all_of(marketer.site)]
    taken = {each.slug for each in made if each.state != "retired"}
    built_in = [
        PageSummary(
            slug=scene.value,
            path=path_of(scene.value, scene),
            scene=scene,
            state="built_in",
            live_version=0,
            versions=0,
            waiting=0,
            has_experiment=False,
        )
        for scene in (*OF_SITE, *OF_MEMBER)
        if scene.value not in taken
    ]
    return PagesAnswer(pages=[*made, *built_in], locales=list(site.locales), review=site.lander_review)


@marketing_pages.get("/marketing-page.php")
@endpoint()
def get_marketing_page(query: PageQuery) -> PageAnswer:
    """One page with its versions and publications; for the product's own, the words it has now as a beginning."""
    marketer, site = current_marketer(), current_site()
    with wiring().unit_of_work().reading() as uow:
        page_id = uow.pages.find(marketer.site, query.slug)
        if page_id is None:
            return _built_in(site, query.slug)
        versions, publications, now = uow.pages.versions(page_id), uow.pages.publications(page_id), uow.now()
        has_experiment = uow.experiments.is_running(page_id)
        shown = [_version(uow, site, query.slug, each) for each in versions]
    state, live = state_of(publications, now)
    return PageAnswer(
        slug=query.slug,
        path=path_of(query.slug, PageDocument.model_validate(versions[0].document).scene),
        state=state.value,
        live_version=live,
        has_experiment=has_experiment,
        versions=shown,
        publications=[_publication(each, marketer, now) for each in publications],
        locales=list(site.locales),
    )


@marketing_pages.post("/marketing-page.php")
@endpoint(status=201)
def post_marketing_page(body: SavePage) -> SavedPage:
    """Save the next version of a page, which is not live by that."""
    marketer, site = current_marketer(), current_site()
    version = save_version(wiring().unit_of_work(), marketer, body.slug, body.base, body.document)
    with wiring().unit_of_work().reading() as uow:
        found = _found(uow, site, body.document)
    return SavedPage(version=version, problems=found)


@marketing_pages.put("/marketing-draft.php")
@endpoint()
def put_marketing_draft(body: KeepDraft) -> DraftAnswer:
    """Keep what is being written for its preview, and check it as publishing would. It is no version by that."""
    marketer, site = current_marketer(), current_site()
    document, found = read_draft(body.document)
    if document is None:
        return DraftAnswer(
            preview=None, weight=0, later=0, heaviest=HEAVIEST_PAGE, languages=[], problems=_problems(found)
        )
    with wiring().unit_of_work() as uow:
        uow.pages.keep_draft(body.draft, marketer.site, document.stored())
        pictures = uow.pictures.of(marketer.site, document.hashes())
        uow.commit()
    html = render_page(previewed(body.slug, document, pictures)).get_data(as_text=True)
    weight = weight_of(html, assets(), pictures)
    return DraftAnswer(
        preview=draft_path(site.key, body.draft),
        weight=weight.first,
        later=weight.later,
        heaviest=HEAVIEST_PAGE,
        languages=list(document.languages_of(site.locales)),
        problems=_problems(
            draft_problems(body.slug, document, site.locales, weight.first, datetime.now(UTC), pictures)
        ),
    )


@marketing_pages.put("/marketing-page.php")
@endpoint()
def put_marketing_page(body: ChangePage) -> Nothing:
    """Publish a version now or later, retire the page, or approve or withdraw a publication."""
    marketer, site, uow = current_marketer(), current_site(), wiring().unit_of_work()
    match body.action:
        case "publish":
            publish_version(uow, marketer, site, body.slug, _given("version", body.version), body.starts_at)
        case "retire":
            retire_page(uow, marketer, body.slug)
        case "approve":
            approve_publication(uow, marketer, body.slug, _given("publication", body.publication))
        case "withdraw":
            withdraw_publication(uow, marketer, body.slug, _given("publication", body.publication))
    wiring().catalogue.forget()
    return Nothing()


def path_of(slug: str, scene: Scene) -> str:
    """The path of a page; `{id}` stands for a member."""
    if scene.is_of_member:
        part = OF_MEMBER[scene]
        return f"/members/{{id}}/{part}" if slug == scene else f"/members/{{id}}/{part}/{slug}"
    return f"/landers/{slug}"


def _given(name: str, value: int | None) -> int:
    if value is None:
        raise Invalid(errors=[FieldError(name, "field_required")])
    return value


def _summary(uow: LanderUnit, page_id: int, slug: str) -> PageSummary:
    versions, publications = uow.pages.versions(page_id), uow.pages.publications(page_id)
    state, live = state_of(publications, uow.now())
    scene = PageDocument.model_validate(versions[0].document).scene
    return PageSummary(
        slug=slug,
        path=path_of(slug, scene),
        scene=scene,
        state=state.value,
        live_version=live,
        versions=len(versions),
        waiting=sum(each.is_waiting for each in publications),
        has_experiment=uow.experiments.is_running(page_id),
    )


def _built_in(site: Site, slug: str) -> PageAnswer:
    if slug not in BUILT_IN:
        raise PageUnknown()
    document = default_document(site, Scene(slug))
    return PageAnswer(
        slug=slug,
        path=path_of(slug, document.scene),
        state="built_in",
        live_version=0,
        has_experiment=False,
        versions=[
            VersionOut(number=0, made_at=datetime(2023, 12, 1, tzinfo=UTC), document=document, problems=[], preview="")
        ],
        publications=[],
        locales=list(site.locales),
    )


def _version(uow: LanderUnit, site: Site, slug: str, stored: StoredVersion) -> VersionOut:
    document = PageDocument.model_validate(stored.document)
    return VersionOut(
        number=stored.number,
        made_at=stored.made_at,
        document=document,
        problems=_found(uow, site, document),
        preview=preview_path(site.key, slug, stored.number),
    )


def _publication(publication: Publication, marketer: Marketer, now: datetime) -> PublicationOut:
    state: Literal["waiting", "planned", "begun", "withdrawn"] = "begun" if publication.starts_at <= now else "planned"
    if publication.withdrawn_at:
        state = "withdrawn"
    elif publication.is_waiting:
        state = "waiting"
    return PublicationOut(
        id=publication.id,
        version=publication.version,
        starts_at=publication.starts_at,
        state=state,
        is_own=publication.asked_by == marketer.member_id,
    )


def _found(uow: LanderUnit, site: Site, document: PageDocument) -> list[ProblemOut]:
    """What publishing the document would refuse."""
    pictures = uow.pictures.of(site.key, document.hashes())
    return _problems(problems(document, site.locales, datetime.now(UTC), pictures))


def _problems(found: list[Problem]) -> list[ProblemOut]:
    return [ProblemOut(code=each.code, place=each.place) for each in found]
