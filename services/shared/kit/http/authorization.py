"""Authorization by the route table (gateway/routes.yaml). Paths and methods not declared there are not answered."""

import re
from collections.abc import Callable, Sequence

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


class FinanceRequired(Forbidden):
    """People of finance prove their second factor to open their desk. Others get a plain Forbidden."""

    code = "finance_required"


class OwnerRequired(Forbidden):
    """Owners prove their second factor to manage the accounts of staff. Others get a plain Forbidden."""

    code = "owner_required"


class MembersOnly(Forbidden):
    """The caller's account is one of staff, who are no members."""

    code = "members_only"


# What each desk asks for: the open desk, the role whether or not it is open, and the refusal while it is closed.
DESKS: dict[str, tuple[Callable[[Caller], bool], Callable[[Caller], bool], type[Forbidden]]] = {
    "staff": (lambda who: who.is_staff, lambda who: who.has_staff_role, StaffRequired),
    "marketer": (lambda who: who.is_marketer, lambda who: who.has_marketer_role, MarketerRequired),
    "support": (lambda who: who.is_support, lambda who: who.has_support_role, SupportRequired),
    "writer": (lambda who: who.is_writer, lambda who: who.has_writer_role, WriterRequired),
    "finance": (lambda who: who.is_finance, lambda who: who.has_finance_role, FinanceRequired),
    "owner": (lambda who: who.is_owner, lambda who: who.has_owner_role, OwnerRequired),
}
# What an account with the role `read_only` sees: every desk but the owners'.
READ = frozenset(DESKS) - {"owner"}


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

        Raises NotAllowedMethod, AuthenticationRequired, MembersOnly, PremiumRequired, Forbidden, or the refusal of a
        desk that is closed in this session.
        """
        audience = route.audience(method)
        if audience is None:
            raise NotAllowedMethod()
        if audience in ("anyone", "session"):
            return
        if caller is None:
            raise AuthenticationRequired()
        if audience in ("member", "premium") and caller.is_staff_account:
            raise MembersOnly()
        if audience == "premium" and not caller.is_premium:
            raise PremiumRequired()
        if audience in DESKS:
            _check_desk(audience, route.only_reads(method), caller)


def known_caller(route: Route, method: str, caller: Caller | None) -> Caller | None:
    """The caller as this route knows them: where anyone may call, an account of staff is a stranger, not a member."""
    is_stranger = caller is not None and caller.is_staff_account and route.audience(method) == "anyone"
    return None if is_stranger else caller


def _check_desk(desk: str, only_reads: bool, caller: Caller) -> None:
    is_open, has_role, refusal = DESKS[desk]
    may_read = only_reads and desk in READ
    if is_open(caller) or (may_read and caller.is_reader):
        return
    raise refusal() if has_role(caller) or (may_read and caller.has_reader_role) else Forbidden()


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
