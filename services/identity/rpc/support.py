from datetime import datetime

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
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
    SupportedAccount,
    SupportedConsent,
    SupportedDevice,
)
from pairwise.identity.v1.support_pb2_grpc import SupportServiceServicer
from shared.kit.core import Malformed
from shared.kit.grpc import id_of

from identity.usecases.support_account import (
    close_account,
    correct_address,
    get_supported_account,
    reset_factors,
    send_confirmation,
    send_password_link,
)
from identity.wiring import Wiring


class SupportServicer(SupportServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetAccount(self, request: GetAccountRequest, context: grpc.ServicerContext) -> SupportedAccount:
        found = get_supported_account(self._wiring.unit_of_work(), id_of(request.member_id))
        account = found.account
        return SupportedAccount(
            site=account.site,
            email=account.email,
            status=account.status.value,
            locale=account.locale,
            signed_up_at=_stamp(account.signed_up_at),
            deleted_at=_stamp(account.deleted_at) if account.deleted_at else None,
            suspended=account.is_suspended,
            mail_suppressed=account.mail_suppressed or "",
            has_authenticator=found.has_authenticator,
            passkeys=found.passkeys,
            consents=[
                SupportedConsent(kind=each.kind.value, given=each.is_given, at=_stamp(each.at))
                for each in found.consents
            ],
            devices=[
                SupportedDevice(
                    browser=each.device.browser or "",
                    system=each.device.system or "",
                    used_on=each.used_on.isoformat() if each.used_on else "",
                )
                for each in found.devices
            ],
        )

    def SendLink(self, request: SendLinkRequest, context: grpc.ServicerContext) -> SendLinkResponse:
        uow, sealer, member_id = self._wiring.unit_of_work(), self._wiring.mail_sealer, id_of(request.member_id)
        if request.kind == "confirmation":
            send_confirmation(uow, sealer, member_id)
        elif request.kind == "password":
            send_password_link(uow, sealer, self._wiring.rate_limiter, member_id)
        else:
            raise Malformed()
        return SendLinkResponse()

    def CorrectAddress(self, request: CorrectAddressRequest, context: grpc.ServicerContext) -> CorrectAddressResponse:
        member_id, dependencies = id_of(request.member_id), self._wiring
        site = dependencies.sites.get(get_supported_account(dependencies.unit_of_work(), member_id).account.site)
        correct_address(dependencies.unit_of_work(), dependencies.mail_sealer, site, member_id, request.email)
        return CorrectAddressResponse()

    def CloseAccount(self, request: CloseAccountRequest, context: grpc.ServicerContext) -> CloseAccountResponse:
        close_account(self._wiring.unit_of_work(), self._wiring.mail_sealer, id_of(request.member_id))
        return CloseAccountResponse()

    def ResetFactors(self, request: ResetFactorsRequest, context: grpc.ServicerContext) -> ResetFactorsResponse:
        reset_factors(self._wiring.unit_of_work(), self._wiring.mail_sealer, id_of(request.member_id))
        return ResetFactorsResponse()


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
