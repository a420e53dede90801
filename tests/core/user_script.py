"""What somebody's own program may look like; `mypy --strict` must have nothing to say about it."""

import jemaa


class Careful:
    """Takes the move after which it has the most."""

    def choose(self, view: jemaa.View, limit: jemaa.Limit) -> jemaa.Move:
        return max(view.legal(), key=lambda move: len(move.text))


def first_rug() -> tuple[int, int]:
    state = jemaa.game("marrakech").new(players=3).after("L").after("2")
    cell, _heading = state.assam
    return cell, len(state.legal())


def settings() -> tuple[str, int]:
    game = jemaa.game("marrakech")
    rotate: str = game.setup(players=3).rotate
    return rotate, game.new(players=2).setup.edition


def refused(position: str, text: str) -> str:
    try:
        jemaa.parse(position).after(text)
    except jemaa.IllegalMoveError as error:
        return error.reason
    except jemaa.InvalidNotationError as error:
        return error.text
    return ""


def winners(seed: int) -> tuple[int, ...]:
    match: jemaa.Match = jemaa.play("marrakech", ["greedy", Careful(), "random"], seed=seed)
    again = jemaa.open_record(str(match.record))
    assert again.state == match.state
    return match.state.ranking()[0]


def weights(position: str) -> dict[str, int]:
    return {outcome.text: weight for outcome, weight in jemaa.parse(position).outcomes()}


def advice(view: jemaa.View) -> jemaa.Decision:
    return jemaa.player("marrakech", "trader").choose(view, jemaa.Limit(nodes=200))
