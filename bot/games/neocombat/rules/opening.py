"""The opening: dealer, teams, first hands (NEO-01, NEO-01a, NEO-03); and how turns begin (NEO-04)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.contract import Seat, set_at
from bot.engine.decks import Deck
from bot.engine.fair import Stream
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.varans import Roster
from bot.games.neocombat.rules import facts, movement
from bot.games.neocombat.rules.knowledge import all_known, nothing_known
from bot.games.neocombat.rules.options import Options, offered
from bot.games.neocombat.rules.queries import SPARE_CARDS
from bot.games.neocombat.rules.state import NeoState, new_state
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import GONE, Token

DEALS = 500
"""The maximum number of deals for teams of equal weight; then the most equal teams are used."""

COMEBACK = 3
"""The number of cards drawn for each varan a seat is behind, with `draw` set to comeback (NEO-04c)."""


def new_match(options: Options, seats: int, pool: Pool, rng: Stream) -> NeoState:
    """Return a match after the deal, in its first turn or in the draft; the options are normalized."""
    (dealer,) = rng.roll("dealer", seats)
    deck = Deck(tuple(rng.shuffle("deck", pool.deck)))
    wounds = tuple([min(options.wounds, varan.health - 1) for varan in pool.roster])
    state = new_state(options, seats, dealer - 1, deck, wounds)
    table = Table(state, pool, rng)
    if options.deal == "draft":
        size = offered(options.team, seats, len(pool.roster))
        state.offers = tuple([tuple(sorted(offer)) for offer in _dealt(seats, size, pool.roster, rng)])
        state.kept = ((),) * seats
    else:
        _begin(table, _teams(options, seats, pool.roster, rng))
    return state


def _dealt(seats: int, size: int, roster: Roster, rng: Stream) -> list[tuple[int, ...]]:
    order = rng.shuffle("varans", range(len(roster)))
    return [tuple(order[seat * size : (seat + 1) * size]) for seat in range(seats)]


def _teams(options: Options, seats: int, roster: Roster, rng: Stream) -> Sequence[tuple[int, ...]]:
    """Deal teams; for equal teams repeat until their weights differ by at most 1 (NEO-01a)."""
    best = _dealt(seats, options.team, roster, rng)
    if options.deal == "random":
        return best
    for _ in range(DEALS):
        if _spread(best, roster) <= 1:
            break
        best = min(best, _dealt(seats, options.team, roster, rng), key=lambda deal: _spread(deal, roster))
    return best


def _spread(teams: Sequence[Sequence[int]], roster: Roster) -> int:
    worths = [sum([roster[varan].worth for varan in team]) for team in teams]
    return max(worths) - min(worths)


def keep(table: Table, seat: Seat, varan: int) -> None:
    """Keep one more varan; a complete team is handed off (NEO-01a)."""
    state = table.state
    state.kept = set_at(state.kept, seat, (*state.kept[seat], varan))
    table.record(None, {seat: facts.Kept(seat, varan)})
    if len(state.kept[seat]) == table.team:
        state.ready = set_at(state.ready, seat, True)
        table.record(facts.HandedOff(seat))
        go_on(table)


def keep_by_lot(table: Table, seat: Seat) -> None:
    """Keep a random team from the dealt varans (NEO-19)."""
    state = table.state
    state.kept = set_at(state.kept, seat, ())
    for varan in table.rng.shuffle(f"draft {seat + 1}", state.offers[seat])[: table.team]:
        keep(table, seat, varan)


def go_on(table: Table) -> None:
    """Begin the first turn once all have a team; tokens are numbered at random (NEO-01a)."""
    state = table.state
    if all(state.ready[seat] for seat in table.seats):
        kept = [_team(table, seat) for seat in range(state.seats)]
        state.ready = (False,) * state.seats
        state.offers = state.kept = ()
        _begin(table, kept)


def _team(table: Table, seat: Seat) -> tuple[int, ...]:
    """Return the team that a seat has kept, in the order of its tokens; for a seat that has left, any."""
    if table.state.out[seat]:
        return table.state.offers[seat][: table.team]
    return tuple(table.rng.shuffle(f"tokens {seat + 1}", table.state.kept[seat]))


def _begin(table: Table, teams: Sequence[tuple[int, ...]]) -> None:
    """Put the teams on the table, cloaked, each varan in a sector of its own, and deal the first hands."""
    state = table.state
    state.knowledge = (nothing_known(table.team),) * state.seats
    state.tokens = tuple(
        [
            Token(GONE if state.out[seat] else seat + 1, revealed=bool(state.out[seat]))
            for seat in range(state.seats)
            for _ in range(table.team)
        ]
    )
    state.varans = tuple([varan for team in teams for varan in team])
    for seat in range(state.seats):
        if state.out[seat]:
            table.know(seat, all_known(teams[seat]))
    for seat in table.seats:
        table.record(facts.TeamDealt(seat), {seat: facts.TeamDealt(seat, teams[seat])})
    for seat in table.round():
        table.draw_cards(seat, table.team + SPARE_CARDS, "deal")
    begin_turn(table)


# Turns


def begin_turn(table: Table) -> None:
    """Begin the next turn with its draw (NEO-04)."""
    state = table.state
    state.turn += 1
    state.stopped = state.passed = state.freed = ()
    state.drawn = UNSET
    state.named = (0,) * state.seats
    state.hurt = False
    state.tokens = tuple([replace(token, moved=False, used=(), spared=False) for token in state.tokens])
    table.record(facts.TurnBegan(state.turn, state.first))
    _draw(table)
    movement.begin_specials(table)


def _draw(table: Table) -> None:
    """Let all draw one card after another, in rounds from the First player, until each has its number."""
    order = table.round()
    due = {seat: _due(table, seat) for seat in order}
    drawn: dict[int, list[int]] = {seat: [] for seat in order}
    for i in range(max(due.values())):
        for seat in order:
            if i < due[seat]:
                drawn[seat] += table.draw_one()
    for seat, cards in drawn.items():
        if cards:
            table.take_in(seat, tuple(cards), "turn")


def _due(table: Table, seat: Seat) -> int:
    """Return the number of cards a seat draws in a turn (NEO-04, NEO-04a)."""
    draw, alive = table.state.options.draw, {each: table.alive(each) for each in table.seats}
    behind = max(alive.values()) - alive[seat]
    due = table.team if draw == "even" else alive[seat]
    if draw == "comeback":
        due += COMEBACK * behind
    elif draw == "catch-up" and behind and alive[seat] == min(alive.values()):
        due += 1
    return due + any(its.sector == 0 for _, its in table.own(seat))


def end_turn(table: Table) -> None:
    """End a turn after Repair: the marker moves to the next living seat (NEO-15, NEO-16c)."""
    state = table.state
    state.quiet = 0 if state.hurt else state.quiet + 1
    state.first = table.clockwise(state.first)
    begin_turn(table)
