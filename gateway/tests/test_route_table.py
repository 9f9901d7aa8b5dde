from pathlib import Path

import pytest
from shared.registry import Route, load_routes, read_table


def table_of(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "routes.yaml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    "line",
    [
        "{path: /a, to: chat, methods: {GET: anyone}, audience: all}",
        "{path: /a, to: chat, methods: {GET: everyone}}",
        "{path: /a, to: chat, methods: {FETCH: anyone}}",
        "{path: /a, to: chat, methods: {}}",
        "{path: a, to: chat, methods: {GET: anyone}}",
        "{path: /a/../b, to: chat, methods: {GET: anyone}}",
        "{path: /a, to: chat, methods: {GET: anyone, GET: member}}",
        "{path: /a, to: chat, methods: {GET: anyone}, timeout: -1}",
        "{path: /a, to: chat/live/more, methods: {GET: anyone}}",
    ],
)
def test_a_doubtful_line_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - YAML and pydantic say it in their own words
        read_table(table_of(tmp_path, f"routes:\n  - {line}\n"))


def test_a_path_listed_twice_is_refused(tmp_path: Path) -> None:
    line = "  - {path: /a, to: chat, methods: {GET: anyone}}\n"

    with pytest.raises(ValueError, match="listed twice"):
        read_table(table_of(tmp_path, "routes:\n" + line + line))


def test_the_most_specific_route_comes_first(tmp_path: Path) -> None:
    paths = ["{path: /, to: webapp", "{path: /a, to: chat", "{path: /a/, to: chat", "{path: /a, query: push, to: likes"]
    lines = "".join(f"  - {path}, methods: {{GET: anyone}}}}\n" for path in paths)

    routes = load_routes(table_of(tmp_path, "routes:\n" + lines))

    assert [(route.path, route.query) for route in routes] == [("/a/", None), ("/a", "push"), ("/a", None), ("/", None)]


def test_production_has_no_stand_ins() -> None:
    assert not [route for route in load_routes() if route.path.startswith("/dev/")]
    assert [route for route in load_routes(development=True) if route.path.startswith("/dev/")]


def test_a_head_is_a_get_without_a_body() -> None:
    route = Route(path="/a", to="chat", methods={"GET": "member"})

    assert route.audience("HEAD") == "member"
    assert route.audience("POST") is None
