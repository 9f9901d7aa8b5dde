"""Names of payment methods, from the files of the web app."""

import json
from functools import cached_property
from pathlib import Path

from shared.kit.core.texts import FALLBACK, OwnTexts, Texts


class MethodNames:
    """The name of each method as the web app shows it. Brands are called the same in every language."""

    def __init__(self, directory: Path) -> None:
        self._directory, self._texts = directory, Texts(directory, "credits")

    def with_own(self, own: OwnTexts) -> "MethodNames":
        """These names with those of a site's own languages, which are texts of `credits`."""
        if not own:
            return self
        names = MethodNames(self._directory)
        names.__dict__["_brands"], names._texts = self._brands, self._texts.with_own(own)
        return names

    @cached_property
    def _brands(self) -> dict[str, str]:
        brands: dict[str, str] = json.loads((self._directory / "brands.json").read_text("utf-8"))
        return brands

    def find(self, method: str, locale: str) -> str:
        """The brand's own spelling, else the text of the language, else the method with a capital letter."""
        return self._known(method, locale) or method.capitalize()

    def is_named(self, method: str) -> bool:
        """Whether the method is a brand, or has a text in the fallback language."""
        return self._known(method, FALLBACK) is not None

    def _known(self, method: str, locale: str) -> str | None:
        return self._brands.get(method) or self._texts.find(f"method_{method}", locale)
