"""The desks: no route of one is open to the role of another, nor to a member; and none of a member to staff."""

from dataclasses import replace
from itertools import product
from uuid import uuid4

import pytest
from shared.kit.core.errors import Forbidden
from shared.kit.http.authorization import (
    DESKS,
    READ,
    FinanceRequired,
    MarketerRequired,
    MembersOnly,
    OwnerRequired,
    RouteAuthorization,
    StaffRequired,
    SupportRequired,
    WriterRequired,
    known_caller,
)
from shared.kit.http.callers import Caller
from shared.registry.routes import load_routes

MEMBER = Caller(uuid4(), uuid4(), "active", True, "pairwise", 0.0, 600.0)
STAFF = replace(MEMBER, is_staff=True, has_staff_role=True)
MARKETER = replace(MEMBER, is_marketer=True, has_marketer_role=True)
SUPPORT = replace(MEMBER, is_support=True, has_support_role=True)
WRITER = replace(MEMBER, is_writer=True, has_writer_role=True)
FINANCE = replace(MEMBER, is_finance=True, has_finance_role=True, is_staff_account=True)
OWNER = replace(MEMBER, is_owner=True, has_owner_role=True, is_staff_account=True)
READER = replace(MEMBER, is_reader=True, has_reader_role=True, is_staff_account=True)
ROUTES = [(route, method) for route in load_routes() for method in route.methods]
AT_A_DESK = {
    "staff": STAFF,
    "marketer": MARKETER,
    "support": SUPPORT,
    "writer": WRITER,
    "finance": FINANCE,
    "owner": OWNER,
}


@pytest.mark.parametrize("desk", AT_A_DESK)
def test_each_desk_has_routes_and_its_own_role_opens_them(desk: str) -> None:
    own = [(route, method) for route, method in ROUTES if route.audience(method) == desk]
    assert own
    for route, method in own:
        RouteAuthorization([route]).check(route, method, AT_A_DESK[desk])


@pytest.mark.parametrize(
    ("desk", "caller"), list(product(AT_A_DESK, (MEMBER, STAFF, MARKETER, SUPPORT, WRITER, FINANCE, OWNER)))
)
def test_every_other_caller_gets_a_plain_refusal(desk: str, caller: Caller) -> None:
    if caller is AT_A_DESK[desk]:
        return
    for route, method in ROUTES:
        if route.audience(method) == desk:
            with pytest.raises(Forbidden) as refused:
                RouteAuthorization([route]).check(route, method, caller)
            assert type(refused.value) is Forbidden


@pytest.mark.parametrize(
    ("desk", "caller", "refusal"),
    [
        ("staff", replace(STAFF, is_staff=False), StaffRequired),
        ("marketer", replace(MARKETER, is_marketer=False), MarketerRequired),
        ("support", replace(SUPPORT, is_support=False), SupportRequired),
        ("writer", replace(WRITER, is_writer=False), WriterRequired),
        ("finance", replace(FINANCE, is_finance=False), FinanceRequired),
        ("owner", replace(OWNER, is_owner=False), OwnerRequired),
    ],
)
def test_a_role_without_its_proof_is_asked_for_it(desk: str, caller: Caller, refusal: type[Forbidden]) -> None:
    for route, method in ROUTES:
        if route.audience(method) == desk:
            with pytest.raises(refusal):
                RouteAuthorization([route]).check(route, method, caller)


@pytest.mark.parametrize("role", AT_A_DESK.values())
def test_an_account_of_staff_reaches_no_route_of_members(role: Caller) -> None:
    staff = replace(role, is_staff_account=True)
    walked = 0
    for route, method in ROUTES:
        audience = route.audience(method)
        if audience in ("member", "premium"):
            with pytest.raises(MembersOnly):
                RouteAuthorization([route]).check(route, method, staff)
            walked += 1
        elif audience == "anyone":
            assert known_caller(route, method, staff) is None
            assert known_caller(route, method, role) is (None if role.is_staff_account else role)
        else:
            assert audience in ("session", "account", *DESKS), "decide what an account of staff may do there"
    assert walked > 50


def test_read_only_sees_each_desk_and_changes_nothing() -> None:
    seen = set()
    for route, method in ROUTES:
        desk = route.audience(method)
        if desk not in DESKS:
            continue
        if route.only_reads(method) and desk in READ:
            RouteAuthorization([route]).check(route, method, READER)
            seen.add(desk)
        else:
            with pytest.raises(Forbidden):
                RouteAuthorization([route]).check(route, method, READER)
    assert seen == {"staff", "marketer", "support", "writer", "finance"}


def test_what_only_reads_by_post_is_named() -> None:
    """A POST is read-only where it records nothing; searches for members are recorded, and so are not among these."""
    assert [(route.path, *route.reads) for route in load_routes() if route.reads] == [
        ("/api/support-inbox.php", "POST")
    ]
