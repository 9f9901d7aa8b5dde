from functools import partial

from flask import Blueprint
from shared.kit.core import NotFound
from shared.kit.http import Nothing, caller, endpoint, limiter

from profiles.moderation.domain.desk_queue import CaseKey
from profiles.moderation.domain.staff_access import StaffAction, Why
from profiles.moderation.usecases.confirm_suspensions import confirm_suspensions
from profiles.moderation.usecases.decide_complaint import decide_complaint
from profiles.moderation.usecases.inspect_photo import inspect_photo
from profiles.moderation.usecases.photo_fingerprint import photo_fingerprint
from profiles.moderation.usecases.staff_access import open_member, record_seen, record_view
from profiles.moderation.usecases.take_case import check_not_taken
from profiles.moderation.usecases.take_measure import take_measure
from profiles.moderation.web.blocked_pictures import desk_complaints
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.moderation_models import (
    AccessAnswer,
    CaseNoteOut,
    DecideComplaint,
    DeskComplaintsAnswer,
    DeskMemberAnswer,
    DeskMemberOut,
    Inspect,
    MemberQuery,
    OpenMember,
    TakeMeasure,
    WaitingPhotoOut,
    WaitingPhotosAnswer,
    statement_of,
)
from profiles.moderation.web.person import person_of

staff = Blueprint("staff", __name__, url_prefix="/api")
PHOTOS_AT_A_TIME = 30


@staff.get("/staff-photos.php")
@endpoint()
def get_waiting_photos() -> WaitingPhotosAnswer:
    """The photos that wait longest for inspection."""
    dependencies = wiring()
    with dependencies.reads() as reads:
        (photos, waiting), at = reads.moderation.waiting_photos(current_desk(), PHOTOS_AT_A_TIME), reads.now()
    viewer_id = caller().member_id
    seen = [(photo.member_id, photo.id) for photo in photos]
    record_seen(dependencies.unit_of_work(), current_desk(), StaffAction.VIEW_PHOTO, seen)
    return WaitingPhotosAnswer(
        photos=[WaitingPhotoOut.of(photo, viewer_id, dependencies.links, at) for photo in photos], waiting=waiting
    )


@staff.post("/staff-photos.php")
@endpoint(status=201)
def post_inspection(body: Inspect) -> Nothing:
    """Approve a photo, or reject it with a reason."""
    dependencies = wiring()
    check_not_taken(dependencies.unit_of_work(), current_desk(), CaseKey(body.photo_id, is_photo=True))
    inspect_photo(
        dependencies.unit_of_work(),
        current_desk(),
        body.id,
        body.photo_id,
        body.seen,
        body.reason,
        partial(photo_fingerprint, dependencies.reads, dependencies.media, current_desk()),
    )
    return Nothing()


@staff.get("/staff-complaints.php")
@endpoint()
def get_open_complaints() -> DeskComplaintsAnswer:
    """Complaints and appeals that wait for a decision, the oldest first."""
    dependencies = wiring()
    with dependencies.reads() as reads:
        waiting = reads.complaints.open(current_desk())
        shown = desk_complaints(reads, waiting)
    seen = [(complaint.about_id, complaint.id) for complaint in waiting]
    record_seen(dependencies.unit_of_work(), current_desk(), StaffAction.VIEW_COMPLAINT, seen)
    return DeskComplaintsAnswer(complaints=shown)


@staff.post("/staff-complaints.php")
@endpoint(status=201)
def post_complaint_decision(body: DecideComplaint) -> Nothing:
    """Decide a complaint or an appeal."""
    dependencies = wiring()
    check_not_taken(dependencies.unit_of_work(), current_desk(), CaseKey(body.complaint_id, is_photo=False))
    decide_complaint(dependencies.unit_of_work(), current_desk(), body.id, body.complaint_id, statement_of(body))
    confirm_suspensions(dependencies.unit_of_work(), dependencies.desk_accounts)
    return Nothing()


@staff.get("/staff-member.php")
@endpoint()
def get_member(query: MemberQuery) -> DeskMemberAnswer:
    """Return a member that the caller has opened."""
    dependencies = wiring()
    record_view(dependencies.unit_of_work(), current_desk(), query.id)
    with dependencies.reads() as reads:
        person = person_of(reads, query.id)
        if person is None:
            raise NotFound()
        complaints = desk_complaints(reads, reads.complaints.about(query.id))
        notes = [CaseNoteOut.of(note) for note in reads.case_work.notes(member_id=query.id)]
        return DeskMemberAnswer(member=DeskMemberOut(**person.model_dump(), complaints=complaints, notes=notes))


@staff.get("/staff-access.php")
@endpoint()
def get_access(query: MemberQuery) -> AccessAnswer:
    """Return until when the caller has a member open. Nothing of the member is shown, so it is not recorded."""
    desk = current_desk()
    with wiring().reads() as reads:
        if reads.profiles.pool(query.id) != desk.pool:
            raise NotFound()
        return AccessAnswer(open_until=reads.staff_actions.open_until(desk.actor_id, query.id))


@staff.post("/staff-access.php")
@endpoint(status=201)
def post_access(body: OpenMember) -> Nothing:
    """Open a member for an hour, for a case or a stated reason."""
    why = Why(body.case_id, body.reason)
    if why.case_id is None:
        limiter().take("uncased_read", {"member": caller().member_id})
    open_member(wiring().unit_of_work(), current_desk(), body.id, body.member_id, why)
    return Nothing()


@staff.post("/staff-member.php")
@endpoint(status=201)
def post_measure(body: TakeMeasure) -> Nothing:
    """Warn, hide or suspend a member, or lift it."""
    dependencies = wiring()
    take_measure(dependencies.unit_of_work(), current_desk(), body.id, body.member_id, statement_of(body))
    confirm_suspensions(dependencies.unit_of_work(), dependencies.desk_accounts)
    return Nothing()
