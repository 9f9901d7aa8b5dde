from dataclasses import dataclass

from shared.registry.limits import Window

SLICES = 12


@dataclass(frozen=True)
class Count:
    """One window of one subject. `key` names limit, subject and window, and reveals none of them."""

    key: str
    window: Window
    item: str = ""  # set when only different items count
    shown: tuple[str, ...] = ()  # the items of a window of shown ones, 32 characters each


@dataclass(frozen=True)
class Refusal:
    """The window without room that empties last. `is_first` in this window, so that it is logged once."""

    count: Count
    wait_seconds: float
    is_first: bool
