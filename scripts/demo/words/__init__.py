"""Sentences of the demo members, in each of our languages."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def words(language: str) -> dict[str, Any]:
    """The `about` fragments and the `replies` of one language."""
    known: dict[str, Any] = yaml.safe_load((Path(__file__).parent / f"{language}.yaml").read_text(encoding="utf-8"))
    return known
