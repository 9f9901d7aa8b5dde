"""Who may call what, from the route table: a path or method that is not declared there is not answered."""

from collections.abc import Sequence

from flask import Flask

from gateway.routes import Route
from servicekit.errors import AuthenticationRequired, Forbidden, NotAllowedMethod, NotFound
from servicekit.web.caller import Caller


class PremiumRequired(Forbidden):
    code = "premium_required"


class StaffRequired(Forbidden):
    code = "staff_required"


class Access:
    """The routes of one process of one service."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._exact = {(route.path, route.query): route for route in routes if not route.path.endswith("/")}
        self._prefixes = [route for route in routes if route.path.endswith("/")]

    def route_for(self, path: str, query: Sequence[str]) -> Route:
        for name in query:
            if route := self._exact.get((path, name)):
                return route
        if route := self._exact.get((path, None)):
            return route
        for route in self._prefixes:
            if path.startswith(route.path):
                return route
        raise NotFound()

    def check(self, route: Route, method: str, caller: Caller | None) -> None:
        """Raises what this caller is refused with, if refused."""
        who = route.audience(method)
        if who is None:
            raise NotAllowedMethod()
        if who in ("anyone", "session"):
            return
        if caller is None:
            raise AuthenticationRequired()
        if who == "premium" and not caller.is_premium:
            raise PremiumRequired()
        if who == "staff" and not caller.is_staff:
            raise StaffRequired()


def undeclared(app: Flask, routes: Sequence[Route]) -> list[str]:
    """The paths this app answers and the route table does not name; a test keeps this empty."""
    declared = [(route.path, set(route.methods)) for route in routes]
    found = []
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(("/health/", "/metrics", "/static")):
            continue
        methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        allowed: set[str] = set()
        for path, names in declared:
            if rule.rule == path or (path.endswith("/") and rule.rule.startswith(path)):
                allowed |= names
        if not methods <= allowed:
            found.append(f"{rule.rule} {sorted(methods - allowed)}")
    return found
