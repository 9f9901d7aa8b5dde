"""A frozen process affects only those that depend on it: the rest of the product goes on answering."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from statistics import median

import httpx
import pytest
from chaoskit.killer import frozen

from tests.member import Member, until
from tests.product import Product

ASKERS = 12  # more than a service has threads
LOOKS, SOON_SECONDS = 20, 1.0
UNAVAILABLE = HTTPStatus.SERVICE_UNAVAILABLE


@pytest.fixture(scope="module")
def pair(product: Product) -> tuple[Member, Member]:
    ann = Member(product.base_url).sign_up("Ann").confirm().become_premium()
    bo = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    ann.write(bo.id, "before")
    return ann, bo


def write(ann: Member, bo: Member) -> httpx.Response:
    body = {"id": ann.new_id(), "profile_id": bo.id, "text": "hello"}
    return ann.http.post("/api/chat.php", json=body)


def list_chats(ann: Member, _: Member) -> httpx.Response:
    return ann.http.get("/api/chats.php")


@contextmanager
def many_asking(ask: Callable[[], httpx.Response]) -> Iterator[Counter[int]]:
    """The answers to more devices than there are threads, each asking again and again."""
    stopped, answers = threading.Event(), Counter[int]()

    def go_on() -> None:
        while not stopped.is_set():
            answers[ask().status_code] += 1
            stopped.wait(0.3)

    askers = [threading.Thread(target=go_on) for _ in range(ASKERS)]
    for asker in askers:
        asker.start()
    try:
        yield answers
    finally:
        stopped.set()
        for asker in askers:
            asker.join()


def paced(many: int) -> Iterator[int]:
    for number in range(many):
        yield number
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("part", "needs_it", "does_not"),
    [
        ("billing-rpc", write, "/api/chats.php"),
        ("profiles-rpc", list_chats, "/api/gifts.php"),
    ],
    ids=["billing", "profiles"],
)
def test_requests_independent_of_a_frozen_process_are_answered_soon(
    product: Product,
    pair: tuple[Member, Member],
    part: str,
    needs_it: Callable[[Member, Member], httpx.Response],
    does_not: str,
) -> None:
    ann, bo = pair

    def ask_elsewhere() -> httpx.Response:
        return bo.http.get(does_not)

    def look() -> float:
        started = time.monotonic()
        assert ask_elsewhere().status_code == 200
        return time.monotonic() - started

    def usual_look() -> float:
        with ThreadPoolExecutor(LOOKS) as devices:
            # Each in its time, whether those before have been answered or not.
            looks = [devices.submit(look) for _ in paced(LOOKS)]
            return median(each.result() for each in looks)

    with many_asking(ask_elsewhere):
        with_all_parts = usual_look()
    with frozen(product, part), many_asking(lambda: needs_it(ann, bo)) as answers:
        assert usual_look() < with_all_parts + SOON_SECONDS
        until(lambda: answers[UNAVAILABLE])

    until(lambda: needs_it(ann, bo).status_code != UNAVAILABLE)
