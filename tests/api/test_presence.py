"""When somebody was last here is told in coarse words only, the same on every surface; of the invisible it is not told
anywhere, and to visitors of nobody."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from shared.kit.db import Database
from shared.pictures.tests.makers import jpeg
from sqlalchemy import text

from tests.member import Member, until
from tests.product import Product, show_first

NewMember = Callable[..., Member]
WORDS = {"0 days": "today", "3 days": "week", "30 days": None}
# Names a field could have that tells more than the words do.
TELLING = re.compile(r'"[a-z_]*(?:last_active|last_seen|active_at|seen_at|last_login|online_at)[a-z_]*"')
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")


def last_here(product: Product, member: Member, ago: str) -> None:
    with Database(product.instance.database_url("profiles"), pool_size=1).engine.begin() as connection:
        changed = {"id": UUID(member.id), "ago": ago}
        connection.execute(
            text("UPDATE profiles SET last_active_at = now() - CAST(:ago AS interval) WHERE member_id = :id"), changed
        )


def like(member: Member, other: Member) -> None:
    member.call("POST", "like", id=Member.new_id(), profile_id=other.id)


def cards_of(answer: Any, member_id: str) -> list[dict[str, Any]]:
    """Every card of this member anywhere in the answer."""
    if isinstance(answer, list):
        return [card for each in answer for card in cards_of(each, member_id)]
    if not isinstance(answer, dict):
        return []
    inside = cards_of(list(answer.values()), member_id)
    return [answer, *inside] if answer.get("id") == member_id and "name" in answer else inside


def surfaces(ann: Member, bo: Member, cy: Member) -> dict[str, Any]:
    """Ann's answers on every surface that may show Bo."""
    return {
        "search": ann.get("search", gender="male"),
        "profile": ann.get("profile", id=bo.id),
        "similar": ann.get("similar", id=cy.id),
        "chats": ann.get("chats"),
        "chat": ann.get("chat", profile=bo.id),
        "likes": ann.get("likes"),
        "swipe game": ann.get("swipe-game"),
        "auto-like": ann.get("auto-like"),
    }


def disclosed(answers: dict[str, Any], member: Member) -> dict[str, set[str | None]]:
    """The presence that each surface shows of the member."""
    assert not TELLING.search(json.dumps(answers))
    found = {name: cards_of(answer, member.id) for name, answer in answers.items()}
    return {name: {card["presence"] for card in cards} for name, cards in found.items() if cards}


@pytest.fixture
def acquainted(new_member: NewMember) -> tuple[Member, Member, Member]:
    """Ann, Bo who likes her and has written to her, and Cy who is much like Bo."""
    ann = new_member("Ann").confirm()
    bo, cy = (new_member(name, gender="male", seeks="female").confirm() for name in ("Boris", "Cyril"))
    bo.upload("photo", jpeg(), id=Member.new_id())
    until(lambda: ann.get("profile", id=bo.id)["profile"]["main_image"])
    like(bo, ann)
    bo.write(ann.id, "Hello Ann")
    return ann, bo, cy


def test_presence_is_shown_in_words(product: Product, acquainted: tuple[Member, Member, Member]) -> None:
    ann, bo, cy = acquainted
    shown = {"search", "profile", "chats", "chat", "likes", "swipe game"}
    show_first(product, bo.id)
    until(lambda: shown <= set(disclosed(surfaces(ann, bo, cy), bo)))

    def all_say(word: str | None, ago: str) -> bool:
        # Each time anew: his own activity is stored some time later (profiles/storage/activity.py).
        last_here(product, bo, ago)
        return all(said == {word} for said in disclosed(surfaces(ann, bo, cy), bo).values())

    for ago, word in WORDS.items():
        until(partial(all_say, word, ago))


def test_no_answer_about_others_has_a_time_of_day(acquainted: tuple[Member, Member, Member]) -> None:
    ann, bo, cy = acquainted
    likes = until(lambda: ann.get("likes")["liked_by"])

    assert {like["liked_at"][10:] for like in likes} == {"T00:00:00Z"}
    # Of messages the writer has told the time by writing.
    others = {name: answer for name, answer in surfaces(ann, bo, cy).items() if name not in ("chats", "chat")}
    own = {"resets_at"}
    times = {moment for _, moment in moments_of(others, leave_out=own)}
    assert {moment[10:] for moment in times} <= {"T00:00:00Z"}


def moments_of(answer: Any, leave_out: set[str], name: str = "") -> list[tuple[str, str]]:
    """Every time in an answer, with the name of its field."""
    if isinstance(answer, dict):
        return [
            found for key, each in answer.items() if key not in leave_out for found in moments_of(each, leave_out, key)
        ]
    if isinstance(answer, list):
        return [found for each in answer for found in moments_of(each, leave_out, name)]
    return [(name, answer)] if isinstance(answer, str) and MOMENT.fullmatch(answer) else []


def test_nothing_is_disclosed_of_the_invisible(product: Product, acquainted: tuple[Member, Member, Member]) -> None:
    ann, bo, cy = acquainted
    bo.call("PUT", "privacy", invisible=True)

    # To those who have a conversation with them they are still shown, and only that, once the event has arrived.
    until(lambda: ann.http.get("/api/profile.php", params={"id": bo.id}).is_success)
    until(lambda: {"profile", "chats", "chat"} <= set(disclosed(surfaces(ann, bo, cy), bo)))
    until(lambda: set().union(*disclosed(surfaces(ann, bo, cy), bo).values()) == {None})


def test_visitors_receive_nothing(product: Product) -> None:
    # Of the two sites, this one lets visitors search.
    with Member(product.base_url, host=f"iskra.localhost:{urlsplit(product.base_url).port}") as visitor:
        found = visitor.get("visitor-search", gender="male")

    assert found["profiles"]
    assert "presence" not in json.dumps(found)
    assert not TELLING.search(json.dumps(found))
