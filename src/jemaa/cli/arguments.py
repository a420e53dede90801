"""What can stand on the command line, and what is said when it cannot be understood."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

import jemaa
from jemaa.core.errors import JemaaError

VALUED = ("--level", "--seconds", "--top")
"""The options of `jemaa best` that take a value, which may stand before the position."""


class UsageError(JemaaError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """Raises its errors, and knows its options, so that a near miss can be named."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        self.options: list[str] = []
        named |= {
            "allow_abbrev": False,  # a new option must not change what an old command line means
            "formatter_class": argparse.RawDescriptionHelpFormatter,
        }
        super().__init__(*positional, **named)

    def add_argument(self, *names: Any, **named: Any) -> argparse.Action:
        """Add an argument and remember how it is written."""
        self.options += [name for name in names if name.startswith("--")]
        return super().add_argument(*names, **named)

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise UsageError(f"{message}; '{self.prog} --help' tells more")


def closest(word: str, known: Iterable[str]) -> str:
    """Suggest the known word nearest to one that is not known; empty when none is near.

    >>> closest("reply", ["replay", "show"])
    "; did you mean 'replay'?"
    """
    found = get_close_matches(word, list(known), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line.

    Raises:
        UsageError: it cannot be understood.
        SystemExit: `--help` has been printed.
    """
    parser, commands = _parser()
    given = list(arguments) or ["--help"]
    if not given[0].startswith("-") and given[0] not in commands:
        hint = closest(given[0], commands) or f"; choose one of: {', '.join(commands)}"
        raise UsageError(f"there is no command {given[0]!r}{hint}")
    if given[0] in ("show", "legal", "best"):
        given = _with_position_last(given)
    options, unknown = parser.parse_known_args(given)
    if unknown:
        used = commands.get(given[0], parser)
        word = unknown[0]
        kind = "option" if word.startswith("-") else "argument"
        hint = closest(word.partition("=")[0], used.options) or f"; '{used.prog} --help' lists all"
        raise UsageError(f"{used.prog} has no {kind} {word!r}{hint}")
    if "module" not in options:
        raise UsageError(f"no command is given; choose one of: {', '.join(commands)}")
    return options


def _with_position_last(given: list[str]) -> list[str]:
    """Put the words of a position behind `--`: some begin with a dash and yet are no options."""
    options: list[str] = []
    words: list[str] = []
    rest = iter(given[1:])
    for word in rest:
        is_option = word.startswith("--") or word == "-h"
        (options if is_option else words).append(word)
        if word in VALUED:
            options += [value for value in [next(rest, None)] if value is not None]
    return [given[0], *options, "--", *words]


def whole_number(text: str) -> int:
    """Read a number, for an option."""
    if text.isascii() and text.isdigit() and len(text) < 19:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number")


def positive(text: str) -> int:
    """Read a number from 1 up, for an option."""
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError("it must be 1 at least")
    return number


def seconds(text: str) -> float:
    """Read a time, for an option."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value


def _parser() -> tuple[Parser, dict[str, Parser]]:
    parser = Parser(
        prog="jemaa",
        description="Play and study two board games: Marrakech and Façir.",
        epilog="For a first game: jemaa play",
    )
    parser.add_argument("--version", action=_Version, help="show the version and whether compiled")
    chosen = parser.add_subparsers(metavar="COMMAND", title="commands")
    commands: dict[str, Parser] = {}
    for add in (
        *(_add_play, _add_best, _add_arena, _add_ladder, _add_simulate, _add_replay),
        *(_add_show, _add_legal, _add_engine, _add_bench),
    ):
        add(chosen, commands)
    return parser, commands


class _Version(argparse.Action):
    """Prints the version; it looks for the compiled form only when asked."""

    def __init__(self, **named: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **named)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from jemaa.core.state import compiled

        print(f"jemaa {jemaa.__version__} ({'compiled' if compiled else 'uncompiled'})")
        parser.exit()


def _command(
    chosen: Any, commands: dict[str, Parser], name: str, module: str, help: str, example: str
) -> Parser:
    parser: Parser = chosen.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}.", epilog=example
    )
    parser.set_defaults(module=f"jemaa.cli.{module}")
    commands[name] = parser
    return parser


def _add_play(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "play", "play", "play in the terminal, alone or with friends",
        "examples:\n"
        "  jemaa play             asks what you would like\n"
        "  jemaa play --resume    goes on with the last unfinished game\n"
        "  jemaa play marrakech --players 3 --against random --set rotate=after\n"
        "  jemaa play marrakech --players 3 --against tourist,amin\n\n"
        "WHO is a level (tourist, stroller, trader, merchant, amin), random, or any other\n"
        "player of docs/bots.md, as external(\"./mybot\"); with commas, one for each seat.\n"
        "Every game is kept, move by move, in a file for --resume and `jemaa replay`.",
    )  # fmt: skip
    _add_setup(parser, optional=True)
    parser.add_argument(
        "--against", metavar="WHO", help="who takes the other seats, see below; else all are people"
    )
    parser.add_argument("--seat", metavar="K", type=whole_number, help="your seat (first is 0)")
    parser.add_argument("--seed", metavar="S", help="repeatable dice: any number or word")
    parser.add_argument(
        "--manual", action="store_true", help="type in the dice and draws of a real table"
    )
    parser.add_argument("--file", metavar="FILE", help="keep the game in this new file")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="go on with a game that was kept"
    )


def _add_best(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "best", "best", "say what to do in a position, and why",
        "example:\n"
        "  jemaa best marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn\n\n"
        "Of a whole position only what the seat to act knows is looked at. Ctrl-C gives\n"
        "the best found so far.\n"
        "JSON: game, view, seat, player, move (the choice), nodes, seconds, cut_short,\n"
        "candidates (best first): each with move, shares (of the win, by seat; null if\n"
        "the player does not value moves), scores (expected at the end, by seat, or\n"
        "null), reason (a sentence) and facts (the same as numbers, by name).",
    )  # fmt: skip
    _add_position(parser)
    parser.add_argument(
        "--level", metavar="WHO", default="amin", help="who thinks, as in play; default amin"
    )
    parser.add_argument(
        "--seconds", metavar="S", type=seconds, help="how long; default: as in a game"
    )
    parser.add_argument(
        "--top", metavar="N", type=positive, default=5, help="how many moves to show; default 5"
    )


def _add_engine(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "engine", "engine", "let another program play with one of our players",
        "example:\n  jemaa engine marrakech --player trader\n\n"
        "It reads lines and answers lines, as docs/bots.md describes: jemaa 1 GAME,\n"
        "setup, view, legal, go SECONDS, quit. The opposite, your program plays here:\n"
        "  jemaa play marrakech --against 'external(\"./mybot\")'",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", help="marrakech or facir")
    parser.add_argument(
        "--player", metavar="WHO", default="amin", help="who plays, as in play; default amin"
    )


def _add_arena(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "arena", "arena", "let players compete, and say who is better",
        "example:\n  jemaa arena marrakech trader greedy --players 3 --games 300 --seed 7\n\n"
        "Two players: the first sits in one seat, the second in all others. More: all meet,\n"
        "and get ratings. Every deal of chance is played with everybody in every seat. The\n"
        "same seed gives the same result, whatever --jobs is, but for the times.\n"
        "JSON: game, setup, players, seed, asked, games, deals, distinct_games, fair_share,\n"
        "kinds (name, seats, share, luck, adjusted, score, rounds, rating, moves, forfeits),\n"
        "certainty, versions, command, times (milliseconds a move, by player).",
    )  # fmt: skip
    _add_setup(parser)
    parser.add_argument("who", metavar="PLAYER", nargs="+", help="as greedy or 'mcts(sims=500)'")
    parser.add_argument(
        "--games", metavar="N", type=positive, default=1000, help="how many; default 1000"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, default=0, help="a number; default 0"
    )
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes; default: all cores")
    parser.add_argument("--save", metavar="FILE", help="keep every deal; the same command goes on")
    parser.add_argument(
        "--until-certain", action="store_true", help="stop when it is certain who is better"
    )
    parser.add_argument(
        "--executor", metavar="WHERE", choices=("local", "ray"), default="local",
        help="local processes, or ray for a cluster",
    )  # fmt: skip
    _add_json(parser)


def _add_ladder(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "ladder", "ladder", "measure every level against the one below",
        "example:\n  jemaa ladder marrakech --quick --folder /tmp\n\n"
        "Writes ladder.md, and ladder.json with the results it is made of. What has been\n"
        "measured with the same players is kept, so an interrupted run goes on.",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", nargs="?", help="marrakech or facir; default: both")
    parser.add_argument("--quick", action="store_true", help="few games, for a first look")
    parser.add_argument("--games", metavar="N", type=positive, help="games for each row")
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes; default: all cores")
    parser.add_argument("--folder", metavar="DIR", default="docs", help="default: docs")
    parser.add_argument(
        "--check", action="store_true", help="only tell whether the page is up to date"
    )


def _add_simulate(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "simulate", "simulate", "play random games and sum them up",
        "example:\n  jemaa simulate marrakech --players 3 --games 100000 --seed 7 --json\n\n"
        "The same seed gives the same result, whatever --jobs is. Intervals are of 95 %:\n"
        "Wilson's for wins (a shared win counts as a fraction), the normal one for means.\n"
        "JSON: game, setup, seed, asked, games (how many were played), wins and scores\n"
        "(a list by seat), steps, facts (by name): each with mean, low and high, and\n"
        "steps and facts also with min and max.",
    )  # fmt: skip
    _add_setup(parser)
    parser.add_argument(
        "--games", metavar="N", type=positive, default=10000, help="how many; default 10000"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, default=0, help="a number; default 0"
    )
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes; default: all cores")
    _add_json(parser)


def _add_replay(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "replay", "replay", "show a recorded game from its first event on",
        "example:\n  jemaa replay evening.jemaa --step\n\n"
        "A damaged record is shown as far as it can be read. While a game with secrets is\n"
        "not over, only what a spectator may know is shown; --reveal shows the rest.\n"
        "JSON: game, setup, tags, damage, start, events (by, text, told, position) and\n"
        "result; text is null where secrets are kept.",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a record, or - for the standard input")
    parser.add_argument("--step", action="store_true", help="wait for you after each event")
    parser.add_argument("--reveal", action="store_true", help="show the secrets of a game not over")
    _add_json(parser)


def _add_show(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "show", "position", "draw a position",
        "example:\n"
        "  jemaa show marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn\n\n"
        "JSON: game, text, seat (whose view; null for a whole position), to_act (a seat,\n"
        "\"chance\", or null when over), phase, scores, ranking, drawing.",
    )  # fmt: skip
    _add_position(parser)
    parser.set_defaults(what="show")


def _add_legal(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "legal", "position", "list the legal moves, or what chance can bring",
        "example:\n"
        "  jemaa legal marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn\n\n"
        "JSON: game, text, to_act, moves (texts), outcomes (text, kind, weight).",
    )  # fmt: skip
    _add_position(parser)
    parser.set_defaults(what="legal")


def _add_bench(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "bench", "bench", "measure the speed of this machine",
        "example:\n  jemaa bench marrakech --json\n\n"
        "JSON, one object, or one for each game under its name when no game is given:\n"
        "  playouts_per_s   random games by the fast door\n"
        "  decisions_per_s  players' decisions in random games by legal() and after()\n"
        "  copy_ns          one immutable copy with its move: after() of a legal move\n"
        "  import_ms        `import jemaa` in a fresh interpreter, the median\n"
        "  game, players, compiled\n"
        "These: the best of several runs on one core, by processor time (but import_ms).\n"
        "And for each engine that the game has, the milliseconds of processor time for a\n"
        "turn, the mean over the turns of one random game, as many as --seconds allow. A\n"
        "turn is all that a seat decides in a row: in Marrakech direction and rug.\n"
        "  x1_ms, x2_ms         x1 and x2(rolls=3,rugs=6)\n"
        "  belief_ms, search_ms belief and search\n"
        "  mcts_sims_per_s      tree search with random games at its leaves, one core\n"
        "  threads2_ratio       how much more it does in two threads, by wall time",
    )  # fmt: skip
    _add_setup(parser, optional=True)
    parser.add_argument(
        "--seconds", metavar="S", type=seconds, default=0.5, help="time for a run; default 0.5"
    )
    _add_json(parser)


def _add_setup(parser: Parser, *, optional: bool = False) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?" if optional else None, help="marrakech or facir"
    )
    parser.add_argument("--players", metavar="N", type=whole_number, help="how many play")
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a setting of the game; deck=@FILE reads the cards from a file",
    )


def _add_position(parser: Parser) -> None:
    parser.add_argument(
        "position", metavar="POSITION", nargs="+", help="a position or view, or - to read it"
    )
    _add_json(parser)


def _add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
