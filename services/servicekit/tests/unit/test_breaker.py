from servicekit.breaker import FAILURES, Breaker


def test_after_some_failures_nobody_asks_until_one_has_tried() -> None:
    now = 0.0
    breaker = Breaker(1.0, lambda: now)
    for _ in range(FAILURES):
        assert breaker.lets_pass()
        breaker.failed()
    assert not breaker.lets_pass()

    now = 1.5
    assert breaker.lets_pass()
    assert not breaker.lets_pass(), "one tries for all"
    breaker.succeeded()
    assert breaker.lets_pass()
