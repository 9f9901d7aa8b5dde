"""How far apart two towns are, in bands. Nobody is told more, and nothing finer is known of anyone."""

BANDS_KM = (10, 25, 50, 100, 200, 500)
SAME_TOWN = 0
# Nearest first goes by these; who is farther away, or nowhere, comes after them.
NEAR_KM = (SAME_TOWN, 10, 25, 50, 100)


def band_of(kilometres: float) -> int | None:
    """The smallest band that holds the distance; None beyond the last."""
    return next((band for band in BANDS_KM if kilometres <= band), None)
