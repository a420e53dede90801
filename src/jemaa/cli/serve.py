"""What a host does: `jemaa serve`, `site`, `push-keys`, `rooms`, `backup`, `restore`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import webbrowser
from datetime import UTC, datetime
from pathlib import Path, PurePath
from threading import Thread
from typing import Any

from jemaa.cli.parser import UsageError
from jemaa.core.state import CHANCE
from jemaa.local.site import write_site
from jemaa.server.admin import REPLACED, backup, close_room, load_room, restore, with_store
from jemaa.server.monitoring import log
from jemaa.server.push import make_keys
from jemaa.server.room import Room
from jemaa.server.settings import DATABASE, Settings, data_folder, read_settings
from jemaa.server.store import Listed, Store, StoreError

FLAGS = ("host", "port", "data", "database", "bus", "origins", "log", "workers", "bots")
TEXT_BROWSERS = {"elinks", "links", "lynx", "w3m", "www-browser"}
"""They would take the terminal, and cannot show the page: it needs JavaScript."""
SOON = "A running server tells its people within 10 seconds."


def run_serve(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from jemaa.server.run import serve  # here, because whoever lists rooms needs no web server

    settings = read_settings({name: getattr(options, name, None) for name in FLAGS})
    opens = bool(getattr(options, "open", False))
    serve(settings, any_port=opens, ready=_open_page if opens else None)
    return 0


def _open_page(address: str) -> None:
    # Some browsers come back only when they are closed.
    Thread(target=_show_page, args=(address,), daemon=True).start()


def _show_page(address: str) -> None:
    try:
        browser = webbrowser.get()
        name = PurePath(getattr(browser, "name", "")).name
        shown = name not in TEXT_BROWSERS and browser.open(address)
    except webbrowser.Error:
        shown = False
    if not shown:
        log(f"no browser opens here; open {address} in one yourself")


def run_site(options: argparse.Namespace) -> int:
    """Write the page as plain files."""
    folder = Path(options.folder)
    count = write_site(folder)
    print(f"{count} files are in {folder}. Put them on any host that serves files by https.")
    print(f"To try it here: {PurePath(sys.executable).name} -m http.server -d {folder}")
    return 0


def run_push_keys(options: argparse.Namespace) -> int:
    """Make keys for calling people."""
    file = Path(options.file)
    make_keys(file)
    print(f"The keys are in {file}. Start the server with")
    print(f"  JEMAA_PUSH_KEYS={file.resolve()} JEMAA_PUSH_CONTACT=mailto:you@your.host jemaa serve")
    return 0


def run_rooms(options: argparse.Namespace) -> int:
    """List, show, close or delete rooms."""
    # Who names a folder does not mean the database of the environment.
    database = "" if options.data and not options.database else options.database
    settings = read_settings({"data": options.data, "database": database})
    if options.action == "list":
        if options.room:
            raise UsageError("jemaa rooms list takes no room; jemaa rooms show ROOM does")
        return _list(settings, options)
    if not options.room:
        raise UsageError(f"which room? jemaa rooms {options.action} ROOM")
    return {"show": _show, "close": _close, "delete": _delete}[options.action](settings, options)


def _list(settings: Settings, options: argparse.Namespace) -> int:
    found = with_store(
        settings, lambda store: store.listed(status=options.status or "", limit=options.limit)
    )
    if options.json:
        return _print_json([_facts(each) for each in found])
    for each in found:
        facts = _facts(each)
        people = ", ".join(facts["people"])
        print(f"{facts['room']}  {facts['at']}  {facts['game']:9}  {facts['status']:7}  {people}")
    if not found:
        print("There are no rooms.")
    return 0


def _show(settings: Settings, options: argparse.Namespace) -> int:
    async def load(store: Store) -> list[dict[str, Any]]:
        return [_whole(await load_room(store, name)) for name in options.room]

    rooms = with_store(settings, load)
    if options.json:
        return _print_json(rooms)
    for facts in rooms:
        for name, value in facts.items():
            shown = ", ".join(map(str, value)) if isinstance(value, list) else value
            if shown not in (None, "", False):
                print(f"{name:11} {shown}")
        print()
    return 0


def _close(settings: Settings, options: argparse.Namespace) -> int:
    async def close(store: Store) -> None:
        for name in options.room:
            await close_room(store, name)
            _done(options, name, "closed", f"The game of room {name} is ended.")

    with_store(settings, close)
    return 0


def _delete(settings: Settings, options: argparse.Namespace) -> int:
    if not options.yes and not _is_sure(options.room):
        raise UsageError("nothing was deleted; --yes deletes without asking")

    async def delete(store: Store) -> None:
        for name in options.room:
            await store.delete(name)
            _done(options, name, "deleted", f"Room {name} is deleted.")

    with_store(settings, delete)
    return 0


def _is_sure(rooms: list[str]) -> bool:
    if not sys.stdin.isatty():
        return False
    count = "this room" if len(rooms) == 1 else f"these {len(rooms)} rooms"
    return input(f"Delete {count} for ever? (yes/no) ").strip().lower() in ("y", "yes")


def _done(options: argparse.Namespace, room: str, what: str, sentence: str) -> None:
    if options.json:
        print(json.dumps({"room": room, "done": what}))
    else:
        print(f"{sentence} {SOON}")


def _facts(listed: Listed) -> dict[str, Any]:
    summary = listed.summary
    levels = summary.levels or ("",) * len(summary.names)
    return {
        "room": listed.room,
        "game": summary.game,
        "status": summary.status,
        "people": [
            name or level or "(open)" for name, level in zip(summary.names, levels, strict=True)
        ],
        "to_act": _seat(summary.to_act),
        "events": listed.version,
        "at": _time(listed.at),
    }


def _whole(room: Room) -> dict[str, Any]:
    """Return all that the host may know: neither keys nor what is still secret."""
    facts = _facts(Listed(room.id, room.version, room.at, room.summary()))
    return facts | {
        "opened": _time(room.log[0].at),
        "setup": room.created.setup,
        "kinds": [chair.kind for chair in room.seats],
        "deadline": None if room.deadline is None else _time(room.deadline),
        "forfeited": room.forfeited,
        "closed": room.closed,
        "previous": room.created.previous,
        "following": room.following,
    }


def _seat(seat: int | None) -> int | str | None:
    return "chance" if seat == CHANCE else seat


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _print_json(value: Any) -> int:
    print(json.dumps(value, ensure_ascii=False, indent=1))
    return 0


def run_backup(options: argparse.Namespace) -> int:
    """Copy all rooms into a file."""
    file = Path(options.file)
    _tell(file, backup(_database(options), file, force=options.force))
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Bring all rooms back from such a file."""
    database = _database(options)
    replaced = database.exists()
    _tell(database, restore(Path(options.file), database, force=options.force))
    if replaced:
        print(f"What was there before is kept as {database}{REPLACED}.")
    return 0


def _database(options: argparse.Namespace) -> Path:
    if os.environ.get("JEMAA_DATABASE") and not options.data:
        raise StoreError(
            "JEMAA_DATABASE says that the rooms are in PostgreSQL: use its own pg_dump and "
            "pg_restore, or give --data DIR for rooms in SQLite"
        )
    return data_folder(options.data) / DATABASE


def _tell(file: Path, rooms: int) -> None:
    print(f"{file} holds {rooms} {'room' if rooms == 1 else 'rooms'}.")
