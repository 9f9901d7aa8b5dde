"""A blocked person's new account is offered to the member who blocked the old one, and to nobody else."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from pairwise.chat.v1.events_pb2 import ConversationStarted
from shared.kit.testing.web import Browser
from shared.privacy.erase import erase

from profiles.events.from_chat import add_acquaintance
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.fakes import FakeAccounts
from profiles.tests.makers import Town
from profiles.wiring import Wiring

TEXT = "I sail the lakes of Friesland every weekend and cook for whoever comes along."
PICTURE, OTHER_PICTURE = bytes(range(16)) * 10, bytes(range(100, 116)) * 10


class Story:
    """Ann has blocked Bo; somebody joins after that and writes to her."""

    def __init__(self, town: Town, wired: Wiring, accounts: FakeAccounts, browser: Browser) -> None:
        self.town, self.wired, self.accounts, self.browser = town, wired, accounts, browser
        self.ann = town.woman(name="Ann")
        self.bo = self.person(PICTURE, TEXT, datetime.now(UTC) - timedelta(days=90))
        town.block(self.ann, self.bo)
        town.run("UPDATE blocks SET blocked_at = now() - interval '3 days'")

    def person(self, picture: bytes, text: str, joined_at: datetime | None = None) -> UUID:
        joined_at = joined_at or datetime.now(UTC) - timedelta(days=1)
        member = self.town.man(name="Bob", about=text, joined_at=joined_at)
        self.town.run("UPDATE photos SET fingerprint = %(one)s WHERE member_id = %(id)s", one=picture, id=member)
        return member

    def write(self, sender: UUID, *, network: bool = False, device: bool = False) -> None:
        self.accounts.in_network = {self.bo} if network else set()
        self.accounts.on_device = {self.bo} if device else set()
        event = ConversationStarted(conversation_id=str(uuid4()), starter_id=str(sender), partner_id=str(self.ann))
        with self.wired.unit_of_work() as uow:
            add_acquaintance(uow, event, self.wired)
            uow.commit()

    def offered(self, to: UUID | None = None) -> list[str]:
        answer = self.browser.as_member(to or self.ann).get("/api/block.php").json
        return [each["profile"]["id"] for each in answer["suspected"]]


@pytest.fixture
def story(town: Town, wired: Wiring, accounts: FakeAccounts, browser: Browser) -> Story:
    return Story(town, wired, accounts, browser)


@pytest.mark.parametrize(
    ("picture", "text", "network", "device"),
    [
        (PICTURE, "Hello", True, False),
        (PICTURE, "Hello", False, True),
        (PICTURE, TEXT, False, False),
        (OTHER_PICTURE, f"Hi! {TEXT}", True, False),
        (OTHER_PICTURE, TEXT.upper(), False, True),
    ],
)
def test_the_same_person_is_offered(story: Story, picture: bytes, text: str, network: bool, device: bool) -> None:
    new = story.person(picture, text)

    story.write(new, network=network, device=device)

    assert story.offered() == [str(new)]


@pytest.mark.parametrize(
    ("picture", "text", "network", "device"),
    [
        (OTHER_PICTURE, "I like hiking and my dog.", True, True),  # a household: one network, the same phones
        (OTHER_PICTURE, "", True, False),  # a network alone
        (PICTURE, "", False, False),  # a picture alone, which can be stolen
        (OTHER_PICTURE, TEXT, False, False),  # words alone, which can be copied
        (OTHER_PICTURE, "Just ask me.", True, True),
    ],
)
def test_somebody_else_is_not(story: Story, picture: bytes, text: str, network: bool, device: bool) -> None:
    story.write(story.person(picture, text), network=network, device=device)

    assert story.offered() == []


def test_an_account_from_before_the_block_is_not_offered(story: Story) -> None:
    older = story.person(PICTURE, TEXT, datetime.now(UTC) - timedelta(days=30))

    story.write(older, network=True, device=True)

    assert story.offered() == []


def test_without_identity_the_conversation_is_taken_all_the_same(story: Story) -> None:
    story.accounts.is_down = True
    new = story.person(PICTURE, TEXT)

    story.write(new)

    assert story.offered() == [str(new)]
    assert story.town.rows("SELECT count(*) FROM acquaintances") == [(2,)]


def test_only_the_member_who_blocked_learns_of_it(story: Story) -> None:
    """No oracle: what the suspected, the blocked and a stranger are answered is the same with an offer and without."""
    new, stranger = story.person(PICTURE, TEXT), story.town.woman(name="Eva")
    paths = ("block.php", "privacy.php", "search.php", f"profile.php?id={story.ann}", "profile.php", "decision.php")

    def answers() -> list[tuple[int, object]]:
        found: list[tuple[int, object]] = []
        for member in (new, story.bo, stranger):
            for path in paths:
                answer = story.browser.as_member(member).get(f"/api/{path}")
                found.append((answer.status_code, {**(answer.json or {}), "next_cursor": None}))
        return found

    story.town.acquaint(new, story.ann)
    before = answers()
    story.write(new, network=True)

    assert story.offered() == [str(new)]
    assert answers() == before
    assert [story.offered(to=each) for each in (new, story.bo, stranger)] == [[], [], []]


ANSWERS: dict[str, Callable[[Story, UUID], int]] = {
    "someone else": lambda story, new: (
        story.browser.as_member(story.ann).put("/api/block.php", {"profile_id": str(new)}).status_code
    ),
    "block": lambda story, new: (
        200
        if story.browser.as_member(story.ann)
        .post("/api/block.php", {"id": str(uuid4()), "profile_id": str(new)})
        .status_code
        == 201
        else 0
    ),
    "unblock the old": lambda story, new: (
        story.browser.as_member(story.ann).delete("/api/block.php", {"profile_id": str(story.bo)}).status_code
    ),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answered_offer_does_not_come_back(story: Story, answer: str) -> None:
    new = story.person(PICTURE, TEXT)
    story.write(new)

    assert ANSWERS[answer](story, new) == 200

    story.write(new)
    assert story.offered() == []


def test_the_answer_is_the_same_for_an_account_that_was_never_offered(story: Story, browser: Browser) -> None:
    answer = browser.as_member(story.ann).put("/api/block.php", {"profile_id": str(uuid4())})

    assert (answer.status_code, answer.json) == (200, {})
    assert browser.put("/api/block.php", {"profile_id": "x"}).status_code == 422


@pytest.mark.parametrize("who", ["ann", "bo", "new"])
def test_an_offer_ends_with_each_of_the_three(story: Story, wired: Wiring, who: str) -> None:
    new = story.person(PICTURE, TEXT)
    story.write(new)

    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, {"ann": story.ann, "bo": story.bo, "new": new}[who])
        uow.commit()

    assert story.town.rows("SELECT count(*) FROM block_suspicions") == [(0,)]
