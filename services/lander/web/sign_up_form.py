"""The form of a page: the first step of the sign-up, which works without script.

A page of ours posts it to its own address. Right answers go on to the app's sign-up in a cookie of ten minutes, which
only the path of the sign-up gets and its script deletes: in an address they would be in logs, in the browser's history
and wherever it is shared. Wrong answers are answered by the page, with the errors at their fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from re import compile as pattern
from urllib.parse import urlsplit

from flask import Response, request

from lander.domain.first_answers import GENDERS, FirstAnswers
from lander.web.context import current_site, wiring

COOKIE = "signup-answers"
KEPT_SECONDS = 600
# A proof as `Renderings.open` makes it.
OPENED = pattern(r"[0-9a-f]{1,12}p?\.[\w-]{1,40}")
# Of the app's sign-up: what is asked after these answers.
NEXT_STEP = "&step=2"


@dataclass(frozen=True)
class Filled:
    """The form as it is drawn: what was entered, and the error of each wrong field."""

    answers: FirstAnswers = field(default_factory=FirstAnswers)
    problems: Mapping[str, str] = field(default_factory=dict)


def filled_form() -> Filled:
    """The form that was posted, with its errors."""
    given = request.form
    answers = FirstAnswers(
        gender=given.get("gender", ""),
        seeks=[each for each in GENDERS if each in given.getlist("seeks")],
        is_unsaid="unsaid" in given.getlist("seeks"),
        agrees=given.get("agrees") == "1",
        date_of_birth=given.get("date_of_birth", "").strip()[:10],
    )
    return Filled(answers, dict(answers.problems(datetime.now(UTC).date(), current_site().min_age)))


def continue_sign_up(answers: FirstAnswers, signup: str) -> Response:
    """Lead to the second step of the sign-up, with the answers of the first."""
    opened = request.form.get("o", "")
    proof = f"&o={opened}" if OPENED.fullmatch(opened) else ""
    response = Response(status=303, headers={"Location": f"{signup}{proof}{NEXT_STEP}", "Cache-Control": "no-store"})
    response.set_cookie(
        COOKIE,
        answers.written(),
        max_age=KEPT_SECONDS,
        path=urlsplit(signup).path,
        secure=wiring().settings.has_https,
        samesite="Strict",
    )
    return response
