"""The other services chat asks, each behind its port."""
