"""Receipts of an erasure: each service publishes its own MemberDataErased, identity collects all of them."""

import importlib
from typing import Any


def receipt_of(service: str) -> Any:
    """The class `pairwise.<service>.v1.MemberDataErased`: fields `member_id` and `rows`, the rows erased or changed.

    Every service has one in its own stream, because a service publishes to no other; the fields are the same in all.
    """
    return importlib.import_module(f"pairwise.{service}.v1.events_pb2").MemberDataErased
