"""The commands and their options, as `jemaa COMMAND --help` shows them."""

from __future__ import annotations

from typing import Any

from jemaa.cli.parser import (
    Parser,
    ShowVersion,
    add_archive,
    add_json,
    add_language,
    add_position,
    add_setup,
    integer,
    positive,
    seconds,
    whole_number,
)

SHELLS = ("bash", "zsh", "fish", "tcsh")
"""The shells that can complete our commands."""


def _command(
    chosen: Any, commands: dict[str, Parser], name: str, module: str, help: str, example: str
) -> Parser:
    parser: Parser = chosen.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}.", epilog=example
    )
    parser.set_defaults(command=name, module=f"jemaa.cli.{module}")
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
        "of `jemaa players`, as external(\"./mybot\"); with commas, one for each seat.\n"
        "`jemaa settings GAME` lists the settings; in a game ? lists all you can type.\n"
        "Every game is kept, move by move, in a file for --resume and `jemaa replay`.",
    )  # fmt: skip
    add_setup(parser, optional=True)
    parser.add_argument(
        "--against", metavar="WHO", help="who takes the other seats, see below; else all are people"
    )
    parser.add_argument("--seat", metavar="K", type=integer, help="your seat (first is 0)")
    parser.add_argument("--seed", metavar="S", help="repeatable dice: any number or word")
    parser.add_argument(
        "--manual", action="store_true", help="type in the dice and draws of a real table"
    )
    parser.add_argument("--file", metavar="FILE", help="keep the game in this new file")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const="", help="go on with a game that was kept"
    )
    add_language(parser)


def _add_best(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "best", "study", "say what to do in a position, and why",
        "example:\n"
        "  jemaa best marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn\n\n"
        "Of a whole position only what the seat to act knows is looked at. Ctrl-C gives\n"
        "the best found so far.\n"
        "JSON: game, view, seat, player, move (the choice), nodes, seconds, cut_short,\n"
        "candidates (best first): each with move, shares (of the win, by seat; null if\n"
        "the player does not value moves), scores (expected at the end, by seat, or\n"
        "null), reason (a sentence) and facts (the same as numbers, by name).",
    )  # fmt: skip
    add_position(parser)
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
        chosen, commands, "engine", "bots", "let another program play with one of our players",
        "example:\n  jemaa engine marrakech --player trader\n\n"
        "It reads lines and answers lines: `jemaa 1 GAME` by ready; `setup SETUP`, `view\n"
        "VIEW` and `legal MOVES` by nothing; `go SECONDS` by move and the move; what it\n"
        "does not understand by error and why; `quit` ends it. Lines that begin with info\n"
        "may come at any time. The opposite, your program plays here:\n"
        "  jemaa play marrakech --against 'external(\"./mybot\")'",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", help="marrakech or facir")
    parser.add_argument(
        "--player", metavar="WHO", default="amin", help="who plays, as in play; default amin"
    )


def _add_arena(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "arena", "research", "let players compete, and say who is better",
        "example:\n  jemaa arena marrakech trader greedy --players 3 --games 300 --seed 7\n\n"
        "Two players: the first sits in one seat, the second in all others. More: all\n"
        "meet, and get ratings. Every deal of chance is played with everybody in every\n"
        "seat. The same seed gives the same result, whatever --jobs is, except times.\n"
        "JSON: game, setup, players, seed, asked, games, deals, distinct_games,\n"
        "fair_share, kinds (name, seats, share, luck, adjusted, score, rounds, rating,\n"
        "moves, forfeits), certainty, versions, command, times (milliseconds a move, by\n"
        "player). Means have low and high too; of one deal alone most have null there.",
    )  # fmt: skip
    add_setup(parser)
    parser.add_argument("who", metavar="PLAYER", nargs="+", help="as greedy or 'mcts(sims=500)'")
    parser.add_argument(
        "--games", metavar="N", type=positive, default=1000, help="how many; default 1000"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, default=0, help="a number; default 0"
    )
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes; default: all cores")
    parser.add_argument("--save", metavar="FILE", help="keep every deal; the same command goes on")
    parser.add_argument("--records", metavar="FILE", help="write the record of every game")
    parser.add_argument(
        "--code", metavar="FILE", help='own players: Python with PLAYERS = {"mybot": MyBot}'
    )
    parser.add_argument(
        "--until-certain", action="store_true", help="stop when it is certain who is better"
    )
    parser.add_argument(
        "--executor", metavar="WHERE", choices=("local", "ray"), default="local",
        help="local processes, or ray for a cluster",
    )  # fmt: skip
    add_json(parser)


def _add_ladder(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "ladder", "research", "measure every level against the one below",
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
        chosen, commands, "simulate", "research", "play random games and sum them up",
        "example:\n  jemaa simulate marrakech --players 3 --games 100000 --seed 7 --json\n\n"
        "The same seed gives the same result, whatever --jobs is. Intervals are of 95 %:\n"
        "Wilson's for wins (a shared win counts as a fraction), the normal one for means.\n"
        "JSON: game, setup, seed, asked, games (how many were played), wins and scores\n"
        "(a list by seat), steps, facts (by name): each with mean, low and high, and\n"
        "steps and facts also with min and max. Means of one game have null there.",
    )  # fmt: skip
    add_setup(parser)
    parser.add_argument(
        "--games", metavar="N", type=positive, default=10000, help="how many; default 10000"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, default=0, help="a number; default 0"
    )
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes; default: all cores")
    parser.add_argument("--records", metavar="FILE", help="write the record of every game")
    add_json(parser)


def _add_dataset(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "dataset", "research", "turn records into tables to learn from",
        "example:\n"
        "  jemaa arena marrakech x1 x1 --players 2 --games 1000 --records games.jemaa\n"
        "  jemaa dataset games.jemaa --out table\n\n"
        "A row is a decision: game, decision, seat, players, player, planes, scalars, mask\n"
        "(bits), action, share (of the win) and score (at the end). Games that are not over\n"
        "are left out. Parquet needs pip install 'jemaa[data]'; npz needs numpy alone.",
    )  # fmt: skip
    parser.add_argument("files", metavar="FILE", nargs="+", help="records of one game")
    parser.add_argument("--out", metavar="DIR", required=True, help="a folder for the parts")
    parser.add_argument("--format", choices=("parquet", "npz"), default="parquet")
    parser.add_argument("--rows", type=positive, default=65_536, help="in a part; default 65536")
    add_json(parser)


def _add_replay(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "replay", "study", "show a recorded game from its first event on",
        "example:\n  jemaa replay evening.jemaa --step\n\n"
        "A damaged record is shown as far as it can be read. While a game with secrets\n"
        "is not over, only what a spectator may know is shown; --reveal shows the rest.\n"
        "JSON: game, setup, tags, damage, start, events (by, text, told, position),\n"
        "result (the scores), ranking (seats by place) and winners (seats); text is null\n"
        "where secrets are kept, the last three while the game is not over.",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a record, or - for the standard input")
    parser.add_argument("--step", action="store_true", help="wait for you after each event")
    parser.add_argument("--reveal", action="store_true", help="show the secrets of a game not over")
    add_language(parser)
    add_json(parser)


def _add_review(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "review", "analysis", "look at a finished game again: luck and choices",
        "examples:\n"
        "  jemaa review evening.jemaa --seat 0\n"
        "  jemaa review evening.jemaa --svg evening.svg --language uk\n\n"
        "Every event is looked at, then it is played on many times from each decision that\n"
        "looks like a loss; only what that confirms is called one. Ctrl-C keeps what is done.\n"
        "result = start + luck + choices + rest, in shares of the win; in Facir luck is what\n"
        "could not be known, and losses are shares of the round.\n"
        "JSON: game, setup, players, fingerprint, seed, quick, complete, seat, hidden, unit,\n"
        "start, steps (an event each), seats (a summary each) and moments (sure losses).",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a record, or - for the standard input")
    parser.add_argument(
        "--seat", metavar="N", type=integer, help="only this seat's decisions (first is 0)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="only look at every event; no loss is sure then"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, default=0, help="of the rollouts; default 0"
    )
    parser.add_argument("--svg", metavar="FILE", help="write the graph, - for standard output")
    add_language(parser)
    add_json(parser)


def _add_puzzle(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "puzzle", "analysis", "solve a puzzle: find the best move",
        "examples:\n"
        "  jemaa puzzle                          the one of the day (by UTC)\n"
        "  jemaa puzzle facir --level trader     the first that a trader finds\n"
        "  jemaa puzzle marrakech --number 12 --solution\n\n"
        "Puzzles are positions of real games, checked by playing on with two kinds of\n"
        "players; up to three moves are right. They are ordered by the weakest level that\n"
        "finds them.\n"
        "JSON: id, game, position, seat, level, answers, losses (what other moves lose, in\n"
        "shares of the win, in Facir of the round) and why.",
    )  # fmt: skip
    parser.add_argument("which", metavar="WHICH", nargs="?", help="a game, or the id of a puzzle")
    parser.add_argument("--number", metavar="N", type=positive, help="which one of the game's")
    parser.add_argument("--level", metavar="LEVEL", help="only those that it takes this level for")
    parser.add_argument("--solution", action="store_true", help="tell the answer at once")
    add_language(parser)
    add_json(parser)


def _add_show(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "show", "study", "draw a position",
        "examples:\n"
        "  jemaa show marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn\n"
        "  jemaa show @0 facir players=2 7/7/7/7/7/7/7 9^1,?^.oo -,-/- 1:play:0:0 - \\\n"
        "    --svg bed.svg --mark c3 --mark d4\n\n"
        "A view shows what its seat knows. Of a whole position the characters show what\n"
        "the seat to act knows, and the picture shows everything.\n\n"
        "JSON: game, text, seat (whose view; null for a whole position), to_act (a seat,\n"
        "\"chance\", or null when over), phase, scores, ranking, drawing.",
    )  # fmt: skip
    add_position(parser)
    add_language(parser)
    parser.add_argument("--svg", metavar="FILE", help="write a picture, - for standard output")
    parser.add_argument(
        "--size", metavar="PIXELS", type=integer, help="how wide the picture is, 64 to 4096"
    )
    parser.add_argument("--last", metavar="MOVE", help="what has led here, framed in the picture")
    parser.add_argument(
        "--mark", metavar="WHAT", action="append", default=[],
        help="a square or a move to mark in the picture; again for more",
    )  # fmt: skip


def _add_legal(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "legal", "study", "list the legal moves, or what chance can bring",
        "example:\n"
        "  jemaa legal marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn\n\n"
        "JSON: game, text, to_act, moves (texts), outcomes (text, kind, weight).",
    )  # fmt: skip
    add_position(parser)


def _add_bench(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "bench", "bench", "measure the speed of this machine",
        "example:\n  jemaa bench marrakech --json\n\n"
        "JSON, one object, or one for each game under its name when no game is given:\n"
        "  playouts_per_s   random games by the unchecked API\n"
        "  decisions_per_s  players' decisions in random games by legal() and after(), as\n"
        "                   in a loop of your own: random.choice, chance by weight\n"
        "  predrawn_decisions_per_s\n"
        "                   the same with numbers drawn before, for the object API alone\n"
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
        "  threads2_ratio       how much more it does in two threads, by wall time\n"
        "  arena_games_per_s    games of greedy against random in an arena, one core\n"
        "  batch_decisions_per_s, batch_masks_per_s, batch_threads2_ratio\n"
        "                       jemaa.envs.Batch at random: planes, masks, threads\n"
        "  playouts_threads2_ratio\n"
        "                       two threads that share nothing, in turns with the batches",
    )  # fmt: skip
    add_setup(parser, optional=True)
    parser.add_argument(
        "--seconds", metavar="S", type=seconds, default=0.5, help="time for a run; default 0.5"
    )
    add_json(parser)


def _add_serve(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "serve", "serve", "serve the games as a web page, for you or for a club",
        "examples:\n"
        "  jemaa                        the same as jemaa serve --open\n"
        "  jemaa serve --host 0.0.0.0   lets others in your network play too\n"
        "  jemaa serve --database postgresql://... --bus redis://... --port 8001\n\n"
        "Every option can also be set by the environment, as JEMAA_PORT=9000. Only there:\n"
        "JEMAA_ADDRESS (what people type, for links), JEMAA_PROXIED (yes behind a proxy),\n"
        "JEMAA_KEEP_DAYS (after so many days without a move a game is forgotten),\n"
        "JEMAA_BOT_DELAY (milliseconds), JEMAA_BOT_SECONDS (per move) and limits: a value\n"
        "that is not possible is refused with what is.",
    )  # fmt: skip
    parser.add_argument("--host", metavar="ADDRESS", help="default 127.0.0.1: this machine alone")
    parser.add_argument("--port", metavar="N", type=integer, help="default 8000")
    parser.add_argument("--data", metavar="DIR", help="where games are kept")
    parser.add_argument("--database", metavar="URL", help="keep games in PostgreSQL instead")
    parser.add_argument(
        "--bus", metavar="URL", help="how several servers talk: redis://..., or the database's own"
    )
    parser.add_argument(
        "--origins", metavar="URLS", help="other addresses the page may come from, with commas"
    )
    parser.add_argument(
        "--workers", metavar="N", type=positive, help="processes that bots think in"
    )
    parser.add_argument(
        "--bots", metavar="BOTS", help="others in the place of levels: marrakech.amin=greedy"
    )
    parser.add_argument("--log", choices=("text", "json"), help="how log lines look; default text")
    parser.add_argument("--open", action="store_true", help="open the page in your browser")


def _add_site(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "site", "serve", "write the page as files: games without any server",
        "example:\n  jemaa site public\n\n"
        "Whoever opens them plays against bots or on one device, also without a network.\n"
        "Games with friends need jemaa serve.",
    )  # fmt: skip
    parser.add_argument("folder", metavar="DIR", help="an empty folder, or that of an older site")


def _add_push_keys(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "push-keys", "serve", "make keys for calling people whose turn it is",
        "example:\n  jemaa push-keys push.pem\n\n"
        "A server with such keys lets browsers call people whose page is closed. It needs\n"
        "pip install 'jemaa[push]'. Keep the file: with new keys all must agree again.",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a new file, for the server's eyes alone")


def _add_verify(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "verify", "study", "check that the dice and cards of a game were fair",
        "example:\n  jemaa verify evening.jemaa\n\n"
        "Works out every roll, draw and deal again from the secret in the record, and\n"
        "checks it against the promise shown at the start: the hash of that secret.",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a record, or - for the standard input")


def _add_backup(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "backup", "serve", "copy all games of a server into one file",
        "example:\n  jemaa backup games-of-today.db\n\nThe server may be running.",
    )  # fmt: skip
    add_archive(parser)


def _add_restore(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "restore", "serve", "bring back the games from such a file",
        "example:\n  jemaa restore games-of-today.db\n\nThe server must not be running.",
    )  # fmt: skip
    add_archive(parser)


def _add_rooms(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "rooms", "serve", "list, show, close or delete the rooms of a server",
        "examples:\n"
        "  jemaa rooms list --status playing\n"
        "  jemaa rooms show ROOM\n"
        "  jemaa rooms close ROOM      ends its game; nobody has won, the record stays\n"
        "  jemaa rooms delete ROOM     leaves nothing of it\n\n"
        "The server may be running, and tells its people within 10 seconds. Times are UTC.\n"
        "JSON of list and show: room, game, status, people, to_act, events, at; of show\n"
        "also opened, setup, kinds, deadline, forfeited, closed, previous, following; of\n"
        "close and delete a line for each room: room, done.",
    )  # fmt: skip
    parser.add_argument(
        "action", metavar="ACTION", choices=("list", "show", "close", "delete"),
        help="list, show, close or delete",
    )  # fmt: skip
    parser.add_argument("room", metavar="ROOM", nargs="*", help="the end of a room's address")
    parser.add_argument(
        "--status", choices=("waiting", "playing", "over"), help="list only these rooms"
    )
    parser.add_argument(
        "--limit", metavar="N", type=positive, default=100,
        help="list so many, the latest first; default 100",
    )  # fmt: skip
    parser.add_argument("--data", metavar="DIR", help="where games are kept; default as in serve")
    parser.add_argument("--database", metavar="URL", help="where they are kept in PostgreSQL")
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    add_json(parser)


def _add_players(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "players", "lists", "list the computer players, with parameters",
        "examples:\n  jemaa players marrakech\n"
        "  jemaa play marrakech --against 'x2(rolls=2,rugs=4)'\n\n"
        "JSON: by game a list of name, is_level, needs (parameters without which it does\n"
        "not go), parameters (usual values by name) and about.",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", nargs="?", help="marrakech or facir; default: both")
    add_json(parser)


def _add_settings(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "settings", "lists", "list what can be set in a game",
        "examples:\n  jemaa settings facir\n  jemaa play facir --set turn_cap=100\n\n"
        "JSON: a list of name, default (as it is written) and about.",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", help="marrakech or facir")
    add_json(parser)


def _add_completion(chosen: Any, commands: dict[str, Parser]) -> None:
    parser = _command(
        chosen, commands, "completion", "lists", "let Tab complete commands in your shell",
        "examples:\n"
        "  jemaa completion bash > ~/.local/share/bash-completion/completions/jemaa\n"
        "  jemaa completion zsh > ~/.zsh/_jemaa          a folder that is in $fpath\n"
        "  jemaa completion fish > ~/.config/fish/completions/jemaa.fish\n\n"
        "A new shell knows it. After an update of jemaa run it again.",
    )  # fmt: skip
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


COMMANDS = (
    *(_add_serve, _add_play, _add_best, _add_arena, _add_ladder, _add_simulate, _add_dataset),
    _add_replay,
    *(_add_review, _add_puzzle),
    *(_add_show, _add_legal, _add_players, _add_settings, _add_verify, _add_backup, _add_restore),
    *(_add_site, _add_push_keys, _add_rooms, _add_engine, _add_bench, _add_completion),
)
"""In the order of `jemaa --help`."""


def make_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of the command line, and that of each command by its name."""
    parser = Parser(
        prog="jemaa",
        description="Play and study two board games: Marrakech and Façir.",
        epilog="jemaa alone opens the games in your browser. In the terminal: jemaa play",
    )
    parser.add_argument(
        "--version", action=ShowVersion, help="show the version and whether compiled"
    )
    chosen = parser.add_subparsers(metavar="COMMAND", title="commands")
    commands: dict[str, Parser] = {}
    for add in COMMANDS:
        add(chosen, commands)
    return parser, commands
