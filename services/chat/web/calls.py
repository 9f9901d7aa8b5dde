"""Voice and video calls: ringing, answering, ending, and what the two pages need of each other."""

from typing import Annotated, Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, caller, endpoint, limiter
from shared.members import MemberSummary, summary_fields

from chat.domain import call as domain
from chat.domain.call_signal import SignalKind
from chat.domain.conversation import conversation_of
from chat.domain.relay import RelayCredentials, RelayMode
from chat.domain.session_description import DESCRIPTION_LENGTH
from chat.errors import CallsNotOffered
from chat.usecases.answer_call import answer_call
from chat.usecases.connect_call import report_connected
from chat.usecases.end_call import end_call
from chat.usecases.relay_signal import relay_signal
from chat.usecases.ring_call import Ring, ring_call
from chat.usecases.see_call import Relay, enter_relay, see_call
from chat.web.context import current_site, wiring

calls = Blueprint("calls", __name__, url_prefix="/api")
CallKindName = Literal["voice", "video"]
OpenState = Literal["ringing", "answered"]
TabId = Annotated[ClientId, Field(description="Made by the page for itself: the call is bound to it")]


class RingCall(Input):
    profile_id: UUID
    kind: CallKindName
    tab: TabId


class ChangeCall(Input):
    """`connected` is repeated every few seconds: a call that neither page reports for a minute ends."""

    call_id: UUID
    step: Literal["answer", "connected"]
    tab: TabId


class EndCall(Input):
    call_id: UUID


class SendSignal(Input):
    """A description or a candidate for the page of the partner. It is relayed, and stored nowhere."""

    call_id: UUID
    tab: TabId
    kind: Literal["offer", "answer", "candidate", "restart"]
    content: Annotated[str, Field(max_length=DESCRIPTION_LENGTH)]


class EnterRelay(Input):
    call_id: UUID
    tab: TabId


class CallOut(Output):
    id: UUID
    conversation_id: UUID
    kind: CallKindName
    state: OpenState
    own: bool = Field(description="Whether the caller of the call asks")
    tab: UUID | None = Field(description="The page of the asking member that the call is bound to")
    connected: bool = Field(description="Both pages have reported that they are connected")
    credits: int = Field(description="Its price for the caller, paid once both are connected")

    @staticmethod
    def of(call: domain.Call, viewer_id: UUID) -> "CallOut":
        return CallOut(
            id=call.id,
            conversation_id=call.conversation_id,
            kind=call.kind.value,
            state=call.state.value,  # type: ignore[arg-type]  # an open one
            own=call.caller_id == viewer_id,
            tab=call.tab_of(viewer_id),
            connected=call.connected_at is not None,
            credits=call.credits if call.caller_id == viewer_id else 0,
        )


class CallAnswer(Output):
    call: CallOut


class OpenCallAnswer(Output):
    call: CallOut | None
    profile: MemberSummary | None


class RelayAnswer(Output):
    """TURN servers with credentials for ten minutes. In mode `direct`, of development alone, there are none."""

    mode: Literal["relay", "direct"]
    urls: list[str]
    username: str
    credential: str

    @staticmethod
    def of(mode: RelayMode, issued: RelayCredentials | None) -> "RelayAnswer":
        return RelayAnswer(
            mode=mode.value,
            urls=list(issued.urls) if issued else [],
            username=issued.username if issued else "",
            credential=issued.credential if issued else "",
        )


@calls.get("/call.php")
@endpoint()
def get_call() -> OpenCallAnswer:
    """The caller's open call, ringing or answered, if there is one."""
    dependencies, member_id = wiring(), caller().member_id
    found = see_call(dependencies.unit_of_work(), dependencies.cards, member_id)
    if found is None:
        return OpenCallAnswer(call=None, profile=None)
    call, card = found
    return OpenCallAnswer(call=CallOut.of(call, member_id), profile=MemberSummary.model_validate(summary_fields(card)))


@calls.post("/call.php")
@endpoint(status=201)
def post_call(body: RingCall) -> CallAnswer:
    """Call the partner of a conversation in which both have switched calls on."""
    dependencies, member_id, site = wiring(), caller().member_id, current_site()
    session_id = caller().session_id
    _mode()
    limiter().take("call_rings", {"recipient": conversation_of(member_id, body.profile_id)})
    ring = Ring(member_id, body.profile_id, domain.CallKind(body.kind), body.tab, session_id, site.call_credits)
    return CallAnswer(call=CallOut.of(ring_call(dependencies.unit_of_work(), dependencies.billing, ring), member_id))


@calls.put("/call.php")
@endpoint()
def put_call(body: ChangeCall) -> CallAnswer:
    """Answer a call on this page, or report that this page is connected."""
    dependencies, member_id = wiring(), caller().member_id
    uow = dependencies.unit_of_work()
    if body.step == "answer":
        call = answer_call(uow, member_id, body.call_id, body.tab, caller().session_id)
    else:
        call = report_connected(uow, dependencies.billing, member_id, body.call_id, body.tab)
    return CallAnswer(call=CallOut.of(call, member_id))


@calls.delete("/call.php")
@endpoint()
def delete_call(body: EndCall) -> Nothing:
    """Cancel, refuse or hang up. Works on any page of the member, also of a site that has calls no more."""
    end_call(wiring().unit_of_work(), caller().member_id, body.call_id)
    return Nothing()


@calls.post("/call-signal.php")
@endpoint(status=202)
def post_call_signal(body: SendSignal) -> Nothing:
    """Hand a description or a candidate to the page of the partner."""
    dependencies, kind = wiring(), SignalKind(body.kind)
    relay_signal(
        dependencies.unit_of_work(), dependencies.signals, _mode(), caller().member_id, body.tab, body.call_id, kind,
        body.content,
    )  # fmt: skip
    return Nothing()


@calls.post("/call-relay.php")
@endpoint()
def post_call_relay(body: EnterRelay) -> RelayAnswer:
    """TURN servers for an answered call, with credentials for its two pages."""
    settings, mode = wiring().settings, _mode()
    relay = Relay(mode, settings.turn_urls, next(iter(settings.turn_keys), ""))
    issued = enter_relay(wiring().unit_of_work(), relay, caller().member_id, body.call_id, body.tab)
    return RelayAnswer.of(mode, issued)


def offered_mode() -> RelayMode | None:
    """How calls travel on this site; None where there are none."""
    return wiring().settings.relay_mode if current_site().calls else None


def _mode() -> RelayMode:
    if (mode := offered_mode()) is None:
        raise CallsNotOffered()
    return mode
