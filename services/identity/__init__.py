"""Accounts, credentials, sessions, consents and languages of members; their profiles are in another service."""
