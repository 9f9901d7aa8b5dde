"""Models of the pictures at the marketing desk."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field
from shared.kit.http import Input, Output

from lander.domain.picture import HASH

PictureHash = Annotated[str, Field(pattern=HASH)]


class PictureForm(Input):
    photo: bytes
    has_rights: Literal["yes"] = Field(
        description="The marketer's word that the site may use it, and that those shown agreed"
    )


class RemovePicture(Input):
    hash: PictureHash


class PictureOut(Output):
    hash: str
    width: int
    height: int
    phone_bytes: int = Field(description="What a phone loads of it across its whole width")
    src: str = Field(description="A small file of it; valid for a day, without a login")
    is_live: bool = Field(description="Whether a live page shows it")
    added_at: datetime


class PicturesAnswer(Output):
    pictures: list[PictureOut]
