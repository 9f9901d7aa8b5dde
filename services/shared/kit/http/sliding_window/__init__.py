"""Counting calls in sliding windows: the same rule in memory, in Redis and in Postgres.

A window is divided into slices. A call is counted in the slice of its moment, and goes ahead if the slices that the
window touches, the oldest one in full, hold fewer than the window allows. So there are never more calls in any period
of the window's length, in constant space; room comes back up to one slice late (8 % of the window). GCRA and token
buckets need less space, and let twice the number through in the period that begins with a burst; a fixed window does so
at its border; a log of timestamps is exact, and as large as the limit.
"""

from shared.kit.http.sliding_window.counter import SLICES, Count, Refusal
from shared.kit.http.sliding_window.memory import MemoryCounter
from shared.kit.http.sliding_window.postgres import PostgresCounter
from shared.kit.http.sliding_window.redis import RedisCounter, prefix_of

__all__ = ["SLICES", "Count", "MemoryCounter", "PostgresCounter", "RedisCounter", "Refusal", "prefix_of"]
