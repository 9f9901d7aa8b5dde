from flask import Blueprint
from shared.kit.http import Nothing, endpoint

from notifications.usecases.change_segment import delete_segment, edit_segment, make_segment
from notifications.web.campaigns import current_marketer
from notifications.web.context import wiring
from notifications.web.segment_models import DeleteSegment, EditSegment, MakeSegment, SegmentOut, SegmentsAnswer

segments = Blueprint("segments", __name__, url_prefix="/api")


@segments.get("/marketing-segments.php")
@endpoint()
def get_marketing_segments() -> SegmentsAnswer:
    """The saved segments of this site, the newest first, and what their conditions may name."""
    site = current_marketer().site
    with wiring().unit_of_work().reading() as uow:
        found = uow.segments.of_site(site)
    known = wiring().sites.get(site)
    return SegmentsAnswer(
        segments=[SegmentOut.of(each) for each in found],
        countries=known.countries,
        locales=known.locales,
    )


@segments.post("/marketing-segments.php")
@endpoint(status=201)
def post_marketing_segment(body: MakeSegment) -> Nothing:
    """Save a segment. The same id again changes nothing."""
    make_segment(wiring().unit_of_work(), current_marketer(), body.id, body.name, body.conditions)
    return Nothing()


@segments.put("/marketing-segments.php")
@endpoint()
def put_marketing_segment(body: EditSegment) -> Nothing:
    """Replace a segment, made from this version of it. Campaigns that were scheduled keep its former conditions."""
    edit_segment(wiring().unit_of_work(), current_marketer(), body.id, body.version, body.name, body.conditions)
    return Nothing()


@segments.delete("/marketing-segments.php")
@endpoint()
def delete_marketing_segment(body: DeleteSegment) -> Nothing:
    """Delete a segment. A draft with it has to be given another one before it is sent."""
    delete_segment(wiring().unit_of_work(), current_marketer(), body.id)
    return Nothing()
