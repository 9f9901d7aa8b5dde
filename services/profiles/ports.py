"""What the use cases need from outside."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

from pictures import Developed
from servicekit.ports import Transaction
from sqlalchemy.orm import Session

from profiles.domain.card import Card, Photo
from profiles.domain.moderation import (
    Complaint,
    Decision,
    Desk,
    Measure,
    Outcome,
    PendingSuspension,
    Proof,
    Shown,
    WaitingPhoto,
)
from profiles.domain.photo import OwnPhoto, PhotoStatus
from profiles.domain.profile import NewProfile, Profile, Viewer
from profiles.domain.reports import ReportHistory
from profiles.domain.search import COUNTED, Count, Hit, Position, Wanted
from profiles.domain.staff_access import StaffRecord, Why

Pause = Callable[[float], None]


class Profiles(Protocol):
    def add(self, profile: NewProfile, region: str | None) -> bool:
        """False when the member has a profile already."""

    def viewer(self, member_id: UUID) -> Viewer | None: ...
    def whole(self, viewer_id: UUID, member_id: UUID) -> Profile | None:
        """A profile and how it stands to the viewer, whatever that is; its photos are asked for apart."""

    def touch(self, member_id: UUID) -> None:
        """Note that the member is active now: within seconds, at most once in five minutes."""

    def change(self, member_id: UUID, **values: Any) -> bool:
        """Set these columns and lock the row. False when there is no such profile."""

    def visibility(self, member_id: UUID) -> tuple[bool, bool] | None:
        """Whether the member is invisible and whether they are hidden; the row stays as it is until the end."""

    def acquaint(self, one: UUID, other: UUID) -> None:
        """The two have a conversation."""

    def lock(self, member_id: UUID) -> bool:
        """As `hold`, and no other writes to the profile or its photos meanwhile."""

    def pool(self, member_id: UUID) -> int | None:
        """The sites this member is of; None when there is no such profile."""

    def hold(self, member_id: UUID) -> bool:
        """Whether there is such a profile, not deleted; if so, it stays until the transaction ends."""

    def note_erased(self, member_id: UUID) -> None:
        """Their profile is gone for good."""

    def is_erased(self, member_id: UUID) -> bool: ...


class Cards(Protocol):
    def shown(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
        """The cards of those among these whom the viewer may see, in the order asked."""

    def seen_again(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
        """As `shown`, for lists that are asked for over and over."""

    def public(self, member_ids: Sequence[UUID]) -> list[Card]:
        """The cards of those among these whom anyone may be shown, in the order asked."""

    def blocked_by(self, viewer_id: UUID, limit: int) -> list[Card]: ...


class Photos(Protocol):
    def of(self, member_id: UUID) -> tuple[Photo, ...]: ...
    def media(self, viewer_id: UUID, photo_id: UUID) -> tuple[str, datetime] | None:
        """The name of a photo's files and the time, when this viewer may see it now."""

    def media_at_desk(self, desk: Desk, photo_id: UUID) -> tuple[str, datetime] | None:
        """As `media`, for inspection within the desk's reach: whatever has become of the photo and its member."""

    def own(self, member_id: UUID) -> list[OwnPhoto]: ...
    def exists(self, photo_id: UUID) -> bool: ...
    def add(
        self,
        member_id: UUID,
        photo_id: UUID,
        media: str,
        developed: Developed,
        status: PhotoStatus,
        limit: int,
    ) -> bool:
        """As the last one. False when the member has `limit` photos, or the id is taken."""

    def order(self, member_id: UUID, photo_ids: Sequence[UUID]) -> None: ...
    def remove(self, member_id: UUID, photo_id: UUID) -> str | None:
        """The name of its files, which are loose from now on; None when the member has no such photo."""

    def loosen_all(self, member_id: UUID) -> None:
        """Let the files of all photos of this member be cleared away."""

    def note_loose(self, media: str) -> None: ...
    def forget_loose(self, media: str) -> bool:
        """False when it was cleared away already."""

    def loose(self, older_than: timedelta, limit: int) -> list[str]: ...


class StaffActions(Protocol):
    """The audit log of the desk."""

    def record(self, record: StaffRecord) -> None: ...
    def record_seen(self, records: Sequence[StaffRecord]) -> list[StaffRecord]:
        """Record those that the same person was not recorded to have seen within the hour. Returns these."""

    def why_open(self, actor_id: UUID, member_id: UUID) -> Why | None:
        """Why this person has this member open now; None when they have not."""

    def is_case_of(self, case_id: UUID, member_id: UUID) -> bool:
        """Whether this is a complaint by or about the member, a decision about them, or a photo of theirs."""


class Moderation(Protocol):
    def decide(self, decision: Decision) -> int:
        """Put a decision down, for good. Returns its number."""

    def decisions_about(self, member_id: UUID, measures: Sequence[Measure] = ...) -> list[Decision]: ...
    def decision(self, decision_id: UUID) -> Decision | None: ...
    def waiting_photos(self, desk: Desk, limit: int) -> tuple[list[WaitingPhoto], int]: ...
    def set_photo(self, photo_id: UUID, seen: PhotoStatus, status: PhotoStatus, reason: str | None) -> UUID | None:
        """Whose photo it is; None when it is not any more as whoever decides has seen it."""

    def await_confirmation(self, member_id: UUID, number: int, *, suspended: bool) -> None: ...
    def unconfirmed(self, limit: int) -> list[PendingSuspension]: ...
    def confirm(self, pending: PendingSuspension) -> None: ...
    def owner(self, photo_id: UUID) -> UUID | None: ...
    def sanction(self, member_id: UUID) -> tuple[str | None, datetime | None] | None: ...
    def ended_sanctions(self, limit: int) -> list[UUID]: ...
    def find_members(self, desk: Desk, name: str, limit: int) -> list[UUID]: ...
    def complain(self, complaint: Complaint) -> int:
        """Put a complaint down. Returns its number."""

    def complaints_today(self, reporter_id: UUID) -> int: ...
    def complaints_today_from(self, email: str) -> int: ...
    def complaints_by(self, reporter_id: UUID) -> list[Complaint]: ...
    def complaints_about(self, member_id: UUID) -> list[Complaint]: ...
    def open_complaints(self, desk: Desk) -> list[Complaint]: ...
    def complaint(self, complaint_id: UUID) -> Complaint | None: ...
    def close(self, complaint_id: UUID, outcome: Outcome) -> bool:
        """False when someone else has decided it meanwhile."""


class BlockedPictures(Protocol):
    def block(self, decision_id: UUID, fingerprint: bytes) -> None: ...
    def unblock(self, decision_id: UUID) -> None: ...
    def find(self, fingerprint: bytes) -> UUID | None: ...
    def fingerprint_of(self, photo_id: UUID) -> bytes | None: ...
    def has_open_case(self, member_id: UUID) -> bool: ...


class Reports(Protocol):
    def lock_reporter(self, reporter_id: UUID) -> None: ...
    def history(self, reporter_id: UUID) -> ReportHistory: ...
    def is_warned(self, reporter_id: UUID) -> bool: ...
    def suspended_until(self, reporter_id: UUID) -> datetime | None: ...
    def was_looked_at(self, member_id: UUID) -> bool: ...
    def visitors_networks(self, member_id: UUID) -> int: ...
    def forget_source(self, complaint_id: UUID) -> None: ...


class Evidence(Protocol):
    def shown(self, member_id: UUID, partner_id: UUID | None, proof: Proof) -> Shown:
        """Those of the messages that the member has with this partner, or in the conversation that the proof names.

        Raises NotFound when that is not the member's."""


class Accounts(Protocol):
    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        """Let identity suspend the account, or end its suspension. An older version than the one it knows changes
        nothing. Raises NotFound when the account is gone, Unavailable when identity does not answer."""


class Media(Protocol):
    def write(self, name: str, files: Mapping[str, bytes]) -> None: ...
    def clear(self, name: str) -> None: ...


class Blocks(Protocol):
    def add(self, blocker_id: UUID, blocked_id: UUID) -> bool:
        """False when it stood already."""

    def remove(self, blocker_id: UUID, blocked_id: UUID) -> bool:
        """False when there was none."""

    def count(self, blocker_id: UUID) -> int:
        """How many the member has blocked, of those who are still there."""


class Search(Protocol):
    def begin(self, viewer_id: UUID | None, wanted: Wanted, limit: int, most: int = COUNTED) -> tuple[Count, list[Hit]]:
        """How many fit, counted as far as `most`, and the first of them, newest active first."""

    def page(
        self, viewer_id: UUID | None, wanted: Wanted, after: Position | None, limit: int, *, few: bool
    ) -> list[Hit]:
        """The next who fit, newest active first. `few` says how to look, not whom to find."""

    def count(self, viewer_id: UUID | None, wanted: Wanted, most: int = COUNTED) -> Count: ...
    def refresh(self, member_id: UUID) -> None:
        """Let search know of this profile what the transaction has changed."""


class Places(Protocol):
    def whereabouts(self, town_id: int) -> tuple[str, str] | None:
        """The country and region of a town; None when there is no such town."""


class ProfilesUnitOfWork(Transaction, Protocol):
    @property
    def session(self) -> Session: ...
    @property
    def profiles(self) -> Profiles: ...
    @property
    def cards(self) -> Cards: ...
    @property
    def photos(self) -> Photos: ...
    @property
    def moderation(self) -> Moderation: ...
    @property
    def reports(self) -> Reports: ...
    @property
    def pictures(self) -> BlockedPictures: ...
    @property
    def blocks(self) -> Blocks: ...
    @property
    def search(self) -> Search: ...
    @property
    def places(self) -> Places: ...
    @property
    def staff_actions(self) -> StaffActions: ...
