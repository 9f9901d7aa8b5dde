"""What the lander reads over HTTP."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from servicekit.web.endpoint import Input

from lander.domain.visit import LONGEST_PATH, LONGEST_SOURCE

Source = Annotated[str, Field(max_length=LONGEST_SOURCE)]


class Track(Input):
    visit_id: UUID
    path: str = Field(pattern=r"^/[^?#]*$", max_length=LONGEST_PATH)
    network: Source = ""
    ref: Source = ""
    sub1: Source = ""
    sub2: Source = ""
    sub3: Source = ""
    lb: Source = ""


class GoOn(Input):
    visit_id: UUID
