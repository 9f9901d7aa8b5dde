from uuid import UUID

from pairwise.identity.v1.events_pb2 import LanguageChanged

from profiles.storage import ProfilesUnit
from profiles.usecases.note_change import note_change


def on_language_changed(uow: ProfilesUnit, event: LanguageChanged) -> None:
    note_change(uow, UUID(event.member_id), language=event.locale)
