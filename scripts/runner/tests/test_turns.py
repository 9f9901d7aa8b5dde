"""The longest job begins first, and few jobs at a time start the whole product."""

import threading

import pytest
from runner.testing.groups import Group
from runner.testing.jobs import Job
from runner.testing.turns import Turns

from tests.member import until


def product(name: str) -> Job:
    return Job(name, (Group(name, [], instance=name),), [])


def plain(name: str) -> Job:
    return Job(name, (Group(name, []),), [])


@pytest.mark.parametrize(("cores", "products"), [(1, 1), (2, 2), (4, 4), (64, 5)])
def test_there_is_an_instance_for_each_core_and_one_job_more(cores: int, products: int) -> None:
    jobs = [*(product(str(number)) for number in range(9)), plain("small")]
    turns = Turns(jobs, cores)

    taken = [turns.take() for _ in range(turns.at_once)]

    assert taken == [*jobs[:products], jobs[-1]]


def test_a_job_that_waits_for_room_begins_when_another_has_ended() -> None:
    first, second, small = jobs = [product("first"), product("second"), plain("small")]
    turns = Turns(jobs, cores=1)
    with turns.given_back(turns.take() or small):
        assert turns.take() == small
        taken: list[Job | None] = []
        waiting = threading.Thread(target=lambda: taken.append(turns.take()))
        waiting.start()
        waiting.join(0.1)
        assert (taken, waiting.is_alive()) == ([], True)

    waiting.join()

    assert taken == [second]
    assert first not in taken


def test_nothing_begins_after_an_interruption() -> None:
    turns = Turns([product("first"), product("second")], cores=1)
    taken = [turns.take()]
    waiting = threading.Thread(target=lambda: taken.append(turns.take()))
    waiting.start()

    turns.end()

    until(lambda: not waiting.is_alive())
    assert taken[1:] == [None]
