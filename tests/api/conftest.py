from collections.abc import Callable, Iterator
from http.cookiejar import DefaultCookiePolicy

import pytest
import requests

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


@pytest.fixture(scope="module")
def connection() -> Iterator[requests.Session]:
    """One connection for thousands of requests. It keeps no cookies: no answer changes a request."""
    with requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session
