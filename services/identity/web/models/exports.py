"""Request and response models of exports of a member's data."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output
from shared.registry import service_names

from identity.domain.export import Export


class RequestExport(Input):
    id: ClientId
    password: str = Field(max_length=1000)


class FetchExport(Input):
    token: str = Field(max_length=200)


class ExportOut(Output):
    id: UUID
    state: Literal["gathering", "ready", "fetched", "expired"]
    delivered: int
    services: int
    requested_at: datetime
    expires_at: datetime | None
    next_at: datetime

    @staticmethod
    def of(export: Export) -> "ExportOut":
        return ExportOut(
            id=export.id,
            state=export.state,  # type: ignore[arg-type]
            delivered=len(export.delivered),
            services=len(service_names()),
            requested_at=export.requested_at,
            expires_at=export.expires_at,
            next_at=export.next_at(),
        )


class ExportAnswer(Output):
    export: ExportOut | None
