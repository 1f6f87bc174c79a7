"""Overcross on a phone 390 pixels wide: letters to be read, room for buttons, what a cut leaves in."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.fair import Stream
from bot.engine.language import speaking
from bot.engine.wording import Focus
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.state import OvercrossState
from bot.languages.catalogues import codes, language
from bot.registry import GAMES
from measures.screens.measures import PHONE, measured, of_sizes, sizes_drawn
from renderers.contract import Picture
from renderers.kit.cards import tiles
from renderers.kit.cards.tiles import Tile, lay_tiles
from renderers.kit.crop import WHOLE
from renderers.kit.mosaic import Mosaic
from renderers.kit.text import ELLIPSIS
from renderers.kit.titles import WIDTH, drawn_player
from renderers.overcross.cards import printed
from renderers.overcross.window import whole, window
from tests.games.overcross.chance import OBJECTIVES, POOL, RULES, positions
from tests.games.random_play import viewers
from tests.renderers.overcross_positions import NAMES, card_at, crowd, duel, every_fact, fight, seen, square
from tests.renderers.test_overcross_board import RENDERER, draw
from tests.renderers.test_phone import LEAST
from tests.renderers.test_phone_crossfire import SCRIPTS
from tests.renderers.written import all_shortened

HIGHEST = 500
"""Pixels of a picture of two players on a phone."""
_FOUR = ("C2 E5 F7", "C10 G8 H6", "B4 D6 E8", "J7 I5 H3")


def high(picture: Picture) -> float:
    return picture.height * PHONE / picture.width


def table_of(seats: int, objective: str) -> OvercrossState:
    """As many seats on the usual grid in the middle of a match, with three Characters each."""
    lines = [f"options: objective={objective} width=11 height=11", "now: seat 2, round 9, minor"]
    for seat in range(seats):
        chosen = {"assassination": "CST-15", "summoning": "CST-18"}.get(objective, "CST-02")
        lines.append(f"seat {seat + 1}: 5 kills")
        places = zip((chosen, "CST-12", "CST-14"), _FOUR[seat].split(), strict=True)
        lines += [f"{number} at {at}: 2 counters" for number, at in places]
        lines += ["hand: CST-60 CST-61", "deck: 4xCST-02"]
    return RULES.position("\n".join(lines))


def apart(state: OvercrossState, *names: str) -> Any:
    """The public view with the Characters on these squares alone, and no flags and terrains."""
    kept = [piece for piece in state.pieces if piece.card in {card_at(state, name) for name in names}]
    return seen(state, pieces=tuple(kept), terrains=(), flags=())


@pytest.mark.parametrize("code", codes())
def test_the_pages_of_the_rules_of_overcross(code: str) -> None:
    with speaking(language(code)):
        found = list(measured(GAMES["overcross"]))
    assert [each for each in found if each.letters < LEAST] == []
    assert [each for each in found if each.height > HIGHEST] == []


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_all_objectives_for_two_to_four_players(objective: str, code: str) -> None:
    """The table, with what is pointed out and without, and the whole of it."""
    state, focus = duel(objective), Focus(targets={square(duel(objective), "D9"): "3/6"})
    with speaking(language(code)), sizes_drawn() as sizes:
        low = [draw(seen(state), recent=fight(state)), draw(seen(state), focus=focus)]
        for seats in (2, 3, 4):
            picture = draw(seen(table_of(seats, "flag" if objective == "summoning" else objective)))
            low += [picture] if seats == 2 else []
        for at in range(0, len(every_fact(state)), 5):
            draw(seen(state), recent=every_fact(state)[at : at + 5], part=WHOLE)
    assert of_sizes(sizes) >= LEAST
    assert max(map(high, low)) <= HIGHEST


@pytest.mark.parametrize("seats", [2, 4])
def test_the_largest_grid_can_be_read_too(seats: int) -> None:
    with sizes_drawn() as sizes:
        for part in (None, WHOLE):
            draw(seen(crowd(seats)), part=part, focus=Focus(targets={40: "3/6"}))
    assert of_sizes(sizes) >= LEAST


@pytest.mark.parametrize("code", codes())
def test_every_card_in_hand_can_be_read_and_none_is_cut(code: str) -> None:
    """OVC-30: names and kinds are parted where they are long, and a name may stand above its art."""
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


def test_long_names_are_whole_in_the_title() -> None:
    """On a seat's card, where it is told what the seat does, the end of one gives way."""
    for names in SCRIPTS:
        with all_shortened() as shortened:
            for seat in range(4):
                RENDERER.board(seen(table_of(4, "flag"), current=seat), names=names)
        assert shortened <= {drawn_player(names, seat) for seat in range(4)}


# --- the cut ----------------------------------------------------------------------------------------------


def test_ground_far_from_everything_is_cut_off_and_the_whole_can_be_asked_for() -> None:
    state = duel("assassination")
    view = apart(state, "G6", "G7")
    assert window(view, (), None) == (2, 4, 9, 5)
    assert draw(view).height < draw(view, part=WHOLE).height
    assert dict(RENDERER.parts(view)) == {WHOLE: "Whole table"}
    assert RENDERER.film_part == WHOLE


def test_what_is_told_and_pointed_out_is_never_cut_off() -> None:
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


@pytest.mark.parametrize("objective", ["summoning", "invasion"])
def test_all_zones_are_shown_where_they_are_what_it_is_about(objective: str) -> None:
    """OVC-24, OVC-26."""
    view = apart(duel(objective), "G6", "G7")
    assert window(view, (), None) == whole(view)


def test_all_flags_are_shown() -> None:
    """OVC-25."""
    state = duel("flag")
    view = replace(apart(state, "G6", "G7"), flags=seen(state).flags)
    shown = window(view, (), None)
    assert all(_shows(shown, flag.square) for flag in view.flags)


def test_the_cut_is_the_same_in_both_worlds() -> None:
    """OVC-29: it tells nothing that its viewer cannot know."""
    found = list(positions(range(2), kept=0.04))[:6]
    assert found
    for number, state in enumerate(found):
        for viewer in viewers(state):
            view = RULES.view(state, viewer)
            twin = RULES.view(RULES.resample(view, Stream("twin", bytes([number + 1]) * 32)), viewer)
            assert window(view, (), None) == window(twin, (), None)
            assert draw(view, part=WHOLE) == draw(twin, part=WHOLE)


def test_before_decks_are_open_there_is_no_larger_table() -> None:
    """OVC-05."""
    state = next(state for state in positions(range(3), kept=0.5) if state.phase == "decks")
    view = RULES.view(state, None)
    assert RENDERER.parts(view) == {}
    assert RENDERER.board(view, names=NAMES, part=WHOLE) == RENDERER.board(view, names=NAMES)
