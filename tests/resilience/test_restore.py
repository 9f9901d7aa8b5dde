"""The restore drill: seven databases from backups of seven moments, with what happened between them, and NATS emptied.

Whatever happened after the last backup of its owner is lost; what must hold is that the services agree about the rest.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from runner.throwaway import DidNotStart, throwaway
from shared.pictures.tests.makers import jpeg
from shared.registry import service_names

from tests.erasing import erase_expired_now
from tests.member import PASSWORD, Member, until
from tests.product import Product
from tests.resilience.restoring import back_up, database, members, printed_members, restore, script
from tests.resilience.test_lost_stores import streams_hold_everything, unpublished

EVERYONE_CONFIRMED = "SELECT count(*) FROM erasure_receipts WHERE member_id = %s"


class Story(NamedTuple):
    product: Product
    ann: Member
    bo: Member
    cy: Member
    gone: Member
    lost: Member


@pytest.fixture(scope="module")
def story() -> Iterator[Story]:
    """The product as it was restored, with the members of the story."""
    try:
        with throwaway(0, durable=False) as product:
            yield tell(product)
    except DidNotStart as reason:
        pytest.fail(str(reason), pytrace=False)


def tell(product: Product) -> Story:
    backups: dict[str, Path] = {}

    def keep(*services: str) -> None:
        until(lambda: all(unpublished(product, name) == 0 for name in service_names()))
        backups.update({service: back_up(product, service) for service in services})

    ann, cy, gone = (Member(product.base_url).sign_up(name).confirm() for name in ("Ann", "Cy", "Dot"))
    bo = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    for one, other in ((ann, bo), (bo, ann)):
        one.call("POST", "like", id=Member.new_id(), profile_id=other.id)
    ann.write(bo.id, "in every backup of chat")
    keep("notifications", "likes")

    ann.become_premium()
    bo.call("POST", "block", id=Member.new_id(), profile_id=cy.id)
    until(lambda: is_blocked_in_chat(product, bo, cy))
    keep("profiles")

    gone.write(bo.id, "words of somebody who leaves")
    keep("billing")
    # After billing's backup: a charge that is lost, and credits that others have seen at a newer version.
    ann.write(bo.id, "paid after the backup of billing")
    ann.become_premium()
    keep("identity")

    # After the backups of the facts' owners: an unblocking, an erasure and a sign-up that only others remember.
    bo.call("DELETE", "block", profile_id=cy.id)
    until(lambda: not is_blocked_in_chat(product, bo, cy))
    lost = Member(product.base_url).sign_up("Eve").confirm()
    until(lambda: lost.get("chats")["chats"] == [])
    keep("chat")
    erase(product, gone)
    keep("lander")

    restore(product, backups)
    return Story(product, ann, bo, cy, gone, lost)


def test_nothing_is_left_to_publish_and_nothing_was_parked(story: Story) -> None:
    product = story.product
    until(lambda: streams_hold_everything(product))
    assert {name: unpublished(product, name) for name in service_names()} == dict.fromkeys(service_names(), 0)
    assert {name: count(product, name, "kit.parked_events") for name in service_names()} == dict.fromkeys(
        service_names(), 0
    )


def test_the_audit_finds_nothing(story: Story) -> None:
    figures = json.loads(script(story.product, "pairwise", "money", "audit").splitlines()[-1])
    assert {name: figure for name, figure in figures.items() if name.endswith("_off") and figure} == {}


def test_copies_follow_their_owner_though_they_were_newer(story: Story) -> None:
    """Bo's unblocking is lost with profiles' newer rows, and chat had seen it. Credits are those that billing knows."""
    until(lambda: is_blocked_in_chat(story.product, story.bo, story.cy))
    balance = one(story.product, "billing", "SELECT balance FROM wallets WHERE member_id = %s", story.ann.id)
    until(lambda: story.ann.get("user")["user"]["credits"] == balance)


def test_what_happens_after_the_restore_is_not_taken_for_old(story: Story) -> None:
    bo, cy = story.bo, story.cy
    bo.call("DELETE", "block", profile_id=cy.id)
    until(lambda: not is_blocked_in_chat(story.product, bo, cy))
    cy.write(bo.id, "after the restore")
    before = story.ann.get("user")["user"]["credits"]
    story.ann.become_premium()
    until(lambda: story.ann.get("user")["user"]["credits"] > before)


def test_the_erased_are_erased_again(story: Story) -> None:
    script(story.product, "pairwise", "backup", "repeat-erasures")
    gone = story.gone
    with psycopg.connect(database(story.product, "identity"), autocommit=True) as identity:
        until(lambda: identity.execute(EVERYONE_CONFIRMED, [gone.id]).fetchone() == (len(service_names()),))
    with Member(story.product.base_url) as again:
        assert again.http.post("/api/user.php", json={"email": gone.email, "password": PASSWORD}).status_code != 200
    for service, table, column in (("profiles", "profiles", "member_id"), ("identity", "accounts", "id")):
        query = f"SELECT count(*) FROM {table} WHERE {column} = %s"  # noqa: S608
        assert one(story.product, service, query, gone.id) == 0


def test_who_signed_up_after_identitys_backup_is_erased_elsewhere(story: Story) -> None:
    """Nobody can log in to that account, so nobody may be shown it."""
    unknown = unknown_members(story.product)
    assert unknown == {story.lost.id}
    assert printed_members(story.product, "chat") == members(story.product, "chat") != set()
    script(story.product, "pairwise", "backup", "repeat-erasures", "--unknown", given="\n".join(unknown))
    with psycopg.connect(database(story.product, "identity"), autocommit=True) as identity:
        until(lambda: identity.execute(EVERYONE_CONFIRMED, [story.lost.id]).fetchone() == (len(service_names()),))
    assert unknown_members(story.product) == set()


def test_the_journey_is_green(story: Story) -> None:
    url = story.product.base_url
    fay = Member(url).sign_up("Fay").confirm()
    guy = Member(url).sign_up("Guy", gender="male", seeks="female").confirm()
    fay.upload("photo", jpeg(), id=Member.new_id())
    guy.call("POST", "like", id=Member.new_id(), profile_id=fay.id)
    until(lambda: fay.call("POST", "like", id=Member.new_id(), profile_id=guy.id)["match"])
    fay.write(guy.id, "hello")
    until(lambda: guy.get("chats")["total_unread_messages"] == 1)
    fay.become_premium()
    story.ann.write(story.bo.id, "still here")


def erase(product: Product, member: Member) -> None:
    member.call("DELETE", "user", password=PASSWORD)
    with psycopg.connect(database(product, "identity"), autocommit=True) as identity:
        identity.execute("UPDATE accounts SET deleted_at = deleted_at - interval '15 days' WHERE id = %s", [member.id])
        erase_expired_now(product)
        until(lambda: identity.execute(EVERYONE_CONFIRMED, [member.id]).fetchone() == (len(service_names()),))


def unknown_members(product: Product) -> set[str]:
    known = {service: members(product, service) for service in service_names()}
    return set().union(*known.values()) - known["identity"]


def is_blocked_in_chat(product: Product, blocker: Member, blocked: Member) -> bool:
    query = "SELECT count(*) FROM blocks WHERE blocker_id = %s AND blocked_id = %s"
    return bool(one(product, "chat", query, blocker.id, blocked.id))


def count(product: Product, service: str, table: str) -> Any:
    return one(product, service, f"SELECT count(*) FROM {table}")  # noqa: S608


def one(product: Product, service: str, query: str, *given: str) -> Any:
    with psycopg.connect(database(product, service)) as connection:
        row = connection.execute(query, given).fetchone()
    return row[0] if row else None
