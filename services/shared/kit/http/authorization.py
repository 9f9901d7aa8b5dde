"""Authorization by the route table (gateway/routes.yaml). Paths and methods not declared there are not answered."""

import re
from collections.abc import Sequence

from flask import Flask

from shared.kit.core.errors import AuthenticationRequired, Forbidden, NotAllowedMethod, NotFound
from shared.kit.http.callers import Caller
from shared.registry.routes import PLACEHOLDER, Route


class PremiumRequired(Forbidden):
    code = "premium_required"


class StaffRequired(Forbidden):
    """Staff prove their second factor to open the moderation desk. Other members get a plain Forbidden."""

    code = "staff_required"


class MarketerRequired(Forbidden):
    """Marketers prove their second factor to open the marketing desk. Other members get a plain Forbidden."""

    code = "marketer_required"


class SupportRequired(Forbidden):
    """Support staff prove their second factor to open the support desk. Other members get a plain Forbidden."""

    code = "support_required"


class WriterRequired(Forbidden):
    """Writers prove their second factor to open the desk of fictional profiles. Other members get a plain Forbidden."""

    code = "writer_required"


class RouteAuthorization:
    """Authorization of the calls to one process, by its routes."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._exact = {(route.path, route.query): route for route in routes if not route.path.endswith("/")}
        self._patterns = [(re.compile(route.pattern), route) for route in routes if route.pattern]
        self._prefixes = [route for route in routes if route.path.endswith("/")]

    def route_for(self, path: str, query: Sequence[str]) -> Route:
        """The most specific route of this path and these query parameters. Raises NotFound."""
        for name in query:
            if route := self._exact.get((path, name)):
                return route
        if route := self._exact.get((path, None)):
            return route
        for pattern, route in self._patterns:
            if pattern.fullmatch(path):
                return route
        for route in self._prefixes:
            if path.startswith(route.path):
                return route
        raise NotFound()

    def check(self, route: Route, method: str, caller: Caller | None) -> None:
        """Raise a refusal unless the audience of the route includes this caller.

        Raises NotAllowedMethod, AuthenticationRequired, PremiumRequired, StaffRequired, MarketerRequired,
        SupportRequired, WriterRequired or Forbidden.
        """
        audience = route.audience(method)
        if audience is None:
            raise NotAllowedMethod()
        if audience in ("anyone", "session"):
            return
        if caller is None:
            raise AuthenticationRequired()
        if audience == "premium" and not caller.is_premium:
            raise PremiumRequired()
        if audience == "staff" and not caller.is_staff:
            raise StaffRequired() if caller.has_staff_role else Forbidden()
        if audience == "marketer" and not caller.is_marketer:
            raise MarketerRequired() if caller.has_marketer_role else Forbidden()
        if audience == "support" and not caller.is_support:
            raise SupportRequired() if caller.has_support_role else Forbidden()
        if audience == "writer" and not caller.is_writer:
            raise WriterRequired() if caller.has_writer_role else Forbidden()


def undeclared(app: Flask, routes: Sequence[Route]) -> list[str]:
    """List the paths of this app that the route table does not declare; a test keeps the list empty."""
    declared = [(PLACEHOLDER.sub("{}", route.path), set(route.methods)) for route in routes]
    found = []
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(("/health/", "/metrics", "/static")):
            continue
        methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        allowed: set[str] = set()
        named = re.sub(r"<[^>]+>", "{}", rule.rule)
        for path, declared_methods in declared:
            if named == path or (path.endswith("/") and named.startswith(path)):
                allowed |= declared_methods
        if not methods <= allowed:
            found.append(f"{rule.rule} {sorted(methods - allowed)}")
    return found
