import pytest

from identity.domain.device import Device

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36 Edg/140.0.0.0", "Edge, Windows"),
        (f"Mozilla/5.0 (Linux; Android 15; K) {CHROME} Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.6 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {CHROME} Safari/537.36", "Chrome, macOS"),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)
def test_a_device_is_described_coarsely(user_agent: str, words: str) -> None:
    assert str(Device.of(user_agent)) == words
