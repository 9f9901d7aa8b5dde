"""Visibility and blocks over HTTP."""

from typing import Self
from uuid import UUID

from pydantic import Field, model_validator
from shared.kit.core import ClientId
from shared.kit.http import Input, Output
from shared.members import MemberSummary

from profiles.domain.unmatch import UnmatchReason
from profiles.usecases.privacy.view_privacy import Privacy


class Block(Input):
    id: ClientId
    profile_id: UUID


class Unmatch(Input):
    id: ClientId
    profile_id: UUID
    reason: UnmatchReason | None = Field(None, description="Seen by nobody; the desk counts the serious ones")


class Unblock(Input):
    profile_id: UUID


# The choice that each of the switches of a site makes when it is used.
SWITCHES = {
    "pause": ("paused", True),
    "presence": ("shares_presence", False),
    "reads": ("shares_reads", False),
    "looks": ("shares_looks", False),
}


class ChangePrivacy(Input):
    """Only the fields sent are changed."""

    invisible: bool = Field(False, strict=True)
    paused: bool = Field(False, strict=True, description="Invisible until it ends, and partners are told of a break")
    shares_presence: bool = Field(True, strict=True, description="Both ways: without it that of others is not shown")
    shares_reads: bool = Field(True, strict=True, description="Both ways: without it those of others are not shown")
    shares_looks: bool = Field(True, strict=True, description="Both ways: looks at profiles, of oneself and of others")

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("nothing to change")
        return self

    def choices(self) -> dict[str, bool]:
        return {name: getattr(self, name) for name in self.model_fields_set}


class PrivacyAnswer(Output):
    """Visibility of the caller: `invisible` by their own choice, `hidden` by moderation."""

    invisible: bool
    paused: bool
    hidden: bool
    shares_presence: bool
    shares_reads: bool
    shares_looks: bool
    blocked_count: int

    @staticmethod
    def of(privacy: Privacy) -> "PrivacyAnswer":
        own = privacy.restrictions
        return PrivacyAnswer(
            invisible=own.chooses_invisible,
            paused=own.is_paused,
            hidden=own.is_hidden,
            shares_presence=own.shares_presence,
            shares_reads=own.shares_reads,
            shares_looks=own.shares_looks,
            blocked_count=privacy.blocked_count,
        )


class SuspectedOut(Output):
    """An account that may be the new one of a blocked member. The signs are not told."""

    profile: MemberSummary
    blocked_name: str


class BlockedAnswer(Output):
    profiles: list[MemberSummary]
    suspected: list[SuspectedOut]


class SomeoneElse(Input):
    """The account of `profile_id` is not the blocked member's."""

    profile_id: UUID


class BlockAnswer(Output):
    profile_id: UUID
