"""The consent to hold and use the gender a member looks for, through the gateway."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.member import Member, until

NewMember = Callable[..., Member]


def own(member: Member) -> dict[str, Any]:
    profile: dict[str, Any] = member.get("profile")["profile"]
    return profile


def finds(viewer: Member, member: Member) -> bool:
    """Whether search shows `member`, among those of the age that `Member.sign_up` gives."""
    cursor: dict[str, Any] = {}
    while True:
        page = viewer.get("search", min_age=33, max_age=33, limit=48, **cursor)
        if any(card["id"] == member.id for card in page["profiles"]):
            return True
        if page["next_cursor"] is None:
            return False
        cursor = {"cursor": page["next_cursor"]}


def answer(member: Member, kind: str, given: bool) -> None:
    member.call("PUT", "consents", kind=kind, version="1", given=given)


def test_a_sign_up_without_the_consent_succeeds_and_says_nothing(new_member: NewMember) -> None:
    ann = new_member("Ann", seeks="male", consents=["sexuality"]).confirm()

    assert (own(ann)["seeks"], own(ann)["sexuality"]) == ([], None)
    assert not ann.get("user")["user"]["matching_due"]
    given = {consent["kind"]: consent["given"] for consent in ann.get("consents")["consents"]}
    assert (given["matching"], given["sexuality"]) == (False, False)
    assert ann.refused("PUT", "profile", seeks=["male"]) == (422, "matching_consent_needed")
    assert ann.refused("PUT", "consents", kind="sexuality", version="1", given=True) == (422, "matching_consent_needed")
    assert own(ann)["seeks"] == []


def test_a_member_who_has_not_said_it_is_matched_with_everybody(new_member: NewMember) -> None:
    ann = new_member("Ann", consents=[]).confirm()
    bo, cleo = (
        new_member(name, gender=gender, seeks="female").confirm()
        for name, gender in (("Bo", "male"), ("Cleo", "female"))
    )
    dirk = new_member("Dirk", gender="male", seeks="male").confirm()

    for viewer in (bo, cleo):
        until(partial(finds, viewer, ann))
        until(partial(finds, ann, viewer))
    assert not finds(dirk, ann)
    assert not finds(ann, dirk)


def test_a_withdrawal_takes_effect_everywhere_and_giving_it_again_starts_anew(new_member: NewMember) -> None:
    ann = new_member("Ann", seeks="male", consents=["matching", "sexuality"]).confirm()
    cleo = new_member("Cleo", gender="female", seeks="female").confirm()
    until(lambda: cleo.get("profile", id=ann.id)["profile"]["sexuality"] == "hetero")
    assert not finds(cleo, ann)

    answer(ann, "matching", False)

    until(lambda: own(ann)["seeks"] == [])
    assert own(ann)["sexuality"] is None
    assert cleo.get("profile", id=ann.id)["profile"]["sexuality"] is None
    until(lambda: finds(cleo, ann))
    given = {consent["kind"]: consent["given"] for consent in ann.get("consents")["consents"]}
    assert (given["matching"], given["sexuality"]) == (False, False)

    answer(ann, "matching", True)

    assert own(ann)["seeks"] == []
    until(lambda: ann.http.request("PUT", "/api/profile.php", json={"seeks": ["male"]}).is_success)
    assert own(ann)["sexuality"] == "hetero"
    # Showing it is a consent of its own, which does not come back with the other.
    assert cleo.get("profile", id=ann.id)["profile"]["sexuality"] is None
