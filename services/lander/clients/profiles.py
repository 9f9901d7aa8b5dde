from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import (
    CheckPictureRequest,
    CheckPictureResponse,
    GetPublicCardRequest,
    PublicCard,
)
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.core import NotFound
from shared.kit.grpc import Client, Peer
from shared.pictures import digests_of

from lander.domain.member_card import MemberCard
from lander.errors import PageUnknown

# Longer than the provider of hash lists takes, which profiles may ask.
CHECKED_WITHIN_SECONDS = 8.0


class ProfilesClient:
    """Asks profiles for the card of a member as visitors may see it, and whether a picture is blocked."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)
        self._patient_client = Client(peer, ProfileServiceStub, deadline_seconds=CHECKED_WITHIN_SECONDS)

    def public_card(self, member_id: UUID, pool: int) -> MemberCard:
        """Raises PageUnknown for a member hidden from visitors of this pool, and Unavailable."""
        request = GetPublicCardRequest(member_id=str(member_id), pool=pool)
        try:
            card = self._client.ask("GetPublicCard", request, PublicCard)
        except NotFound as error:
            raise PageUnknown() from error
        return MemberCard(card.name, card.age, card.region_name, card.fictional, card.demonstration, card.thumbhash)

    def check(self, member_id: UUID, upload: bytes, fingerprint: bytes, picture: bytes) -> None:
        """Raise Forbidden (`picture_blocked`) for a blocked picture, and Unavailable without an answer."""
        request = CheckPictureRequest(
            member_id=str(member_id), fingerprint=fingerprint, digests=digests_of(upload), picture=picture
        )
        self._patient_client.ask("CheckPicture", request, CheckPictureResponse)
