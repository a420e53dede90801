"""Keeps the garbage collector out of the way of moves.

Left to itself it looks at everything whenever enough was made, in the middle of a burst of moves,
and with a thousand rooms that takes long. Moves and rooms leave no circles behind, so it can wait
for quiet moments; refusals and broken connections do leave some, and those are found while they
are young.
"""

from __future__ import annotations

import asyncio
import gc
from time import monotonic

YOUNG = 5_000
"""So many objects may be made before the youngest are looked at: a fraction of a millisecond."""
NEVER = 1_000_000
MIDDLE_SECONDS = 1.0
"""How often those are looked at that have outlived a first look: few, as it happens so often."""
WHOLE_SECONDS = 60.0
"""How long to wait before everything is looked at again, in the next quiet moment ..."""
LATEST_SECONDS = 600.0
"""... and when to do so however busy the server is."""
QUIET = 0.002
"""The loop is quiet if it wakes us no later than this many seconds after the time."""


def begin() -> None:
    """Take what is loaded by now out of sight, and leave everything but the youngest to `run`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def run() -> None:
    """Collect garbage at good moments; never ends."""
    looked = monotonic()
    while True:
        due = monotonic() + MIDDLE_SECONDS
        await asyncio.sleep(MIDDLE_SECONDS)
        now = monotonic()
        is_quiet = now - due < QUIET
        if now - looked > (WHOLE_SECONDS if is_quiet else LATEST_SECONDS):
            gc.collect()
            looked = monotonic()
        else:
            gc.collect(1)
