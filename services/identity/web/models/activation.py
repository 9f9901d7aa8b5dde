"""Request and response models of activation."""

from datetime import datetime
from typing import Literal

from pydantic import Field
from shared.kit.http import Input, Output


class Activate(Input):
    token: str = Field(max_length=200)


class ActivatedAnswer(Output):
    activated: Literal[True] = True


class SentAgainAnswer(Output):
    sent_again_at: datetime
