"""The five levels, from somebody who strolls by to the head of the market."""

from __future__ import annotations

LEVELS = ("tourist", "stroller", "trader", "merchant", "amin")
"""From the weakest to the strongest; every game has all five."""
