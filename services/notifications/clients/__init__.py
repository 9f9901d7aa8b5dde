"""Adapters to other services and outside parties, behind `ports.py`."""
