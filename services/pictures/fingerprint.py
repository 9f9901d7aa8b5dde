"""Perceptual hashes of pictures: near when two pictures look alike, whatever their files.

`child.py` makes them of the whole picture, before it is cut: difference hashes (dHash, 128 bits) of the picture as it
is and of what is left when its edges are cut by 3 to 12 %, each also mirrored. An upload's own hash is compared with
all of a blocked picture's. Decision 0028 has the figures behind `NEAR`.
"""

HASH_BYTES, HASHES = 16, 10
FINGERPRINT_BYTES = HASH_BYTES * HASHES
# Bits of 128 that may differ.
NEAR = 8


def hashes_of(fingerprint: bytes) -> list[bytes]:
    """The hashes of a fingerprint; the first is that of the picture as it is."""
    return [fingerprint[start : start + HASH_BYTES] for start in range(0, len(fingerprint), HASH_BYTES)]
