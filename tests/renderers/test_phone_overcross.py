"""Overcross on a phone 390 pixels wide: readable letters, room for buttons, the visible part of the grid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.wording import Focus
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import NOBODY, OvercrossView
from bot.games.overcross.wording.terms import lettered
from measures.screens.measures import of_sizes, sizes_drawn
from renderers.kit.cards import tiles
from renderers.kit.cards.card import drawn_card
from renderers.kit.cards.tiles import Tile, lay_tiles
from renderers.kit.crop import WHOLE
from renderers.kit.mosaic import Mosaic
from renderers.kit.text import ELLIPSIS
from renderers.kit.titles import WIDTH, drawn_player
from renderers.overcross import tokens as overcross_tokens
from renderers.overcross.cards import face_of, printed
from renderers.overcross.marks import attacks, place_of_rolls, rolls_sprite, told_attack
from renderers.overcross.roster import Named
from renderers.overcross.sights import ground_of, occupied
from renderers.overcross.table import whole, window
from renderers.overcross.tokens import draw_spot, layout_of
from tests.games.overcross.chance import POOL, RULES, positions
from tests.renderers.overcross_positions import (
    NAMES,
    RENDERER,
    card_at,
    crowd,
    duel,
    fight,
    seen,
    square,
    table_of,
)
from tests.renderers.test_overcross_board import draw
from tests.renderers.test_phone import LEAST
from tests.renderers.test_phone_crossfire import SCRIPTS
from tests.renderers.written import all_shortened

_DRAWN = 12
"""Random positions that every run draws."""


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


# ---- who is who


def revealed(numbers: range, kept: float) -> Iterator[OvercrossView]:
    """Yield the public view of positions of random matches with Characters on the grid."""
    for state in positions(numbers, kept):
        view = RULES.view(state, None)
        if view.first != NOBODY and any(piece.square != OFF for piece in view.pieces):
            yield view


def unnamed(view: OvercrossView) -> set[tuple[int, str]]:
    """Return the tokens on a board, by seat and letter, whose name is not drawn whole below the grid."""
    tokens: list[tuple[int, str]] = []
    names: dict[tuple[int, str], str] = {}
    draw_token, draw_name = overcross_tokens._token, Named.draw

    def token(image: Any, token: Any, cell: int) -> None:
        tokens.append((token.seat, token.letter))
        draw_token(image, token, cell)

    def name(named: Named, image: Any, x: int, y: int, room: int) -> int:
        wide = draw_name(named, image, x, y, room)
        if wide == named.wide and x + wide <= WIDTH:
            names[named.token.seat, named.token.letter] = named.name
        return wide

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overcross_tokens, "_token", token)
        patch.setattr(Named, "draw", name)
        with sizes_drawn() as sizes:
            RENDERER.board(view, names=NAMES[: view.seats])
    assert of_sizes(sizes) >= LEAST, "at 390 pixels its letters can be read"
    standing = [(piece, letter) for piece, letter in lettered(view) if piece.square != OFF]
    assert sorted(tokens) == sorted({(piece.seat, letter) for piece, letter in standing}), (
        "one token for each"
    )
    right = {(piece.seat, letter): drawn_card(face_of(view, piece.card, POOL)) for piece, letter in standing}
    return {token for token in tokens if names.get(token) != right[token]}


def test_every_token_can_be_named_from_its_picture() -> None:
    """In random positions, in those with 16 Characters and in the fullest."""
    views = list(islice(revealed(range(2, 60, 3), 0.01), _DRAWN))
    assert len(views) == _DRAWN
    full = [RULES.view(table_of(4, "flag"), None), seen(crowd(2)), seen(crowd(4))]
    assert [unnamed(view) for view in (*views, *full)] == [set()] * (_DRAWN + 3)


@pytest.mark.soak
def test_no_token_of_a_thousand_positions_is_without_a_name() -> None:
    views = list(islice(revealed(range(100, 1000), 0.02), 1000))
    assert len(views) == 1000
    assert [view for view in views if unnamed(view)] == []


def test_tokens_show_their_motif_on_usual_grids() -> None:
    """Two Characters of a seat that differ in nothing but their motif look different on 13 x 13."""
    view = replace(seen(duel()), terrains=())
    _, spot = max(
        occupied(view, POOL, None, ground_of(view, POOL)).items(), key=lambda each: each[1].token is not None
    )
    assert spot.token is not None
    cell = layout_of(13, whole(replace(view, options=replace(view.options, width=13, height=13))), 300).cell
    faces = {
        draw_spot(spot._replace(token=spot.token._replace(motif=motif)), cell).tobytes()
        for motif in ("crown", "bolt", "key", "gear")
    }
    assert len(faces) == 4


def test_pips_count_to_the_counter_that_kills() -> None:
    """OVC-20: six counters kill, so six pips are drawn, which all fit on the smallest square."""
    full = [counted for counted in range(DEADLY) if counted]
    for cell in (54, 66, 84, 112):
        size = (cell - 6) // DEADLY
        assert max(8, size) * DEADLY <= cell
    drawn = list[bool]()
    with pytest.MonkeyPatch.context() as patch:
        kept = overcross_tokens.pip
        patch.setattr(
            overcross_tokens, "pip", lambda size, *, full: drawn.append(full) or kept(size, full=full)
        )
        for counters in full:
            drawn.clear()
            overcross_tokens.draw_counters(Image.new("RGB", (100, 30)), counters, 50, 15, 14)
            assert (len(drawn), sum(drawn)) == (DEADLY, counters)


def test_labels_of_rolls_cover_no_token_and_no_coordinate() -> None:
    """They are beside the square attacked, or in a row below the grid."""
    places = Counter[bool]()
    for view in islice(revealed(range(2, 60, 3), 0.05), 60):
        standing = [piece for piece in view.pieces if piece.square != OFF]
        foes = [each for each in standing if each.seat != standing[0].seat]
        for target in foes:
            aimed = facts.Aimed(standing[0].card, target.card, target.square, "aim", 4, 2, True)
            told = (
                aimed,
                facts.SaveRolled(target.card, 5, 4, False),
                facts.Harmed(target.card, 3, 4, aimed.card),
            )
            layout = layout_of(view.width, window(view, told, None), 300)
            [attack] = attacks(view, told)
            taken = {piece.square for piece in standing}
            place = place_of_rolls(attack, layout, taken)
            places[place is None] += 1
            if place is None:
                continue
            box = (*place, place[0] + rolls_sprite(attack).width, place[1] + rolls_sprite(attack).height)
            assert layout.left <= box[0]
            assert box[2] <= layout.right
            assert layout.top <= box[1]
            assert box[3] <= layout.bottom
            for at in taken:
                x, y = layout.corner(at)
                assert box[0] >= x + layout.cell or box[2] <= x or box[1] >= y + layout.cell or box[3] <= y
    assert places[False] > 20
    state = duel()
    crowded = seen(state)
    assert draw(crowded, recent=fight(state)).height > draw(crowded).height, "a row below the grid"


def test_a_killing_blow_is_told_even_if_others_follow() -> None:
    state = duel()
    ogre, intern, lurker = (card_at(state, at) for at in ("G6", "G7", "D9"))
    blow = facts.Aimed(ogre, intern, square(state, "G7"), "fist", 4, 2, True)
    miss = facts.Aimed(card_at(state, "D8"), lurker, square(state, "D9"), "fist", 3, 5, False)
    told = (blow, facts.SaveRolled(intern, 4, 5, False), facts.Died(intern, ogre, 0, 3), *[miss] * 6)
    attack = told_attack(seen(state), told)
    assert attack is not None
    assert (attack.aimed, attack.killed) == (blow, True)


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
