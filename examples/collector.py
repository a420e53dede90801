"""A bot of Marrakech for the arena: docs/tutorials/write-a-bot.md tells about it.

jemaa arena marrakech collector random --players 2 --games 60 --code examples/collector.py
"""


class Collector:
    """Never turns Assam, and lays rugs where most of its own squares are in sight afterwards."""

    name = "collector"

    def choose(self, view, limit):
        if view.phase == "turn":
            return "S"
        return max(view.legal(), key=lambda rug: view.state.after(rug).visible()[view.seat])


PLAYERS = {"collector": Collector}
