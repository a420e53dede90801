"""The games for OpenSpiel, as `python_marrakech` and `python_facir`, with explicit chance.

>>> import pyspiel
>>> import jemaa.envs.openspiel
>>> pyspiel.load_game("python_marrakech(players=3)").num_players()
3
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from jemaa import catalog
from jemaa.core.actions import Action
from jemaa.core.errors import SetupError, require
from jemaa.core.game import Game
from jemaa.core.match import shows_hidden
from jemaa.core.state import SPECTATOR, State

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
else:
    np = require("numpy", "openspiel")
    pyspiel = require("pyspiel", "openspiel")

SETTINGS: dict[str, dict[str, Any]] = {
    "marrakech": {"rotate": "before", "insolvent": "out"},
    "facir": {"repetitions": 3, "turn_cap": 200},
}
"""The settings that a game can be loaded with besides the players, and their usual values."""
LONGEST = {"marrakech": 96, "facir": 7 * (4 + 1000)}
"""No game has more moves of players."""
CHANCES = {"marrakech": 96, "facir": 7 * 4}
"""No game has more outcomes of chance."""


class Told:
    """What has happened, newest first; it never changes, so that copies of a state share it."""

    __slots__ = ("action", "before", "by", "hidden_from", "shown")

    def __init__(
        self, before: Told | None, by: int, action: str, hidden_from: int, shown: State | None
    ) -> None:
        """Add something that has happened.

        Args:
            before: what had happened before.
            by: the seat, or chance.
            action: its notation.
            hidden_from: the seats that may not know it, as bits.
            shown: the position after it, if it has shown what was hidden.
        """
        self.before = before
        self.by = by
        self.action = action
        self.hidden_from = hidden_from
        self.shown = shown

    def __deepcopy__(self, memo: Any) -> Told:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Any]]:
        # As a flat list: pickle would go down one link after another, and a game is long.
        links = [(one.by, one.action, one.hidden_from, one.shown) for one in self.links()]
        return _told_of, (links[::-1],)

    def links(self) -> Iterator[Told]:
        """Go through all that has happened, newest first."""
        link: Told | None = self
        while link is not None:
            yield link
            link = link.before

    def known(self, seat: int) -> str:
        """Return what a seat knows of it: `?` for what it does not."""
        is_hidden = self.hidden_from >> seat & 1 if seat >= 0 else self.hidden_from > 0
        text = "?" if is_hidden else self.action
        return text if self.shown is None else f"{text} [{self.shown.view(SPECTATOR)}]"


def _told_of(links: list[tuple[int, str, int, State | None]]) -> Told | None:
    told: Told | None = None
    for by, action, hidden_from, shown in links:
        told = Told(told, by, action, hidden_from, shown)
    return told


class SpielState(pyspiel.State):
    """A position of one of our games and what has led to it."""

    def __init__(self, game: Any) -> None:
        """Begin; OpenSpiel calls this."""
        super().__init__(game)
        self.position: State = game.start
        self.told: Told | None = None

    def current_player(self) -> Any:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        seat = self.position.to_act
        if seat is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:
        return [move.id for move in self.position.legal()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can bring, with probabilities."""
        outcomes = self.position.outcomes()
        whole = sum(weight for _, weight in outcomes)
        return [(outcome.id, weight / whole) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        before = self.position
        done = self._action(self.current_player(), action)
        self.position = before.after(done)
        game, by = before.game, before.to_act
        hidden_from = 0
        for seat in range(before.setup.players if game.has_secrets else 0):
            hidden_from |= game.is_secret(before, done, seat) << seat
        shown = self.position if shows_hidden(before, self.position) else None
        self.told = Told(self.told, -1 if by is None else by, done.text, hidden_from, shown)

    def _action(self, player: Any, action: int) -> Action:
        game: Game[Any, Any] = self.position.game
        is_chance = player == pyspiel.PlayerId.CHANCE
        return game.outcomes.by_id(action) if is_chance else game.moves.by_id(action)

    def _action_to_string(self, player: Any, action: int) -> str:
        return self._action(player, action).text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return each seat's share of the win: 1 in all when the game is over, before that 0."""
        return list(self.position.returns())

    def __str__(self) -> str:
        return str(self.position)

    def known(self, seat: int) -> str:
        """Return all that a seat has been told, first to last, with `?` for what it was not."""
        links = [] if self.told is None else [link.known(seat) for link in self.told.links()]
        return " ".join(reversed(links))


class SpielObserver:
    """Writes what a player sees; with perfect recall, as text alone: a tensor would be too long."""

    def __init__(self, game: Any, iig_obs_type: Any, params: Any) -> None:
        """Make an observer; OpenSpiel calls this."""
        if params:
            raise ValueError(f"there are no observation parameters, but {params} are given")
        self._observer = game.start.game.observer
        self._recalls = iig_obs_type.perfect_recall
        self._is_public = iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE
        layout = self._observer.layout
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recalls and not self._is_public:
            self.tensor = np.zeros(layout.flat_size, np.float32)
            self._planes = np.zeros(layout.plane_size, np.uint8)
            parts = layout.slices
            self.dict = {"planes": self.tensor[: layout.plane_size].reshape(layout.plane_shape)}
            self.dict |= {part.name: self.tensor[parts[part.name]] for part in layout.scalars}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees into `tensor`, of which `dict` has the parts.

        Raises:
            SetupError: this observer has text alone.
        """
        if self.tensor is None:
            raise SetupError(
                "iig_obs_type", "only what a player sees now has a tensor; call string_from"
            )
        size = self._planes.size
        self._observer.observe_into(state.position, player, self._planes, self.tensor[size:])
        self.tensor[:size] = self._planes

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player sees; with perfect recall also all that has happened."""
        seat = SPECTATOR if self._is_public else player
        view = str(state.position.view(seat))
        return f"{view}\n{state.known(seat)}" if self._recalls else view


def load_game(text: str) -> Any:
    """Return a game by its text; other processes find it here, with our games known."""
    return pyspiel.load_game(text)


def _make_game(name: str) -> type:
    """Return the class of a game for OpenSpiel, and make it known there."""
    played = catalog.game(name)
    settings = SETTINGS[name]
    game_type = pyspiel.GameType(
        short_name=f"python_{name}",
        long_name=played.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if played.has_secrets
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(played.seats),
        min_num_players=min(played.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, **settings},
    )

    class SpielGame(pyspiel.Game):
        """One of our games, with the settings it was loaded with."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {"players": 2, **settings, **(params or {})}
            self.start = played.new(**given)
            info = pyspiel.GameInfo(
                num_distinct_actions=len(played.moves),
                max_chance_outcomes=len(played.outcomes),
                num_players=self.start.setup.players,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0,
                max_game_length=LONGEST[name],
            )
            super().__init__(game_type, info, params or {})

        def __reduce__(self) -> tuple[Any, tuple[str]]:
            return load_game, (str(self),)

        def new_initial_state(self) -> SpielState:
            return SpielState(self)

        def max_chance_nodes_in_history(self) -> int:
            return CHANCES[name]

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
            usual = pyspiel.IIGObservationType(perfect_recall=False)
            return SpielObserver(self, iig_obs_type or usual, params)

    pyspiel.register_game(game_type, SpielGame)
    return SpielGame


GAMES = {name: _make_game(name) for name in SETTINGS}
"""Our games as OpenSpiel has them; importing this module has made them known there."""
