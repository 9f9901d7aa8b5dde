"""No use case calls another service while its transaction is open: the call may take seconds, with locks held."""

import ast
from collections.abc import Iterator
from pathlib import Path

SERVICES = Path(__file__).parents[2] / "services"
OPENS = {"uow", "reads", "reading", "unit_of_work", "units"}


def test_no_use_case_calls_another_service_in_a_transaction() -> None:
    files = [path for path in SERVICES.glob("**/usecases/**/*.py") if "tests" not in path.parts]

    assert len(files) > 100
    assert [call for path in files for call in calls_in_transactions(path)] == []


def calls_in_transactions(path: Path) -> Iterator[str]:
    """Calls of parameters whose type is a Protocol of an outside party, within `with uow` and in the functions that
    `once` runs there."""
    module = ast.parse(path.read_text())
    outside = {
        name.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".ports")
        for name in node.names
    }
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*function.args.args, *function.args.kwonlyargs]
            parties = {each.arg for each in arguments if each.annotation and ast.unparse(each.annotation) in outside}
            blocks: list[ast.AST] = [node for node in ast.walk(function) if isinstance(node, ast.With) and opens(node)]
            if blocks:
                blocks += [
                    each for each in ast.walk(function) if isinstance(each, ast.FunctionDef) and each != function
                ]
            for call in (each for block in blocks for each in ast.walk(block) if isinstance(each, ast.Call)):
                called = call.func.value if isinstance(call.func, ast.Attribute) else None
                if isinstance(called, ast.Name) and called.id in parties:
                    yield f"{path.name}:{call.lineno} {ast.unparse(call.func)}"


def opens(block: ast.With) -> bool:
    """Whether it opens a unit of work: `uow`, `units()`, `uow.reading()`."""
    names = (ast.unparse(item.context_expr).partition("(")[0].rpartition(".")[2] for item in block.items)
    return not OPENS.isdisjoint(names)
