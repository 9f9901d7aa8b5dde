"""Passwords that guessers try first. Compared without case and with the digits and signs at the end taken off."""

COMMON = frozenset(
    ["password", "passwort", "wachtwoord", "motdepasse", "contrasena", "qwertyuiop", "qwertzuiop", "azertyuiop", "iloveyou", "letmein", "welcome", "welkom", "willkommen", "bienvenue", "princess", "sunshine", "football", "baseball", "superman", "batman", "pokemon", "dragon", "monkey", "master", "shadow", "michael", "jennifer", "jordan", "hunter", "trustno", "starwars", "whatever", "computer", "internet", "freedom", "chocolate", "butterfly", "qwerty", "azerty", "qwertz", "asdfgh", "asdfghjkl", "zxcvbnm", "abcdef", "abcdefgh", "abcdefghi", "abc", "admin", "administrator", "login", "passw0rd", "p@ssw0rd", "pa55word", "liverpool", "arsenal", "chelsea", "barcelona", "feyenoord", "ajax", "secret", "lovely", "flower", "pairwise"]
)


def is_common(password: str) -> bool:
    plain = password.lower()
    stem = plain.rstrip("0123456789!?.@#$%&*-_")
    return plain in COMMON or stem in COMMON or not stem or len(set(plain)) <= 2
