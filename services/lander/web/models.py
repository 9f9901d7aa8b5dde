"""Request models of the lander."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from shared.kit.http import Input

from lander.domain.smart_link import LONGEST_LINK
from lander.domain.view import LONGEST_PATH, LONGEST_SOURCE
from lander.renderings import LONGEST_TOKEN

Source = Annotated[str, Field(max_length=LONGEST_SOURCE)]
Path = Annotated[str, Field(pattern=r"^/[^?#]*$", max_length=LONGEST_PATH)]


class Seen(Input):
    """A view by its page. `version` and `arm` are as the page's link says; unknown ones count as 0."""

    network: Source = Field("", description="Counted by its name if it is one of the site's, else as `other`")
    version: int = Field(0, ge=0, le=2**53)
    arm: int = Field(0, ge=0, le=2**53)
    locale: str = Field("", max_length=5)
    link: str = Field("", max_length=LONGEST_LINK, description="The smart link that led to the page")
    rendering: str = Field(
        "", max_length=LONGEST_TOKEN, description="The token of the rendered page; without it the view is suspect"
    )


class Track(Seen):
    path: Path
    # Sent by pages of the previous release, and ignored: no id and no campaign is stored without a consent.
    visit_id: UUID | None = Field(None, deprecated=True)
    ref: Source = Field("", deprecated=True)
    sub1: Source = Field("", deprecated=True)
    sub2: Source = Field("", deprecated=True)
    sub3: Source = Field("", deprecated=True)
    lb: Source = Field("", deprecated=True)


class ContinueVisit(Seen):
    path: Path | None = None
    # All that pages of the previous release send: it says nothing about a page, so nothing is counted.
    visit_id: UUID | None = Field(None, deprecated=True)
