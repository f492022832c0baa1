"""Differences between colours as different eyes see them (the matrices of Machado, Oliveira and Fernandes, 2009)."""

from __future__ import annotations

from bot.render.shapes import Colour

EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "without green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "without blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def apart(one: Colour, other: Colour, eyes: str) -> float:
    """Return how different two colours look: from about 2 they differ side by side (CIE 1976)."""
    return sum((a - b) ** 2 for a, b in zip(_lab(one, eyes), _lab(other, eyes), strict=True)) ** 0.5


def contrast(one: Colour, other: Colour) -> float:
    """Return how much lighter one colour is than the other, from 1 to 21: 4.5 and more is easy to read (WCAG 2)."""
    darker, lighter = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(_light, (one, other))
    )
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: Colour) -> tuple[float, ...]:
    parts = [part / 255 for part in colour]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def _lab(colour: Colour, eyes: str) -> tuple[float, float, float]:
    light = _light(colour)
    red, green, blue = (
        min(max(sum(weight * part for weight, part in zip(row, light, strict=True)), 0), 1) for row in EYES[eyes]
    )
    x, y, z = (
        _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047),
        _root(0.2126 * red + 0.7152 * green + 0.0722 * blue),
        _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883),
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
