"""A push service (RFC 8030, 8292) with devices that decrypt pushes (RFC 8291) and show them on a page."""
