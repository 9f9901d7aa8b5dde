from collections.abc import Callable, Iterable, Mapping

from shared.kit.db.database import Database
from shared.kit.events.jobs import Job
from shared.kit.testing.database import insert_alone


def due_by_rows(
    jobs: Iterable[Job],
    name: str,
    database: Database,
    table: str,
    rows: Iterable[Mapping[str, object]],
    keys: Callable[[], Mapping[str, object]],
) -> list[bool]:
    """Whether the job of this name is due: at first, and after each of these rows is inserted with new `keys`."""
    [due_in] = [job.due_in for job in jobs if job.name == name]
    if due_in is None:
        raise LookupError(f"{name} runs without looking for due rows")

    def is_due() -> bool:
        seconds = due_in()
        return seconds is not None and seconds <= 0

    answers = [is_due()]
    for row in rows:
        insert_alone(database, table, **keys(), **row)
        answers.append(is_due())
    return answers
