"""The opening: bases with redeals, neutrals, the start draw, first hands (CRF-01 to CRF-05)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Event, Seat, set_at
from bot.engine.decks import Deck
from bot.engine.fair import Stream
from bot.games.crossfire.rules import facts, piles
from bot.games.crossfire.rules.cards import Card, back, full_pack, is_joker, is_numbered, strength
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.state import CrossfireState, discard, put
from bot.games.crossfire.rules.table import Table, table_of
from bot.games.crossfire.rules.turns import begin_turn, draw_cards
from bot.games.crossfire.rules.view import Pile

FIRST_HAND = 3
FEW_NUMBERED = 2
"""With this number of numbered bases, or fewer, a seat may redeal (CRF-03); the same number in Ultimate
(CRF-25).
"""


def new_match(options: Options, seats: int, rng: Stream) -> CrossfireState:
    """Return a match with all bases dealt; if no seat may redeal, the first turn has begun (CRF-03)."""
    table = table_of(options, seats)
    state = CrossfireState(
        options=options,
        seats=seats,
        phase="bases",
        board=(None,) * table.grid.size,
        neutrals=(),
        hands=((),) * seats,
        shown=((),) * seats,
        decks=tuple([_shuffled_pack(options, seat, rng) for seat in range(seats)]),
        deciding=(False,) * seats,
    )
    for seat in range(seats):
        _deal_bases(state, seat)
    state.deciding = tuple([may_redeal(bases_of(table, state.board, seat)) for seat in range(seats)])
    if not any(state.deciding):
        open_play(state, rng)
    return state


def whole_pack(options: Options, seat: Seat) -> tuple[Card, ...]:
    """Return a seat's pack in order: in Ultimate two packs of 52, each with its Jokers (CRF-25)."""
    return full_pack(seat, options.jokers, 2 if options.ultimate else 1)


def _shuffled_pack(options: Options, seat: Seat, rng: Stream) -> Deck:
    return Deck(tuple(rng.shuffle(f"pack {seat + 1}", whole_pack(options, seat))))


def _deal_bases(state: CrossfireState, seat: Seat) -> tuple[Card, ...]:
    squares = state.table.bases[seat]
    cards = draw_cards(state, seat, len(squares))
    for square, card in zip(squares, cards, strict=True):
        put(state, square, piles.node(seat, card))
    return cards


def bases_of(table: Table, board: Sequence[Pile | None], seat: Seat) -> tuple[Card, ...]:
    """Return the cards on a seat's base squares during the opening, squares ascending."""
    return tuple([pile.cards[0] for square in table.bases[seat] if (pile := board[square]) is not None])


def may_redeal(bases: tuple[Card, ...]) -> bool:
    """Whether bases may be dealt again: there is a Joker, or at most two are numbered (CRF-03)."""
    numbered = sum([is_numbered(card) for card in bases])
    return numbered <= FEW_NUMBERED or any(is_joker(card) for card in bases)


def redeal(state: CrossfireState, seat: Seat, rng: Stream) -> list[Event]:
    """Put all bases of a seat back, shuffle, and deal new ones; it continues to decide while it may
    (CRF-03).
    """
    order = (*state.decks[seat].order, *bases_of(state.table, state.board, seat))
    shuffled = Deck(tuple(rng.shuffle(f"pack {seat + 1} again", order)))
    state.decks = set_at(state.decks, seat, shuffled)
    cards = _deal_bases(state, seat)
    cause = may_redeal(cards)
    events = [Event(facts.BasesRedealt(seat, cards, cause))]
    return events if cause else events + _settled(state, seat, rng)


def keep(state: CrossfireState, seat: Seat, rng: Stream) -> list[Event]:
    """Keep the current bases (CRF-03)."""
    return [Event(facts.BasesKept(seat)), *_settled(state, seat, rng)]


def _settled(state: CrossfireState, seat: Seat, rng: Stream) -> list[Event]:
    state.deciding = set_at(state.deciding, seat, False)
    return [] if any(state.deciding) else open_play(state, rng)


def open_play(state: CrossfireState, rng: Stream) -> list[Event]:
    """Deal the neutrals, draw for the start, deal the hands, and begin the first turn."""
    events = [_deal_neutrals(state, rng), _draw_to_start(state)]
    events += [_deal_hand(state, seat) for seat in range(state.seats)]
    state.phase = "turn"
    return events + begin_turn(state, state.first)


def _deal_neutrals(state: CrossfireState, rng: Stream) -> Event:
    """Deal the neutrals face down (CRF-02).

    The packs alternate, square by square, so that each gives the same number; the pack of the middle node is
    picked at random (CRF-22).
    """
    table = state.table
    packs = [place % state.seats for place in range(len(table.ring))]
    if table.middle >= 0:
        packs.append(rng.pick("pack of the middle node", range(state.seats)))
    state.neutrals = tuple([draw_cards(state, pack, 1)[0] for pack in packs])
    for square, pack in zip(table.neutrals, packs, strict=True):
        put(state, square, piles.neutral(back(pack)))
    return Event(facts.NeutralsDealt(table.neutrals, tuple(packs)))


def _draw_to_start(state: CrossfireState) -> Event:
    """Draw a card each until one is highest; the tied seats draw again (CRF-04)."""
    drawing = list(range(state.seats))
    draws: list[tuple[Card | None, ...]] = []
    while len(drawing) > 1:
        drawn = {seat: draw_cards(state, seat, 1)[0] for seat in drawing}
        discard(state, list(drawn.values()))
        draws.append(tuple([drawn.get(seat) for seat in range(state.seats)]))
        highest = max([strength(card) for card in drawn.values()])
        drawing = [seat for seat, card in drawn.items() if strength(card) == highest]
    state.start = tuple(draws)
    state.first = drawing[0]
    return Event(facts.StartDrawn(state.start, state.first))


def _deal_hand(state: CrossfireState, seat: Seat) -> Event:
    cards = tuple(sorted(draw_cards(state, seat, FIRST_HAND)))
    state.hands = set_at(state.hands, seat, cards)
    public = facts.HandDealt(seat, (back(seat),) * FIRST_HAND)
    return Event(public, {seat: facts.HandDealt(seat, cards)})
