"""Bands of distance between towns: the finest distance that is shown, stored or searched by."""

# A radius of search is a band, so that a member found within a radius is not located nearer than the band shown.
BANDS_KM = (10, 25, 50, 100, 250, 500)
SAME_TOWN = 0
RADII_KM = (10, 25, 50, 100, 250)
# Rings of towns around a town: the town itself, then one for each radius.
RINGS_KM = (SAME_TOWN, *RADII_KM)
# Bands of the order `near`; members farther away, or without a town, come after them.
NEAR_KM = (SAME_TOWN, 10, 25, 50, 100)


def band_of(kilometres: float) -> int | None:
    """Return the smallest band that contains the distance; None beyond the last."""
    return next((band for band in BANDS_KM if kilometres <= band), None)
