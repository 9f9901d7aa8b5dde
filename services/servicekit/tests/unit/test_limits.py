"""Limits without a Redis to ask, and what the settings make of them."""

import pytest
from servicekit.errors import RateLimited
from servicekit.settings import Settings
from servicekit.web.limits import Limits

from gateway.routes import Route, load_routes

NOWHERE = "redis://127.0.0.1:1/0"
ROUTE = Route.model_validate(
    {
        "path": "/api/thing.php",
        "to": "things",
        "methods": {"GET": "member", "POST": "member"},
        "limits": {"POST": {"many": 2, "seconds": 60}},
    }
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(limits: Limits, method: str = "POST", who: str = "ann") -> int | None:
    """The seconds to wait, when there are any."""
    try:
        limits.take(ROUTE, method, who)
    except RateLimited as refusal:
        return refusal.retry_after_seconds
    return None


def test_beyond_the_limit_one_waits_until_the_window_ends() -> None:
    clock = Clock()
    limits = Limits(NOWHERE, clock)

    assert [refused(limits) for _ in range(3)] == [None, None, 61]
    clock.now = 59
    assert refused(limits) == 2
    clock.now = 61
    assert refused(limits) is None


def test_each_caller_and_each_method_counts_apart() -> None:
    limits = Limits(NOWHERE, Clock())
    for _ in range(2):
        limits.take(ROUTE, "POST", "ann")

    assert refused(limits) is not None
    assert refused(limits, who="bo") is None
    assert [refused(limits, method="GET") for _ in range(9)] == [None] * 9


def test_a_limit_of_a_method_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="limits"):
        Route.model_validate(
            {"path": "/a", "to": "chat", "methods": {"GET": "anyone"}, "limits": {"POST": {"many": 1, "seconds": 1}}}
        )


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


def test_what_scripts_could_do_too_fast_is_limited() -> None:
    limited = {(route.path, method) for route in load_routes() for method in route.limits}
    for name in ("chat", "like", "photo", "complaint", "signup", "reset-password", "track"):
        assert (f"/api/{name}.php", "POST") in limited
    assert ("/api/search.php", "GET") in limited
