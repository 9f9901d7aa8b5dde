"""Events that identity publishes."""

from dataclasses import asdict
from datetime import date, datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from pairwise.identity.v1.events_pb2 import (
    AgeAssuranceChanged,
    ConsentChanged,
    ContactVisibilityChanged,
    ExportRequested,
    LanguageChanged,
    MailRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberInvited,
    MemberReactivated,
    MemberRenamed,
    MemberSignedUp,
    RequestTaken,
    SessionRevoked,
)

from identity.domain.account import Account
from identity.domain.age_assurance import AgeCheck
from identity.domain.consent import Consent
from identity.domain.export import Export
from identity.domain.invitation import AcceptedInvitation

if TYPE_CHECKING:
    from identity.usecases.make_fictional_profile import FictionalForm
    from identity.usecases.sign_up import CheckedForm


def member_signed_up(account: Account, checked: "CheckedForm", country: str, *, shares_mailbox: bool) -> MemberSignedUp:
    form = checked.form
    return MemberSignedUp(
        member_id=str(account.id),
        site=account.site,
        locale=account.locale,
        name=account.name,
        birth_date=checked.birth_date.isoformat(),
        gender=form.gender,
        seeks=form.seeks,
        town_id=form.town_id or 0,
        country=country,
        signed_up_at=account.signed_up_at,
        arrival=MemberSignedUp.Arrival(**asdict(form.arrival)),
        tracking=MemberSignedUp.Tracking(**asdict(form.tracking)) if form.tracking else None,
        shares_mailbox=shares_mailbox,
    )


def fictional_profile_made(account: Account, birth_date: date, form: "FictionalForm") -> MemberSignedUp:
    return MemberSignedUp(
        member_id=str(account.id),
        site=account.site,
        locale=account.locale,
        name=account.name,
        birth_date=birth_date.isoformat(),
        gender=form.gender,
        town_id=form.town_id,
        country=form.country,
        signed_up_at=account.signed_up_at,
        fictional=True,
        about=form.about,
    )


def member_invited(account: Account, accepted: AcceptedInvitation) -> MemberInvited:
    return MemberInvited(
        member_id=str(account.id),
        inviter_id=str(accepted.inviter_id),
        site=account.site,
        same_device=accepted.same_device,
    )


def member_confirmed(member_id: UUID, *, has_greeting: bool = False) -> MemberConfirmed:
    return MemberConfirmed(member_id=str(member_id), has_greeting=has_greeting)


def member_renamed(account: Account, at: datetime) -> MemberRenamed:
    return MemberRenamed(member_id=str(account.id), name=account.name, at=at)


def member_deleted(member_id: UUID, reactivate_until: datetime) -> MemberDeleted:
    return MemberDeleted(member_id=str(member_id), reactivate_until=reactivate_until)


def member_reactivated(member_id: UUID) -> MemberReactivated:
    return MemberReactivated(member_id=str(member_id))


def member_erased(member_id: UUID) -> MemberErased:
    return MemberErased(member_id=str(member_id))


def language_changed(member_id: UUID, locale: str) -> LanguageChanged:
    return LanguageChanged(member_id=str(member_id), locale=locale)


def age_assurance_changed(check: AgeCheck) -> AgeAssuranceChanged:
    return AgeAssuranceChanged(member_id=str(check.member_id), withheld=check.is_withheld)


def consent_changed(member_id: UUID, consent: Consent, *, by_switch: bool = False) -> ConsentChanged:
    return ConsentChanged(
        member_id=str(member_id),
        kind=consent.kind,
        version=consent.version,
        given=consent.is_given,
        at=consent.at,
        by_switch=by_switch,
    )


def contact_visibility_changed(member_id: UUID, contact_id: UUID, *, hidden: bool) -> ContactVisibilityChanged:
    return ContactVisibilityChanged(member_id=str(member_id), contact_id=str(contact_id), hidden=hidden)


def export_requested(export: Export) -> ExportRequested:
    return ExportRequested(export_id=str(export.id), member_id=str(export.member_id))


def mail_requested(account: Account, template: str, sealed: bytes) -> MailRequested:
    return MailRequested(
        mail_id=str(uuid4()),
        member_id=str(account.id),
        template=template,
        locale=account.locale,
        site=account.mails_from,
        sealed=sealed,
    )


def request_taken(sealed: bytes) -> RequestTaken:
    return RequestTaken(request_id=str(uuid4()), sealed=sealed)


def session_revoked(session_id: UUID, until: datetime) -> SessionRevoked:
    return SessionRevoked(session_id=str(session_id), expires_at=until)
