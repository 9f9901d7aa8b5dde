"""How a site reads the answers of an image classifier: labels, input, and rules with thresholds.

The model itself is a setting of the installation (`CLASSIFIER_MODEL`), because all sites of a process share it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from shared.sites.document import Document

Pixels = Annotated[int, Field(ge=16, le=1024)]
Label = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
Channel = Annotated[float, Field(allow_inf_nan=False)]
Deviation = Annotated[float, Field(gt=0, allow_inf_nan=False)]
# The reasons of `profiles.domain.photo` but "illegal", which quarantines a photo and takes two people.
RejectionReason = Literal[
    "nudity", "not_a_person", "someone_else", "minor", "contact_details", "advertising", "violence", "unclear"
]


class PhotoAction(StrEnum):
    """What happens to a new photo, the mildest first."""

    SHOW = "show"
    WAIT = "wait"  # for a person at the desk
    REJECT = "reject"


SEVERITY = {action: rank for rank, action in enumerate(PhotoAction)}


class ClassifierInput(Document):
    """The picture as the model expects it: values of 0 to 1 less `mean`, divided by `std`, for each channel."""

    width: Pixels = 224
    height: Pixels = 224
    fit: Literal["stretch", "crop"] = "stretch"  # of a picture of another shape
    layout: Literal["nchw", "nhwc"] = "nchw"
    channels: Literal["rgb", "bgr"] = "rgb"
    mean: tuple[Channel, Channel, Channel] = (0.0, 0.0, 0.0)
    std: tuple[Deviation, Deviation, Deviation] = (1.0, 1.0, 1.0)


class VerificationModel(Document):
    """How a site uses the installation's model that compares the faces of live pictures with photos
    (`VERIFICATION_MODEL`), for members who consent. At these thresholds a member is verified at once."""

    name: str = Field(min_length=1, max_length=60, description="Named to members and in decisions")
    version: str = Field(min_length=1, max_length=40)
    asks: bool = Field(
        True, description="false: nothing is compared any more; texts name the model until its last badge has ended"
    )
    input: ClassifierInput = ClassifierInput()
    same_at_least: float = Field(gt=0, le=1, description="Cosine of two faces that are of one person")
    pose_at_least: float = Field(gt=0, le=1, description="Score of a pose that is held")
    live_at_least: float | None = Field(
        None, gt=0, le=1, description="Score of a picture that is of no other picture, for a model with this output"
    )


class ClassifierRule(Document):
    """The action for a label whose score is at least this."""

    label: Label
    at_least: float = Field(ge=0, le=1)
    action: PhotoAction
    reason: RejectionReason | None = Field(None, description="The reason that the member reads; for `reject` alone")

    @model_validator(mode="after")
    def _a_rejection_has_a_reason(self) -> Self:
        if (self.action is PhotoAction.REJECT) is (self.reason is None):
            raise ValueError("a rule has a reason if its action is reject, and otherwise none")
        return self


@dataclass(frozen=True, slots=True)
class PhotoVerdict:
    """The action for a picture, and the label and score that led to it."""

    action: PhotoAction
    label: str
    score: float
    reason: str | None = None


class PhotoClassifier(Document):
    """Labels of the model in the order of its scores, and the rules for new photos and for pictures in chats."""

    labels: list[Label] = Field(min_length=1, max_length=1000)
    input: ClassifierInput = ClassifierInput()
    output: Literal["softmax", "sigmoid", "probabilities"] = Field(
        "softmax", description="The function that makes probabilities of the model's scores"
    )
    rules: list[ClassifierRule] = Field(min_length=1)
    chats: list[ClassifierRule] | None = Field(
        None,
        min_length=1,
        description=(
            "Rules for pictures in chats: `wait` and no rule at all blur one until its reader opens it, `reject`"
            " refuses it before the charge; without this no model looks at them"
        ),
    )

    @model_validator(mode="after")
    def _rules_are_about_labels(self) -> Self:
        if len(set(self.labels)) != len(self.labels):
            raise ValueError("labels must be different")
        if unknown := {rule.label for rule in [*self.rules, *(self.chats or [])]} - set(self.labels):
            raise ValueError(f"a rule is about {', '.join(sorted(unknown))}, which is no label")
        return self

    def judge(self, scores: Mapping[str, float], *, in_chat: bool = False) -> PhotoVerdict:
        """The most severe of the rules that apply, which for a picture in a chat are those of `chats`. One that no rule
        applies to waits."""
        rules = (self.chats or []) if in_chat else self.rules
        applying = [rule for rule in rules if scores[rule.label] >= rule.at_least]
        if not applying:
            label = max(self.labels, key=lambda one: scores[one])
            return PhotoVerdict(PhotoAction.WAIT, label, scores[label])
        rule = max(applying, key=lambda one: (SEVERITY[one.action], scores[one.label]))
        return PhotoVerdict(rule.action, rule.label, scores[rule.label], rule.reason)
