import re
from html.parser import HTMLParser

_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
_AFTER_AN_ADDRESS = ".,;:!?)]}"


def links_in(text: str, html: str) -> tuple[str, ...]:
    """Every web address of a message once, in the order of reading."""
    anchors = _Anchors()
    anchors.feed(html)
    anchors.close()
    written = (found.rstrip(_AFTER_AN_ADDRESS) for found in _ADDRESS.findall(text))
    return tuple(dict.fromkeys([*anchors.found, *written]))


class _Anchors(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href") or ""
        if tag == "a" and href.strip().startswith(("http://", "https://")):
            self.found.append(href.strip())
