"""Rate limits without Redis, and their settings."""

from typing import Any
from uuid import uuid4

import pytest
from shared.kit.core.errors import RateLimited
from shared.kit.core.keys import SigningKeys, new_key
from shared.kit.core.settings import Settings
from shared.kit.db.database import Database
from shared.kit.http import rate_limit
from shared.kit.http.rate_limit import RateLimiter
from shared.registry.limits import TABLE

NOWHERE = "redis://127.0.0.1:1/0"
WHY = "A reason that is long enough."
TABLE_OF_TEST = TABLE.validate_python(
    {
        "post": {"member": ["2/1m"], "premium": ["4/1m"], "source": ["3/1m"], "reason": WHY},
        "open": {"member": ["9/1m", "2/1d distinct"], "reason": WHY},
    }
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limiter(clock: Clock) -> RateLimiter:
    # Nothing listens at the database's address, either: these limits do not ask it.
    return RateLimiter(TABLE_OF_TEST, Database("postgresql://nowhere"), NOWHERE, SigningKeys(new_key()), clock=clock)


def refused(limiter: RateLimiter, name: str = "post", item: object = "", **subjects: Any) -> int | None:
    """The seconds to wait, when there are any."""
    try:
        limiter.take(name, subjects, item=item)  # type: ignore[arg-type]
    except RateLimited as refusal:
        return refusal.retry_after_seconds
    return None


def test_beyond_the_limit_one_waits_until_there_is_room(limiter: RateLimiter, clock: Clock) -> None:
    assert [refused(limiter, member="ann") for _ in range(2)] == [None, None]
    wait = refused(limiter, member="ann")
    assert wait is not None
    assert 60 <= wait <= 72
    clock.now = 59
    assert refused(limiter, member="ann") is not None
    clock.now = 66
    assert refused(limiter, member="ann") is None


def test_a_token_opens_no_count_of_its_own(limiter: RateLimiter) -> None:
    for number in range(3):
        limiter.take("post", {"source": "192.0.2.1", "member": number})

    assert refused(limiter, source="192.0.2.1", member=4) is not None
    assert refused(limiter, source="192.0.2.1", member=None) is not None
    assert refused(limiter, source="192.0.2.2", member=4) is None


def test_premium_members_have_windows_of_their_own(limiter: RateLimiter) -> None:
    assert [refused(limiter, member="ann", premium="ann") is None for _ in range(5)] == [True] * 4 + [False]


def test_the_same_item_again_is_free(limiter: RateLimiter) -> None:
    opened = [refused(limiter, "open", member="ann", item=item) is None for item in "abbac"]

    assert opened == [True, True, True, True, False]


def test_a_wait_is_spread_so_that_not_all_return_at_once(limiter: RateLimiter) -> None:
    limiter.take("post", {"member": "ann"})
    limiter.take("post", {"member": "ann"})

    assert len({refused(limiter, member="ann") for _ in range(200)}) > 3


def test_a_limit_that_was_reached_is_logged_once(limiter: RateLimiter, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[dict[str, Any]] = []
    monkeypatch.setattr(
        rate_limit, "log_security_event", lambda action, *_, **given: logged.append({"action": action, **given})
    )
    member_id = uuid4()
    for _ in range(9):
        refused(limiter, member=member_id, source="192.0.2.1")

    [event] = logged
    assert (event["action"], event["reason"], event["member_id"]) == ("limit.reached", "post", member_id)
    assert "192" not in event["source"]


def test_a_subject_that_no_table_knows_is_a_bug(limiter: RateLimiter) -> None:
    with pytest.raises(ValueError, match="cannot be counted"):
        limiter.take("post", {"sender": "ann"})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("environment", "given", "has_limits"),
    [("test", "", False), ("test", "on", True), ("development", "", True), ("development", "off", False)],
)
def test_limits_are_on_unless_a_test_says_otherwise(environment: str, given: str, has_limits: bool) -> None:
    settings = Settings.from_environment(
        PAIRWISE_SERVICE="things", DATABASE_URL="postgresql://", PAIRWISE_ENV=environment, PAIRWISE_LIMITS=given
    )
    assert settings.has_limits == has_limits


def test_production_refuses_to_be_without_limits() -> None:
    with pytest.raises(ValueError, match="PAIRWISE_LIMITS"):
        Settings.from_environment(
            PAIRWISE_SERVICE="things",
            DATABASE_URL="postgresql://",
            PAIRWISE_ENV="production",
            PAIRWISE_PUBLIC_URL="https://pairwise.example",
            PAIRWISE_LIMITS="off",
        )
