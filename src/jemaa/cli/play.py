"""`jemaa play`: finds out what to play, then lets a session do it."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Any

from jemaa import catalog
from jemaa.cli import files
from jemaa.cli.bots import levels, programs
from jemaa.cli.files import find_game, read_setup
from jemaa.cli.parser import UsageError
from jemaa.cli.session import CHANCE_TAG, MANUAL_TAG, RESUME, Session
from jemaa.cli.terminal import Words, ask, find_language, printable, wrapped
from jemaa.core.errors import JemaaError, quoted
from jemaa.core.game import Game
from jemaa.core.match import Match
from jemaa.players.registry import split_specs

PERSON = "you"
"""What the record calls whoever sits at this keyboard."""


def run_play(options: argparse.Namespace) -> int:
    """Play a new game, or go on with an old one."""
    words = Words(find_language(options.language))
    if options.resume is not None:
        return _resume(options, words).run()
    asks = options.game is None
    if asks:
        _mention_unfinished(words)
        try:
            _ask_what_to_play(options, words)
        except EOFError:
            print()
            return 0
    session = _begin(options, words)
    if not asks:
        _mention_unfinished(words)
    _greet(session)
    return session.run()


def _mention_unfinished(words: Words) -> None:
    if files.last_unfinished():
        print(wrapped([f"({words('unfinished', command=RESUME)})"], indent="") + "\n")


def _begin(options: argparse.Namespace, words: Words) -> Session:
    game = find_game(options.game)
    setup = read_setup(game, options)
    people = _people(options, setup.players)
    seats = _seats(game, options.against, setup.players, people)
    path = Path(options.file).expanduser() if options.file else files.new_file(game.name)
    if path.exists():
        raise UsageError(f"{path} exists already; {_way_out(path)}")
    return Session(Match(game, setup, tags=_tags(options, seats)), path, words)


def _way_out(path: Path) -> str:
    """Return what can be done where a game cannot be kept in a file that is there."""
    try:
        match, _ = files.open_as_far(files.read_text(str(path)) if path.is_file() else "")
        goes_on = not match.state.is_over
    except (JemaaError, OSError):
        goes_on = False
    return f"`jemaa play --resume {path}` goes on with it" if goes_on else "choose another name"


def _people(options: argparse.Namespace, players: int) -> range:
    """Return the seats of the people at this keyboard."""
    if options.against is None:
        if options.seat is not None:
            raise UsageError("--seat needs --against: without it people take all seats")
        return range(players)
    seat = options.seat or 0
    if not 0 <= seat < players:
        raise UsageError(f"there is no seat {seat}: choose 0 to {players - 1}")
    return range(seat, seat + 1)


def _seats(game: Game[Any, Any], against: str | None, players: int, people: range) -> list[str]:
    """Return who sits where: one registry string is for all other seats, else one for each."""
    specs = split_specs(against) if against is not None else []
    others = players - len(people)
    for spec in specs:
        catalog.player(game.name, spec)  # complains about what it does not know
    if len(specs) == 1:
        specs *= others
    if len(specs) != others:
        raise UsageError(
            f"--against names {len(specs)} players for {others}"
            f" {'seat' if others == 1 else 'seats'}; name one, or one for each"
        )
    rest = iter(specs)
    return [PERSON if seat in people else next(rest) for seat in range(players)]


def _tags(options: argparse.Namespace, seats: list[str]) -> dict[str, str]:
    """Return what the record must hold so that the game can go on from it."""
    if options.manual and options.seed is not None:
        raise UsageError("--manual asks you for the dice, and --seed makes them: leave out one")
    # A seed is the secret itself: SeededChance(seed) gives the same dice.
    given = options.seed
    secret = secrets.token_bytes(16) if given is None else given.encode(errors="surrogateescape")
    dice = {MANUAL_TAG: "typed in"} if options.manual else {}
    names = {f"seat {seat}": name for seat, name in enumerate(seats)}
    return {**names, CHANCE_TAG: secret.hex(), **dice}


def _greet(session: Session) -> None:
    match, words = session.match, session.words
    print(_title(match, words))
    print(wrapped([words(f"home.about-{match.game.name}")], indent=""))
    if session.bots:
        names = [
            match.game.seat_name(match.state, seat, words.language)
            for seat in range(match.setup.players)
        ]
        mine = words.listed(names[seat] for seat in session.people)
        others = words.listed(
            f"{names[seat]} ({printable(words.level(match.tags[f'seat {seat}']))})"
            for seat in session.bots
        )
        print(wrapped([words("you-play", mine=mine, others=others)], indent=""))
    print(wrapped([words("begin")], indent=""))


def _title(match: Match, words: Words) -> str:
    return f"{match.game.title}, {words('room.players', count=match.setup.players)}"


def _resume(options: argparse.Namespace, words: Words) -> Session:
    _refuse_other_options(options)
    path = Path(options.resume).expanduser() if options.resume else files.last_unfinished()
    if path is None:
        raise UsageError("there is no unfinished game; `jemaa play` begins one")
    match, damage = files.open_as_far(files.read_text(str(path)))
    if match.state.is_over:
        raise UsageError(f"this game is over; `jemaa replay {path}` shows it")
    match.tags[CHANCE_TAG] = _secret(match)
    _permit_programs(match, words)
    if damage:
        # The damaged file may still be worth something to somebody who can read it.
        path = files.new_file(match.game.name)
        said = words("damaged", why=printable(damage), path=str(path))
        print(wrapped([said], indent=""))
    print(f"{_title(match, words)}, {words('events', count=len(match.events))}")
    return Session(match, path, words)


def _permit_programs(match: Match, words: Words) -> None:
    """Ask before a program is started that a file names: the file may be somebody else's."""
    seats = [match.tags.get(f"seat {seat}", "") for seat in range(match.setup.players)]
    for name in dict.fromkeys(programs(match.game, seats)):
        print(words("program", name=printable(name)))
        try:
            typed = ask(words("program-ask", yes=words("word-yes")))
        except EOFError:
            typed = ""
        if typed.strip().lower() not in words.commands(["yes"]):
            raise UsageError("the game cannot go on without its program")


def _refuse_other_options(options: argparse.Namespace) -> None:
    given = {
        "GAME": options.game,
        "--players": options.players,
        "--set": options.set or None,
        "--against": options.against,
        "--seat": options.seat,
        "--seed": options.seed,
        "--manual": options.manual or None,
        "--file": options.file,
    }
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"--resume goes on with a game as it is; leave out {name}")


def _secret(match: Match) -> str:
    """Return the secret that the record holds; a game from elsewhere gets a new one."""
    text = match.tags.get(CHANCE_TAG, "")
    try:
        return bytes.fromhex(text).hex() if text else secrets.token_bytes(16).hex()
    except ValueError:
        raise UsageError(f"the record's line '{CHANCE_TAG}: {text}' is not hexadecimal") from None


# Questions, for whoever starts without saying anything.


def _ask_what_to_play(options: argparse.Namespace, words: Words) -> None:
    print(wrapped([words("welcome")], indent="") + "\n")
    games = [catalog.game(name) for name in catalog.GAMES]
    if options.players is not None:
        games = [game for game in games if options.players in game.seats] or games
    game = games[_choose(words("which-game"), [game.title for game in games], words)]
    options.game = game.name
    if options.players is None:
        options.players = _ask_players(game, words)
    if options.against is None:
        names = levels(game)
        answers = [words("computer", level=words.level(name)) for name in names]
        answer = _choose(words("against-whom"), [*answers, words("people")], words)
        options.against = names[answer] if answer < len(names) else None
    print()


def _ask_players(game: Game[Any, Any], words: Words) -> int:
    choices = words.listed(game.seats, "or")
    question = words("how-many", choices=choices)
    return int(_answer(question, [str(count) for count in game.seats], words))


def _choose(question: str, answers: list[str], words: Words) -> int:
    for number, answer in enumerate(answers, 1):
        print(f"  {number}  {answer}")
    numbers = [str(number) for number in range(1, len(answers) + 1)]
    return int(_answer(question, numbers, words)) - 1


def _answer(question: str, choices: list[str], words: Words) -> str:
    """Ask until one of the choices is typed; Enter alone takes the first."""
    while True:
        typed = ask(f"{question} [{choices[0]}]").strip() or choices[0]
        if typed in choices:
            return typed
        said = words("no-answer", typed=quoted(typed), choices=words.listed(choices, "or"))
        print(wrapped([said], indent=""))
