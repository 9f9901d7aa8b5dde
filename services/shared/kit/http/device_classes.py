"""The class of a device, as coarse as a report needs it."""

import re

from flask import request

PHONE, TABLET, DESKTOP = "phone", "tablet", "desktop"
# Android tablets leave out `Mobile`. An iPad of today calls itself a Macintosh, and counts as one.
_TABLET = re.compile(r"\biPad\b|\bTablet\b|\bKindle\b|\bSilk/|\bAndroid\b(?!.*\bMobile\b)")
_PHONE = re.compile(r"\bMobi|\biPhone\b|\biPod\b")
_DESKTOP = re.compile(r"\bWindows NT\b|\bMacintosh\b|\bX11\b|\bCrOS\b")


def device_class_of(user_agent: str) -> str:
    """`phone`, `tablet`, `desktop`, or empty for anything else."""
    for name, pattern in ((TABLET, _TABLET), (PHONE, _PHONE), (DESKTOP, _DESKTOP)):
        if pattern.search(user_agent):
            return name
    return ""


def device_class() -> str:
    """The class of the device that made the current request."""
    return device_class_of(request.headers.get("User-Agent", ""))
