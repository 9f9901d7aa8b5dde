"""Base of all parts of a site document."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Credits = Annotated[int, Field(ge=0, le=100_000)]


class Document(BaseModel):
    """A part of a site document: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
