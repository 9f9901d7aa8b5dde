import threading

import pytest
from shared.kit.core.errors import Unavailable
from shared.kit.grpc.bulkhead import MAX_CONCURRENT_CALLS, STALLED_AFTER_SECONDS, Bulkhead


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_call_to_a_stalled_peer_fails_at_once() -> None:
    clock = Clock()
    bulkhead = Bulkhead(clock)
    for _ in range(MAX_CONCURRENT_CALLS):
        bulkhead.__enter__()
    clock.now += STALLED_AFTER_SECONDS
    with pytest.raises(Unavailable), bulkhead:
        raise AssertionError("no slot was free")

    bulkhead.__exit__()
    with bulkhead:
        pass


def test_a_freed_slot_goes_to_a_waiting_thread() -> None:
    bulkhead, called, answered = Bulkhead(Clock()), threading.Semaphore(0), threading.Semaphore(0)
    concurrency: list[int] = []
    in_flight: set[int] = set()

    def call(number: int) -> None:
        with bulkhead:
            in_flight.add(number)
            concurrency.append(len(in_flight))
            called.release()
            answered.acquire()
            in_flight.remove(number)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(3 * MAX_CONCURRENT_CALLS)]
    for thread in threads:
        thread.start()
    for _ in threads:
        called.acquire()
        answered.release()
    for thread in threads:
        thread.join()
    assert max(concurrency) <= MAX_CONCURRENT_CALLS
    assert len(concurrency) == len(threads)
