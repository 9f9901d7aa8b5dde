"""Request and response models of sessions."""

from datetime import date
from typing import Literal
from uuid import UUID

from shared.kit.http import Input, Output

from identity.domain.session import Session


class EndSessions(Input):
    """Either `id` or `others`."""

    id: UUID | None = None
    others: bool = False


class SessionOut(Output):
    """A session for its owner: times by the day, devices by browser and system."""

    id: UUID
    current: bool
    browser: str | None
    system: str | None
    used: Literal["today", "week", "earlier"]
    used_on: date
    since: date
    second_factor: bool

    @staticmethod
    def of(session: Session, today: date, current: UUID) -> "SessionOut":
        used_on = session.used_on or today
        days = (today - used_on).days
        return SessionOut(
            id=session.id,
            current=session.id == current,
            browser=session.device.browser,
            system=session.device.system,
            used="today" if days < 1 else "week" if days < 7 else "earlier",
            used_on=used_on,
            since=session.created_at.date() if session.created_at else today,
            second_factor=session.second_factor_at is not None,
        )


class SessionsAnswer(Output):
    sessions: list[SessionOut]


class EndedAnswer(Output):
    ended: int
