"""Handlers of identity's events."""

from collections.abc import Iterator
from itertools import chain
from uuid import UUID

from pairwise.identity.v1.events_pb2 import (
    AgeAssuranceChanged,
    ContactVisibilityChanged,
    ExportRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    SessionRevoked,
)
from shared.kit.events import Subscriptions
from shared.pictures import SOUND
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export
from shared.privacy.export import File

from chat.storage import ChatUnit
from chat.storage.data_inventory import DATA_INVENTORY
from chat.usecases.end_call import end_call_of_session, end_open_call
from chat.wiring import Wiring

LARGEST = "800"

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MemberSignedUp)
def sign_up(uow: ChatUnit, event: MemberSignedUp, wiring: Wiring) -> None:
    uow.members.sign_up(UUID(event.member_id), event.name, wiring.sites.pool_of(event.site))
    if event.fictional:
        uow.members.become_fictional(UUID(event.member_id))


@subscriptions.on(MemberConfirmed)
def confirm(uow: ChatUnit, event: MemberConfirmed, _: Wiring) -> None:
    member_id = UUID(event.member_id)
    uow.members.confirm(member_id)
    uow.status_changes.note(member_id)
    if event.has_greeting:
        uow.greetings.add(member_id)


@subscriptions.on(AgeAssuranceChanged, alone=True)
def follow_age(uow: ChatUnit, event: AgeAssuranceChanged, _: Wiring) -> None:
    if event.withheld:
        end_open_call(uow, UUID(event.member_id))
    uow.members.withhold_for_age(UUID(event.member_id), is_unproven=event.withheld)


@subscriptions.on(ContactVisibilityChanged)
def hide_contact(uow: ChatUnit, event: ContactVisibilityChanged, _: Wiring) -> None:
    uow.members.hide_contact(UUID(event.member_id), UUID(event.contact_id), hidden=event.hidden)


@subscriptions.on(MemberDeleted, alone=True)
def mark_deleted(uow: ChatUnit, event: MemberDeleted, _: Wiring) -> None:
    member_id = UUID(event.member_id)
    end_open_call(uow, member_id)
    uow.members.delete(member_id)
    uow.status_changes.note(member_id)


@subscriptions.on(MemberReactivated)
def mark_reactivated(uow: ChatUnit, event: MemberReactivated, _: Wiring) -> None:
    member_id = UUID(event.member_id)
    uow.members.reactivate(member_id)
    uow.status_changes.note(member_id)


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: ChatUnit, event: MemberErased, _: Wiring) -> None:
    member_id = UUID(event.member_id)
    end_open_call(uow, member_id)
    # Before the blocks go: afterwards the two sides of a block would find each other's words again.
    uow.conversations.remove_where_blocked(member_id)
    # The words a member wrote belong to their partners, too; photos and voice messages are the member's own.
    uow.photos.drop_all(member_id)
    erase_and_report("chat", DATA_INVENTORY, uow, event)
    # The id stays as a deleted member, so that partners keep their conversations.
    uow.members.delete(member_id)
    uow.status_changes.note(member_id)


@subscriptions.on(SessionRevoked, alone=True)
def end_session(uow: ChatUnit, event: SessionRevoked, _: Wiring) -> None:
    """Its pages cannot end their call themselves: the server refuses what they send."""
    end_call_of_session(uow, UUID(event.session_id))


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: ChatUnit, event: ExportRequested, wiring: Wiring) -> None:
    member_id = UUID(event.member_id)
    files = chain(sent_photos(uow, member_id, wiring), sent_sounds(uow, member_id, wiring))
    deliver_export("chat", DATA_INVENTORY, uow, event, wiring.settings, files)


def sent_photos(uow: ChatUnit, member_id: UUID, wiring: Wiring) -> Iterator[File]:
    """The photos a member sent, for the export, each in its largest size."""
    for number, media in enumerate(uow.photos.files_of(member_id), 1):
        if (content := wiring.media.read(media, LARGEST)) is not None:
            yield File(f"chat/photos/{number}.webp", content)


def sent_sounds(uow: ChatUnit, member_id: UUID, wiring: Wiring) -> Iterator[File]:
    """The voice messages a member sent, for the export."""
    for number, media in enumerate(uow.photos.sounds_of(member_id), 1):
        if (content := wiring.media.read(media, SOUND)) is not None:
            yield File(f"chat/voice/{number}.ogg", content)
