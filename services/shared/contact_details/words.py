import json
from functools import cache
from pathlib import Path

from shared.contact_details.plain import plain

WORDS = Path(__file__).with_name("words.json")


@cache
def words_of(name: str) -> frozenset[str]:
    """A list of `words.json`, as `plain` writes its words."""
    return frozenset(plain(word) for word in json.loads(WORDS.read_text("utf-8"))[name])
