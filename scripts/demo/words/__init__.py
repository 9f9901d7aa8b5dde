"""Sentences of the demo members, in each of our languages."""

from functools import cache
from pathlib import Path
from typing import Any

from shared.registry import read_yaml


@cache
def words(language: str) -> dict[str, Any]:
    """The `about` fragments, answers to prompts, openers and `replies` of one language."""
    known: dict[str, Any] = read_yaml(Path(__file__).parent / f"{language}.yaml")
    return known
