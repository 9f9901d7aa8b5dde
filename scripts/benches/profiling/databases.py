"""Counters of the database server: statements by pg_stat_statements, commits and rows by the cumulative statistics."""

import time
from collections import defaultdict
from dataclasses import dataclass, field

import psycopg
from runner.backing_services import START_SECONDS
from runner.processes import BACKING_SERVICES
from runner.readiness import says_ready
from runner.throwaway import Product

LIBRARY = "pg_stat_statements"
# An idle backend reports what it has counted within 10 s (PGSTAT_IDLE_INTERVAL).
REPORTED_AFTER_SECONDS = 11
DATABASES = """
SELECT datname, xact_commit AS commits, tup_inserted + tup_updated + tup_deleted AS rows
FROM pg_stat_database WHERE datname IS NOT NULL AND datname NOT LIKE 'template%'
"""
STATEMENTS = """
SELECT datname, regexp_replace(query, '\\s+', ' ', 'g') AS query, sum(calls) AS calls, sum(rows) AS rows,
    sum(wal_bytes) AS wal_bytes, sum(total_exec_time) / 1000 AS seconds
FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid GROUP BY 1, 2
"""


@dataclass
class DatabaseUsage:
    """Totals by database, and calls and rows of each statement by (database, text)."""

    totals: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    statements: dict[tuple[str, str], tuple[float, float, float]] = field(default_factory=dict)


def enable_statistics(product: Product) -> None:
    """Load pg_stat_statements, which takes a restart of the server, and wait until the product has come back."""
    url = product.instance.superuser_url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET shared_preload_libraries = '{LIBRARY}'")
    before = product.pids()["postgres"]
    product.supervisor.signal(f"{BACKING_SERVICES}:postgres", "INT")
    deadline = time.monotonic() + START_SECONDS
    while not _has_library(url) or product.pids().get("postgres") == before:
        if time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not come back with {LIBRARY}")
        time.sleep(0.2)
    while not says_ready(f"http://{product.instance.address('chat-web-one')}/health/ready"):
        time.sleep(0.2)


def _has_library(url: str) -> bool:
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=2) as connection:
            connection.execute(f"CREATE EXTENSION IF NOT EXISTS {LIBRARY}")
            connection.execute("SELECT count(*) FROM pg_stat_statements")
    except psycopg.Error:
        return False
    return True


def database_usage(product: Product) -> DatabaseUsage:
    time.sleep(REPORTED_AFTER_SECONDS)
    found = DatabaseUsage()
    with psycopg.connect(product.instance.superuser_url) as connection:
        for name, commits, rows in connection.execute(DATABASES):
            found.totals[f"{name}: commits"] = float(commits)
            found.totals[f"{name}: rows written"] = float(rows)
        for name, query, calls, rows, wal_bytes, seconds in connection.execute(STATEMENTS):
            found.statements[name, query] = (float(calls), float(rows), float(seconds))
            found.totals[f"{name}: statements"] += float(calls)
            found.totals[f"{name}: bytes of WAL"] += float(wal_bytes)
    return found
