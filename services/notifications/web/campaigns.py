from flask import Blueprint, Response
from shared.kit.core import NotFound
from shared.kit.http import Nothing, caller, endpoint

from notifications.domain.campaign import Marketer
from notifications.domain.campaign_result import members_needed
from notifications.domain.preferences import NotificationKind
from notifications.domain.subject_result import members_needed_for_subjects
from notifications.usecases.audiences import Target
from notifications.usecases.change_campaign import (
    close_series,
    edit_campaign,
    make_campaign,
    schedule_campaign,
    send_campaign_test,
    stop_campaign,
    unschedule_campaign,
)
from notifications.usecases.measure_campaigns import read_progress, read_result, read_subjects
from notifications.usecases.preview_campaign import preview_campaign
from notifications.web.campaign_models import (
    AudienceAnswer,
    AudienceQuery,
    CampaignAnswer,
    CampaignOut,
    CampaignQuery,
    CampaignsAnswer,
    EditCampaign,
    EmailsOut,
    MailTest,
    MakeCampaign,
    MessageSubjectsOut,
    PreviewQuery,
    ResultOut,
    SeriesOut,
    SetCampaignState,
)
from notifications.web.context import wiring

campaigns = Blueprint("campaigns", __name__, url_prefix="/api")
CAMPAIGNS_SHOWN = 100
# The mail brings its styles along and nothing else: no script runs in it, and its links lead nowhere.
PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"


def current_marketer() -> Marketer:
    """The caller at the marketing desk. Their site is their token's, never a field of the request."""
    asking = caller()
    return Marketer(asking.member_id, asking.site)


@campaigns.get("/marketing-campaigns.php")
@endpoint()
def get_marketing_campaigns() -> CampaignsAnswer:
    """The newest campaign mails of this site."""
    site = current_marketer().site
    with wiring().unit_of_work().reading() as uow:
        found = uow.campaigns.of_site(site, CAMPAIGNS_SHOWN)
    locales = wiring().sites.get(site).locales
    return CampaignsAnswer(campaigns=[CampaignOut.of(each) for each in found], locales=locales)


@campaigns.get("/marketing-campaign.php")
@endpoint()
def get_marketing_campaign(query: CampaignQuery) -> CampaignAnswer:
    """A campaign mail, and the state of its emails; numbers of one to a segment are rounded to tens."""
    with wiring().unit_of_work().reading() as uow:
        campaign = uow.campaigns.find(current_marketer().site, query.id)
        if campaign is None:
            raise NotFound()
        emails = uow.campaigns.emails_by_state(campaign.id)
    shown = campaign.shown
    counts = {state: shown(emails.get(state, 0)) for state in EmailsOut.model_fields}
    result = read_result(wiring().unit_of_work(), current_marketer(), campaign.id)
    measured = None if result is None else ResultOut.of(result, shown)
    progress = read_progress(wiring().unit_of_work(), current_marketer(), campaign.id)
    subjects = read_subjects(wiring().unit_of_work(), current_marketer(), campaign.id)
    return CampaignAnswer(
        campaign=CampaignOut.of(campaign),
        emails=EmailsOut(**counts),
        result=measured,
        progress=None if progress is None else SeriesOut.of(progress, shown),
        messages=[MessageSubjectsOut.of(each, campaign.plan.days[each.message], shown) for each in subjects],
    )


@campaigns.post("/marketing-campaign.php")
@endpoint(status=201)
def post_marketing_campaign(body: MakeCampaign) -> Nothing:
    """Store the draft of a campaign mail. The same id again changes nothing. A code is one that members can use."""
    make_campaign(wiring().unit_of_work(), wiring().codes, current_marketer(), body.id, body.plan())
    return Nothing()


@campaigns.put("/marketing-campaign.php")
@endpoint()
def put_marketing_campaign(body: EditCampaign) -> Nothing:
    """Replace a draft, made from this version of it."""
    uow, codes = wiring().unit_of_work(), wiring().codes
    edit_campaign(uow, codes, current_marketer(), body.id, body.version, body.plan())
    return Nothing()


@campaigns.put("/marketing-campaign-state.php")
@endpoint()
def put_marketing_campaign_state(body: SetCampaignState) -> Nothing:
    """Schedule a draft, take that back, stop the sending, or close a series to new members."""
    uow, marketer = wiring().unit_of_work(), current_marketer()
    if body.state == "scheduled":
        locales = wiring().sites.get(marketer.site).locales
        schedule_campaign(wiring().audiences(), wiring().codes, marketer, body.id, locales, body.at)
    elif body.state == "draft":
        unschedule_campaign(uow, marketer, body.id)
    elif body.state == "closed":
        close_series(uow, marketer, body.id)
    else:
        stop_campaign(uow, marketer, body.id)
    return Nothing()


@campaigns.post("/marketing-campaign-test.php")
@endpoint()
def post_marketing_campaign_test(body: MailTest) -> Nothing:
    """Mail a message of the campaign in one language to the caller."""
    send_campaign_test(wiring().unit_of_work(), current_marketer(), body.id, body.locale, body.message, body.subject)
    return Nothing()


@campaigns.get("/marketing-campaign-preview.php")
@endpoint(media_type="text/html")
def get_marketing_campaign_preview(query: PreviewQuery) -> Response:
    """The saved campaign as its mail in one language, in light or dark colours."""
    html = preview_campaign(
        wiring().unit_of_work(),
        wiring().emails,
        current_marketer(),
        query.id,
        query.locale,
        query.message,
        query.subject,
        is_dark=query.scheme == "dark",
    )
    return Response(html, mimetype="text/html", headers={"Content-Security-Policy": PREVIEW_POLICY})


@campaigns.get("/marketing-audience.php")
@endpoint()
def get_marketing_audience(query: AudienceQuery) -> AudienceAnswer:
    """How many members a campaign of this kind and audience would be drawn from now; null for too few in a segment."""
    site, segment = current_marketer().site, None
    if query.segment_id is not None:
        with wiring().unit_of_work().reading() as uow:
            segment = uow.segments.find(site, query.segment_id)
        if segment is None:
            raise NotFound()
    target = Target(site, query.audience, segment.conditions if segment else None)
    counted = wiring().audiences().count(target, NotificationKind(query.kind))
    shown = counted.members if segment is None else counted.shown
    has_more = counted.has_more and shown is not None
    return AudienceAnswer(
        members=shown,
        has_more=has_more,
        needed=members_needed(query.holdout),
        needed_for_subjects=None if query.subjects == 1 else members_needed_for_subjects(query.subjects, query.holdout),
    )
