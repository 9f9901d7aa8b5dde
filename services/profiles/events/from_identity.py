"""Handlers of identity's events."""

from datetime import UTC, date
from itertools import chain
from uuid import UUID

from pairwise.identity.v1.events_pb2 import (
    AgeAssuranceChanged,
    ConsentChanged,
    ContactVisibilityChanged,
    ExportRequested,
    LanguageChanged,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberRenamed,
    MemberSignedUp,
)
from shared.kit.events import Subscriptions
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export

from profiles.domain.consent import Consent, ConsentKind
from profiles.domain.profile import NewProfile
from profiles.domain.traits import Gender
from profiles.storage import ProfilesUnit
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.usecases.photos.export_photos import export_photos
from profiles.usecases.privacy.change_visibility import withhold_for_age
from profiles.usecases.privacy.export_contacts import export_contacts
from profiles.usecases.profile.apply_consent import apply_consent
from profiles.usecases.profile.correct_profile import rename_profile
from profiles.usecases.profile.forget_member import forget_member, release_files
from profiles.usecases.profile.make_profile import make_profile
from profiles.usecases.profile.note_change import note_change
from profiles.wiring import Wiring

CONSENT_KINDS = frozenset(ConsentKind)

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MemberSignedUp)
def add_profile(uow: ProfilesUnit, event: MemberSignedUp, wiring: Wiring) -> None:
    make_profile(
        uow,
        NewProfile(
            member_id=UUID(event.member_id),
            name=event.name,
            birth_date=date.fromisoformat(event.birth_date),
            gender=Gender(event.gender),
            seeks=tuple(Gender(gender) for gender in event.seeks),
            town_id=event.town_id or None,
            country=event.country,
            language=event.locale,
            joined_at=event.signed_up_at.ToDatetime(tzinfo=UTC),
            pool=wiring.sites.pool_of(event.site),
            fictional=event.fictional,
            about=event.about,
        ),
        event.site,
    )


@subscriptions.on(ConsentChanged)
def follow_consent(uow: ProfilesUnit, event: ConsentChanged, wiring: Wiring) -> None:
    """Apply an answer to one of the questions that concern profiles; ignore the others."""
    if event.kind in CONSENT_KINDS:
        consent = Consent(ConsentKind(event.kind), event.given, event.at.ToDatetime(tzinfo=UTC))
        apply_consent(uow, UUID(event.member_id), consent)


@subscriptions.on(AgeAssuranceChanged)
def follow_age(uow: ProfilesUnit, event: AgeAssuranceChanged, wiring: Wiring) -> None:
    withhold_for_age(uow, UUID(event.member_id), unproven=event.withheld)


@subscriptions.on(ContactVisibilityChanged)
def hide_contact(uow: ProfilesUnit, event: ContactVisibilityChanged, wiring: Wiring) -> None:
    uow.blocks.hide_contact(UUID(event.member_id), UUID(event.contact_id), hidden=event.hidden)


@subscriptions.on(LanguageChanged)
def follow_language(uow: ProfilesUnit, event: LanguageChanged, wiring: Wiring) -> None:
    note_change(uow, UUID(event.member_id), language=event.locale)


@subscriptions.on(MemberRenamed)
def follow_name(uow: ProfilesUnit, event: MemberRenamed, wiring: Wiring) -> None:
    rename_profile(uow, UUID(event.member_id), event.name, event.at.ToDatetime(tzinfo=UTC))


@subscriptions.on(MemberDeleted)
def mark_deleted(uow: ProfilesUnit, event: MemberDeleted, wiring: Wiring) -> None:
    note_change(uow, UUID(event.member_id), state="deleted")


@subscriptions.on(MemberReactivated)
def mark_reactivated(uow: ProfilesUnit, event: MemberReactivated, wiring: Wiring) -> None:
    note_change(uow, UUID(event.member_id), state="active")


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: ProfilesUnit, event: MemberErased, wiring: Wiring) -> None:
    member_id = UUID(event.member_id)
    release_files(uow, member_id)
    erase_and_report("profiles", DATA_INVENTORY, uow, event)
    forget_member(uow, member_id)


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: ProfilesUnit, event: ExportRequested, wiring: Wiring) -> None:
    member_id = UUID(event.member_id)
    files = chain(
        export_photos(uow, wiring.media, wiring.settings.verification_keys, member_id),
        export_contacts(uow, wiring.date_contacts, member_id),
    )
    deliver_export("profiles", DATA_INVENTORY, uow, event, wiring.settings, files)
