"""Every declared route, with every method, as every role: the answers match the route table."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import httpx
import pytest
from shared.registry import PLACEHOLDER, Route, load_routes

from tests.member import Member, until
from tests.product import Product

METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH")
ROLES = ("visitor", "unconfirmed", "free", "premium", "blocked", "deleted")
OUTSIDERS = ("visitor", "deleted")
NO_SESSION = (403, "authentication_required")


@dataclass
class Cast:
    """One member of each role, and the one who has blocked `blocked`."""

    roles: dict[str, Member]
    blocker: Member


@pytest.fixture(scope="module")
def cast(product: Product) -> Iterator[Cast]:
    def member(name: str) -> Member:
        return Member(product.base_url).sign_up(name)

    blocker = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    roles = {
        "visitor": Member(product.base_url),
        "unconfirmed": member("Una"),
        "free": member("Fee").confirm(),
        "premium": member("Pia").confirm().become_premium(),
        "blocked": member("Bea").confirm(),
        "deleted": member("Dee").confirm(),
    }
    blocker.call("POST", "block", id=str(uuid4()), profile_id=roles["blocked"].id)
    session, token = (roles["deleted"].http.cookies[name] for name in ("session", "token"))
    roles["deleted"].delete()
    # As a thief would: the cookies of the ended session, sent on.
    roles["deleted"].http.cookies.set("session", session)
    roles["deleted"].http.cookies.set("token", token)
    until(lambda: code_of(roles["deleted"].http.get("/api/chats.php")) == NO_SESSION)
    until(lambda: code_of(roles["deleted"].http.get("/api/likes.php")) == NO_SESSION)
    yield Cast(roles, blocker)
    for each in (*roles.values(), blocker):
        each.http.close()


def code_of(answer: httpx.Response) -> tuple[int, str]:
    is_json = "application/json" in answer.headers.get("content-type", "")
    return answer.status_code, answer.json().get("error", {}).get("code", "") if is_json else ""


def address(route: Route) -> str:
    path = f"{route.path}nothing" if route.is_prefix and route.path != "/" else route.path
    path = PLACEHOLDER.sub("nothing", path)
    return f"{path}?{route.query}=1" if route.query else path


def ask(member: Member, method: str, route: Route) -> tuple[int, str]:
    body: dict[str, str] | None = None if method == "GET" else {}
    with member.http.stream(method, address(route), json=body) as answer:
        if route.is_stream and answer.status_code == 200:
            return 200, ""
        answer.read()
        return code_of(answer)


# Logging out would end a role's session for the tests after it; test_logging_out_ends_everything has it.
LOGS_OUT = {*((method, "/api/logout.php") for method in METHODS), ("DELETE", "/api/desk-openid.php")}
CALLS = [(route, method) for route in load_routes() for method in METHODS if (method, route.path) not in LOGS_OUT]


@pytest.mark.parametrize(("route", "method"), CALLS, ids=[f"{method} {address(route)}" for route, method in CALLS])
def test_the_route_table_is_kept(cast: Cast, route: Route, method: str) -> None:
    audience = route.audience(method)

    answers = {role: ask(cast.roles[role], method, route) for role in ROLES}

    assert {role: answer for role, answer in answers.items() if not is_as_declared(audience, role, answer)} == {}


def is_as_declared(audience: str | None, role: str, answer: tuple[int, str]) -> bool:
    if audience is None:
        return answer[0] == 405
    if audience != "anyone" and role in OUTSIDERS:
        return answer == NO_SESSION
    if audience == "premium" and role != "premium":
        return answer == (403, "premium_required")
    if audience in ("staff", "marketer", "support", "writer", "finance", "owner"):
        return answer == (403, "forbidden")
    return answer != NO_SESSION and answer[0] < 500


@pytest.mark.parametrize(
    ("method", "name", "body"),
    [
        ("GET", "profile.php?id={blocker}", None),
        ("GET", "chat.php?profile={blocker}", None),
        ("POST", "chat.php", {"id": "{new}", "profile_id": "{blocker}", "text": "hello?"}),
        ("POST", "like.php", {"id": "{new}", "profile_id": "{blocker}"}),
    ],
)
def test_the_blocked_reach_nothing_of_the_blocker(
    cast: Cast, method: str, name: str, body: dict[str, str] | None
) -> None:
    names = {"blocker": cast.blocker.id, "new": str(uuid4())}
    filled = {key: value.format(**names) for key, value in body.items()} if body else None

    def refused() -> tuple[int, str] | None:
        answer = code_of(cast.roles["blocked"].http.request(method, f"/api/{name.format(**names)}", json=filled))
        return answer if answer[0] in (403, 404) else None

    assert until(refused)[1] in ("blocked", "not_found")


def test_undeclared_routes_are_not_found(cast: Cast) -> None:
    assert code_of(cast.roles["premium"].http.get("/api/admin.php"))[0] == 404


def test_logging_out_ends_everything(product: Product) -> None:
    with Member(product.base_url).sign_up("Lou") as member:
        token = member.http.cookies["token"]
        member.get("logout")

        assert code_of(member.http.get("/api/user.php")) == NO_SESSION
        member.http.cookies.set("token", token)
        for name in ("chats", "likes", "profile", "transactions", "notifications"):
            until(lambda name=name: code_of(member.http.get(f"/api/{name}.php")) == NO_SESSION)  # type: ignore[misc]
