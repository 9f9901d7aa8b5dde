"""Signs that a view was made by a program."""

from crawlerdetect import CrawlerDetect

_crawlers = CrawlerDetect()


def is_program(user_agent: str) -> bool:
    """Whether a User-Agent is missing, or one of a crawler, headless browser or library (crawlerdetect's list)."""
    return not user_agent or bool(_crawlers.is_crawler(user_agent))
