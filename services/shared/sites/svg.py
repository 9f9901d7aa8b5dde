"""Faults of an SVG that pages of a site show: scripts, references to other files, words without their font."""

import re
from collections.abc import Iterator
from xml.parsers import expat

# Shapes and their paint. Words would be drawn in a font that each reader has or has not.
ELEMENTS = re.compile(
    "svg|g|defs|symbol|use|title|desc|path|rect|circle|ellipse|line|polyline|polygon|clipPath|mask|pattern"
    "|linearGradient|radialGradient|stop|style"
)
OUTSIDE = re.compile(r"@import|url\(\s*['\"]?(?!#)", re.IGNORECASE)
# A drawing by hand has fewer; more costs phones time.
MOST_ELEMENTS = 2_000

Faults = Iterator[tuple[int, str]]


def svg_faults(content: bytes) -> Faults:
    """Pairs of a line and what is wrong there."""
    parser, found, lines = expat.ParserCreate(), list[tuple[int, str]](), list[int]()

    def fault(text: str) -> None:
        found.append((parser.CurrentLineNumber, text))

    def start(name: str, attributes: dict[str, str]) -> None:
        lines.append(parser.CurrentLineNumber)
        if len(lines) == 1:
            found.extend((parser.CurrentLineNumber, text) for text in _of_root(name, attributes))
        if len(lines) == MOST_ELEMENTS + 1:
            fault(f"more than {MOST_ELEMENTS} elements")
        if not ELEMENTS.fullmatch(name):
            return fault(f"<{name}> may not be in it: shapes and gradients alone, words as paths (export as plain SVG)")
        for attribute, value in attributes.items():
            local = attribute.rpartition(":")[2].lower()
            if local.startswith("on"):
                fault(f"{attribute} is a script")
            elif (local == "href" and not value.startswith("#")) or OUTSIDE.search(value):
                fault(f"{attribute} refers to something outside the file")
        return None

    def text(words: str) -> None:
        if OUTSIDE.search(words):
            found.append((lines[-1], "a style refers to something outside the file"))

    parser.StartElementHandler, parser.CharacterDataHandler = start, text
    parser.StartDoctypeDeclHandler = lambda *_: fault("a document type may not be in it")
    parser.ProcessingInstructionHandler = lambda *_: fault("a processing instruction may not be in it")
    # Whole texts: a reference could be in two lines.
    parser.buffer_text = True
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        found.append((error.lineno, f"is no XML: {expat.ErrorString(error.code)}"))
    yield from found


def _of_root(name: str, attributes: dict[str, str]) -> Iterator[str]:
    if name != "svg" or attributes.get("xmlns") != "http://www.w3.org/2000/svg":
        yield 'must begin with <svg xmlns="http://www.w3.org/2000/svg" viewBox="...">'
    box = re.fullmatch(r"\S+[\s,]+\S+[\s,]+([\d.]+)[\s,]+([\d.]+)", attributes.get("viewBox", "").strip())
    if not box or box[1] != box[2]:
        yield "must be square: viewBox with the same width and height (the site's name is written beside it)"
