"""Other services and the outside world, behind ports."""
