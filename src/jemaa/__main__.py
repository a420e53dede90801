"""`python -m jemaa` is `jemaa`."""

from __future__ import annotations

import sys

from jemaa.cli import main

if __name__ == "__main__":
    sys.exit(main())
