"""A page as a reader without scripts gets it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Read(HTMLParser):
    """The parts of a page that need no script."""

    language: str = ""
    title: str = ""
    headings: list[str] = field(default_factory=list)
    metas: dict[str, str] = field(default_factory=dict)
    canonical: list[str] = field(default_factory=list)
    alternates: dict[str, str] = field(default_factory=dict)
    hrefs: list[str] = field(default_factory=list)
    data: dict[str, str] = field(default_factory=dict)
    inline_styles: int = 0
    _inside: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.inline_styles += "style" in given
        self.language = given["lang"] if tag == "html" else self.language
        if tag == "meta":
            self.metas[given.get("name") or given.get("property", "")] = given.get("content", "")
        if tag == "a":
            self.hrefs.append(given.get("href", ""))
        if tag == "link" and given.get("rel") == "canonical":
            self.canonical.append(given["href"])
        if tag == "link" and given.get("rel") == "alternate":
            self.alternates[given["hreflang"]] = given["href"]
        if tag in ("title", "h1") or (tag == "script" and "json" in given.get("type", "")):
            self._inside.append(given.get("type", tag))
            if tag == "h1":
                self.headings.append("")

    def handle_data(self, data: str) -> None:
        inside = self._inside[-1] if self._inside else ""
        if inside == "title":
            self.title += data
        elif inside == "h1":
            self.headings[-1] += data
        elif inside:
            self.data[inside] = data

    def handle_endtag(self, tag: str) -> None:
        if self._inside and tag in ("title", "h1", "script"):
            self._inside.pop()


def read(html: str) -> Read:
    page = Read()
    page.feed(html)
    return page
