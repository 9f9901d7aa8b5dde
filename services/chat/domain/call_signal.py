from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from chat.domain.relay import RelayMode
from chat.domain.session_description import check_candidate, check_description


class SignalKind(StrEnum):
    """`restart` asks the caller's page for another offer."""

    OFFER = "offer"
    ANSWER = "answer"
    CANDIDATE = "candidate"
    RESTART = "restart"


@dataclass(frozen=True)
class CallSignal:
    """What one page of a call tells the other. It is relayed and neither stored nor logged."""

    call_id: UUID
    sender_id: UUID
    tab: UUID  # of the page it is for
    kind: SignalKind
    content: str

    def check(self, mode: RelayMode) -> None:
        """Raise Invalid for content that must not reach the other page."""
        match self.kind:
            case SignalKind.OFFER | SignalKind.ANSWER:
                check_description(self.content, mode)
            case SignalKind.CANDIDATE | SignalKind.RESTART:
                check_candidate(self.content, mode)
