"""Signs that a view was made by a program."""

from enum import StrEnum

from crawlerdetect import CrawlerDetect

_crawlers = CrawlerDetect()


class Suspicion(StrEnum):
    """Why a view is suspect: the first sign that was found."""

    # Its User-Agent is a program's.
    PROGRAM = "program"
    # It lacks a header that every browser sends.
    HEADERS = "headers"
    # It has no token of a rendered page, or one of another view.
    RENDERING = "rendering"
    # Its token was used before, or its source made too many views.
    TOO_MANY = "too_many"


def is_program(user_agent: str) -> bool:
    """Whether a User-Agent is missing, or one of a crawler, headless browser or library (crawlerdetect's list)."""
    return not user_agent or bool(_crawlers.is_crawler(user_agent))
