"""Brings members in from elsewhere, by the rules of signing up and without a mail to any of them."""
