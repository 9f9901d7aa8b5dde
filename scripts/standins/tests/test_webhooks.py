import signal
import time

import httpx
from standins.tests.paying import Merchant, Mollie, an_order, behave, decide, let_webhooks_be_due
from standins.tests.running import StandIn


def test_a_webhook_is_repeated_until_it_is_taken(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    merchant.answers = [500, 404, 202]
    payment = client.payments.create(an_order(webhookUrl=merchant.url))

    decide(payments, payment, "paid")

    assert merchant.receives(4) == [f"id={payment.id}"] * 4


def test_webhooks_outlive_a_kill(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    behave(payments, delay_ms=600_000)
    made = [client.payments.create(an_order(webhookUrl=merchant.url)) for _ in range(5)]
    for payment in made:
        decide(payments, payment, "paid")

    payments.stop(signal.SIGKILL)
    let_webhooks_be_due(payments)
    payments.start()

    assert sorted(merchant.receives(5)) == sorted(f"id={payment.id}" for payment in made)
    assert all(client.payments.get(payment.id).is_paid() for payment in made)


def test_webhooks_can_be_doubled_and_delayed(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    behave(payments, duplicates=2, delay_ms=700)
    payment = client.payments.create(an_order(webhookUrl=merchant.url))

    decided_after = time.monotonic()
    decide(payments, payment, "paid")

    assert merchant.receives(3) == [f"id={payment.id}"] * 3
    assert time.monotonic() - decided_after >= 0.7


def test_lost_webhooks_come_later(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    behave(payments, drop_percent=100)
    payment = client.payments.create(an_order(webhookUrl=merchant.url))
    decide(payments, payment, "paid")
    time.sleep(0.3)
    merchant.receives(0)

    behave(payments)

    merchant.receives(1)


def test_faults_are_validated_and_remembered(payments: StandIn) -> None:
    address = f"{payments.url}/dev/payments/behaviour"
    assert httpx.post(address, json={"drop_percent": 101}).status_code == 422
    assert httpx.post(address, json={"explode": True}).status_code == 422
    assert httpx.post(address, data={"delay_ms": 5}).status_code == 415

    behave(payments, delay_ms=5)
    payments.restart_after_kill()

    assert httpx.get(address).json() == {
        "delay_ms": 5,
        "duplicates": 0,
        "reorder": False,
        "drop_percent": 0,
        "recurring": "paid",
        "bank_ms": 1500,
        "outage_percent": 0,
        "slow_ms": 0,
    }
