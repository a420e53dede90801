"""`jemaa completion`: what lets a shell complete our commands, options and files."""

from __future__ import annotations

import argparse
from typing import Any

import shtab

from jemaa import catalog
from jemaa.cli.arguments import make_parser
from jemaa.locale import LANGUAGES

COMPLETED = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What the shell finds itself, by the word in our help."""
CHOICES = {"GAME": tuple(catalog.GAMES), "CODE": tuple(LANGUAGES)}
"""What we know, by the word in our help."""


def run(options: argparse.Namespace) -> int:
    """Print the script for a shell, made from the commands themselves."""
    parser, commands = make_parser()
    for command in (parser, *commands.values()):
        for action in command._actions:
            _teach(action)
    print(shtab.complete(parser, shell=options.shell))
    return 0


def _teach(action: Any) -> None:
    """Tell what can stand for an argument; this parser reads nothing, so it may be changed."""
    if action.metavar in COMPLETED:
        action.complete = COMPLETED[action.metavar]
    if action.metavar in CHOICES:
        action.choices = CHOICES[action.metavar]
