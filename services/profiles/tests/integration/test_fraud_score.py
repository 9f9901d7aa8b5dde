"""The fraud score: computed for members with an open case, shown there, and deleted with it."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from pairwise.likes.v1.events_pb2 import LikeGiven
from shared.kit.testing.web import Browser

from profiles.moderation.domain.fraud_score import MANY_LIKES
from profiles.moderation.domain.read_conversation import ConversationPage, MemberConversation
from profiles.moderation.events.from_likes import count_likes
from profiles.moderation.usecases.score_fraud import score_fraud
from profiles.tests.desk import STATED, OpenDesk, complaint, decide, opened, queue, ten_seconds_later
from profiles.tests.fakes import FakeAccounts, FakeEvidence
from profiles.tests.makers import Town
from profiles.wiring import Wiring


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.fixture
def chat(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeEvidence:
    evidence = FakeEvidence()
    monkeypatch.setitem(wired.__dict__, "evidence", evidence)
    return evidence


def writes(chat: FakeEvidence, member: UUID, text: str) -> None:
    one = MemberConversation(uuid4(), uuid4(), 1, datetime.now(UTC))
    chat.listed.setdefault(member, []).append(one)
    message: dict[str, str | None] = {"sender_id": str(member), "text": text}
    chat.pages[(member, one.id, None)] = ConversationPage(one.partner_id, [message], None)


def liked(wired: Wiring, member: UUID, *minutes: int) -> None:
    """Likes of the last minutes, told in batches of at most 30."""
    for place, likes in enumerate(minutes):
        minute = datetime.now(UTC).replace(second=0) - timedelta(minutes=len(minutes) - place)
        told = [LikeGiven(liker_id=str(member), liked_id=str(uuid4())) for _ in range(likes)]
        for each in told:
            each.given_at.FromDatetime(minute)
        for batch in (told[:30], told[30:]):
            with wired.unit_of_work() as uow:
                count_likes(uow, batch, wired)
                uow.commit()


def score(wired: Wiring) -> int:
    return score_fraud(wired.unit_of_work, wired.evidence, wired.accounts.compare)


def test_a_score_sorts_cases_of_one_severity_and_shows_its_signs(
    mo: Browser, town: Town, wired: Wiring, chat: FakeEvidence, accounts: FakeAccounts
) -> None:
    first, second = town.man(photos=()), town.man(photos=())
    earlier, later = complaint(town, first), complaint(town, second)
    grave = complaint(town, town.man(photos=()), "harassment")
    for _ in range(3):
        writes(chat, second, "Send me money by Western Union, please")
    liked(wired, second, MANY_LIKES - 1, MANY_LIKES)
    liked(wired, first, MANY_LIKES - 1, 1)
    assert score(wired) == 3

    assert queue(mo) == [str(grave), str(later), str(earlier)]
    assert opened(mo, later)["fraud"] == {
        "points": 55,
        "signs": [
            {"sign": "same_text", "points": 25},
            {"sign": "money_words", "points": 20},
            {"sign": "fast_likes", "points": 10},
        ],
    }
    assert opened(mo, earlier)["fraud"] == {"points": 0, "signs": []}
    assert score(wired) == 0

    town.run("UPDATE complaints SET made_at = now() - interval '2 days' WHERE id = %(id)s", id=earlier)
    assert queue(mo) == [str(grave), str(earlier), str(later)], "a late case comes before a higher score"


def test_only_members_with_an_open_case_have_a_score(
    mo: Browser, town: Town, wired: Wiring, chat: FakeEvidence, accounts: FakeAccounts, ann: UUID, bo: UUID
) -> None:
    case = complaint(town, bo, reporter=ann)
    chat.is_down = True
    score(wired)
    assert town.rows("SELECT member_id FROM fraud_scores") == [(bo,)]

    opened(mo, case)
    decide(mo, case, "warn", **STATED)
    ten_seconds_later(town, wired)

    assert town.rows("SELECT count(*) FROM fraud_scores") == [(0,)]
    assert score(wired) == 0
