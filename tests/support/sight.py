"""How colours look to people who can't tell all hues apart.

The matrices are those of Machado, Oliveira and Fernandes, A Physiologically-based Model for
Simulation of Color Vision Deficiency (IEEE Transactions on Visualization and Computer Graphics
15(6), 2009), at severity 1, which are for linear RGB. Differences are distances in CIE L*a*b* under
D65 (CIE 1976), of which about 2.3 can just be noticed.
"""

from __future__ import annotations

KINDS = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour, kind):
    """Linear red, green and blue from 0 to 1, as this kind of eye has it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    mixed = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in KINDS[kind]]
    return [min(1.0, max(0.0, each)) for each in mixed]


def contrast(one, other, kind="everybody"):
    """Of two colours, as WCAG 2 defines it."""
    low, high = sorted(_light(seen(each, kind)) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def _light(linear):
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def difference(one, other, kind="everybody"):
    """How far apart two colours are in L*a*b*."""
    first, second = (_lab(seen(each, kind)) for each in (one, other))
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


def _lab(linear):
    red, green, blue = linear
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    f = [t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])
