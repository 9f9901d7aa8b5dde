"""A hidden member is on no surface of the product: lists, counts, badges, the swipe game, auto-like,
chats, photos by links that are out already, the live stream and mails. Real events, through the gateway only."""

import json
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest
from profiles.storage import ProfilesUnit
from profiles.usecases.privacy.change_visibility import change_visibility
from shared.kit.db import Database
from shared.pictures.tests.makers import jpeg

from tests.member import Member, until
from tests.product import Product, show_first

NewMember = Callable[..., Member]


def moderate(product: Product, member: Member) -> None:
    """As moderation's desk does it."""
    with ProfilesUnit(Database(product.instance.database_url("profiles"), pool_size=1)) as uow:
        change_visibility(uow, UUID(member.id), sanctioned=True)
        uow.commit()


def know(product: Product, ann: Member, bo: Member) -> None:
    """Bo hides from people he knows, with Ann among them, and the next day has come."""
    bo.confirm()
    bo.call("POST", "known-contacts", addresses=[ann.email])
    with psycopg.connect(product.instance.database_url("identity")) as connection:
        connection.execute("UPDATE known_contacts SET starts_at = now() WHERE member_id = %s", (bo.id,))


Hide = Callable[[Product, Member, Member], object]
HIDES: dict[str, Hide] = {
    "blocks": lambda _, ann, bo: bo.call("POST", "block", id=Member.new_id(), profile_id=ann.id),
    "is blocked": lambda _, ann, bo: ann.call("POST", "block", id=Member.new_id(), profile_id=bo.id),
    "is invisible": lambda _, ann, bo: bo.call("PUT", "privacy", invisible=True),
    "is on a break": lambda _, ann, bo: bo.call("PUT", "privacy", paused=True),
    "knows her": know,
    "is deleted": lambda _, ann, bo: bo.delete(),
    "is hidden": lambda product, ann, bo: moderate(product, bo),
}
# The profile of a member one has blocked can be opened, to undo it.
STILL = {"is blocked": {"profile", "similar", "photo"}}
# To those who have a conversation with them these are shown.
WITHOUT_CONVERSATION = {"is invisible", "is on a break", "knows her"}
CAN_STILL_ACT = {"is invisible", "is on a break", "is hidden"}


def like(member: Member, other: Member) -> None:
    member.call("POST", "like", id=Member.new_id(), profile_id=other.id)


def ids(cards: list[dict[str, Any]]) -> set[str]:
    return {card["id"] for card in cards}


def where(ann: Member, bo: Member, cy: Member, photo: str) -> set[str]:
    """Every surface on which Ann sees Bo now. Cy is much like him."""
    likes, chats = ann.get("likes"), ann.get("chats")
    # The words of an erased member stay in the conversation, without a trace of their author.
    chat = ann.http.get("/api/chat.php", params={"profile": bo.id})
    surfaces = {
        "search": bo.id in ids(ann.get("search", gender="male")["profiles"]),
        "swipe game": bo.id in ids(ann.get("swipe-game")["profiles"]),
        "others like Cy": bo.id in ids(ann.get("similar", id=cy.id)["profiles"]),
        "received": bo.id in ids(likes["liked_by"]),
        "sent": bo.id in ids(likes["profiles"]),
        "matches": bo.id in ids(likes["matches"]),
        "counts": any(likes["counts"].values()),
        "likes badge": likes["total_new_likes"] > 0,
        "chats": bo.id in json.dumps(chats),
        "messages badge": chats["total_unread_messages"] > 0,
        "chat": bo.id in chat.text and chat.is_success,
        "profile": ann.http.get("/api/profile.php", params={"id": bo.id}).is_success,
        "similar": ann.http.get("/api/similar.php", params={"id": bo.id}).is_success,
        "photo": ann.http.get(photo).is_success,
    }
    return {surface for surface, is_seen in surfaces.items() if is_seen}


@pytest.fixture(scope="module")
def cy(product: Product) -> Iterator[Member]:
    """A member who is not hidden: their later actions arrive, so Bo's earlier ones would have."""
    with Member(product.base_url).sign_up("Cy", gender="male", seeks="female") as member:
        yield member


@pytest.mark.parametrize("why", HIDES)
def test_the_hidden_are_nowhere(product: Product, new_member: NewMember, cy: Member, why: str) -> None:
    ann = new_member("Ann").confirm()
    ann.call("PUT", "notifications", discreet_mails=False)  # her mails name the member they are about
    # Journeys on this instance look at the newest members by their names.
    called = "Boris" + "".join(secrets.choice("bcdfgk") for _ in range(5))
    bo = new_member(called, gender="male", seeks="female")
    bo.upload("photo", jpeg(), id=Member.new_id())
    like(bo, ann)
    if why not in WITHOUT_CONVERSATION:
        bo.write(ann.id, "Hello Ann")
    image = until(lambda: ann.get("profile", id=bo.id)["profile"]["main_image"])
    show_first(product, bo.id)
    talks = {"chats", "messages badge"} - ({"chats", "messages badge"} if why in WITHOUT_CONVERSATION else set())
    lists = {"search", "swipe game", "others like Cy", "received", "counts", "likes badge"}
    first = lists | {"chat", "profile", "similar", "photo"} | talks
    until(lambda: where(ann, bo, cy, image["src"]) == first)
    like(ann, bo)
    like(ann, cy)
    until(lambda: where(ann, bo, cy, image["src"]) == (first - {"swipe game", "likes badge"}) | {"sent", "matches"})
    until(lambda: len(ann.mails(called)) == (1 if why in WITHOUT_CONVERSATION else 2))
    mails = len(ann.mails(called))

    HIDES[why](product, ann, bo)

    # Ann's only own like is for Cy now, who is no trace of Bo.
    until(lambda: where(ann, bo, cy, image["src"]) - {"counts"} == STILL.get(why, set()))
    assert ann.get("likes")["counts"] == {"received": 0, "sent": 1, "matches": 0}
    auto_like = ann.http.get("/api/auto-like.php").json()
    assert auto_like == {"id": None, "main_image": None}
    for name, body in (
        ("like", {"id": Member.new_id()}),
        ("swipe-game", {"id": Member.new_id(), "like": True}),
        ("chat", {"id": Member.new_id(), "text": "Are you there?"}),
    ):
        assert ann.refused("POST", name, profile_id=bo.id, **body)[0] in (403, 404, 409)

    with live(ann) as received:
        if why in CAN_STILL_ACT:
            # A match all over again, as far as Bo knows.
            bo.call("DELETE", "like", profile_id=ann.id)
            like(bo, ann)
        like(cy, ann)
        until(lambda: ("match", cy.id) in received)
    until(lambda: ann.mails("Cy"))
    assert bo.id not in {partner for _, partner in received}
    assert len(ann.mails(called)) == mails
    assert ann.get("likes")["counts"] == {"received": 1, "sent": 1, "matches": 1}
    cy.call("DELETE", "like", profile_id=ann.id)


@contextmanager
def live(member: Member) -> Iterator[list[tuple[str, str | None]]]:
    """The events an open page of this member receives: name and subject."""
    received: list[tuple[str, str | None]] = []
    with member.http.stream("GET", "/api/stream.php", timeout=60) as stream:

        def listen() -> None:
            name = ""
            try:
                for line in stream.iter_lines():
                    if line.startswith("event:"):
                        name = line.removeprefix("event:").strip()
                    elif line.startswith("data:"):
                        received.append((name, json.loads(line.removeprefix("data:")).get("profile_id")))
            except (httpx.HTTPError, httpx.StreamError):
                return

        listening = threading.Thread(target=listen, daemon=True)
        listening.start()
        until(lambda: received)
        yield received
