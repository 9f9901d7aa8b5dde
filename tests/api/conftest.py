from collections.abc import Callable, Iterator

import pytest

from tests.member import Member
from tests.product import Product


@pytest.fixture
def new_member(product: Product) -> Iterator[Callable[..., Member]]:
    """Makes members who are signed up; every one is logged out of its connection at the end."""
    made: list[Member] = []

    def make(name: str = "Ann", **form: str) -> Member:
        made.append(Member(product.base_url).sign_up(name, **form))
        return made[-1]

    yield make
    for member in made:
        member.http.close()
