"""Models of saved segments at the marketing desk."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output
from shared.languages import Locale
from shared.sites.document import Country

from notifications.domain.segment import Segment, SegmentConditions
from notifications.web.campaign_models import Name


class MakeSegment(Input):
    id: ClientId
    name: Name
    conditions: SegmentConditions


class EditSegment(Input):
    id: UUID
    version: int = Field(ge=1, strict=True)
    name: Name
    conditions: SegmentConditions


class DeleteSegment(Input):
    id: UUID


class SegmentOut(Output):
    id: UUID
    version: int
    name: str
    conditions: SegmentConditions
    created_at: datetime

    @classmethod
    def of(cls, segment: Segment) -> Self:
        return cls(
            id=segment.id,
            version=segment.version,
            name=segment.name,
            conditions=segment.conditions,
            created_at=segment.created_at,
        )


class SegmentsAnswer(Output):
    segments: list[SegmentOut]
    countries: list[Country] = Field(description="The countries of the site")
    locales: list[Locale] = Field(description="The languages of the site")
