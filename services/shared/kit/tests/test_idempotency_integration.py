from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from shared.kit.core.errors import Invalid
from shared.kit.db.database import Database
from shared.kit.db.idempotency import once
from shared.kit.db.unit_of_work import UnitOfWork

KEY = uuid4()


def create(database: Database, body: dict[str, Any], done: list[int]) -> dict[str, Any]:
    def do() -> dict[str, Any]:
        done.append(1)
        return {"number": len(done)}

    with UnitOfWork(database) as uow:
        answer = once(uow.session, actor="ann", operation="make", key=KEY, body=body, do=do)
        uow.commit()
    return answer


def test_parallel_retries_do_it_once_and_all_get_its_answer(database: Database) -> None:
    done: list[int] = []

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: create(database, {"a": 1}, done), range(8)))

    assert answers == [{"number": 1}] * 8
    assert done == [1]


def test_another_body_under_the_same_key_is_refused(database: Database) -> None:
    create(database, {"a": 1, "b": 2}, [])
    assert create(database, {"b": 2, "a": 1}, []) == {"number": 1}
    with pytest.raises(Invalid, match="idempotency_key_reused"):
        create(database, {"a": 2}, [])


def test_a_rolled_back_call_can_be_repeated(database: Database) -> None:
    with UnitOfWork(database) as uow:
        once(uow.session, actor="ann", operation="make", key=KEY, body={}, do=lambda: {"lost": True})

    assert create(database, {}, []) == {"number": 1}
