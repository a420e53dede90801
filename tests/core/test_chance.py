"""The sources of chance, and the promise that a seed means the same for ever."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jemaa.core.chance import ManualChance, RecordedChance, ScriptedChance, SeededChance
from jemaa.core.errors import ChanceError

DIE = {"1": 1, "2": 2, "3": 2, "4": 1}
BAG = {"r": 12, "y": 11}


def hmac_sha256(key, message):
    """HMAC by its definition in RFC 2104."""
    key = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def expected(secret, game, kind, ordinal, weights):
    """Draw by the documented algorithm, written anew."""
    row = [outcome for outcome, weight in weights.items() for _ in range(weight)]
    digest = hmac_sha256(secret, f"{game}|{kind}|{ordinal}".encode())
    return row[int(digest.hex(), 16) * len(row) // 2**256]


weights = st.dictionaries(
    st.text(min_size=1, max_size=3), st.integers(1, 30), min_size=1, max_size=6
)


@given(st.binary(max_size=100), st.text(max_size=8), st.sampled_from(["roll", "draw"]), weights)
def test_seeded_draw_follows_the_documented_algorithm(secret, game, kind, weights):
    source = SeededChance(secret, game)
    for ordinal in range(5):
        assert source.draw(kind, ordinal, weights) == expected(secret, game, kind, ordinal, weights)


@pytest.mark.parametrize(
    ("secret", "game", "rolls", "draws"),
    [
        (b"secret", "g1", "112122324342144114324443", "yrryryrrryyyryryryyyyyry"),
        (1, "", "321133342221123232213332", "yyyyryrryyrryyyyyyrrryrr"),
        ("Jemaa el-Fnaa", "table 7", "422232422122442423122132", "yyrryryyrryyryryrryryyyy"),
    ],
)
def test_seeded_draws_are_the_same_for_ever(secret, game, rolls, draws):
    source = SeededChance(secret, game)
    assert "".join(source.draw("roll", ordinal, DIE) for ordinal in range(24)) == rolls
    assert "".join(source.draw("draw", ordinal, BAG) for ordinal in range(24)) == draws


def test_seed_may_be_bytes_text_or_number():
    assert SeededChance(17).secret == SeededChance("17").secret == SeededChance(b"17").secret


def test_commitment_is_the_hash_of_the_secret():
    assert SeededChance(b"secret").commitment == hashlib.sha256(b"secret").hexdigest()


def test_seeded_draws_do_not_depend_on_the_order_of_asking():
    one, other = SeededChance(5, "g"), SeededChance(5, "g")
    forward = [one.draw("roll", ordinal, DIE) for ordinal in range(50)]
    backward = [other.draw("roll", ordinal, DIE) for ordinal in reversed(range(50))]
    assert forward == backward[::-1]


@pytest.mark.parametrize(
    "other", [SeededChance(6, "g"), SeededChance(5, "h")], ids=["another secret", "another game"]
)
def test_other_secrets_and_games_have_other_dice(other):
    mine = SeededChance(5, "g")
    pairs = [(mine.draw("roll", n, DIE), other.draw("roll", n, DIE)) for n in range(50)]
    assert any(one != two for one, two in pairs)
    kinds = [(mine.draw("roll", n, DIE), mine.draw("throw", n, DIE)) for n in range(50)]
    assert any(one != two for one, two in kinds)


@pytest.mark.parametrize("secret", [1, 2, 3])
def test_seeded_dice_are_fair(secret):
    rolls = [SeededChance(secret).draw("roll", ordinal, DIE) for ordinal in range(6000)]
    square = sum((rolls.count(face) - 1000 * w) ** 2 / (1000 * w) for face, w in DIE.items())
    assert square < 16.27  # chi-square with 3 degrees of freedom, one case in a thousand above


def test_seeded_draw_from_nothing():
    with pytest.raises(ChanceError, match="roll 3: there is nothing to choose from"):
        SeededChance(1).draw("roll", 3, {})


def test_script_gives_its_outcomes_in_order():
    source = ScriptedChance(["2", "r", "4"])
    assert source.draw("roll", 0, DIE) == "2"
    assert source.draw("draw", 0, BAG) == "r"
    assert source.draw("roll", 1, DIE) == "4"
    with pytest.raises(ChanceError, match="the script has no roll number 2"):
        source.draw("roll", 2, DIE)


def test_script_with_an_impossible_outcome():
    with pytest.raises(ChanceError, match="roll 0: '5' is not possible; choose one of: 1, 2, 3, 4"):
        ScriptedChance(["5"]).draw("roll", 0, DIE)


def test_recorded_outcomes_are_found_by_kind_and_number():
    source = RecordedChance({"roll": ["1", "4"], "draw": ["y"]})
    assert source.draw("roll", 1, DIE) == "4"
    assert source.draw("draw", 0, BAG) == "y"
    assert source.draw("roll", 0, DIE) == "1"


@pytest.mark.parametrize(
    ("kind", "ordinal", "message"),
    [
        ("roll", 2, "no roll number 2"),
        ("deal", 0, "no deal number 0"),
        ("draw", 0, "draw 0: 'b' is not possible; choose one of: r, y"),
    ],
)
def test_recorded_game_without_an_answer(kind, ordinal, message):
    source = RecordedChance({"roll": ["1", "4"], "draw": ["b"]})
    with pytest.raises(ChanceError, match=message):
        source.draw(kind, ordinal, BAG)


def test_manual_source_asks():
    asked = []

    def ask(kind, choices):
        asked.append((kind, choices))
        return "3"

    assert ManualChance(ask).draw("roll", 0, DIE) == "3"
    assert asked == [("roll", ("1", "2", "3", "4"))]


def test_manual_answer_must_be_possible():
    with pytest.raises(ChanceError, match="'6' is not possible"):
        ManualChance(lambda kind, choices: "6").draw("roll", 0, DIE)
