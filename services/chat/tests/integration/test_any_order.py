"""Any actions of two members in any order: no gap in seq, every message once, unread counts equal to a recount."""

from typing import Any

from chat.audit import audit
from chat.tests.pair import STEPS, Pair
from chat.tests.world import World
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from shared.kit.testing.ids import IDS, Ids


@given(st.lists(STEPS, max_size=25), IDS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("send", 0), ("send", 0), ("remove", 1), ("read", 1, 1)], Ids(1))
def test_any_order_of_anything_leaves_everything_sound(world: World, actions: list[tuple[Any, ...]], ids: Ids) -> None:
    pair = Pair(world, ids)

    for action in actions:
        pair.do(action)
    for number in range(len(pair.sends)):
        pair.settle(number)
    pair.follow()

    report = audit(world.database.dsn, with_ids=True)
    # Nobody publishes here, so on a slow machine the outbox is late.
    assert {name for name, found in report["faults"].items() if found["count"]} <= {"outbox_late"}, report["faults"]
    assert set(report["message_ids"]) == {str(message_id) for message_id in world.billing.charges}
    assert pair.posted <= set(world.billing.charges)
