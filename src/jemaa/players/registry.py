"""Players by a string: `greedy`, `x2(rolls=3,rugs=6)`, `amin`. The same strings everywhere."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jemaa.core.errors import InvalidNotationError, SetupError, UnknownNameError, quoted, shortened
from jemaa.players.base import Player
from jemaa.players.external import External
from jemaa.players.noise import RandomPlayer

Factory = Callable[..., Player]
"""Makes a player from its parameters; their defaults tell their types."""
COMMON: dict[str, Factory] = {"random": RandomPlayer, "external": External}
"""The players that every game has: they need to know nothing of it."""
LEVELS = ("tourist", "stroller", "trader", "merchant", "amin")
"""The five levels, from the weakest to the strongest; every game has all of them."""
MOST = 10**9
"""Every number among the parameters is smaller."""


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split a registry string into the name and its parameters.

    >>> parse_spec("x2(rolls=3,rugs=6)")
    ('x2', {'rolls': '3', 'rugs': '6'})
    >>> parse_spec('external("bot --fast",seconds=2)')
    ('external', {'': 'bot --fast', 'seconds': '2'})
    """
    found = re.fullmatch(r"([a-z][a-z0-9_]*)(?:\((.*)\))?", spec.strip(), re.DOTALL)
    if found is None:
        raise InvalidNotationError(
            f"{quoted(spec)} is no player; write a name, or a name with parameters as in"
            " x2(rolls=3)",
            spec,
        )
    name, inside = found.groups()
    if not inside:
        return name, {}
    parameters: dict[str, str] = {}
    pairs = split_specs(inside)
    if len(pairs[0]) > 1 and pairs[0][0] == pairs[0][-1] == '"':
        parameters[""] = pairs.pop(0)[1:-1]  # a text without a name, as in external("command")
    for pair in pairs:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not (key and equals and value) or key in parameters:
            raise InvalidNotationError(
                f"{quoted(spec)}: {quoted(pair.strip())} is not one name=value", spec
            )
        parameters[key] = value
    return name, parameters


def split_specs(text: str) -> list[str]:
    """Split registry strings at the commas that are neither in brackets nor in quotes.

    >>> split_specs("tourist,x2(rolls=3,rugs=6)")
    ['tourist', 'x2(rolls=3,rugs=6)']
    """
    pieces, depth, quoted = [""], 0, False
    for char in text:
        if char == '"':
            quoted = not quoted
        elif not quoted:
            depth += (char == "(") - (char == ")")
        if char == "," and depth <= 0 and not quoted:
            pieces.append("")
        else:
            pieces[-1] += char
    return [piece.strip() for piece in pieces]


def make_player(spec: str, engines: Mapping[str, Factory]) -> Player:
    """Make the player that a registry string names.

    Raises:
        UnknownNameError: there is no such player.
        SetupError: a parameter is unknown or has a wrong value.
    """
    name, texts = parse_spec(spec)
    if name not in engines:
        raise UnknownNameError("player", name, engines)
    factory = engines[name]
    known = _parameters(factory)
    values: dict[str, Any] = {}
    for key, text in texts.items():
        target = key or next(iter(known), "")
        if target not in known:
            options = ", ".join(known) or "none"
            raise SetupError(f"{name}({key})", f"there is no such parameter; it has: {options}")
        values[target] = _read(f"{name}({target})", text, known[target].default)
    for key, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and key not in values:
            raise SetupError(f"{name}({key})", f'it must be given, as in {name}("{key}")')
    player = factory(**values)
    player.name = spec.strip()
    return player


@lru_cache  # an arena makes the same players for every deal
def _parameters(factory: Factory) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(factory).parameters


def _read(field: str, text: str, default: Any) -> Any:
    if default is inspect.Parameter.empty or isinstance(default, str):
        return text
    kind = float if isinstance(default, float) else int
    try:
        value = kind(text)
    except ValueError:
        wanted = "number" if kind is float else "whole number"
        raise SetupError(
            field, f"{quoted(text)} is no {wanted}; choose 0 to {MOST - 1:,}"
        ) from None
    if not 0 <= value < MOST:
        raise SetupError(field, f"{shortened(text)} is out of range; choose 0 to {MOST - 1:,}")
    return value
