"""Other services, behind a port."""
