"""Copies of states in other services, compared with their owner: a difference is an event applied out of order."""

import time
from collections.abc import Collection

import psycopg
from runner.throwaway import Product

# Events that failed are delivered again some seconds later, the last of them after the load.
SETTLE_SECONDS = 120
BLOCKS = "SELECT blocker_id::text || blocked_id::text FROM blocks WHERE blocker_id::text = ANY(%s)"
OWNERS = {
    "blocks": BLOCKS,
    "invisible": "SELECT member_id::text FROM profiles WHERE invisible AND member_id::text = ANY(%s)",
}
COPIES = {
    "likes": {
        "blocks": BLOCKS,
        "invisible": "SELECT member_id::text FROM veiled_members WHERE is_invisible AND member_id::text = ANY(%s)",
    },
    "chat": {
        "blocks": BLOCKS,
        "invisible": "SELECT member_id::text FROM members WHERE is_invisible AND member_id::text = ANY(%s)",
    },
}


def out_of_order(product: Product, member_ids: Collection[str]) -> int:
    """How many blocks and visibilities of these members are another in a copy than at profiles, once all is settled."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while (off := _differences(product, member_ids)) and time.monotonic() < deadline:
        time.sleep(1)
    return off


def _differences(product: Product, member_ids: Collection[str]) -> int:
    owned = _states(product, "profiles", OWNERS, member_ids)
    return sum(
        len(owned[name] ^ found)
        for service, queries in COPIES.items()
        for name, found in _states(product, service, queries, member_ids).items()
    )


def _states(
    product: Product, service: str, queries: dict[str, str], member_ids: Collection[str]
) -> dict[str, set[str]]:
    with psycopg.connect(product.instance.database_url(service)) as connection:
        return {
            name: {key for (key,) in connection.execute(query, [list(member_ids)])} for name, query in queries.items()
        }
