import segno


def qr_path(text: str) -> tuple[int, str]:
    """The QR code of a text: how many squares it is wide, and the dark ones as one SVG path."""
    rows = segno.make(text, error="m", micro=False).matrix
    return len(rows), "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    )
