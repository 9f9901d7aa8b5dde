"""Adapters to other services."""
