"""Perceptual hashes of pictures: a small Hamming distance means that two pictures look alike.

`image_subprocess.py` makes them of the whole picture, before it is cropped: difference hashes (dHash, 128 bits) of the
uncropped picture and of its inner part without 3 to 12 % at the edges, each also mirrored. An upload's own hash is
compared with all of a blocked picture's. Decision 0028 has the figures behind `NEAR`.
"""

HASH_BYTES, HASHES = 16, 10
FINGERPRINT_BYTES = HASH_BYTES * HASHES
# The largest Hamming distance, of 128 bits, at which two hashes count as the same picture.
NEAR = 8


def hashes_of(fingerprint: bytes) -> list[bytes]:
    """The hashes of a fingerprint; the first is that of the picture as it is."""
    return [fingerprint[start : start + HASH_BYTES] for start in range(0, len(fingerprint), HASH_BYTES)]


def look_alike(one: bytes, other: bytes) -> bool:
    """Whether the picture of the first fingerprint, as it is, looks like that of the other, whole, cut or mirrored."""
    if not one or not other:
        return False
    own = int.from_bytes(hashes_of(one)[0])
    return any((own ^ int.from_bytes(each)).bit_count() <= NEAR for each in hashes_of(other))
