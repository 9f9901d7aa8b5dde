from datetime import datetime

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.accounts_pb2 import (
    CompareMembersRequest,
    CompareMembersResponse,
    Contact,
    FindMembersRequest,
    FindMembersResponse,
    GetContactRequest,
    GetContactsRequest,
    GetContactsResponse,
    GetGreetingRequest,
    GetMemberFactsRequest,
    Greeting,
    ListActiveRequest,
    ListActiveResponse,
    MemberDevice,
    MemberFacts,
    NoteModerationRequest,
    NoteModerationResponse,
)
from pairwise.identity.v1.accounts_pb2_grpc import AccountServiceServicer
from shared.kit.core import Malformed, NotFound
from shared.kit.grpc import id_of, ids_of

from identity.domain.account import Account
from identity.domain.member_search import SearchBy
from identity.domain.session import Session
from identity.usecases.compare_members import compare_members
from identity.usecases.find_contact import Lifecycle, find_contact, find_contacts, find_lifecycles
from identity.usecases.find_greeting import find_greeting
from identity.usecases.find_member_facts import find_member_facts
from identity.usecases.find_members import find_members
from identity.usecases.record_moderation import record_moderation
from identity.wiring import Wiring

MOST_COMPARED = 200


class AccountServicer(AccountServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetContact(self, request: GetContactRequest, context: grpc.ServicerContext) -> Contact:
        return _contact(find_contact(self._wiring.unit_of_work(), id_of(request.member_id)))

    def GetContacts(self, request: GetContactsRequest, context: grpc.ServicerContext) -> GetContactsResponse:
        member_ids = ids_of(request.member_ids)
        accounts = find_contacts(self._wiring.unit_of_work(), member_ids)
        if not request.with_lifecycle:
            return GetContactsResponse(contacts=[_contact(account) for account in accounts])
        lifecycles = find_lifecycles(self._wiring.unit_of_work(), accounts)
        return GetContactsResponse(contacts=[_with_lifecycle(each, lifecycles[each.id]) for each in accounts])

    def GetGreeting(self, request: GetGreetingRequest, context: grpc.ServicerContext) -> Greeting:
        account, greeting = find_greeting(self._wiring.unit_of_work(), id_of(request.member_id))
        return Greeting(
            member_id=str(account.id),
            recipient_id=str(greeting.recipient_id),
            text=greeting.text,
            site=account.site,
        )

    def GetMemberFacts(self, request: GetMemberFactsRequest, context: grpc.ServicerContext) -> MemberFacts:
        member_id = id_of(request.member_id)
        account, sessions = find_member_facts(self._wiring.unit_of_work(), member_id)
        return MemberFacts(
            site=account.site,
            signed_up_at=_stamp(account.signed_up_at),
            confirmed=account.was_confirmed,
            devices=[_device(session) for session in sessions],
        )

    def FindMembers(self, request: FindMembersRequest, context: grpc.ServicerContext) -> FindMembersResponse:
        try:
            by = SearchBy(request.by)
        except ValueError as error:
            raise Malformed() from error
        dependencies = self._wiring
        found = find_members(
            dependencies.unit_of_work(),
            dependencies.settings.source_keys,
            request.sites,
            by,
            request.text,
            max(1, request.limit),
        )
        return FindMembersResponse(member_ids=[str(each) for each in found])

    def CompareMembers(self, request: CompareMembersRequest, context: grpc.ServicerContext) -> CompareMembersResponse:
        member_id, others = id_of(request.member_id), ids_of(request.other_ids[:MOST_COMPARED])
        network, device = compare_members(self._wiring.unit_of_work(), member_id, others)
        return CompareMembersResponse(
            same_network=[str(each) for each in network], same_device=[str(each) for each in device]
        )

    def ListActive(self, request: ListActiveRequest, context: grpc.ServicerContext) -> ListActiveResponse:
        member_ids = ids_of(request.member_ids)
        accounts = find_contacts(self._wiring.unit_of_work(), member_ids)
        active = [str(account.id) for account in accounts if account.is_confirmed and not account.is_suspended]
        return ListActiveResponse(member_ids=active)

    def NoteModeration(self, request: NoteModerationRequest, context: grpc.ServicerContext) -> NoteModerationResponse:
        with self._wiring.unit_of_work() as uow:
            member_id = id_of(request.member_id)
            if uow.accounts.lock(member_id) is None:
                raise NotFound()
            record_moderation(uow, member_id, suspended=request.suspended, version=request.version)
            uow.commit()
        return NoteModerationResponse()


def _contact(account: Account) -> Contact:
    return Contact(
        member_id=str(account.id),
        email=account.email,
        name=account.name,
        locale=account.locale,
        site=account.mails_from,
        confirmed=account.is_confirmed,
    )


def _with_lifecycle(account: Account, lifecycle: Lifecycle) -> Contact:
    contact = _contact(account)
    contact.suspended, contact.has_bought = account.is_suspended, account.is_premium
    contact.marketing, contact.seen_on = lifecycle.has_consented, lifecycle.seen_on.isoformat()
    contact.credits = account.credits
    contact.signed_up_on, contact.attribution = account.signed_up_at.date().isoformat(), lifecycle.allows_attribution
    return contact


def _device(session: Session) -> MemberDevice:
    return MemberDevice(
        browser=session.device.browser or "",
        system=session.device.system or "",
        since=_stamp(session.created_at) if session.created_at else None,
        used_on=session.used_on.isoformat() if session.used_on else "",
    )


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
