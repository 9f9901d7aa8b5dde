"""Two requests interleaved at each statement of one of them."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

import psycopg
import pytest
from shared.kit.core import Refusal
from shared.kit.db import Database

# More statements than any action here has.
MANY = 60


WAITS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@dataclass
class Interleaving:
    """Runs `other` in a thread of its own before the statement `position` of the thread that made this."""

    other: Callable[[], object]
    position: int
    observer: psycopg.Connection[Any]
    statements: int = 0
    thread: threading.Thread | None = None
    came_first: bool = False  # whether the other transaction had ended before the action went on
    problems: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.actor = threading.get_ident()

    def before_statement(self) -> None:
        if threading.get_ident() != self.actor or self.thread is not None:
            return
        self.statements += 1
        if self.statements == self.position:
            self.thread = threading.Thread(target=self._run)
            self.thread.start()
            while self.thread.is_alive() and not self._is_waiting():
                self.thread.join(0.002)
            self.came_first = not self.thread.is_alive()

    def end(self) -> bool:
        """Wait for the other transaction. Returns whether the action had a statement at this position."""
        if self.thread is not None:
            self.thread.join()
        assert self.problems == []
        return self.thread is not None

    def _run(self) -> None:
        try:
            self.other()
        except Refusal:
            pass
        except Exception as error:
            self.problems.append(error)

    def _is_waiting(self) -> bool:
        row = self.observer.execute(WAITS).fetchone()
        return bool(row and row[0])


@dataclass
class Interleavings:
    """Every interleaving of an action with another transaction."""

    database: Database
    monkeypatch: pytest.MonkeyPatch

    def run(
        self,
        prepare: Callable[[], Any],
        act: Callable[[Any], object],
        other: Callable[[Any], object],
        check: Callable[[Any, bool, bool], None],
    ) -> None:
        """Call `check(prepared, acted, other_came_first)` after each; `acted` is False if the action was refused."""
        execute = psycopg.Cursor.execute
        current: list[Interleaving] = []

        def hooked(cursor: Any, *given: Any, **named: Any) -> Any:
            for each in current:
                each.before_statement()
            return execute(cursor, *given, **named)

        with psycopg.connect(self.database.dsn, autocommit=True) as observer:
            self.monkeypatch.setattr(psycopg.Cursor, "execute", hooked)
            for position in count(1):
                prepared = prepare()
                interleaving = Interleaving(partial(other, prepared), position, observer)
                current[:] = [interleaving]
                try:
                    act(prepared)
                    acted = True
                except Refusal:
                    acted = False
                finally:
                    current.clear()
                if not interleaving.end():
                    break
                check(prepared, acted, interleaving.came_first)
            assert 1 < position < MANY
