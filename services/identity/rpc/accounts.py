import grpc
from pairwise.identity.v1.accounts_pb2 import (
    Contact,
    GetContactRequest,
    GetGreetingRequest,
    Greeting,
    NoteModerationRequest,
    NoteModerationResponse,
)
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceServicer
from shared.kit.errors import NotFound
from shared.kit.identifiers import UUID

from identity.usecases.find_contact import find_contact
from identity.usecases.find_greeting import find_greeting
from identity.usecases.record_moderation import record_moderation
from identity.wiring import Wiring


class AccountServicer(AccountServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetContact(self, request: GetContactRequest, context: grpc.ServicerContext) -> Contact:
        account = find_contact(self._wiring.unit_of_work(), UUID(request.member_id))
        return Contact(
            member_id=str(account.id),
            email=account.email,
            name=account.name,
            locale=account.locale,
            site=account.site,
            confirmed=account.is_confirmed,
        )

    def GetGreeting(self, request: GetGreetingRequest, context: grpc.ServicerContext) -> Greeting:
        account, greeting = find_greeting(self._wiring.unit_of_work(), UUID(request.member_id))
        return Greeting(
            member_id=str(account.id),
            recipient_id=str(greeting.recipient_id),
            text=greeting.text,
            site=account.site,
        )

    def NoteModeration(self, request: NoteModerationRequest, context: grpc.ServicerContext) -> NoteModerationResponse:
        with self._wiring.unit_of_work() as uow:
            member_id = UUID(request.member_id)
            if uow.accounts.lock(member_id) is None:
                raise NotFound()
            record_moderation(uow, member_id, suspended=request.suspended, version=request.version)
            uow.commit()
        return NoteModerationResponse()
