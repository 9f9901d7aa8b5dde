from collections.abc import Collection
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import (
    Card,
    CheckPictureRequest,
    CheckPictureResponse,
    GetCardsRequest,
    GetCardsResponse,
)
from pairwise.profiles.v1.profiles_pb2_grpc import ProfileServiceStub
from shared.kit.grpc import Client, Peer
from shared.pictures import digests_of
from shared.sites import SiteDirectory

from chat.ports import CheckedPicture

# Longer than the provider of hash lists takes, which profiles may ask, and with the classifier, each with its queue.
MATCHED_WITHIN_SECONDS, CLASSIFIED_WITHIN_SECONDS = 8.0, 20.0


class PictureChecks:
    """Has profiles check a picture: blocked ones, hash lists and, where a site's document says so, its classifier."""

    def __init__(self, peer: Peer, sites: SiteDirectory) -> None:
        self._sites = sites
        self._client = Client(peer, ProfileServiceStub, deadline_seconds=MATCHED_WITHIN_SECONDS)
        self._patient_client = Client(peer, ProfileServiceStub, deadline_seconds=CLASSIFIED_WITHIN_SECONDS)

    def check(self, picture: CheckedPicture) -> bool:
        """Whether it is doubtful. Raises Forbidden (`picture_blocked`, `picture_not_allowed`), and Unavailable."""
        draft = picture.draft
        request = CheckPictureRequest(
            member_id=str(draft.sender_id),
            fingerprint=picture.fingerprint,
            digests=digests_of(picture.upload),
            picture=picture.file,
            site=picture.site,
            message_id=str(draft.id),
            recipient_id=str(draft.recipient_id),
        )
        classifier = self._sites.get(picture.site).photo_classifier
        client = self._patient_client if classifier and classifier.chats else self._client
        return client.ask("CheckPicture", request, CheckPictureResponse).doubtful


class ProfileCards:
    """Gets cards from profiles, in one call for a whole list."""

    def __init__(self, peer: Peer) -> None:
        self._client = Client(peer, ProfileServiceStub)

    def seen_by(self, viewer_id: UUID, member_ids: Collection[UUID]) -> dict[UUID, Card]:
        if not member_ids:
            return {}
        request = GetCardsRequest(viewer_id=str(viewer_id), member_ids=[str(member_id) for member_id in member_ids])
        answer = self._client.ask("GetCards", request, GetCardsResponse)
        return {UUID(card.id): card for card in answer.cards}
