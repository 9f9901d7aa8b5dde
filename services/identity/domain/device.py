"""Browser and operating system of a device, as coarse as members need to recognise their own devices."""

import re
from dataclasses import dataclass

# The first match counts: the user agents of most browsers also name the browsers that they derive from.
BROWSERS = (
    ("Edge", r"\bEdgA?(iOS)?/"),
    ("Opera", r"\bOPR/|\bOPT/"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\bFirefox/|\bFxiOS/"),
    ("Chrome", r"Chrome/|\bCriOS/|\bChromium/"),
    ("Safari", r"\bVersion/[\d.]+ .*Safari/"),
)
SYSTEMS = (
    ("iPad", r"\biPad\b"),
    ("iPhone", r"\biPhone\b"),
    ("Android", r"\bAndroid\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMacintosh\b"),
    ("Linux", r"\bLinux\b"),
)


@dataclass(frozen=True)
class Device:
    browser: str | None
    system: str | None

    @staticmethod
    def of(user_agent: str) -> "Device":
        return Device(_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))

    def __str__(self) -> str:
        return ", ".join(part for part in (self.browser, self.system) if part)


UNKNOWN = Device(None, None)


@dataclass(frozen=True)
class BrowserIdentity:
    """A browser at an authentication: its device and the secrets in its cookies."""

    device: Device = UNKNOWN
    device_secret: str | None = None
    session_secret: str | None = None
    network_hash: bytes | None = None  # keyed, of the /24 or /48


def _first(patterns: tuple[tuple[str, str], ...], text: str) -> str | None:
    return next((name for name, pattern in patterns if re.search(pattern, text)), None)
