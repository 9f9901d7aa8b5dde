"""Bands of distance between towns: the finest distance that is shown or stored."""

BANDS_KM = (10, 25, 50, 100, 200, 500)
SAME_TOWN = 0
# Bands of the order `near`; members farther away, or without a town, come after them.
NEAR_KM = (SAME_TOWN, 10, 25, 50, 100)


def band_of(kilometres: float) -> int | None:
    """Return the smallest band that contains the distance; None beyond the last."""
    return next((band for band in BANDS_KM if kilometres <= band), None)
