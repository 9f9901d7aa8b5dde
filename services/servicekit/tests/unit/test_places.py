import threading

import pytest
from servicekit.errors import Unavailable
from servicekit.rpc.places import AT_ONCE, PATIENCE_SECONDS, Places


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_whoever_comes_when_nobody_was_answered_for_a_while_is_told_at_once() -> None:
    clock = Clock()
    places = Places(clock)
    for _ in range(AT_ONCE):
        places.__enter__()
    clock.now += PATIENCE_SECONDS
    with pytest.raises(Unavailable), places:
        raise AssertionError("there was no place")

    places.__exit__()
    with places:
        pass


def test_a_place_that_is_left_goes_to_who_waits_for_one() -> None:
    places, asked, answered = Places(Clock()), threading.Semaphore(0), threading.Semaphore(0)
    most_at_once: list[int] = []
    under_way: set[int] = set()

    def ask(number: int) -> None:
        with places:
            under_way.add(number)
            most_at_once.append(len(under_way))
            asked.release()
            answered.acquire()
            under_way.remove(number)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3 * AT_ONCE)]
    for thread in threads:
        thread.start()
    for _ in threads:
        asked.acquire()
        answered.release()
    for thread in threads:
        thread.join()
    assert max(most_at_once) <= AT_ONCE
    assert len(most_at_once) == len(threads)
