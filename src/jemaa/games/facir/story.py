"""What happens in Façir, told as data to one seat: it holds only what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Dealt:
    """Somebody has drawn a card; only he is told which."""

    kind: Literal["deal"]
    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Stood:
    """Somebody has stood his card; only he is told how.

    The last one to do so lets all edges be seen, by seat, as the others see them (mirrored).
    """

    kind: Literal["stand"]
    seat: int
    rotation: int | None
    edges: dict[int, str] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that the end of a round has shown to all."""

    seat: int
    card: str
    """As printed."""


@dataclass(frozen=True, slots=True)
class LaidFakir:
    """A card that was laid: turned so, with its top left position on that square."""

    card: str
    rotation: int
    square: str


@dataclass(frozen=True, slots=True)
class Played:
    """A turn: a nail put or moved, and perhaps a fakir laid or the round void."""

    kind: Literal["play"]
    seat: int
    source: str | None
    """Where the nail came from; None when it was a new one or none was touched."""
    target: str | None
    """Where it went; None when no nail was touched."""
    laid: LaidFakir | None
    void: bool
    round: int
    """The round it belongs to, from 1."""
    deciding: bool
    shown: tuple[Shown, ...]
    """The cards of a round that this turn has ended."""


FacirStory = Dealt | Stood | Played
