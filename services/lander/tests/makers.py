"""Documents of pages for tests."""

from typing import Any

from shared.languages import LOCALES


def document(title: str = "Spring is here", **changed: Any) -> dict[str, Any]:
    """A document that can be published on every site."""
    words = {"title": title, "accent": "come outside.", "text": "Meet people near you."}
    return {"scene": "gallery", "words": dict.fromkeys(LOCALES, words), "blocks": [], **changed}
