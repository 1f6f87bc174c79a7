"""A state that a viewer cannot tell from the true one: hands, packs and neutrals dealt again (CRF-26)."""

from __future__ import annotations

from collections import Counter

from bot.engine.contract import Seat, shared
from bot.engine.decks import Deck
from bot.engine.fair import Stream
from bot.games.crossfire.rules.cards import Card, pack_of, with_card
from bot.games.crossfire.rules.opening import whole_pack
from bot.games.crossfire.rules.piles import unknown
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.crossfire.rules.view import SHARED, CrossfireView


def resample(view: CrossfireView, rng: Stream) -> CrossfireState:
    """Return such a state. The hidden cards of each pack are shuffled and dealt to their possible places.

    A hand holds cards of its seat's own pack, except those that publicly went there.
    """
    unseen = [rng.shuffle(f"resample pack {seat + 1}", unseen_of(view, seat)) for seat in range(view.seats)]
    # Deal a card to each neutral not probed yet, of the pack of its back.
    found = [view.board[square] for square in view.table.neutrals]
    if None in found:
        neutrals: tuple[Card | None, ...] = ()
    else:
        neutrals = tuple(
            [unseen[pack_of(pile.cards[0])].pop() if pile and unknown(pile) else None for pile in found]
        )
    hands = tuple([_hand(view, seat, unseen[seat]) for seat in range(view.seats)])
    decks = [Deck(tuple(left), pile) for left, pile in zip(unseen, view.discards, strict=True)]
    return CrossfireState(
        **shared(view, SHARED),
        neutrals=neutrals,
        hands=hands,
        decks=tuple(decks),
    )


def unseen_of(view: CrossfireView, pack: Seat) -> list[Card]:
    """Return the cards of a pack that the viewer does not see, in numerical order."""
    seen = Counter(view.discards[pack])
    for pile in view.board:
        if pile is not None:
            seen.update([card for card in pile.all_cards if card >= 0 and pack_of(card) == pack])
    for seat in range(view.seats):
        known = view.hand if seat == view.viewer else view.shown[seat]
        seen.update([card for card in known if pack_of(card) == pack])
    whole = Counter(whole_pack(view.options, pack))
    return sorted((whole - seen).elements())


def _hand(view: CrossfireView, seat: Seat, unseen: list[Card]) -> tuple[Card, ...]:
    if seat == view.viewer:
        return view.hand
    missing = view.hands[seat] - len(view.shown[seat])
    return with_card(view.shown[seat], *[unseen.pop() for _ in range(missing)])
