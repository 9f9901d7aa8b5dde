"""The first answers of a sign-up, given in a form on a landing page and handed on to the app's sign-up.

The rules are those of the sign-up's own steps (webapp, `checkStep`), and its service checks everything again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from shared.kit.core import age_on, read_date

GENDERS = ("female", "male")
OLDEST_YEARS = 120


@dataclass(frozen=True)
class FirstAnswers:
    """Fields as they were sent; a gender that does not exist counts as not given.

    `is_unsaid`: the visitor withholds the genders they seek. `agrees`: the consent to use the genders they seek.
    """

    gender: str = ""
    seeks: Sequence[str] = ()
    is_unsaid: bool = False
    agrees: bool = False
    date_of_birth: str = ""

    def problems(self, today: date, min_age: int) -> Iterator[tuple[str, str]]:
        """Each wrong field with the code of its error."""
        if self.gender not in GENDERS:
            yield "gender", "gender_required"
        if not self.is_unsaid and not self.seeks:
            yield "seeks", "seeks_required"
        elif not self.is_unsaid and not self.agrees:
            yield "seeks", "seeks_consent_required"
        if code := self._problem_of_age(today, min_age):
            yield "date_of_birth", code

    def _problem_of_age(self, today: date, min_age: int) -> str:
        if not self.date_of_birth:
            return "date_of_birth_required"
        try:
            born = read_date(self.date_of_birth)
        except ValueError:
            return "date_of_birth_invalid"
        age = age_on(today, born)
        if born > today or age > OLDEST_YEARS:
            return "date_of_birth_invalid"
        return "" if age >= min_age else "date_of_birth_required"

    def written(self) -> str:
        """The answers for the app's sign-up. Genders that may not be used or are withheld are left out."""
        answers = [("gender", self.gender), ("date_of_birth", self.date_of_birth)]
        if self.is_unsaid:
            return urlencode([*answers, ("unsaid", "1")])
        return urlencode([*answers, *(("seeks", each) for each in self.seeks), ("agrees", "1")])
