"""The quick phrases: all that people can say to each other at a table, in any language."""

from __future__ import annotations

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "oops",
    "unlucky",
    "lucky",
    "one-moment",
    "your-turn",
    "good-game",
    "again",
    "bye",
)
"""The keys of the phrases in the language catalogues."""
