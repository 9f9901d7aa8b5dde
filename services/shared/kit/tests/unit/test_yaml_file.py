from pathlib import Path

import pytest
from shared.registry.yaml_file import read_yaml
from yaml.constructor import ConstructorError


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: 2\na: 3\n", "line 1: key 'a' is given twice"),
        ("a:\n  b: 1\n  b: 1\n", "line 2: key 'b' is given twice"),
        ("- {a: 1, a: 2}\n", "line 1: key 'a' is given twice"),
    ],
)
def test_a_key_given_twice_is_refused_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(text)
    with pytest.raises(ValueError, match=problem):
        read_yaml(file)


def test_values_of_every_kind_are_read(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text("a: &shared {b: [1, 2.5, true, null]}\nc: {<<: *shared, d: żółć}\n", "utf-8")
    assert read_yaml(file) == {"a": {"b": [1, 2.5, True, None]}, "c": {"b": [1, 2.5, True, None], "d": "żółć"}}


def test_no_object_of_python_is_made(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text("!!python/object/apply:os.getcwd []\n")
    with pytest.raises(ConstructorError, match="could not determine a constructor"):
        read_yaml(file)
