import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core.errors import Malformed
from shared.kit.http.strict_json import LARGEST, parse

CLEAN_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | CLEAN_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(CLEAN_TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_valid_json_is_read_unchanged(value: object) -> None:
    assert parse(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 2}}',
        b"NaN",
        b"[Infinity]",
        b"[1e999]",
        b"9007199254740992",
        b"-9007199254740992",
        b'{"a": [1' + b"0" * 4300 + b"]}",
        b"-" + b"9" * 100_000,
        b'"\\u0000"',
        b'{"\\u0000": 1}',
        b'"\\ud800"',
        b'"\xff"',
        b"[" * 13 + b"]" * 13,
        b"[" * 100_000,
    ],
)
def test_json_that_lenient_parsers_accept_is_refused(raw: bytes) -> None:
    with pytest.raises(Malformed):
        parse(raw)
