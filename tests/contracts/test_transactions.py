"""No use case calls another service while its transaction is open: the call may take seconds, with locks held.

EXCEPTIONS are all that do. An event handler that leads to one has a transaction of its own (`alone`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SERVICES = Path(__file__).parents[2] / "services"
OPENS = {"uow", "reads", "reading", "unit_of_work", "units"}
EXCEPTIONS = {
    # Rare: a member has blocked someone with the same photo or words. Its handler holds the rows of these two alone,
    # and without an answer it goes on.
    "suspect_blocked.py suspect_blocked: accounts.compare",
}


def test_no_use_case_calls_another_service_in_a_transaction() -> None:
    files = [path for path in SERVICES.glob("**/usecases/**/*.py") if "tests" not in path.parts]

    assert len(files) > 100
    assert [call for path in files for call in calls_in_transactions(path)] == []


def test_a_function_in_the_callers_transaction_calls_no_other_service_but_for_the_exceptions() -> None:
    found = {
        f"{path.name} {function.name}: {called}"
        for path in SERVICES.glob("**/usecases/**/*.py")
        if "tests" not in path.parts
        for module in [ast.parse(path.read_text())]
        for function in functions_of(module)
        if "the caller's transaction" in " ".join((ast.get_docstring(function) or "").split())
        for _, called in calls_of(function, parties_of(function, outside_of(module)))
    }

    assert found == EXCEPTIONS


def test_a_handler_that_leads_to_another_service_is_handled_alone() -> None:
    handlers = {
        f"{wiring.parent.name} {handler.name}": "alone=True" in ast.unparse(handler.decorator_list[0])
        for wiring in SERVICES.glob("*/wiring.py")
        for parties in [parties_of_wiring(ast.parse(wiring.read_text()))]
        for path in (wiring.parent / "events").glob("from_*.py")
        for handler in functions_of(ast.parse(path.read_text()))
        if handler.decorator_list
        and any(isinstance(node, ast.Attribute) and ast.unparse(node) in parties for node in ast.walk(handler))
    }

    assert handlers == {"profiles add_acquaintance": True}


def parties_of_wiring(module: ast.Module) -> set[str]:
    """The outside parties of a service as its handlers name them: `wiring.accounts`."""
    outside = outside_of(module)
    fields = (node for node in ast.walk(module) if isinstance(node, ast.AnnAssign))
    return {
        f"wiring.{ast.unparse(field.target)}"
        for field in fields
        if outside & set(ast.unparse(field.annotation).replace("|", " ").split())
    }


def functions_of(module: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))


def outside_of(module: ast.Module) -> set[str]:
    """Names of the Protocols of outside parties that a module imports."""
    return {
        name.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".ports")
        for name in node.names
    }


def parties_of(function: ast.FunctionDef | ast.AsyncFunctionDef, outside: set[str]) -> set[str]:
    """Parameters that are outside parties."""
    arguments = [*function.args.args, *function.args.kwonlyargs]
    return {each.arg for each in arguments if each.annotation and ast.unparse(each.annotation) in outside}


def calls_of(block: ast.AST, parties: set[str]) -> Iterator[tuple[int, str]]:
    """Calls of these parties, each with its line."""
    for call in (each for each in ast.walk(block) if isinstance(each, ast.Call)):
        called = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(called, ast.Name) and called.id in parties:
            yield call.lineno, ast.unparse(call.func)


def calls_in_transactions(path: Path) -> Iterator[str]:
    """Calls of parameters whose type is a Protocol of an outside party, within `with uow` and in the functions that
    `once` runs there."""
    module = ast.parse(path.read_text())
    outside = outside_of(module)
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            parties = parties_of(function, outside)
            blocks: list[ast.AST] = [node for node in ast.walk(function) if isinstance(node, ast.With) and opens(node)]
            if blocks:
                blocks += [
                    each for each in ast.walk(function) if isinstance(each, ast.FunctionDef) and each != function
                ]
            for line, called in (each for block in blocks for each in calls_of(block, parties)):
                yield f"{path.name}:{line} {called}"


def opens(block: ast.With) -> bool:
    """Whether it opens a unit of work: `uow`, `units()`, `uow.reading()`."""
    names = (ast.unparse(item.context_expr).partition("(")[0].rpartition(".")[2] for item in block.items)
    return not OPENS.isdisjoint(names)
