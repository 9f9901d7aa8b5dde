"""Pictures that came to the desk as evidence: which are blocked, and blocking them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint

from profiles.domain.card import Photo
from profiles.moderation.domain.moderation import Complaint, Kind, Measure, Statement
from profiles.moderation.storage.unit import ModerationReads
from profiles.moderation.usecases.block_picture import decide_evidence_picture
from profiles.moderation.web.context import current_desk, current_questions, text_of, wiring
from profiles.moderation.web.moderation_models import (
    BlockPicture,
    DeskComplaintOut,
    DuplicateOut,
    EvidencePartOut,
)

blocked_pictures = Blueprint("blocked_pictures", __name__, url_prefix="/api")


@blocked_pictures.post("/staff-blocked-pictures.php")
@endpoint(status=201)
def post_blocked_picture(body: BlockPicture) -> Nothing:
    """Block the picture of a message shown as evidence, or unblock it."""
    dependencies = wiring()
    decide_evidence_picture(
        dependencies.unit_of_work(),
        dependencies.evidence,
        current_desk(),
        body.id,
        body.complaint_id,
        body.message_id,
        Statement(Measure(body.measure), body.reason, body.ground, body.facts, None),
    )
    return Nothing()


def desk_complaints(
    reads: ModerationReads, complaints: Sequence[Complaint], before: datetime | None = None
) -> list[DeskComplaintOut]:
    """Complaints as the desk reads them; their evidence says which pictures are blocked now. With `before`, their
    reporters have no later decisions."""
    shown = [UUID(each["id"]) for one in complaints for each in one.evidence if each.get("kind") == "photo"]
    blocked = reads.moderation.blocked_messages(shown)
    viewer_id, at, questions = caller().member_id, reads.now(), current_questions()

    def part_of(part: dict[str, str]) -> EvidencePartOut | None:
        if "photo_id" in part:
            photo = Photo(UUID(part["photo_id"]), part["thumbhash"])
            image = wiring().links.image(photo, viewer_id, at)
            return EvidencePartOut(photo_src=image.large_src, question=None, answer=None)
        if "prompt" in part:
            return EvidencePartOut(photo_src=None, question=questions.question(part["prompt"]), answer=part["text"])
        return None

    pairs, rules = _pairs(reads, complaints), reads.rules.matches([one.id for one in complaints])
    records = reads.reports.records({one.reporter_id for one in complaints if one.reporter_id}, before)
    return [
        DeskComplaintOut.of(
            one,
            blocked,
            part_of,
            _text_of(reads, one),
            pairs.get(one.id, ()),
            rules.get(one.id, ()),
            records.get(one.reporter_id) if one.reporter_id else None,
        )
        for one in complaints
    ]


def _pairs(reads: ModerationReads, complaints: Sequence[Complaint]) -> dict[UUID, list[DuplicateOut]]:
    """The members with their photos, of the cases about a picture on several accounts."""
    found = reads.duplicates.of([one.id for one in complaints if one.kind is Kind.DUPLICATE])
    if not found:
        return {}
    at, viewer_id, links = reads.now(), caller().member_id, wiring().links
    return {case: [DuplicateOut.of(one, viewer_id, links, at) for one in photos] for case, photos in found.items()}


def _text_of(reads: ModerationReads, complaint: Complaint) -> str | None:
    """The text that an open case is about. A changed text has a case of its own."""
    if complaint.kind is not Kind.TEXT or complaint.about_id is None or complaint.outcome is not None:
        return None
    return text_of(reads, complaint.about_id)
