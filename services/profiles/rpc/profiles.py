import grpc
from pairwise.profiles.v1.profiles_pb2 import Card as CardMessage
from pairwise.profiles.v1.profiles_pb2 import GetCardsRequest, GetCardsResponse, Image
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceServicer
from servicekit.errors import Malformed
from servicekit.identifiers import UUID

from profiles.domain.card import Card
from profiles.media_links import MediaLinks
from profiles.usecases.find_cards import find_cards
from profiles.wiring import Wiring


class ProfileServicer(ProfileServiceServicer):
    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def GetCards(self, request: GetCardsRequest, context: grpc.ServicerContext) -> GetCardsResponse:
        try:
            viewer_id, member_ids = UUID(request.viewer_id), [UUID(member_id) for member_id in request.member_ids]
        except ValueError as error:
            raise Malformed() from error
        cards = find_cards(self._wiring.reads(), viewer_id, member_ids)
        return GetCardsResponse(cards=[card_message(card, viewer_id, self._wiring.links) for card in cards])


def card_message(card: Card, viewer_id: UUID, links: MediaLinks) -> CardMessage:
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
        main_image=_image(card, viewer_id, links),
    )


def _image(card: Card, viewer_id: UUID, links: MediaLinks) -> Image | None:
    if card.main_photo is None:
        return None
    image = links.image(card.main_photo, viewer_id, card.at)
    return Image(thumb_src=image.thumb_src, src=image.src, large_src=image.large_src, thumbhash=image.thumbhash)
