"""Passwords that guessers try first. Compared without case and with the digits and signs at the end taken off."""

from pathlib import Path

COMMON = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("utf-8").split())


def is_common(password: str) -> bool:
    plain = password.lower()
    stem = plain.rstrip("0123456789!?.@#$%&*-_")
    return plain in COMMON or stem in COMMON or not stem or len(set(plain)) <= 2
