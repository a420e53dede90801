"""Records as tables: what is in a row, in both forms, read with pandas."""

import json

import numpy as np
import pandas as pd
import pytest

import jemaa
from jemaa.core.errors import SetupError
from jemaa.envs.dataset import read_dataset, write_dataset
from tests.envs import readable

GAMES = ("marrakech", "facir")
SETTINGS = {"marrakech": {}, "facir": {"turn_cap": 4}}


@pytest.fixture(params=GAMES)
def played(request, tmp_path):
    """Two games in a file, and a third that is not over."""
    game = jemaa.game(request.param)
    setup = game.setup(players=3, **SETTINGS[request.param])
    matches = [
        jemaa.play(game, ["random", f"random(seed={seed})", "greedy"], seed=seed, setup=setup)
        for seed in (1, 2)
    ]
    path = tmp_path / "games.jemaa"
    texts = [str(match.record) for match in matches]
    texts.insert(1, str(matches[0].record.first(9)))
    path.write_text("\n".join(texts), "utf-8")
    return path, matches


def decisions(match):
    pairs = zip(match.states, match.actions, match.events, strict=False)
    return [(state, action) for state, action, event in pairs if event.by >= 0]


def check_row(row, number, match, at):
    state, action = decisions(match)[at]
    seat, layout = state.to_act, state.game.observer.layout
    assert (row["game"], row["decision"], row["seat"], row["players"]) == (number, at, seat, 3)
    assert row["player"] == match.tags[f"seat {seat}"]
    assert layout.actions > row["action"] == action.id
    assert row["share"] == pytest.approx(match.state.returns()[seat])
    assert row["score"] == match.state.scores()[seat]
    seen = np.concatenate([np.ravel(row["planes"]), row["scalars"]])
    np.testing.assert_array_equal(seen, readable.flat(state, seat))
    return np.asarray(row["mask"], np.uint8), readable.mask(state)


def test_pandas_reads_what_has_been_written(played, tmp_path):
    path, matches = played
    (told,) = write_dataset([path], tmp_path / "table", rows=50)
    frame = pd.read_parquet(tmp_path / "table")
    sizes = [len(decisions(match)) for match in matches]
    assert (told.read, told.games, told.rows, told.skipped) == (
        path.stat().st_size, 2, sum(sizes), 1
    )  # fmt: skip
    assert frame.groupby("game").size().tolist() == sizes
    assert len(list((tmp_path / "table").glob("part-*"))) == -(-sum(sizes) // 50)
    for number, match in enumerate(matches):
        rows = frame[frame["game"] == number]
        for at in (0, 1, 7, sizes[number] - 1):
            packed, expected = check_row(rows.iloc[at], number, match, at)
            mask = np.unpackbits(packed, count=len(expected), bitorder="little")
            np.testing.assert_array_equal(mask, expected)
    about = json.loads((tmp_path / "table/_about.json").read_text())
    assert (about["game"], about["rows"]) == (matches[0].game.name, sum(sizes))


@pytest.mark.parametrize("form", ["parquet", "npz"])
def test_both_forms_come_back_as_arrays(played, tmp_path, form):
    path, matches = played
    list(write_dataset([path, path], tmp_path / "table", form=form, rows=40))
    parts = list(read_dataset(tmp_path / "table"))
    assert [len(part["action"]) for part in parts[:-1]] == [40] * (len(parts) - 1)
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    first, second = (len(decisions(match)) for match in matches)
    assert len(columns["action"]) == 2 * (first + second)
    assert columns["planes"].shape[1:] == matches[0].game.observer.layout.plane_shape
    for at in (0, first - 1):
        row = {name: column[first + second + at] for name, column in columns.items()}
        mask, expected = check_row(row, 2, matches[0], at)
        np.testing.assert_array_equal(mask, expected)


def test_what_cannot_be_a_table_is_refused(played, tmp_path):
    path, matches = played
    with pytest.raises(SetupError, match="rows: 0 is not possible"):
        write_dataset([path], tmp_path / "a", rows=0)
    with pytest.raises(SetupError, match="form: 'csv'"):
        write_dataset([path], tmp_path / "a", form="csv")
    empty = tmp_path / "empty"
    empty.write_text("")
    with pytest.raises(SetupError, match="files: there is no record"):
        list(write_dataset([empty], tmp_path / "b"))
    list(write_dataset([path], tmp_path / "c"))
    with pytest.raises(SetupError, match="out: there is a table"):
        write_dataset([path], tmp_path / "c")
    with pytest.raises(SetupError, match="folder: there is no table"):
        read_dataset(tmp_path)
    other = tmp_path / "other"
    name = next(name for name in GAMES if name != matches[0].game.name)
    other.write_text(f"jemaa record 1\ngame: {name}\n\nend: 0 events, not over\n")
    with pytest.raises(SetupError, match="a table is of one game"):
        list(write_dataset([path, other], tmp_path / "d"))
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("2 "))
    lines[at] = "1" + lines[at][1:]
    path.write_text("".join(lines), "utf-8")
    with pytest.raises(SetupError, match=rf"games\.\S+: record, line {at + 1}: "):
        list(write_dataset([path], tmp_path / "e"))


def test_a_table_that_was_not_finished_is_no_table(played, tmp_path):
    path, _ = played
    broken = tmp_path / "broken.jemaa"
    broken.write_text(path.read_text("utf-8").replace("\n0 ", "\n0 zz", 1), "utf-8")
    out = tmp_path / "table"
    with pytest.raises(SetupError, match=r"broken\.jemaa: record, line \d+: 0 zz"):
        list(write_dataset([path, broken], out, form="npz", rows=10))
    assert any(out.glob("part-*"))
    with pytest.raises(SetupError, match=r"^folder: there is no table"):
        read_dataset(out)
    with pytest.raises(SetupError, match=r"^out: a table in .* was not finished"):
        write_dataset([path], out, form="npz")


def test_a_table_with_a_part_missing_is_not_read_as_if_it_were_whole(played, tmp_path):
    path, _ = played
    out = tmp_path / "table"
    list(write_dataset([path], out, form="npz", rows=20))
    parts = sorted(out.glob("part-*"))
    parts[-1].unlink()
    with pytest.raises(SetupError, match=f"has {len(parts) - 1} parts of a table of {len(parts)}"):
        read_dataset(out)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"parts": null}'])
def test_a_description_that_cannot_be_read_is_refused(text, tmp_path):
    (tmp_path / "_about.json").write_text(text, "utf-8")
    with pytest.raises(SetupError, match=r"^folder: _about\.json in .* cannot be read"):
        read_dataset(tmp_path)


@pytest.mark.parametrize("kind", [str, lambda path: path], ids=["text", "path"])
def test_a_single_file_is_not_taken_for_a_list_of_letters(kind, played, tmp_path):
    with pytest.raises(SetupError, match=r"^files: .* is one file; give a list"):
        write_dataset(kind(played[0]), tmp_path / "table")
