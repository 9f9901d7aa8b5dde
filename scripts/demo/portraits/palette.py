"""The colours people and clothes come in, and how to mix them."""

from dataclasses import dataclass


def mix(a: str, b: str, share: float) -> str:
    """The colour that lies `share` of the way from a to b."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


def times(colour: str, *factors: float) -> str:
    """The colour with its red, green and blue scaled."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(c * f)):02x}" for c, f in zip(channels, factors, strict=False))


@dataclass(frozen=True)
class Skin:
    """One skin tone, its shadows warm rather than grey."""

    base: str
    blush: str
    depth: float  # 0 is the palest, 1 the darkest

    @property
    def light(self) -> str:
        return mix(self.base, "#fff1dc", 0.30 - 0.07 * self.depth)

    @property
    def shade(self) -> str:
        return times(self.base, 0.80, 0.70, 0.66)

    @property
    def deep(self) -> str:
        return times(self.base, 0.55, 0.42, 0.38)


SKINS = (
    Skin("#f6d7c5", "#e58a84", 0.00),
    Skin("#f1cbb2", "#e07f74", 0.10),
    Skin("#ecc09f", "#d9755f", 0.20),
    Skin("#e3b48d", "#cf6b52", 0.30),
    Skin("#d7a277", "#c25f45", 0.42),
    Skin("#c48c60", "#b0523a", 0.54),
    Skin("#a9714a", "#9a4430", 0.66),
    Skin("#8b5839", "#853a2a", 0.78),
    Skin("#6f442c", "#70301f", 0.89),
    Skin("#573523", "#5e281c", 1.00),
)

# Keyed as in demo.traits, so that a profile says what its picture shows.
HAIR = {
    "black": ("#17151a", "#211c1d"),
    "brown": ("#3a2519", "#4d3221", "#5e3d27"),
    "light_brown": ("#76502f", "#86603b"),
    "blond": ("#b98f52", "#cda663", "#a67f4a"),
    "red": ("#8e3d1c", "#a65127"),
    "grey": ("#8b8885", "#a3a09c", "#6f6c6b"),
    "white": ("#cfccc6",),
}
EYES = {
    "brown": ("#4a2e1b", "#5d3b22", "#38220f"),
    "hazel": ("#7a5a2c",),
    "green": ("#5c7350",),
    "blue": ("#5683a8", "#6d95b0"),
    "grey": ("#77858d",),
}
CLOTH = (
    "#23344d", "#31524f", "#7d3244", "#c9a227", "#e9e2d6", "#f5f3ef", "#3b3f46", "#22252b",
    "#5b6f8c", "#a6553a", "#6b7a57", "#8d6a9f", "#d98c7a", "#2f6d7a", "#b8b2a7", "#7a4b3a",
    "#c4576b", "#4c6a52", "#e3c9b0", "#1f5a74",
)  # fmt: skip
LIPS = ("#c05a5f", "#b44a56", "#a9434d", "#cc6f6c", "#9c3a4a")
