from collections.abc import Callable, Iterable, Mapping

from shared.kit.storage import Database
from shared.kit.testing.database import insert_alone
from shared.kit.worker import Job


def due_by_rows(
    jobs: Iterable[Job],
    name: str,
    database: Database,
    table: str,
    rows: Iterable[Mapping[str, object]],
    keys: Callable[[], Mapping[str, object]],
) -> list[bool]:
    """Whether the job of this name is due: at first, and after each of these rows is inserted with new `keys`."""
    [look] = [job.is_due for job in jobs if job.name == name]
    if look is None:
        raise LookupError(f"{name} runs without looking for due rows")
    answers = [look()]
    for row in rows:
        insert_alone(database, table, **keys(), **row)
        answers.append(look())
    return answers
