"""Models of the pages and experiments at the marketing desk."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field
from shared.kit.core import CalendarTime, ClientId
from shared.kit.http import Input, Output

from lander.domain.document import PageDocument
from lander.domain.experiment import LONGEST_NOTE, MOST_ARMS, Goal, Guard
from lander.domain.page import LONGEST_SLUG
from lander.domain.scene import Scene

Slug = Annotated[str, Field(min_length=1, max_length=LONGEST_SLUG)]
Number = Annotated[int, Field(ge=1, le=2**53)]
Note = Annotated[str, Field(max_length=LONGEST_NOTE)]


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
    starts_at: CalendarTime | None = Field(None, description="Of `publish`; without it, now")


class ProblemOut(Output):
    code: str
    place: str


class DraftAnswer(Output):
    preview: str | None = Field(description="Path of a preview; None while the document has faults")
    weight: int = Field(description="Bytes a phone loads for the first screen")
    later: int = Field(description="Bytes it loads while somebody scrolls")
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
    page: Slug | None = Field(None, description="Another page of the site, whose version is copied; None for this one")
    weight: float = Field(gt=0, le=1, strict=False)


class StartExperiment(Input):
    slug: Slug
    goal: Goal
    arms: list[ArmIn] = Field(min_length=2, max_length=MOST_ARMS)
    note: Note = ""


class EndExperiment(Input):
    experiment: Number
    ship: Number | None = Field(None, description="The arm whose version is live from now on; without it none changes")


class ChangeExperiment(Input):
    experiment: Number
    is_paused: bool | None = Field(None, description="While it is paused, every visitor sees the live version")
    note: Note | None = None


class EstimateQuery(Input):
    slug: Slug
    goal: Goal
    arms: int = Field(2, ge=2, le=MOST_ARMS)
    views: float | None = Field(None, gt=0, le=1e9, description="Views a day; without them, those of the last 28 days")
    rate: float | None = Field(None, gt=0, lt=1, description="Part of the views that reach the goal; or else its own")


class DurationOut(Output):
    lift: float = Field(description="By which one arm is better, as a part")
    days: int


class EstimateAnswer(Output):
    """Days after which an arm that is this much better is found in four of five experiments; none without views."""

    views_a_day: float | None
    rate: float | None
    durations: list[DurationOut]


class ArmOut(Output):
    id: int
    version: int
    copied_from: str = Field(description="The page that the version was copied from; empty for one of this page")
    weight: float
    views: int
    bounced: int
    suspects: int = Field(description="Suspect sign-ups")
    sign_ups: int
    confirmed: int
    purchases: int
    refunds: int = Field(description="Purchases of which money went back")
    net_revenue: dict[str, int] = Field(description="Of the first 14 days of sign-ups as old, hundredths by currency")


class FindingOut(Output):
    """`best` and `other` are ids of arms; `low` and `high` bound the lift as a part of the other's rate."""

    conclusion: Literal["too_early", "better", "no_difference", "split_is_off"]
    best: int | None
    other: int | None
    low: float | None
    high: float | None


class DayFindingOut(FindingOut):
    day: date


class DeviceOut(Output):
    device: str = Field(description="`phone`, `tablet`, `desktop`, or empty for others")
    arm: int
    views: int
    reached: int = Field(description="Of the goal; buyers for net revenue")


class ExperimentOut(Output):
    id: int
    slug: str
    goal: Goal
    started_at: datetime
    ended_at: datetime | None
    paused_at: datetime | None
    note: str
    arms: list[ArmOut]
    finding: FindingOut
    guards: list[Guard] = Field(description="Counts of which the best arm has more than another one")
    days: list[DayFindingOut] = Field(description="The finding at the end of each day, UTC; the newest 60")
    devices: list[DeviceOut] = Field(description="Once it has ended: every arm for each class of device")


class ExperimentsAnswer(Output):
    experiments: list[ExperimentOut]


class StartedExperiment(Output):
    id: int
