"""The format of audit files: what is written, and what is refused when a file is read (docs/FAIRNESS.md)."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import audit
from bot.engine.audit import AuditDraw, BadAudit
from bot.engine.fair import Stream
from tests.audited import audits, plain, series, verdict

(FOUND,) = audits(series())


def test_keys_are_in_the_order_of_the_page():
    file = plain(FOUND)
    assert list(file) == [
        *("format", "match", "game", "rules", "cards", "options", "seats", "commitment", "seed", "words"),
        *("draws", "actions", "outcome"),
    ]
    assert (file["format"], file["cards"]) == ("tablepost-audit/1", None)
    first = file["actions"][0]
    assert (list(first), first["seq"]) == (["seq", "seat", "action"], 1)
    assert FOUND.file_name == f"tablepost-{FOUND.match}.json"


def test_each_kind_of_draw_has_its_own_keys_only():
    stream = Stream("match", bytes(32))
    stream.roll("dice", 6, 2)
    stream.shuffle("deck", range(3))
    stream.pick("card", range(3))
    entries = json.loads(msgspec.json.encode([AuditDraw.of(draw) for draw in stream.draws]))
    of_cards = ["n", "purpose", "kind", "size", "result", "void"]
    of_dice = ["n", "purpose", "kind", "sides", "count", "result", "void"]
    assert [list(entry) for entry in entries] == [of_dice, of_cards, of_cards]


def test_a_file_is_written_without_blanks_and_read_back_unchanged():
    content = audit.encode(FOUND)
    assert content == json.dumps(json.loads(content), separators=(",", ":"), ensure_ascii=False).encode()
    assert audit.decode(content) == FOUND


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("words", [""], "There is one word a seat, so 2, and 1 are listed"),
        ("words", ["", "x" * 65], "words[1]: Expected `str` of length <= 64"),
        ("seed", "0" * 63, "seed: Expected `str` matching regex"),
        ("format", "tablepost-audit/2", "format: Invalid enum value 'tablepost-audit/2'"),
        ("draws", [{"n": 0, "purpose": "x", "kind": "roll", "size": 1, "result": [1]}], "sides and count"),
        (
            "draws",
            [{"n": 0, "purpose": "x", "kind": "roll", "sides": 6, "count": 2, "result": [1]}],
            "This roll has 2 results, and 1 are listed",
        ),
        ("draws", [{"n": 0, "purpose": "a|b", "kind": "pick", "size": 1, "result": [0]}], "A purpose is"),
        ("computers", ["random"], "unknown field `computers`"),
    ],
)
def test_an_invalid_value_is_refused_with_its_place(key, value, sentence):
    with pytest.raises(BadAudit) as refused:
        audit.decode(json.dumps({**plain(FOUND), key: value}).encode())
    assert sentence in str(refused.value)


def test_a_match_too_long_for_a_file_is_refused_when_it_is_written():
    entry = audit.AuditAction(1, 0, {"do": "x" * 1_000_000})
    long = msgspec.structs.replace(FOUND, actions=(entry,) * 17)
    with pytest.raises(BadAudit, match="at most 16,777,216 bytes"):
        audit.encode(long)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    with pytest.raises(BadAudit):
        audit.decode(content)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(key=st.sampled_from(list(plain(FOUND))), value=json_values)
def test_any_json_value_is_read_or_refused(key, value):
    assert verdict(json.dumps({**plain(FOUND), key: value}).encode()).isprintable()


def test_compression_is_deterministic_and_a_broken_file_is_refused():
    content = audit.encode(FOUND)
    packed = audit.pack(content)
    assert packed == audit.pack(content)
    assert audit.unpack(packed) == content == audit.unpack(content)
    for broken, sentence in (
        (packed[:-1], "its end is missing"),
        (packed[:-20], "its end is missing"),
        (b"\x1f\x8b\x08" + bytes(40), "cannot be unpacked"),
    ):
        with pytest.raises(BadAudit, match=rf"^It is compressed, and {sentence}\.$"):
            audit.unpack(broken)


def test_a_compressed_file_that_unpacks_to_a_large_one_is_refused():
    bomb = audit.pack(bytes(100 * 2**20))
    assert len(audit.unpack(bomb)) == audit.LARGEST_FILE + 1
    with pytest.raises(BadAudit, match="An audit file has at most 16,777,216 bytes"):
        audit.decode(audit.unpack(bomb))
