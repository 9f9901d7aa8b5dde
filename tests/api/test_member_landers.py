"""Landing pages of a member: shown while visitors may see the member, and 404 from then on.

Those of an erased member are in `test_erased_everywhere.py`.
"""

from collections.abc import Callable
from uuid import UUID

import pytest
from profiles.storage import ProfilesUnit
from profiles.usecases.privacy.change_visibility import change_visibility
from shared.kit.db import Database

from tests.member import Member, until
from tests.product import Product

PARTS = ("landing", "landing2", "landing2/member2", "landing3", "landing3/member3")


def block(product: Product, member: Member) -> None:
    """As moderation's desk does it."""
    with ProfilesUnit(Database(product.instance.database_url("profiles"), pool_size=1)) as uow:
        change_visibility(uow, UUID(member.id), sanctioned=True)
        uow.commit()


ENDS: dict[str, Callable[[Product, Member], object]] = {
    "invisible": lambda _, ann: ann.call("PUT", "privacy", invisible=True),
    "blocked": block,
    "deleted": lambda _, ann: ann.delete(),
}


@pytest.mark.parametrize("why", ENDS)
def test_a_member_whom_visitors_may_not_see_has_no_page(product: Product, why: str) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as visitor:
        ann.sign_up("Annelore").confirm()
        until(lambda: states(visitor, ann) == {200})
        assert "Annelore" in visitor.http.get(f"/members/{ann.id}/landing").text

        ENDS[why](product, ann)

        until(lambda: states(visitor, ann) == {404})
        assert all("Annelore" not in visitor.http.get(f"/members/{ann.id}/{part}").text for part in PARTS)


def states(visitor: Member, member: Member) -> set[int]:
    return {
        visitor.http.get(f"{prefix}/members/{member.id}/{part}").status_code for part in PARTS for prefix in ("", "/de")
    }
