"""Cards and pictures with links made for the viewer."""

from typing import Any
from uuid import UUID

from shared.members import MemberSummary, Picture

from profiles.domain.card import Card
from profiles.media_links import Image, MediaLinks


def card_out(card: Card, viewer_id: UUID, links: MediaLinks) -> MemberSummary:
    return MemberSummary.model_validate(summary_fields(card, viewer_id, links))


def summary_fields(card: Card, viewer_id: UUID, links: MediaLinks) -> dict[str, Any]:
    photo = card.main_photo
    return {
        "id": card.id,
        "name": card.name,
        "age": card.age,
        "gender": card.gender,
        "country": card.country,
        "region": card.region,
        "region_name": card.region_name,
        "town": card.town,
        "fictional": card.fictional,
        "demonstration": card.demonstration,
        "presence": card.presence,
        "is_new": card.is_new,
        "is_paused": card.is_paused,
        "verified_in": card.verified_in,
        "main_image": picture_out(links.image(photo, viewer_id, card.at)) if photo else None,
    }


def picture_out(image: Image) -> Picture:
    return Picture(thumb_src=image.thumb_src, src=image.src, large_src=image.large_src, thumbhash=image.thumbhash)
