"""Models of the pages and experiments at the marketing desk."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output

from lander.domain.document import PageDocument
from lander.domain.experiment import Goal
from lander.domain.page import LONGEST_SLUG
from lander.domain.scene import Scene

Slug = Annotated[str, Field(min_length=1, max_length=LONGEST_SLUG)]
Number = Annotated[int, Field(ge=1, le=2**53)]


class PageQuery(Input):
    slug: Slug


class SavePage(Input):
    slug: Slug
    base: int = Field(ge=0, le=2**53, description="The newest version this one was made from; 0 for a new page")
    document: PageDocument


class KeepDraft(Input):
    """`draft` is a random id of the form that is open; `document` may have faults."""

    draft: ClientId
    slug: Slug
    document: dict[str, Any]


class ChangePage(Input):
    """`version` for `publish`, `publication` for `approve` and `withdraw`."""

    slug: Slug
    action: Literal["publish", "retire", "approve", "withdraw"]
    version: Number | None = None
    publication: Number | None = None
    starts_at: AwareDatetime | None = Field(None, description="Of `publish`; without it, now")


class ProblemOut(Output):
    code: str
    place: str


class DraftAnswer(Output):
    preview: str | None = Field(description="Path of a preview; None while the document has faults")
    weight: int = Field(description="Bytes a browser loads for the page")
    heaviest: int
    languages: list[str] = Field(description="Those the page would be offered in")
    problems: list[ProblemOut]


class SavedPage(Output):
    version: int
    problems: list[ProblemOut]


class PageSummary(Output):
    slug: str
    path: str
    scene: Scene
    state: Literal["draft", "live", "retired", "built_in"]
    live_version: int | None
    versions: int
    waiting: int
    has_experiment: bool


class PagesAnswer(Output):
    pages: list[PageSummary]
    locales: list[str]
    review: Literal["one", "two"]


class VersionOut(Output):
    number: int
    made_at: datetime
    document: PageDocument
    problems: list[ProblemOut]
    preview: str = Field(description="Path of a preview; valid for a day, without a login")


class PublicationOut(Output):
    id: int
    version: int | None
    starts_at: datetime
    state: Literal["waiting", "planned", "begun", "withdrawn"]
    is_own: bool


class PageAnswer(Output):
    slug: str
    path: str
    state: Literal["draft", "live", "retired", "built_in"]
    live_version: int | None
    has_experiment: bool
    versions: list[VersionOut]
    publications: list[PublicationOut]
    locales: list[str]


class ArmIn(Input):
    version: Number
    weight: float = Field(gt=0, le=1, strict=False)


class StartExperiment(Input):
    slug: Slug
    goal: Goal
    arms: list[ArmIn] = Field(min_length=2, max_length=6)


class EndExperiment(Input):
    experiment: Number
    ship: Number | None = Field(None, description="The arm whose version is live from now on; without it none changes")


class ArmOut(Output):
    id: int
    version: int
    weight: float
    views: int
    sign_ups: int
    confirmed: int
    purchases: int


class FindingOut(Output):
    """`best` and `other` are ids of arms; `low` and `high` bound the lift as a part of the other's rate."""

    conclusion: Literal["too_early", "better", "no_difference", "split_is_off"]
    best: int | None
    other: int | None
    low: float | None
    high: float | None


class ExperimentOut(Output):
    id: int
    slug: str
    goal: Goal
    started_at: datetime
    ended_at: datetime | None
    arms: list[ArmOut]
    finding: FindingOut


class ExperimentsAnswer(Output):
    experiments: list[ExperimentOut]


class StartedExperiment(Output):
    id: int
