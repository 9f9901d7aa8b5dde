from datetime import UTC, date
from uuid import UUID

from pairwise.identity.v1.support_pb2 import (
    CloseAccountRequest,
    CloseAccountResponse,
    CorrectAddressRequest,
    CorrectAddressResponse,
    GetAccountRequest,
    ResetFactorsRequest,
    ResetFactorsResponse,
    SendLinkRequest,
    SendLinkResponse,
)
from pairwise.identity.v1.support_pb2 import SupportedAccount as AccountMessage
from pairwise.identity.v1.support_pb2_grpc import SupportServiceStub
from shared.kit.grpc import Client, Peer

from profiles.moderation.domain.supported_account import AccountConsent, AccountDevice, SupportedAccount
from profiles.moderation.ports import LinkKind


class IdentitySupport:
    """Asks identity for an account, and to act on it, for the support desk."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, SupportServiceStub)

    def get(self, member_id: UUID) -> SupportedAccount:
        found = self._client.ask("GetAccount", GetAccountRequest(member_id=str(member_id)), AccountMessage)
        return SupportedAccount(
            site=found.site,
            email=found.email,
            status=found.status,
            locale=found.locale,
            signed_up_at=found.signed_up_at.ToDatetime(tzinfo=UTC),
            deleted_at=found.deleted_at.ToDatetime(tzinfo=UTC) if found.HasField("deleted_at") else None,
            is_suspended=found.suspended,
            mail_suppressed=found.mail_suppressed or None,
            has_authenticator=found.has_authenticator,
            passkeys=found.passkeys,
            consents=tuple(
                AccountConsent(each.kind, each.given, each.at.ToDatetime(tzinfo=UTC)) for each in found.consents
            ),
            devices=tuple(
                AccountDevice(
                    each.browser or None,
                    each.system or None,
                    date.fromisoformat(each.used_on) if each.used_on else None,
                )
                for each in found.devices
            ),
        )

    def send_link(self, member_id: UUID, kind: LinkKind) -> None:
        self._client.ask("SendLink", SendLinkRequest(member_id=str(member_id), kind=kind), SendLinkResponse)

    def correct_address(self, member_id: UUID, email: str) -> None:
        request = CorrectAddressRequest(member_id=str(member_id), email=email)
        self._client.ask("CorrectAddress", request, CorrectAddressResponse)

    def close(self, member_id: UUID) -> None:
        self._client.ask("CloseAccount", CloseAccountRequest(member_id=str(member_id)), CloseAccountResponse)

    def reset_factors(self, member_id: UUID) -> None:
        self._client.ask("ResetFactors", ResetFactorsRequest(member_id=str(member_id)), ResetFactorsResponse)
