"""What may come of each choice in Marrakech: where Assam can land, how likely, and the cost."""

from __future__ import annotations

from jemaa.games.marrakech.board import DIE
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.scene import Landing
from jemaa.games.marrakech.stage import directions
from jemaa.games.marrakech.text import seat_name
from jemaa.games.marrakech.view import MarrakechView
from jemaa.locale import text

FACES = sum(weight for _, weight in DIE)


def odds(view: MarrakechView, language: str) -> list[str]:
    """Tell for each way to turn Assam what it costs on average and where each roll leads."""
    state = view.state
    lines = []
    for way in directions(state):
        name = text(language, f"marrakech.way-{way.heading}")
        cost = text(language, "marrakech.way-cost-after", amount=f"{way.expected:.1f}")
        lines.append(f"{way.move:2} {name}: {cost}")
        lines += [f"     {_landing(state, landing, language)}" for landing in way.landings]
    return lines


def _landing(state: MarrakechState, landing: Landing, language: str) -> str:
    known: dict[str, str | int] = {
        "weight": landing.weight,
        "all": FACES,
        "slippers": text(language, "pieces.slippers", count=landing.slippers),
        "square": landing.path[-1].square,
    }
    payment = landing.payment
    if payment is None:
        return text(language, "terminal.odds-free", **known)
    known |= {"paid": payment.paid, "owner": seat_name(state, payment.to, language)}
    return text(language, "terminal.odds-out" if landing.out else "terminal.odds-pay", **known)
