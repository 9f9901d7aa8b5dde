"""No fault, logged by any library or by nobody, shows a word of a member; each still shows where it was.

Each case runs in a process of its own, a fork of one that has imported the libraries, as services do on a laptop; its
whole output is searched.
"""

import json
import os
import re
import subprocess
import sys
import textwrap

import psycopg
import pytest
from shared.kit.core.errors_in_logs import describe, trace_of
from shared.kit.db.database import Database
from shared.ops.migrate import SERVICES
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

CANARY = "Qanarywort"
HEAD = f"""
import asyncio, gc, logging, os, sys, threading, warnings
from shared.kit.core.logs import logger, set_up_logs
set_up_logs("chat", "web")
CANARY = "{CANARY}"
def fail():
    try:
        int(CANARY)
    except ValueError as error:
        raise KeyError(CANARY) from error
"""
WAYS = {
    "uncaught": "fail()",
    "uncaught in a thread": "thread = threading.Thread(target=fail); thread.start(); thread.join()",
    "unraisable": """
        class Gone:
            def __del__(self):
                fail()
        gone = Gone(); del gone; gc.collect()""",
    "logged with its traceback": """
        try:
            fail()
        except KeyError as error:
            logger().error("request_failed", exc_info=error)""",
    "logged inside the handler": """
        try:
            fail()
        except KeyError:
            logger().exception("request_failed")""",
    "logged as a value": "logger().warning('event_retried', problem=ValueError(CANARY))",
    "under a forbidden name": "logger().warning('event_retried', text=CANARY)",
    "a task nobody asks for": """
        async def main():
            asyncio.ensure_future(begin()); await asyncio.sleep(0); await asyncio.sleep(0)
        async def begin():
            fail()
        asyncio.run(main()); gc.collect()""",
    "a callback of the loop": """
        async def main():
            asyncio.get_running_loop().call_soon(lambda word: fail(), CANARY); await asyncio.sleep(0.01)
        asyncio.run(main())""",
    "a library's values": "logging.getLogger('gunicorn.error').error('Error handling request %s', '/x?q=' + CANARY)",
    "a library's exception": """
        try:
            fail()
        except KeyError as error:
            logging.getLogger('grpc').exception('Exception calling application: %s', error)""",
    "a warning": "warnings.warn(f'odd value {CANARY}', stacklevel=1)",
    "a group": "raise ExceptionGroup(CANARY, [ValueError(CANARY), KeyError(CANARY)])",
}


# At the top of a module, where what nobody catches is shown as in any other process.
FORKS = """
import json, os, sys
import asyncio, gc, logging, threading, warnings
import shared.kit.core.logs
for name, script in json.load(sys.stdin).items():
    if child := os.fork():
        os.waitpid(child, 0)
        continue
    output = os.open(name, os.O_WRONLY | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    exec(compile(script, "<string>", "exec"), {"__name__": "__main__"})
    break
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """By way, all that a process says in which this happens."""
    files = {way: tmp_path_factory.mktemp("outputs") / "output" for way in WAYS}
    scripts = {str(files[way]): HEAD + textwrap.dedent(happening) for way, happening in WAYS.items()}
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", FORKS], input=json.dumps(scripts), text=True, check=True, env=variables)
    return {way: file.read_text() for way, file in files.items()}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_stderr_shows_a_word(outputs: dict[str, str], way: str) -> None:
    said = outputs[way]

    assert CANARY not in said
    lines = [json.loads(line) for line in said.splitlines()]
    assert lines, "something is said"
    assert all(line["service"] == "chat" and line["event"] for line in lines)


@pytest.mark.parametrize("way", ["uncaught", "logged inside the handler", "a library's exception"])
def test_the_place_of_a_fault_is_shown_with_all_its_causes(outputs: dict[str, str], way: str) -> None:
    shown = json.loads(outputs[way])["exception"]
    assert shown.count("in fail") == 2
    assert shown.index("ValueError") < shown.index("KeyError")


STATEMENTS = {
    "UniqueViolation 23505 erased pk_erased": "INSERT INTO kit.erased (member_id) VALUES (:id), (:id)",
    "NotNullViolation 23502 streams": "INSERT INTO kit.streams (name, made_at) VALUES (:word, NULL)",
    "InvalidTextRepresentation 22P02": "SELECT CAST(:word AS uuid)",
    "DivisionByZero 22012": "SELECT length(:word) / 0",
    "UndefinedTable 42P01": "SELECT :word FROM nowhere",
}


@pytest.mark.parametrize("begins", STATEMENTS)
def test_an_error_of_the_database_is_its_code_table_and_constraint(database: Database, begins: str) -> None:
    values = {"word": CANARY, "id": "12345678-0000-4000-8000-00000000cafe"}
    statement = text(STATEMENTS[begins])

    with database.engine.connect() as connection, pytest.raises(SQLAlchemyError) as raised:
        connection.execute(statement, {name: values[name] for name in statement.compile().params})

    assert describe(raised.value).startswith(begins)
    for shown in (describe(raised.value), trace_of(raised.value)):
        assert CANARY not in shown
        assert "cafe" not in shown


def test_a_database_that_is_away_is_named() -> None:
    with pytest.raises(psycopg.OperationalError) as raised:
        psycopg.connect("postgresql://nobody@127.0.0.1:9/nothing", connect_timeout=2)

    assert "Connection refused" in describe(raised.value)


def test_no_service_shows_an_exception_by_its_repr() -> None:
    """The `repr` of an exception has its message. Log `describe(error)`, or the exception itself."""
    sources = [file for file in SERVICES.rglob("*.py") if "tests" not in file.relative_to(SERVICES).parts]

    assert [
        file.name for file in sources if re.search(r"\brepr\((error|failure|problem)\)", file.read_text("utf-8"))
    ] == []
