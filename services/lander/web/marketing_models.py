"""Models of the marketing desk's audit log."""

from datetime import datetime
from typing import Any, Self
from uuid import UUID

from pydantic import Field
from shared.kit.http import Input, Output

from lander.domain.marketing_action import RecordedAction


class ActionsQuery(Input):
    before: int | None = Field(None, ge=1, le=2**53, description="Older than the action with this id")


class MarketingActionOut(Output):
    id: int
    actor_id: UUID
    is_own: bool
    action: str
    subject: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    at: datetime

    @classmethod
    def of(cls, recorded: RecordedAction, caller_id: UUID) -> Self:
        action = recorded.action
        return cls(
            id=recorded.id,
            actor_id=recorded.actor_id,
            is_own=recorded.actor_id == caller_id,
            action=action.action,
            subject=action.subject,
            before=None if action.before is None else dict(action.before),
            after=None if action.after is None else dict(action.after),
            at=recorded.at,
        )


class MarketingActionsAnswer(Output):
    actions: list[MarketingActionOut]
    has_more: bool
