"""The table of all rate limits (gateway/limits.yaml), read once and validated."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, model_validator

from shared.registry.yaml_file import read_yaml

LIMITS_FILE = Path(__file__).resolve().parents[3] / "gateway" / "limits.yaml"
DEFAULT = "default"

# `member` any caller with a token, `premium` replaces it for premium members; `source` the visitor's network;
# `recipient` the mailbox, number or account that something is sent to; `site` everybody of one site together;
# `rendering` one delivery of a landing page; `account` failed attempts in a row at one secret, which then is blocked.
Subject = Literal["member", "premium", "source", "device", "recipient", "site", "rendering", "account"]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
Store = Literal["process", "redis", "postgres"]

WINDOW = re.compile(r"^(\d{1,6})/(\d{1,3})([smhd])( distinct| shown)?$")
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class Window(NamedTuple):
    """At most `most` calls, or different items, within any `seconds`.

    Of `shown` items a call brings many; their number is estimated (to 1 %) and refuses from the next call on.
    """

    most: int
    seconds: int
    is_distinct: bool = False
    is_shown: bool = False

    @classmethod
    def parse(cls, text: Any) -> "Window":
        """The window written as `40/1m` or `300/1d distinct`. Raises ValueError for any other text."""
        found = WINDOW.match(text) if isinstance(text, str) else None
        if not found:
            raise ValueError("a window is written like 40/1m, 5/1h 300/1d distinct or 3000/1d shown")
        window = cls(int(found[1]), int(found[2]) * SECONDS[found[3]], found[4] == " distinct", found[4] == " shown")
        if not (window.most and 0 < window.seconds <= SECONDS["d"]):
            raise ValueError("a window allows at least one, and lasts from one second to one day")
        return window

    def __str__(self) -> str:
        unit = next(unit for unit in "dhms" if self.seconds % SECONDS[unit] == 0)
        kind = " distinct" * self.is_distinct + " shown" * self.is_shown
        return f"{self.most}/{self.seconds // SECONDS[unit]}{unit}{kind}"


Windows = tuple[Annotated[Window, BeforeValidator(Window.parse)], ...]


class RateLimit(BaseModel):
    """One named limit: its windows for each subject that is counted, where the counts are kept, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    member: Windows = ()
    premium: Windows = ()
    source: Windows = ()
    device: Windows = ()
    recipient: Windows = ()
    site: Windows = ()
    rendering: Windows = ()
    account: Windows = ()
    kept: Store = "redis"
    reason: str = Field(min_length=20)

    @model_validator(mode="after")
    def _counts_somebody(self) -> Self:
        if not any(self.windows(subject) for subject in SUBJECTS):
            raise ValueError("a limit counts at least one subject")
        if self.premium and not self.member:
            raise ValueError("premium replaces member, so there must be a member")
        windows = [window for name in SUBJECTS for window in self.windows(name)]
        if self.account and (self.kept != "postgres" or len(windows) != 1):
            raise ValueError("attempts at a secret have one window, kept in Postgres")
        if self.kept == "postgres" and any(window.is_distinct or window.is_shown for window in windows):
            raise ValueError("Postgres counts calls, not distinct items")
        return self

    def windows(self, subject: Subject) -> Windows:
        """The windows of this subject; () if it is not counted."""
        found: Windows = getattr(self, subject)
        return found

    def described(self) -> dict[str, list[str]]:
        """Subject to windows, as the table writes them."""
        return {
            subject: [str(window) for window in self.windows(subject)] for subject in SUBJECTS if self.windows(subject)
        }


LimitTable = Mapping[str, RateLimit]
TABLE = TypeAdapter(dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")], RateLimit])


@cache
def load_limits(path: Path | str = LIMITS_FILE) -> LimitTable:
    """The table of limits by name. Raises ValueError for a malformed one, or one without `DEFAULT`."""
    table = TABLE.validate_python(read_yaml(Path(path)))
    if DEFAULT not in table:
        raise ValueError(f"the table has a limit named {DEFAULT}, for the routes that name none")
    return table
