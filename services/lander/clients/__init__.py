"""Adapters to other services, behind `ports.py`."""
