from uuid import UUID

from profiles.domain.consent import Consent, ConsentKind
from profiles.storage import ProfilesUnit


def apply_consent(uow: ProfilesUnit, member_id: UUID, consent: Consent) -> None:
    """Store a member's answer and let profile and search follow it, in the caller's transaction.

    An answer that arrives late, or twice, changes nothing. One that arrives before the sign-up is stored and read by
    `make_profile`.
    """
    if uow.profiles.is_erased(member_id) or not uow.consents.keep(member_id, consent):
        return
    if consent.kind is ConsentKind.SEXUALITY:
        uow.profiles.change(member_id, sexuality_shown=consent.is_given)
    elif consent.kind is ConsentKind.RELIGION:
        if not consent.is_given:
            uow.profiles.change(member_id, religion=None)
    elif not consent.is_given:
        uow.profiles.change(member_id, seeks=[], sexuality=None, sexuality_shown=False)
    uow.search.refresh(member_id)
