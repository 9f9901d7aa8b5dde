from shared.kit.core.circuit_breaker import FAILURES, CircuitBreaker


def test_an_open_circuit_allows_one_probe_whose_success_closes_it() -> None:
    now = 0.0
    breaker = CircuitBreaker(1.0, lambda: now)
    for _ in range(FAILURES):
        assert breaker.allows_call()
        breaker.failed()
    assert not breaker.allows_call()

    now = 1.5
    assert breaker.allows_call()
    assert not breaker.allows_call(), "half-open: one probe at a time"
    breaker.succeeded()
    assert breaker.allows_call()
