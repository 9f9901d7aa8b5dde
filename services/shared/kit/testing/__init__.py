"""Test support of all services: a real database, a web client with a login, fakes."""
