"""A push service (RFC 8030, 8292) and devices of its own, which decrypt what comes (RFC 8291) and show it on a page."""
