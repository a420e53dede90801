import hashlib

import pytest

from jemaa.server.room import tokens

pytestmark = pytest.mark.once


def test_a_digest_is_a_sha256():
    assert tokens.digest("key") == hashlib.sha256(b"key").hexdigest()


def test_long_tokens_of_strangers_are_not_kept():
    """Once thousands of them were, each as long as a message may be."""
    before = tokens._kept_digest.cache_info().currsize
    assert tokens.digest("x" * 8000) == hashlib.sha256(b"x" * 8000).hexdigest()
    assert tokens._kept_digest.cache_info().currsize == before


def test_a_token_is_found_among_all():
    digests = ["", tokens.digest("a"), tokens.digest("b"), ""]
    assert [tokens.find(token, digests) for token in ("a", "b", "c", "")] == [1, 2, None, None]
    assert tokens.find("\ud800", digests) is None


def test_fresh_ones_are_long_and_never_the_same():
    made = [(tokens.fresh_token(), tokens.fresh_secret(), tokens.fresh_room()) for _ in range(500)]
    for column, length in zip(zip(*made, strict=True), (22, 64, 12), strict=True):
        assert len(set(column)) == 500
        assert {len(text) for text in column} == {length}
    assert all(len(bytes.fromhex(secret)) == 32 for _, secret, _ in made)
    assert all(room.isascii() and room.isalnum() for _, _, room in made)


def test_the_rematch_of_a_room_has_one_name_that_only_its_secret_tells():
    secrets = [tokens.fresh_secret() for _ in range(200)]
    names = [tokens.following_room("k3n5", secret) for secret in secrets]
    assert names == [tokens.following_room("k3n5", secret) for secret in secrets]
    assert len({*names, tokens.following_room("k3n6", secrets[0])}) == 201
    assert {len(name) for name in names} == {12}
    assert {sign for name in names for sign in name} == set(tokens._SIGNS)
