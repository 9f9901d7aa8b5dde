"""Visibility and blocks over HTTP."""

from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output
from shared.members import MemberSummary

from profiles.usecases.privacy.view_privacy import Privacy


class Block(Input):
    id: ClientId
    profile_id: UUID


class Unblock(Input):
    profile_id: UUID


class ChangePrivacy(Input):
    invisible: bool = Field(strict=True)


class PrivacyAnswer(Output):
    """Visibility of the caller: `invisible` by their own choice, `hidden` by moderation."""

    invisible: bool
    hidden: bool
    blocked_count: int

    @staticmethod
    def of(privacy: Privacy) -> "PrivacyAnswer":
        return PrivacyAnswer(
            invisible=privacy.is_invisible, hidden=privacy.is_hidden, blocked_count=privacy.blocked_count
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
