"""Where rooms are kept: one contract, two stores."""

from __future__ import annotations

from pathlib import Path

from jemaa.server.store.contract import Store, StoreError

__all__ = ["store_for"]


def store_for(url: str, file: Path, *, beside: bool = False) -> Store:
    """Return the store for an address: empty for the SQLite file, or `postgresql://...`.

    Args:
        url: the address.
        file: the SQLite file.
        beside: whether servers may use it meanwhile; nothing is made or brought up to date then.

    Raises:
        StoreError: no store has such an address, or its library is not installed.
    """
    # Loaded when used: a server on SQLite does not need PostgreSQL's library.
    if not url:
        from jemaa.server.store.sqlite import SqliteStore

        return SqliteStore(file, beside=beside)
    if url.partition("://")[0] in ("postgresql", "postgres"):
        try:
            from jemaa.server.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(
                f"{error}: PostgreSQL needs more, run pip install 'jemaa[postgres]'"
            ) from error
        return PostgresStore(url, beside=beside)
    raise StoreError("no store has this address; give one that begins with postgresql://, or none")
