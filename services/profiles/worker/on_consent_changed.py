from uuid import UUID

from pairwise.identity.v1.events_pb2 import ConsentChanged

from profiles.storage import ProfilesUnit


def on_consent_changed(uow: ProfilesUnit, event: ConsentChanged) -> None:
    """Their sexuality is shown only while its owner agrees; everyone else's pages lose it with the next look."""
    if event.kind == "sexuality":
        uow.profiles.change(UUID(event.member_id), sexuality_shown=event.given)
        # Whoever does not show it is not found by it either.
        uow.search.refresh(UUID(event.member_id))
