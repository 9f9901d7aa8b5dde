import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.call import Call, CallState
from chat.domain.relay import RelayCredentials, RelayMode, issue_credentials
from chat.errors import CallOver
from chat.ports import Card, Cards
from chat.storage import ChatUnit
from chat.usecases.ring_call import check_callable


@dataclass(frozen=True)
class Relay:
    """The TURN servers of this installation, and the secret shared with them."""

    mode: RelayMode
    urls: Sequence[str]
    secret: str

    def issue(self) -> RelayCredentials | None:
        """New credentials; None in direct mode."""
        return issue_credentials(self.urls, self.secret, time.time()) if self.mode is RelayMode.RELAY else None


def see_call(uow: ChatUnit, cards: Cards, member_id: UUID) -> tuple[Call, Card] | None:
    """The open call of this member and the partner's card; None where the partner is not visible to them."""
    with uow.reading() as uow:
        call = uow.calls.open_of(member_id)
    if call is None:
        return None
    partner_id = call.partner_of(member_id)
    card = cards.seen_by(member_id, [partner_id]).get(partner_id)
    return (call, card) if card else None


def enter_relay(uow: ChatUnit, relay: Relay, member_id: UUID, call_id: UUID, tab: UUID) -> RelayCredentials | None:
    """Credentials for the two pages of an answered call. Raises NotFound, CallOver and those of `check_callable`."""
    with uow.reading() as uow:
        call = uow.calls.of_party(call_id, member_id)
        if call is None:
            raise NotFound()
        if call.state is not CallState.ANSWERED or call.tab_of(member_id) != tab:
            raise CallOver()
        check_callable(uow, member_id, call.partner_of(member_id))
    return relay.issue()
