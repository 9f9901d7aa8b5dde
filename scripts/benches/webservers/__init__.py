"""Web servers for the same application, side by side: gunicorn's threads as in the product, gevent, and granian."""

from benches.webservers.measure import measure

__all__ = ["measure"]
