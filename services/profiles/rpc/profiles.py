from collections.abc import Sequence
from datetime import datetime
from typing import Any

import grpc
from pairwise.profiles.v1.profiles_pb2 import Card as CardMessage
from pairwise.profiles.v1.profiles_pb2 import (
    CheckPictureRequest,
    CheckPictureResponse,
    DateContact,
    FindCandidatesRequest,
    FindCandidatesResponse,
    FindLikedPartsRequest,
    FindLikedPartsResponse,
    FindVisibleRequest,
    FindVisibleResponse,
    GetCardsRequest,
    GetCardsResponse,
    GetDateContactRequest,
    GetPublicCardRequest,
    GetVeiledPicturesRequest,
    GetVeiledPicturesResponse,
    Image,
    PublicCard,
    ReceivedWords,
    RecordEvidenceViewRequest,
    RecordEvidenceViewResponse,
    RecordSupportThreadRequest,
    RecordSupportThreadResponse,
    RecordSupportViewRequest,
    RecordSupportViewResponse,
    ReportWordsRequest,
    ReportWordsResponse,
    SelectMembersRequest,
    SelectMembersResponse,
)
from pairwise.profiles.v1.profiles_pb2 import LikedPart as LikedPartMessage
from pairwise.profiles.v1.profiles_pb2 import PromptAnswer as AnswerMessage
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceServicer
from shared.kit.core import UUID, Malformed, NotFound, new_id
from shared.kit.grpc import id_of, ids_of

from profiles.domain.card import Card, Photo
from profiles.domain.hash_list import Upload, UploadKind
from profiles.domain.photo import CheckAction
from profiles.domain.prompt_answers import PromptAnswer
from profiles.media_links import MediaLinks
from profiles.moderation.domain.moderation import Complaint, Desk, Kind, Reason
from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.errors import invalid_field
from profiles.moderation.usecases.complain import report_words
from profiles.moderation.usecases.staff_access import record_evidence_view, record_thread, record_view
from profiles.usecases.photos.check_chat_picture import check_chat_picture
from profiles.usecases.photos.check_picture import check_picture
from profiles.usecases.photos.find_blurred_pictures import find_blurred_pictures
from profiles.usecases.privacy.date_check_ins import read_missed_date
from profiles.usecases.profile.find_cards import find_cards
from profiles.usecases.profile.find_liked_parts import LikedPart, find_liked_parts
from profiles.usecases.profile.find_public_card import find_public_card
from profiles.usecases.profile.find_visible import find_visible
from profiles.usecases.profile.select_members import Segment, select_members
from profiles.usecases.search.find_candidates import find_candidates
from profiles.wiring import Wiring

ID_BYTES = 16
THREAD_ACTS = {
    "view": StaffAction.SUPPORT_VIEW_THREAD,
    "answer": StaffAction.SUPPORT_ANSWER,
    "note": StaffAction.SUPPORT_NOTE,
    "change": StaffAction.SUPPORT_CHANGE_THREAD,
}


class ProfileServicer(ProfileServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetCards(self, request: GetCardsRequest, context: grpc.ServicerContext) -> GetCardsResponse:
        viewer_id, member_ids = _ids(request)
        cards = find_cards(self._wiring.reads(), viewer_id, member_ids)
        return GetCardsResponse(cards=[card_message(card, viewer_id, self._wiring.links) for card in cards])

    def FindVisible(self, request: FindVisibleRequest, context: grpc.ServicerContext) -> FindVisibleResponse:
        pairs = [(id_of(pair.viewer_id), id_of(pair.member_id)) for pair in request.pairs]
        visible, unknown = find_visible(self._wiring.reads(), pairs)
        return FindVisibleResponse(
            pairs=[FindVisibleRequest.Pair(viewer_id=str(viewer), member_id=str(member)) for viewer, member in visible],
            unknown_viewer_ids=map(str, unknown),
        )

    def GetPublicCard(self, request: GetPublicCardRequest, context: grpc.ServicerContext) -> PublicCard:
        member_id = id_of(request.member_id)
        card = find_public_card(self._wiring.reads(), request.pool, member_id)
        return PublicCard(
            id=str(card.id),
            name=card.name,
            age=card.age,
            gender=card.gender,
            region_name=card.region_name or "",
            fictional=card.fictional,
            demonstration=card.demonstration,
            thumbhash=card.main_photo.thumbhash if card.main_photo else "",
        )

    def GetDateContact(self, request: GetDateContactRequest, context: grpc.ServicerContext) -> DateContact:
        wiring = self._wiring
        missed = read_missed_date(wiring.reads(), wiring.date_contacts, id_of(request.plan_id))
        contact = missed.contact
        return DateContact(
            email="" if contact.person.is_texted else contact.person.address,
            phone=contact.person.address if contact.person.is_texted else "",
            name=contact.person.name,
            site=contact.site,
            locale=contact.locale,
            time_zone=contact.person.time_zone,
            maker=missed.maker,
            partner=missed.partner,
            place=missed.place,
            meets_at=missed.meets_at.isoformat(),
            note=missed.note,
            token=contact.secret,
            refusal_token=missed.refusal,
            fine_at=missed.fine_at.isoformat() if missed.fine_at else "",
        )

    def SelectMembers(self, request: SelectMembersRequest, context: grpc.ServicerContext) -> SelectMembersResponse:
        found = select_members(
            self._wiring.reads(),
            ids_of(request.member_ids),
            Segment(request.countries, request.genders, request.age_from or None, request.age_to or None),
        )
        return SelectMembersResponse(member_ids=map(str, found), time_zones=found.values())

    def FindCandidates(self, request: FindCandidatesRequest, context: grpc.ServicerContext) -> FindCandidatesResponse:
        dependencies, packed = self._wiring, request.left_out_ids
        viewer_id = id_of(request.viewer_id)
        try:
            left_out = {UUID(bytes=packed[start : start + ID_BYTES]) for start in range(0, len(packed), ID_BYTES)}
        except ValueError as error:
            raise Malformed() from error
        found = find_candidates(
            dependencies.reads(), dependencies.pause, dependencies.atlas, viewer_id, left_out, request.limit
        )
        return FindCandidatesResponse(
            cards=[
                card_message(card, viewer_id, dependencies.links, found.answers.get(card.id, ()))
                for card in found.cards
            ],
            country=found.country,
            region=found.region or "",
        )

    def GetVeiledPictures(
        self, request: GetVeiledPicturesRequest, context: grpc.ServicerContext
    ) -> GetVeiledPicturesResponse:
        viewer_id, member_ids = _ids(request)
        cards = find_blurred_pictures(self._wiring.reads(), viewer_id, member_ids)
        links = self._wiring.blurred_links
        return GetVeiledPicturesResponse(
            srcs=[links.link(card.main_photo.id, viewer_id, card.at) for card in cards if card.main_photo]
        )

    def FindLikedParts(self, request: FindLikedPartsRequest, context: grpc.ServicerContext) -> FindLikedPartsResponse:
        dependencies, viewer_id = self._wiring, id_of(request.viewer_id)
        asked = [(id_of(part.member_id), id_of(part.part_id)) for part in request.parts]
        found = find_liked_parts(dependencies.reads(), viewer_id, asked, is_premium=request.is_premium)
        return FindLikedPartsResponse(parts=[_liked_part(each, viewer_id, dependencies.links) for each in found])

    def ReportWords(self, request: ReportWordsRequest, context: grpc.ServicerContext) -> ReportWordsResponse:
        dependencies = self._wiring
        key, liker_id, reporter_id = id_of(request.id), id_of(request.liker_id), id_of(request.reporter_id)
        evidence = self._evidence_of(request, reporter_id, liker_id)
        if request.reason not in set(Reason):
            raise invalid_field("reason")
        complaint = Complaint(
            id=new_id(),
            kind=Kind.CHAT,
            reporter_id=reporter_id,
            reporter_email=None,
            about_id=liker_id,
            reason=Reason(request.reason),
            text=request.text,
            evidence=evidence,
            locale=request.locale,
            site=request.site,
        )
        number = report_words(dependencies.unit_of_work(), key, complaint)
        return ReportWordsResponse(number=number)

    def _evidence_of(self, request: ReportWordsRequest, reporter_id: UUID, liker_id: UUID) -> list[dict[str, Any]]:
        """The words as evidence, each with its photo or answer as it is now, for the desk: one that changes later was
        not what the words were for."""
        received = list(request.received)
        if not received and request.part_id:
            # From a likes service of the release before.
            received = [ReceivedWords(part_id=request.part_id, words=request.words, given_at=request.given_at)]
        asked = [(reporter_id, id_of(each.part_id)) for each in received]
        found = find_liked_parts(self._wiring.reads(), reporter_id, asked, is_premium=True)
        parts = {each.part.id: _evidence_part(each.part) for each in found}
        return [
            {
                "id": str(new_id()),
                "sender_id": str(liker_id),
                "kind": "opener",
                "text": each.words,
                "sent_at": each.given_at,
                "retracted_at": each.withdrawn_at or None,
                "part": parts.get(part_id, {}),
            }
            for each, (_, part_id) in zip(received, asked, strict=True)
        ]

    def CheckPicture(self, request: CheckPictureRequest, context: grpc.ServicerContext) -> CheckPictureResponse:
        member_id = id_of(request.member_id)
        is_of_chat = bool(request.message_id or request.recipient_id)
        ids = (
            {"message_id": id_of(request.message_id), "recipient_id": id_of(request.recipient_id)} if is_of_chat else {}
        )
        dependencies = self._wiring
        with dependencies.reads() as reads:
            pool = reads.profiles.pool(member_id)
        if pool is None:
            raise NotFound()
        sites = dependencies.sites.of_pool(pool)
        site = request.site if request.site in sites else sites[0]
        upload = Upload(
            UploadKind.CHAT if is_of_chat else UploadKind.LANDING_PAGE if request.picture else UploadKind.UNKNOWN,
            request.fingerprint,
            tuple(request.digests),
            request.picture,
            {name: str(each) for name, each in ids.items()},
        )
        check_picture(dependencies.picture_guard, site, member_id, upload)
        check = dependencies.classifiers.check_of_chats(dependencies.sites.get(site)) if is_of_chat else None
        if check is None:
            return CheckPictureResponse()
        found = check_chat_picture(dependencies.unit_of_work(), check, member_id, ids["message_id"], request.picture)
        return CheckPictureResponse(doubtful=found is CheckAction.WAIT)

    def RecordEvidenceView(
        self, request: RecordEvidenceViewRequest, context: grpc.ServicerContext
    ) -> RecordEvidenceViewResponse:
        """Record a view for chat of 0.2.0; a newer one announces EvidenceViewed."""
        actor_id, message_id = id_of(request.actor_id), id_of(request.message_id)
        dependencies = self._wiring
        desk = Desk(actor_id, request.pool, dependencies.sites.of_pool(request.pool))
        with dependencies.unit_of_work() as uow:
            if not record_evidence_view(uow, desk, message_id):
                raise NotFound()
            uow.commit()
        return RecordEvidenceViewResponse()

    def RecordSupportView(
        self, request: RecordSupportViewRequest, context: grpc.ServicerContext
    ) -> RecordSupportViewResponse:
        actor_id, member_id, dependencies = id_of(request.actor_id), id_of(request.member_id), self._wiring
        desk = Desk(actor_id, request.pool, dependencies.sites.of_pool(request.pool))
        record_view(
            dependencies.unit_of_work(), desk, member_id, StaffAction.SUPPORT_VIEW_MAILS, StaffAction.SUPPORT_OPEN
        )
        return RecordSupportViewResponse()

    def RecordSupportThread(
        self, request: RecordSupportThreadRequest, context: grpc.ServicerContext
    ) -> RecordSupportThreadResponse:
        if request.act not in THREAD_ACTS:
            raise Malformed()
        dependencies = self._wiring
        record_thread(
            dependencies.unit_of_work(),
            Desk(id_of(request.actor_id), request.pool, dependencies.sites.of_pool(request.pool)),
            id_of(request.thread_id),
            id_of(request.member_id) if request.member_id else None,
            THREAD_ACTS[request.act],
        )
        return RecordSupportThreadResponse()


def _ids(request: GetCardsRequest | GetVeiledPicturesRequest) -> tuple[UUID, list[UUID]]:
    return id_of(request.viewer_id), ids_of(request.member_ids)


def card_message(card: Card, viewer_id: UUID, links: MediaLinks, answers: Sequence[PromptAnswer] = ()) -> CardMessage:
    return CardMessage(
        id=str(card.id),
        name=card.name,
        age=card.age,
        gender=card.gender,
        country=card.country,
        region=card.region or "",
        region_name=card.region_name or "",
        town=card.town or "",
        fictional=card.fictional,
        demonstration=card.demonstration,
        presence=card.presence or "",
        is_new=card.is_new,
        is_paused=card.is_paused,
        verified_in=card.verified_in or "",
        main_image=_image(card, viewer_id, links),
        answers=[AnswerMessage(prompt=answer.prompt, text=answer.text) for answer in answers],
    )


def _liked_part(liked: LikedPart, viewer_id: UUID, links: MediaLinks) -> LikedPartMessage:
    part = liked.part
    return LikedPartMessage(
        member_id=str(liked.member_id),
        part_id=str(part.id),
        photo=_photo(part, viewer_id, liked.at, links) if isinstance(part, Photo) else None,
        answer=AnswerMessage(prompt=part.prompt, text=part.text) if isinstance(part, PromptAnswer) else None,
    )


def _image(card: Card, viewer_id: UUID, links: MediaLinks) -> Image | None:
    return _photo(card.main_photo, viewer_id, card.at, links) if card.main_photo else None


def _photo(photo: Photo, viewer_id: UUID, at: datetime, links: MediaLinks) -> Image:
    image = links.image(photo, viewer_id, at)
    return Image(thumb_src=image.thumb_src, src=image.src, large_src=image.large_src, thumbhash=image.thumbhash)


def _evidence_part(part: Photo | PromptAnswer) -> dict[str, str]:
    if isinstance(part, Photo):
        return {"photo_id": str(part.id), "thumbhash": part.thumbhash}
    return {"prompt": part.prompt, "text": part.text}
