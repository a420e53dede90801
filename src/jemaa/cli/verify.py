"""`jemaa verify`: were the dice and cards of a recorded game honest?"""

from __future__ import annotations

import argparse

from jemaa.cli.saved import read_text
from jemaa.core.record import Record
from jemaa.server.room.verify import verify


def run(options: argparse.Namespace) -> int:
    """Say in one line what was found; only proof counts as success."""
    finding = verify(Record.parse(read_text(options.file)))
    print(finding.message)
    return 0 if finding.proven else 2
