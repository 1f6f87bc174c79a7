"""Map files: any file is either playable or has findings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.errors import BadOptions
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import Squad, read_squads, write_squads
from bot.games.registry import GAMES
from bot.parts.workshop.maps.reading import MapReading, read_map_file, view_of

FORMATS = tuple([each for game in GAMES.values() for each in game.map_formats])
GRIDS = st.one_of(
    st.text("./#", max_size=300),
    st.lists(st.text(".#", min_size=12, max_size=12), min_size=8, max_size=8).map("/".join),
    st.lists(st.text("abo.*12#", min_size=3, max_size=3), min_size=6, max_size=6).map("/".join),
    st.sampled_from(["bbb/222/o.o/.../111/aaa", "bbb/222/.../.../111/aaa", "/".join(["." * 12] * 8)]),
)
KEYS = st.one_of(st.just("own"), st.text("abc-1", max_size=22), st.sampled_from(["open", "envelope", "two"]))
WEIGHTS = st.dictionaries(st.sampled_from([*Kind, "smgs"]), st.integers(-1, 31), max_size=4)


def read(content: bytes) -> MapReading:
    return read_map_file(content, "own.toml", FORMATS)


def written(fields: dict[str, Any]) -> bytes:
    return "\n".join([f"{key} = {value}" for key, value in fields.items()]).encode()


def quoted(value: Any) -> str:
    return f'"{value}"'


MAPS = st.fixed_dictionaries(
    {"key": KEYS.map(quoted), "title": st.just('"Own"'), "grid": GRIDS.map(quoted)},
    optional={
        "seats": st.lists(st.integers(1, 5), max_size=4).map(str),
        "largest_squad": st.integers(0, 31).map(str),
    },
)
LAYOUTS = st.fixed_dictionaries(
    {
        "key": KEYS.map(quoted),
        "title": st.just('"Own"'),
        "grid": GRIDS.map(quoted),
        "form": st.sampled_from(["two", "four", "ultimate", "six"]).map(quoted),
    }
)
SQUADS = st.fixed_dictionaries(
    {
        "key": KEYS.map(quoted),
        "title": st.just('"Own"'),
        "weights": WEIGHTS.map(
            lambda each: "{ " + ", ".join([f"{kind} = {n}" for kind, n in each.items()]) + " }"
        ),
    }
)


@given(st.one_of(MAPS, LAYOUTS, SQUADS))
def test_an_accepted_file_can_be_played(fields: dict[str, str]) -> None:
    """Its options open a match of its game, and are visible there; a refused file has a sentence."""
    reading = read(written(fields))
    if reading.value is None:
        assert all(str(found).startswith("own.toml") for found in reading.findings)
        return
    game = GAMES[reading.format.game]
    view = view_of(game.rules, reading.format.preview(reading.value))
    options = game.rules.normalize(
        game.rules.Options(
            **{**reading.format.preview(reading.value).options, **reading.format.pinned([reading.value])}
        ),
        view.seats,
    )
    assert game.rules.normalize(options, view.seats) == options


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_reading_never_fails(content: bytes) -> None:
    reading = read(content)
    assert reading.value is None
    assert reading.findings


@given(st.dictionaries(st.from_regex(r"[a-z][a-z0-9-]{0,19}", fullmatch=True),
                       st.dictionaries(st.sampled_from(Kind), st.integers(1, 30), min_size=1),
                       min_size=1, max_size=10))  # fmt: skip
def test_squads_are_read_back_from_an_option_unchanged(squads: dict[str, dict[Kind, int]]) -> None:
    told = write_squads([Squad(key, key, weights) for key, weights in squads.items()])
    assert len(told) <= 600
    found = read_squads(told)
    assert {key: dict(each.weights) for key, each in found.items()} == squads
    assert write_squads(found.values()) == told


@pytest.mark.parametrize(
    "told", ["rats", "rats:", "rats:4", "rats:4foo", "rats:0smg", "rats:31smg", "rats:1smg+2smg", "R ts:1smg",
             "rats:1smg/rats:2smg", "/".join([f"r{n}:1smg" for n in range(11)])]
)  # fmt: skip
def test_malformed_squads_are_refused(told: str) -> None:
    with pytest.raises(BadOptions):
        read_squads(told)
