#!/usr/bin/env python3
"""Checks an installed wheel: compiled, with the page, and playing the game that its seed says."""

import sys
from importlib.resources import files

import jemaa
from jemaa.core import state


def main() -> int:
    game = jemaa.game("marrakech")
    match = jemaa.Match(game, game.setup(players=2), jemaa.SeededChance("a seed"))
    while (seat := match.state.to_act) is not None:
        match.submit(seat, match.state.legal()[0])
    faults = {
        "it is not compiled": not state.compiled,
        "it has no page": not files("jemaa").joinpath("server/static/index.html").is_file(),
        "it plays another game": match.record.result != "52 30",
    }
    for fault in filter(faults.get, faults):
        print(f"the wheel is wrong: {fault}", file=sys.stderr)
    return any(faults.values())


if __name__ == "__main__":
    sys.exit(main())
