"""Overcross on a phone 390 pixels wide: readable letters, room for buttons, the visible part of the grid."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.wording import Focus
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.state import OvercrossState
from measures.screens.measures import of_sizes, sizes_drawn
from renderers.kit.cards import tiles
from renderers.kit.cards.tiles import Tile, lay_tiles
from renderers.kit.crop import WHOLE
from renderers.kit.mosaic import Mosaic
from renderers.kit.text import ELLIPSIS
from renderers.kit.titles import WIDTH, drawn_player
from renderers.overcross.cards import printed
from renderers.overcross.window import whole, window
from tests.games.overcross.chance import POOL, RULES, positions
from tests.renderers.overcross_positions import NAMES, RENDERER, card_at, duel, seen, square, table_of
from tests.renderers.test_overcross_board import draw
from tests.renderers.test_phone import LEAST
from tests.renderers.test_phone_crossfire import SCRIPTS
from tests.renderers.written import all_shortened


def apart(state: OvercrossState, *names: str) -> Any:
    """Return the public view with only the Characters on these squares, without flags and terrains."""
    kept = [piece for piece in state.pieces if piece.card in {card_at(state, name) for name in names}]
    return seen(state, pieces=tuple(kept), terrains=(), flags=())


@pytest.mark.parametrize("code", codes())
def test_every_card_in_hand_is_readable_and_complete(code: str) -> None:
    """OVC-30: long names and kinds are on separate lines, and a name may be above its art."""
    with speaking(language(code)), sizes_drawn() as sizes:
        faces = [printed(card) for card in POOL.cards.values()]
        for face in faces:
            board = Mosaic(WIDTH, 2000)
            lay_tiles(board, 0, [Tile(face, copies=2)])
            board.painted()
        heads = [tiles._head_of(face) for face in faces]
    assert of_sizes(sizes) >= LEAST
    assert [head for head in heads if ELLIPSIS in "".join([*head.name[1], *head.level])] == []
    assert len({head.above > 0 for head in heads}) == (2 if code == "de" else 1)


def test_long_names_are_complete_in_the_title() -> None:
    """On a seat's card, beside its state, the end of a name may be cut."""
    for names in SCRIPTS:
        with all_shortened() as shortened:
            for seat in range(4):
                RENDERER.board(seen(table_of(4, "flag"), current=seat), names=names)
        assert shortened <= {drawn_player(names, seat) for seat in range(4)}


# ---- the visible part


def test_unused_ground_is_cut_off_and_the_whole_is_offered() -> None:
    state = duel("assassination")
    view = apart(state, "G6", "G7")
    assert window(view, (), None) == (2, 4, 9, 5)
    assert draw(view).height < draw(view, part=WHOLE).height
    assert dict(RENDERER.parts(view)) == {WHOLE: "Whole table"}
    assert RENDERER.film_part == WHOLE


def test_events_and_highlights_are_never_cut_off() -> None:
    state = duel("assassination")
    view, corner = apart(state, "G6", "G7"), square(state, "K11")
    came = facts.Moved(card_at(state, "G6"), (square(state, "A1"), square(state, "G6")))
    aimed = facts.Aimed(card_at(state, "G6"), card_at(state, "G7"), square(state, "A1"), "fist", 4, 2, True)
    for recent in ((came,), (aimed,)):
        assert _shows(window(view, recent, None), 0)
    for focus in (Focus(corner), Focus(reach=frozenset({corner})), Focus(targets={corner: "3/6"})):
        assert _shows(window(view, (), focus), corner)
    assert window(view, (), Focus(999, frozenset({-1}), {-5: "x"})) == window(view, (), None)


def _shows(shown: Any, at: int) -> bool:
    row, column = divmod(at, 11)
    return bool(
        shown.first_column <= column < shown.first_column + shown.columns
        and shown.first_row <= row < shown.first_row + shown.rows
    )


def test_all_zones_or_flags_are_shown_with_their_objectives() -> None:
    """OVC-24, OVC-25, OVC-26."""
    for objective in ("summoning", "invasion"):
        view = apart(duel(objective), "G6", "G7")
        assert window(view, (), None) == whole(view)
    state = duel("flag")
    view = replace(apart(state, "G6", "G7"), flags=seen(state).flags)
    assert all(_shows(window(view, (), None), flag.square) for flag in view.flags)


def test_before_decks_are_revealed_no_larger_table_is_offered() -> None:
    """OVC-05."""
    state = next(state for state in positions(range(3), kept=0.5) if state.phase == "decks")
    view = RULES.view(state, None)
    assert RENDERER.parts(view) == {}
    assert RENDERER.board(view, names=NAMES, part=WHOLE) == RENDERER.board(view, names=NAMES)
