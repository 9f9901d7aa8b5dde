"""Who is hidden from whom, as it is read and answered over HTTP."""

from uuid import UUID

from cards import Card as CardOut
from pydantic import Field
from servicekit.web.endpoint import Input, Output

from profiles.usecases.view_privacy import Privacy


class Block(Input):
    id: UUID
    profile_id: UUID


class Unblock(Input):
    profile_id: UUID


class ChangePrivacy(Input):
    invisible: bool = Field(strict=True)


class PrivacyAnswer(Output):
    """Who sees the caller: `invisible` by the caller's choice, `hidden` by moderation's."""

    invisible: bool
    hidden: bool
    blocked_count: int

    @staticmethod
    def of(privacy: Privacy) -> "PrivacyAnswer":
        return PrivacyAnswer(
            invisible=privacy.is_invisible, hidden=privacy.is_hidden, blocked_count=privacy.blocked_count
        )


class BlockedAnswer(Output):
    profiles: list[CardOut]


class BlockAnswer(Output):
    profile_id: UUID
