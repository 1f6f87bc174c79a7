"""Every screen of a test table keeps to Discord's limits, in every game, also with the longest position."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any

import pytest

from bot.engine.wording import Menu
from bot.games.registry import GAMES
from bot.parts.workshop.test_table.model import LONGEST, Done, TestTable
from bot.parts.workshop.test_table.playing import OnTable
from cogs.kit.layout import Attachment, Gallery, Part, text
from cogs.workshop.table_posts import Spot, compose_playing, compose_writing, hand_parts, view_of
from renderers.contract import Picture
from tests.games.every_game import GAMES as EVERY_GAME

DEEPEST = 3
NAMES = tuple([f"{'W' * 31}{number}" for number in range(6)])


def a_table(key: str, **fields: Any) -> TestTable:
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    return TestTable(key, "1", GAMES[key].rules.cards, "W" * 60, now, 99_999_999, "00" * 32, "", **fields)


def pictures(number: int) -> Gallery:
    return Gallery(tuple([Attachment(f"{each}.png", b"png", "alt" * 80) for each in range(number)]))


def a_hand_each(match_view: Any) -> list[Part]:
    drawing = Picture(b"png", "alt" * 80, 1, 1)
    return hand_parts(match_view, dict.fromkeys(range(len(match_view.match.seats)), drawing))


def screens(game: Any, match_view: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Menu]]:
    """Yield some reachable screens, with their paths."""
    menu = game.wording.menu(match_view.view, match_view.legal, path, NAMES[: len(match_view.match.seats)])
    yield path, menu
    if len(path) < DEEPEST:
        for group in menu.groups:
            leading = [each for each in group.choices if not each.actions and each.orders is None]
            for choice in leading[:1] + leading[-1:]:
                yield from screens(game, match_view, (*path, choice.key))


@pytest.mark.parametrize("name", list(EVERY_GAME))
def test_every_screen_with_its_back_buttons_keeps_to_the_limits(name: str) -> None:
    tested, shown = EVERY_GAME[name], 0
    key = tested.rules.key
    game = GAMES[key]
    table = a_table(key, playing=True, done=(Done(0, b"{}", 0),), marked=())  # type: ignore[arg-type]
    for turning in islice(chain(tested.turnings(1), tested.turnings(2)), 8):
        state = turning.before
        found = OnTable(state, NAMES[: state.seats])
        for seat in sorted(tested.rules.to_act(state)):
            match_view = view_of(table, found, game, seat, 7)
            for path, menu in screens(game, match_view):
                hands = a_hand_each(match_view) if game.renderer.has_hands else []
                compose_playing(
                    game,
                    table,
                    match_view,
                    path,
                    menu,
                    table_picture=pictures(1),
                    hands=hands,
                    note="n" * 200,
                )
                shown += 1
    assert shown > 10


@pytest.mark.parametrize("key", list(GAMES))
def test_the_longest_position_with_all_its_controls_keeps_to_the_limits(key: str) -> None:
    game = GAMES[key]
    pool = None if game.cards is None else game.cards.library.standard
    words = "\n".join([f"seat {seat}: {'x' * 600}" for seat in range(1, 7)])[:LONGEST]
    table = a_table(key, former=("before",), before=a_table(key))
    table = TestTable(**{**{each: getattr(table, each) for each in table.__struct_fields__}, "text": words})
    zones = 0 if game.cards is None or game.cards.editor is None else len(game.cards.editor.zones)
    for zone in range(zones + 2):
        spot = Spot(5, zone, 1)
        compose_writing(
            game,
            table,
            spot,
            pool,
            fault="f" * 300,
            pictures=(pictures(1), pictures(1), text("w" * 99), pictures(5)),
            note="n" * 200,
        )
