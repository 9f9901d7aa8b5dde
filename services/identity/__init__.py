"""Accounts, credentials, sessions, consent and language: who a member is to us, and nothing of how they look."""
