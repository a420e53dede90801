"""Everything there is to see on the page: every place, and what comes of pressing something there.

The pictures of all of it are taken by `scripts/screenshots.py --every`.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from tests.server.live import legal
from tests.web import test_puzzles as riddles
from tests.web.browser import LOST_LINE, PHONE, resize, squares
from tests.web.places import (
    Place,
    advance,
    every_page,
    is_over,
    last_nail,
    laying,
    nailing,
    standing,
    table,
)
from tests.web.players import Fakir
from tests.web.test_review import record

FOUR = ("Anna", "Boris", "Wiktor", "Ganna")
WITH_BOTS = ("Anna", "bot:tourist", "bot:trader", "bot:amin")
TURNS = 60
"""So many acts bring a card to fit, against somebody gentle."""
LONG = 300_000
"""Milliseconds: a review takes its time."""
# The lot goes away by itself; here it stays.
LOT_STAYS = """const real = window.setTimeout;
  window.setTimeout = (act, time, ...more) => time === 2200 ? 0 : real(act, time, ...more);"""
RECORD = {"name": "game.jemaa", "mimeType": "text/plain"}


def nothing(_visitor):
    """Look, and press nothing."""


class Sight(NamedTuple):
    """A place, and what is done there before one looks."""

    place: Callable[[], Place]
    act: Callable = nothing
    options: MappingProxyType = MappingProxyType({})
    """Of the browser."""


def pressing(*names):
    """Press buttons or links, one after the other; the last ones of their names."""

    def act(visitor):
        for name in names:
            page = visitor.page
            found = page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name))
            found.last.click()

    return act


def choosing(*names):
    """Choose among what the home page offers, and unfold the rest of it."""

    def act(visitor):
        for name in names:
            visitor.page.get_by_role("radio", name=name, exact=name.isdigit()).check(force=True)
        visitor.page.get_by_text("Variants").click()

    return act


class Sights:
    """All sights of a server, by name; what they need is played when somebody looks."""

    def __init__(self, live):
        self._live = live
        self._pages = cache(lambda: every_page(live))
        self.all = {
            **self._places(),
            **self._home(),
            **self._tables(),
            **self._friends(),
            **self._ends(),
            **self._reviews(),
            **self._puzzles(),
            **self._rest(),
        }

    def _page(self, name):
        return lambda: self._pages()[name]

    def _table(self, game, until, **more):
        return lambda: table(self._live, game, until, **more)

    def _opened(self, game, *seats, sign="[role=grid]", **more):
        """Return a table that has just been opened."""

        def opened():
            room, keys = self._live.open(game, *seats, **more)
            return Place(f"/r/{room}", room, keys, sign=sign)

        return opened

    def _places(self):
        names = (
            "home home-known record waiting invited marrakech-start marrakech-turn marrakech-lay "
            "marrakech-over facir-curtain facir-stand facir-play facir-over replay-marrakech "
            "replay-facir rules learn lesson-marrakech lesson-facir puzzles puzzle-marrakech "
            "puzzle-facir missing"
        )
        return {name: Sight(self._page(name)) for name in names.split()}

    def _home(self):
        home = self._page("home")

        def begins(visitor):
            resize(visitor.page, PHONE)
            visitor.page.locator("form button.line").click()

        return {
            "home-variants": Sight(home, choosing("One device", "3")),
            "home-facir": Sight(home, choosing("Façir", "One device", "4")),
            "home-friends": Sight(home, choosing("Friends by link", "4")),
            "home-join": Sight(home, pressing("Join with a code")),
            "home-offline": Sight(home, pressing("Play offline")),
            "home-begins": Sight(home, begins),
        }

    def _tables(self):
        turn, nail = self._page("marrakech-turn"), self._page("facir-play")

        def aim(visitor):
            needed = [one for one, text in squares(visitor.page).items() if "needs a nail" in text]
            for square in needed[:1]:
                visitor.page.locator(f"#square-{square}").click(force=True)

        def end(visitor):
            visitor.page.get_by_role("gridcell", name="can go here").first.click(force=True)
            visitor.page.get_by_role("button", name=re.compile("^(Put|Move|Nail)")).last.click()
            visitor.page.get_by_role("button", name="Next round").wait_for()

        def draw(visitor):
            visitor.context.add_init_script(LOT_STAYS)
            visitor.page.reload()
            visitor.press("Start")
            visitor.page.get_by_role("button", name="By lot: ").wait_for()

        def cut(visitor):
            visitor.context.set_offline(True)
            visitor.page.get_by_role("alert").filter(has_text="No connection").wait_for()

        def fit(visitor):
            """Put nails where the card needs them, until it can be laid."""
            page, fakir = visitor.page, Fakir()
            lay = page.get_by_role("button", name="lay the fakir")
            for _ in range(TURNS):
                own = page.get_by_role("heading", name="Anna: a nail")
                if own.is_visible():
                    fakir.find_room(page)
                    aim(visitor)
                    if lay.is_visible():
                        return
                    page.keyboard.press("Escape")
                if not fakir(page):
                    page.wait_for_timeout(300)  # the other one's turn
            raise AssertionError("the card has not come to fit")

        def lays(visitor):
            fit(visitor)
            pressing("lay the fakir")(visitor)
            visitor.page.get_by_role("button", name=re.compile("^(Next|To the)")).wait_for()

        bed = {"names": FOUR}
        against = self._opened("facir", "Anna", "Boris", sign="main .primary")
        menu = {
            name: Sight(turn, pressing("Menu", text))
            for name, text in {
                "moves": "Moves",
                "settings": "Settings",
                "keys": "Keys",
                "fair": "Fair",
                "rename": "Change a name",
                "leave": "Leave",
            }.items()
        }
        return {
            "lot": Sight(self._page("home"), draw),
            "new-marrakech": Sight(turn, options={"new": True}),
            "new-facir": Sight(nail, options={"new": True}),
            "aimed-marrakech": Sight(self._table("marrakech", laying), pressing("Next place")),
            "aimed-facir": Sight(self._table("facir", nailing, **bed), aim),
            "fits": Sight(against, fit),
            "round-won": Sight(against, lays),
            "round-void": Sight(self._table("facir", last_nail, settings={"turn_cap": 13}), end),
            "stand-friends": Sight(self._table("facir", standing, names=FOUR)),
            "past-marrakech": Sight(turn, pressing("Menu", "Moves", "sends Assam")),
            "past-facir": Sight(nail, pressing("Menu", "Moves", "puts a nail")),
            "menu": Sight(turn, pressing("Menu")),
            **menu,
            "phrases": Sight(turn, pressing("Say something")),
            "resign": Sight(self._opened("marrakech", *WITH_BOTS), pressing("Menu", "Give up")),
            "hint": Sight(self._opened("marrakech", *WITH_BOTS), pressing("Hint")),
            "die": Sight(
                self._opened("marrakech", "Anna", "Boris", manual=True),
                pressing("Red", "Roll the slippers"),
            ),
            "rules-inside": Sight(nail, pressing("Menu", "Rules")),
            "cut-off": Sight(turn, cut, {"expected": LOST_LINE}),
            "no-room": Sight(
                lambda: Place("/r/nowhere", sign="main a"), options={"expected": ("404",)}
            ),
        }

    def _friends(self):
        """What one is asked, and what one waits for, while others decide."""
        live = self._live

        def asked(*, mine):
            room, keys = live.open("marrakech", "Anna", "open", "bot:tourist")
            other = live.sit(room, "Boris")
            with live.page(room, *keys.values()) as page:
                for _ in range(2):  # Assam's way, and the rug that is to be taken back
                    answer = page.command("submit", keys[0], move=legal(page.scene)[0])
                    page.hear_version(answer["version"])
                page.command("ask", keys[0], offer="undo")
            return Place(f"/r/{room}", room, keys if mine else {1: other["token"]})

        def again(*, mine):
            room, keys = live.open("marrakech", "Anna", "open")
            other = live.sit(room, "Boris")
            everybody = {**keys, 1: other["token"]}
            advance(live, room, everybody, is_over)
            # Only those who are there are waited for.
            with live.page(room, keys[0]) as page, live.page(room, other["token"]):
                page.command("rematch", keys[0])
            return Place(f"/r/{room}", room, keys if mine else {1: other["token"]})

        return {
            "undo-asked": Sight(partial(asked, mine=False)),
            "undo-waits": Sight(partial(asked, mine=True)),
            "rematch-asked": Sight(partial(again, mine=False)),
            "rematch-waits": Sight(partial(again, mine=True)),
        }

    def _ends(self):
        live = self._live
        short = {"settings": {"turn_cap": 12}}

        def late():
            room, keys = live.open("marrakech", *FOUR[:3], clock={"initial": 10})
            advance(live, room, keys, lambda scene: scene["to_act"] == 1 and len(scene["tops"]) > 9)
            return Place(f"/r/{room}", room, {0: keys[0]})

        def end(visitor):
            visitor.press("End the game")
            visitor.page.get_by_role("heading", name="win").wait_for()

        def give_up(visitor):
            pressing("Menu", "Give up")(visitor)
            dialog = visitor.page.get_by_role("dialog", name="Give up")
            dialog.get_by_role("button", name="Give up").click()
            visitor.page.get_by_text("has given up").first.wait_for()

        def close(visitor):
            room = visitor.page.url.rsplit("/", 1)[1]
            command = ["-m", "jemaa", "rooms", "close", room, "--data", str(live.data)]
            subprocess.run([sys.executable, "-P", *command], check=True, capture_output=True)
            visitor.page.get_by_role("heading", name="The host has ended this game").wait_for()

        ended = {
            f"over-{game}-{players}": Sight(
                self._table(
                    game, is_over, names=FOUR[:players], **(short if game == "facir" else {})
                )
            )
            for game, players in product(("marrakech", "facir"), (2, 3, 4))
        }
        statistics = pressing("Statistics")
        return {
            **ended,
            "over-shared-marrakech": Sight(self._page("marrakech-over"), shared),
            "over-shared-facir": Sight(self._table("facir", is_over, settings={"turn_cap": 2})),
            "over-late": Sight(late, end),
            "over-given-up": Sight(self._opened("marrakech", *WITH_BOTS), give_up),
            "over-closed": Sight(self._table("marrakech", laying), close),
            "over-how": Sight(self._page("marrakech-over"), pressing("How is that counted")),
            "statistics-marrakech": Sight(self._page("marrakech-over"), statistics),
            "statistics-facir": Sight(self._page("facir-over"), statistics),
        }

    def _reviews(self):
        def brought(visitor):
            page = visitor.page
            page.locator("input[type=file]").set_input_files(
                {**RECORD, "buffer": record().encode()}
            )
            page.wait_for_url("**/replay/*")
            page.get_by_role("link", name="Review the game").click()
            whole(visitor)

        def whole(visitor):
            page = visitor.page
            page.get_by_role("heading", name="Win chance").wait_for(timeout=LONG)
            page.locator("progress").wait_for(state="detached", timeout=LONG)

        def sought(visitor):
            brought(visitor)
            pressing("Find the better move")(visitor)

        def found(visitor):
            sought(visitor)
            pressing("Show it")(visitor)

        bring = lambda: Place("/review", sign="main label")  # noqa: E731
        game = lambda: Place(f"/review/{self._pages()['marrakech-over'].room}", sign="main")  # noqa: E731
        return {
            "review-marrakech": Sight(game, whole),
            "review-facir": Sight(bring, brought),
            "review-find": Sight(bring, sought),
            "review-found": Sight(bring, found),
        }

    def _puzzles(self):
        sights = {}
        for name, game, is_it in (
            ("rug", "marrakech", riddles.is_rug),
            ("nail", "facir", riddles.is_nail),
        ):
            number, puzzle = riddles.numbered(game, is_it)
            place = Place(f"/puzzles/{game}/{number}", sign="main .finds")
            sights |= {
                f"puzzle-{name}-{state}": Sight(lambda place=place: place, act)
                for state, act in puzzle_states(puzzle).items()
            }
        return sights

    def _rest(self):
        lessons = {
            f"lesson-{game}-{step}": Sight(
                lambda game=game, step=step: Place(f"/learn/{game}?step={step}")
            )
            for game, steps in (("marrakech", 6), ("facir", 5))
            for step in range(1, steps + 1)
        }
        return {
            **lessons,
            "rules-marrakech": Sight(lambda: Place("/rules/marrakech", sign="main figure")),
            "rules-facir": Sight(lambda: Place("/rules/facir", sign="main figure")),
        }


def puzzle_states(puzzle):
    """Return what is done with a puzzle, by what is seen then."""

    def make(visitor, move):
        if puzzle.game == "marrakech":
            riddles.aim(visitor.page, move)
            visitor.press("Lay the rug")
        else:
            for square in re.findall(r"[a-g]\d", move):
                visitor.page.locator(f"#square-{square}").click(force=True)
            visitor.page.locator(".ask .primary").click()

    def wrong(visitor):
        make(visitor, next(move for move in puzzle.losses if "!" not in move))
        visitor.page.get_by_text("not the best").first.wait_for()

    return {
        "wrong": wrong,
        "hint": pressing("Hint"),
        "solved": lambda visitor: riddles.play(visitor.page, puzzle),
        "given-up": pressing("Give up", "Show the answer"),
    }


def tell_another_end(visitor, change):
    """Let the page be told of a finished game with another scene than the server's."""

    def told(text):
        message = json.loads(text)
        scene = message.get("scene")
        if scene and is_over(scene):
            change(scene)
        return json.dumps(message)

    def between(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(told(text)))

    visitor.context.route_web_socket("**/ws", between)
    visitor.page.reload()


def shared(visitor):
    """Let the two first share the win; chance brings that once in hundreds of games."""
    tell_another_end(visitor, share_the_win)
    visitor.page.get_by_role("heading", name="share the win").wait_for()


def share_the_win(scene):
    """Let the second of a finished game of Marrakech have as much as the first."""
    [first], [second], *others = scene["ranking"]
    scene["ranking"] = [[first, second], *others]
    best = scene["stalls"][first]
    scene["stalls"][second] |= {key: best[key] for key in ("score", "cash", "squares")}
