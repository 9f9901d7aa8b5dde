"""Adapters to other services, one for each port."""
