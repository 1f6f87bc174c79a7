"""Positions put together card by card: known lines are changed, unknown ones are kept."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.position_editor import PositionEditor, at_moment, put, seats_of, with_points
from bot.engine.positions import read_state
from bot.games.registry import GAMES

CARD_GAMES = [game for game in GAMES.values() if game.cards is not None and game.cards.editor is not None]


def bench_of(game: Any) -> PositionEditor:
    editor: PositionEditor = game.cards.editor
    return editor


def test_every_game_with_cards_has_a_bench() -> None:
    assert {game.key for game in CARD_GAMES} == {key for key, game in GAMES.items() if game.cards is not None}


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_the_first_position_can_be_played_in_every_phase(game: Any) -> None:
    editor, pool = bench_of(game), game.cards.library.standard
    for seat in range(2):
        for moment in editor.moments:
            text = at_moment(editor.start(pool), editor, moment, seat)
            state, _ = read_state(text, game.rules, game.wording, pool.hash)
            assert game.rules.goes_on(state), text
            if "{seat}" in moment.title:
                assert game.rules.to_act(state) == {seat}


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_a_card_of_each_kind_can_be_put_in_each_of_its_places(game: Any) -> None:
    """Two varans for each side, so that teams stay equally large (NEO-01)."""
    editor, pool = bench_of(game), game.cards.library.standard
    for zone in editor.zones:
        able = [card for card in pool.cards.values() if not zone.kinds or card.kind in zone.kinds]
        unused = [card for card in able if card.number not in editor.start(pool)]
        text = editor.start(pool)
        for seat in range(2):
            text = put(text, zone, seat, unused[seat], f"C{3 + seat * 2}")
        state, _ = read_state(text, game.rules, game.wording, pool.hash)
        assert state != read_state(editor.start(pool), game.rules, game.wording, pool.hash)[0], zone.word


def test_points_change_and_the_other_marks_stay() -> None:
    editor = bench_of(GAMES["arclash"])
    text = "seat 1: won, 4 points\nstack: TID-01\nseat 2:"
    assert with_points(text, editor, 0, 1).splitlines()[0] == "seat 1: 5 points, won"
    assert with_points(text, editor, 1, 1).splitlines()[-1] == "seat 2: 1 points"
    assert with_points(with_points(text, editor, 1, 1), editor, 1, -2) == text
    assert with_points(text, editor, 5, 1) == text


def test_a_card_is_put_before_the_number_of_further_ones() -> None:
    arclash, neo = bench_of(GAMES["arclash"]), bench_of(GAMES["neo-combat"])
    fox = GAMES["arclash"].cards.library.standard.cards["FOX-01"]  # type: ignore[union-attr]
    assert put("seat 1:\nhand: TID-01 3\nseat 2:", arclash.zones[0], 0, fox).splitlines()[1] == (
        "hand: TID-01 FOX-01 3"
    )
    assert put("seat 1:\nhand: 3\nseat 2:", arclash.zones[0], 0, fox).splitlines()[1] == "hand: FOX-01 3"
    burst = next(iter(GAMES["neo-combat"].cards.library.standard.actions))  # type: ignore[union-attr]
    told = put("seat 1:\nhand: Spot!, 2 more\nseat 2:", neo.zones[0], 0, burst).splitlines()[1]
    assert told == f"hand: Spot!, {burst.name}, 2 more"


def test_text_that_is_no_position_is_changed_without_an_error() -> None:
    editor = bench_of(GAMES["overcross"])
    card = next(iter(GAMES["overcross"].cards.library.standard.cards.values()))  # type: ignore[union-attr]
    for text in ("", "seat", "seat 1", "hand: x", "seat 9:\nseat 9:", ":::\n\n"):
        for zone in editor.zones:
            assert card.number in put(text, zone, 3, card, "C3")
        at_moment(text, editor, editor.moments[0], 0)
        with_points(text, editor, 0, 1)
    assert seats_of("seat 1:\nhand: A\nseat 2: 4 points") == 2
