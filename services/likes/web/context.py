"""Context of a view: its dependencies, its site, and the visibility of likers."""

from typing import cast

from flask import current_app, request
from shared.kit.http import caller, locale
from shared.sites import Site

from likes.domain.visibility import LikerVisibility
from likes.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)


def liker_visibility() -> LikerVisibility:
    """Premium members are shown all likers, others as much as the site's `received_likes` allows."""
    return LikerVisibility.ALL if caller().is_premium else LikerVisibility(current_site().received_likes)


def question_of(prompt_id: str) -> str:
    """The question of a prompt in the language of the request; empty where the site has no such prompt."""
    site = current_site()
    words = (prompt.words_in(locale(), site.domain_language) for prompt in site.prompts if prompt.id == prompt_id)
    return next(words, "")
