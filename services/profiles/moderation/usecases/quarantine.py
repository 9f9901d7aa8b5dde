"""Release of pictures from quarantine when their rejection as illegal did not last."""

from uuid import UUID

from profiles.moderation.domain.confirmations import Settlement
from profiles.moderation.storage.unit import ModerationUnit


def decide_anew(uow: ModerationUnit, photo_id: UUID) -> None:
    """Undo a rejection as illegal, so that the caller can decide anew; nothing for a photo that is not in quarantine.
    Runs in the caller's transaction, which has locked the profile."""
    decision_id = uow.quarantine.bring_back(photo_id)
    if decision_id is not None:
        uow.confirmations.settle(decision_id, Settlement.SUPERSEDED)
        uow.pictures.unblock(decision_id)


def end_quarantine(uow: ModerationUnit, decision_id: UUID) -> None:
    """Recognise the picture of this decision no more; one that is still there waits to be inspected again, hidden as it
    was. Runs in the caller's transaction; a decision about something else changes nothing."""
    asked = uow.confirmations.find(decision_id)
    if asked is None or asked.photo_id is None:
        uow.pictures.unblock(decision_id)
        return
    # The profile before the confirmation, as everybody locks them.
    uow.profiles.lock_restrictions(asked.member_id)
    uow.confirmations.settle(asked.decision_id, Settlement.SUPERSEDED)
    uow.pictures.unblock(asked.decision_id)
    uow.quarantine.release(asked.photo_id)
