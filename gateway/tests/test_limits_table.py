"""Promises of the rate limit table about every route and method."""

from pathlib import Path

import pytest
from shared.registry import DEFAULT, RateLimit, Route, Window, load_limits, load_routes, read_table

LIMITS = load_limits()
# The web app's files are served by its own process, which runs no kit; the gateway limits its concurrent requests.
CALLS = [
    (route, method, LIMITS[route.limit(method)])
    for route in load_routes()
    for method in route.methods
    if route.to != "webapp"
]
# Counted by views and use cases, not by routes.
COUNTED_INSIDE = {
    "password_guess", "sign_up", "disclosure", "reset_mail", "reset_mail_in_all", "reactivation_mail",
    "reactivation_mail_in_all", "change_mail", "activation_mail", "sign_up_tried_mail", "code_mail", "text_message",
    "phone_number", "phone_number_in_all", "bank_account", "bank_account_in_all", "profile", "discount_guess",
    "page_view", "page_step", "app_view", "cards", "visitor_cards", "uncased_read", "login_attempts", "secret_attempts",
    "support_credits", "call_rings",
}  # fmt: skip


def name_of(value: object) -> str:
    return value.path if isinstance(value, Route) else value if isinstance(value, str) else ""


@pytest.mark.parametrize(("route", "method", "limit"), CALLS, ids=name_of)
def test_every_method_of_every_route_has_a_limit_for_each_that_may_call(
    route: Route, method: str, limit: RateLimit
) -> None:
    """Public routes count by network, so that a free account's token opens no count of its own; member routes count
    by member."""
    if route.audience(method) in ("anyone", "session"):
        assert limit.source
    if route.audience(method) != "anyone":
        assert limit.member


def test_a_head_counts_as_the_get_it_is() -> None:
    for route in load_routes():
        assert route.limit("HEAD") == route.limit("GET")


def test_every_limit_is_used_or_counted_inside() -> None:
    named = {name for route in load_routes() for name in route.limits.values()}

    assert named | COUNTED_INSIDE | {DEFAULT} == LIMITS.keys()
    assert not named & COUNTED_INSIDE


def test_limits_of_passwords_disclosure_and_money_outlive_redis() -> None:
    for name in COUNTED_INSIDE - {"profile", "page_view", "page_step", "app_view", "cards", "visitor_cards"}:
        assert LIMITS[name].kept == "postgres", name


def test_sending_a_message_and_reading_a_page_ask_redis_no_more_than_they_did() -> None:
    """Each limit kept in Redis is a round trip: messages had one before, pages have none."""
    kept = {(route.path, method): limit.kept for route, method, limit in CALLS}

    assert kept["/api/chat.php", "POST"] == "redis"
    # The process of streams has one loop for all of them, which no round trip may hold up.
    assert kept["/api/stream.php", "GET"] == "process"
    for read in ("/api/chat.php", "/api/chats.php", "/api/user.php", "/api/likes.php", "/media/", "/chat-media/"):
        assert kept[read, "GET"] == "process", read


@pytest.mark.parametrize(
    ("name", "subject", "window"),
    [
        ("password_guess", "source", "50/1d"),
        ("sign_up", "source", "20/1h"),
        ("disclosure", "source", "5/1h"),
        ("profile", "member", "300/1d distinct"),
        ("message", "member", "10/10s"),
        ("login_attempts", "account", "5/15m"),
    ],
)
def test_the_budgets_are_those_decided_on(name: str, subject: str, window: str) -> None:
    assert window in LIMITS[name].described()[subject]


@pytest.mark.parametrize("text", ["5", "5/h", "0/1h", "5/0h", "5/2d", "5/1w", "-1/1h", "5/1h twice", "5 / 1h"])
def test_a_doubtful_window_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="window"):
        Window.parse(text)


@pytest.mark.parametrize(
    "given",
    [
        {"reason": "Counts nobody, which limits nothing."},
        {"member": ["5/1h"], "reason": "short"},
        {"member": ["5/1h"]},
        {"premium": ["5/1h"], "reason": "Premium replaces member, and there is none."},
        {"person": ["5/1h"], "reason": "Nobody knows this kind of subject."},
        {"member": ["5/1h distinct"], "kept": "postgres", "reason": "Postgres counts calls, not items."},
        {"account": ["5/15m", "9/1d"], "kept": "postgres", "reason": "A secret has one count, which one block ends."},
        {"account": ["5/15m"], "reason": "A lost Redis would give new attempts at the secret."},
        {"member": ["5/1h"], "kept": "memory", "reason": "Nobody knows this place to keep counts."},
    ],
)
def test_a_doubtful_limit_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - pydantic says it in its own words
        RateLimit.model_validate(given)


def test_a_route_names_only_limits_there_are_for_methods_it_has(tmp_path: Path) -> None:
    for limits in ("{GET: nothing}", "{POST: default}"):
        file = tmp_path / "routes.yaml"
        file.write_text(f"routes:\n  - {{path: /a, to: chat, methods: {{GET: anyone}}, limits: {limits}}}\n")
        with pytest.raises(ValueError, match="limits"):
            read_table(file)
