import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared import base64url


@given(st.binary(max_size=40))
def test_bytes_come_back_with_and_without_padding(raw: bytes) -> None:
    text = base64url.encode(raw)

    assert base64url.decode(text) == raw
    assert base64url.decode(text + "=" * (-len(text) % 4)) == raw


@given(st.text(max_size=30) | st.text("AQgw-_+/=", max_size=9))
def test_no_two_texts_are_read_as_the_same_bytes(text: str) -> None:
    try:
        raw = base64url.decode(text)
    except ValueError:
        return
    assert text.rstrip("=") == base64url.encode(raw)


@pytest.mark.parametrize("text", ["+A", "/w", "AB", "A", "QQ=", "QQ===", "QUJD=", "Q Q", "é", "QQ==QQ=="])
def test_text_that_encode_never_makes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"base64|ASCII|padded|padding|characters"):
        base64url.decode(text)
