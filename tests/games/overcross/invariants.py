"""Invariants after every action of every match (OVC-11, OVC-13, OVC-20)."""

from __future__ import annotations

from collections import Counter

from bot.engine.grid import grid_of
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.geometry import within, zones_of
from bot.games.overcross.rules.terrains import Site as TerrainSite
from bot.games.overcross.rules.terrains import layout_of, sealed
from bot.games.overcross.rules.view import NO_CARD, NOBODY, SEAT_CARDS, play_limit
from tests.games.overcross.chance import RULES


def check_all(state) -> None:
    check_cards(state)
    check_pieces(state)
    check_terrain(state)
    check_flags(state)
    check_costs(state)


def queries_of(state) -> Aim:
    return Aim(state, RULES.library[state.options.cards])


def check_cards(state):
    """Every card is in exactly one place, which belongs to its owner."""
    if state.first == NOBODY:
        return
    found = Counter()
    for seat, side in enumerate(state.sides):
        own = [*state.hands[seat], *state.decks[seat], *side.discard, *side.aside]
        assert all(card // SEAT_CARDS == seat for card in own)
        found.update(own)
    for piece in state.pieces:
        assert piece.card // SEAT_CARDS == piece.seat
        found.update([piece.card, *[edit.card for edit in piece.edits]])
    found.update([placed.card for placed in state.terrains])
    assert set(found.values()) <= {1}
    for seat in range(state.seats):
        size = len(state.lists[seat]) + len(state.chosen[seat])
        assert sorted(card for card in found if card // SEAT_CARDS == seat) == list(
            range(seat * SEAT_CARDS, seat * SEAT_CARDS + size)
        )


def check_pieces(state):
    """Living Characters have 0 to 5 counters, no two are on one square, and names are unique (OVC-11).

    A match that is won during a move ends there, perhaps on a friend's square.
    """
    queries = queries_of(state)
    resting = state.program.idle and state.outcome is None
    squares = Counter([piece.square for piece in state.pieces if piece.square != OFF])
    passing = [square for square, number in squares.items() if number > 1]
    assert not passing or (not resting and len(passing) == 1 and squares[passing[0]] == 2)
    for piece in state.pieces:
        assert not state.sides[piece.seat].out
        assert piece.counters >= 0
        assert piece.counters < 6 or not resting
        assert piece.square == OFF or 0 <= piece.square < queries.grid.size
        assert not resting or piece.square == OFF or not queries.field.layout.obstructive >> piece.square & 1
        assert queries.face(piece.card).kind == "character"
        assert all(queries.face(edit.card).kind == "edit" for edit in piece.edits)
    names = Counter([(piece.seat, queries.face(piece.card).name) for piece in state.pieces])
    copies = {queries.face(piece.card).name: queries.face(piece.card).copies for piece in state.pieces}
    assert all(number <= copies[name] for (_, name), number in names.items())


def check_terrain(state):
    """Areas never overlap, none is in a forbidden place, and a path remains between all zones (OVC-13)."""
    if not state.terrains:
        return
    queries = queries_of(state)
    covered = 0
    for placed in state.terrains:
        face = queries.face(placed.card)
        area = within(queries.grid, placed.centre, face.radius)
        assert not covered & area
        assert not zones_of(state.options, state.seats) >> placed.centre & 1
        assert 0 <= placed.counters < 6
        covered |= area
    walls = [placed.centre for placed in state.terrains if queries.face(placed.card).obstructive]
    if walls:
        empty = layout_of(queries.grid, ())._replace(obstructive=queries.field.layout.obstructive)
        site = TerrainSite(empty, tuple([queries.zone(seat) for seat in range(state.seats)]), 0, 0)
        assert not sealed(site, walls[0], 0)


def check_flags(state):
    """A flag is at its carrier, is carried by an enemy, and is on no wall (OVC-25)."""
    queries = queries_of(state)
    grid = grid_of(state.options.width, state.options.height)
    for flag in state.flags:
        assert not state.sides[flag.seat].out
        assert grid.has(flag.square)
        if flag.carrier != NO_CARD:
            carrier = queries.piece(flag.carrier)
            assert carrier is not None
            assert carrier.square == flag.square
            assert carrier.seat != flag.seat
        else:
            assert not state.program.idle or not queries.field.layout.obstructive >> flag.square & 1


def check_costs(state):
    """The cards played in a turn stay within the play limit (OVC-10)."""
    if state.current >= 0:
        assert state.spent <= play_limit(state, state.current)
