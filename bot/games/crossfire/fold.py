"""From one view to the next by the facts in between; they tell every change, which tests prove."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.games.crossfire import facts, piles
from bot.games.crossfire.cards import Card, pack_of, with_card, without_card
from bot.games.crossfire.state import with_hand
from bot.games.crossfire.table import Table, table_of
from bot.games.crossfire.view import NOBODY, CrossfireView, Pile


def fold(view: CrossfireView, fact: facts.CrossfireFact) -> CrossfireView:
    """Return the viewer's view after a fact that it has seen."""
    return _FOLDS[type(fact)](view, fact)


def _bases_redealt(view: CrossfireView, fact: facts.BasesRedealt) -> CrossfireView:
    for square, card in zip(_table(view).bases[fact.seat], fact.cards, strict=True):
        view = _put(view, square, piles.node(fact.seat, card))
    return replace(view, deciding=_set(view.deciding, fact.seat, fact.cause))


def _bases_kept(view: CrossfireView, fact: facts.BasesKept) -> CrossfireView:
    return replace(view, deciding=_set(view.deciding, fact.seat, False))


def _neutrals_dealt(view: CrossfireView, fact: facts.NeutralsDealt) -> CrossfireView:
    packs = view.packs
    for square, pack in zip(fact.squares, fact.packs, strict=True):
        view = _put(view, square, piles.neutral(-1 - pack))
        packs = _set(packs, pack, packs[pack] - 1)
    return replace(view, packs=packs)


def _start_drawn(view: CrossfireView, fact: facts.StartDrawn) -> CrossfireView:
    for draw in fact.draws:
        cards = [card for card in draw if card is not None]
        packs = [left - (card is not None) for left, card in zip(view.packs, draw, strict=True)]
        view = replace(_discard(view, cards), packs=tuple(packs))
    return replace(view, start=fact.draws, first=fact.seat)


def _hand_dealt(view: CrossfireView, fact: facts.HandDealt) -> CrossfireView:
    for card in fact.cards:
        view = _draw(view, fact.seat, card)
    return view


def _turn_began(view: CrossfireView, fact: facts.TurnBegan) -> CrossfireView:
    return replace(view, phase="turn", turn=fact.seat, turns=fact.number)


def _seized(view: CrossfireView, fact: facts.Seized) -> CrossfireView:
    return _put(view, fact.at, piles.won(_pile(view, fact.at)))


def _drew(view: CrossfireView, fact: facts.Drew) -> CrossfireView:
    return _draw(view, fact.seat, fact.card)


def _laid(view: CrossfireView, fact: facts.Laid | facts.Supported) -> CrossfireView:
    view = _play(view, fact.seat, fact.card)
    return _put(view, fact.at, piles.node(fact.seat, fact.card))


def _attacked(view: CrossfireView, fact: facts.Attacked) -> CrossfireView:
    view = _play(view, fact.seat, fact.card)
    return _put(view, fact.at, piles.attacked(_pile(view, fact.at), fact.seat, fact.card))


def _probed(view: CrossfireView, fact: facts.Probed) -> CrossfireView:
    view = _play(view, fact.seat, fact.card)
    pile = piles.probed(_pile(view, fact.at), fact.seat, fact.card, fact.neutral, fact.leads)
    return _put(view, fact.at, pile)


def _answered(view: CrossfireView, fact: facts.Answered) -> CrossfireView:
    view = _play(view, fact.seat, fact.card)
    return _put(view, fact.at, piles.answered(_pile(view, fact.at), fact.seat, fact.card))


def _rebuilt(view: CrossfireView, fact: facts.Rebuilt) -> CrossfireView:
    view = _discard(_play(view, fact.seat, fact.card), fact.removed)
    return _put(view, fact.at, piles.node(fact.seat, fact.card))


def _discarded(view: CrossfireView, fact: facts.Discarded) -> CrossfireView:
    return _discard(_play(view, fact.seat, fact.card), (fact.card,))


def _replaced(view: CrossfireView, fact: facts.Replaced) -> CrossfireView:
    view = _take(_play(view, fact.seat, fact.joker), fact.seat, fact.card)
    shown = with_card(view.shown[fact.seat], fact.card)
    view = replace(view, shown=with_hand(view.shown, fact.seat, shown))
    return _put(view, fact.at, piles.node(fact.seat, fact.joker))


def _kept_one(view: CrossfireView, fact: facts.KeptOne) -> CrossfireView:
    return _put(_discard(view, fact.removed), fact.at, piles.node(fact.seat, fact.card))


def _towered(view: CrossfireView, fact: facts.Towered) -> CrossfireView:
    return _put(_discard(view, fact.removed), fact.at, piles.tower(fact.seat, fact.royal, fact.ten))


def _lapsed(view: CrossfireView, fact: facts.Lapsed) -> CrossfireView:
    return _put(view, fact.at, piles.lapsed(_pile(view, fact.at)))


def _points_counted(view: CrossfireView, fact: facts.PointsCounted) -> CrossfireView:
    return replace(view, tallies=fact.tallies)


def _nothing_more(view: CrossfireView, _: facts.PackEmpty | facts.Resigned) -> CrossfireView:
    """Return the view as it is: what follows from it is told by the facts that come next."""
    return view


def _match_over(view: CrossfireView, fact: facts.MatchOver) -> CrossfireView:
    deciding = (False,) * view.seats
    return replace(view, phase="over", turn=NOBODY, deciding=deciding, outcome=fact.outcome)


def _table(view: CrossfireView) -> Table:
    return table_of(view.options, view.seats)


def _pile(view: CrossfireView, square: int) -> Pile:
    pile = view.board[square]
    assert pile is not None, "a fact speaks of a pile where the view has none"
    return pile


def _put(view: CrossfireView, square: int, pile: Pile) -> CrossfireView:
    return replace(view, board=piles.with_pile(view.board, square, pile))


def _set(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _take(view: CrossfireView, seat: Seat, card: Card) -> CrossfireView:
    """Put a card into a hand; only its owner sees it there."""
    hand = with_card(view.hand, card) if view.viewer == seat else view.hand
    return replace(view, hand=hand, hands=_set(view.hands, seat, view.hands[seat] + 1))


def _draw(view: CrossfireView, seat: Seat, card: Card) -> CrossfireView:
    view = _take(view, seat, card)
    return replace(view, packs=_set(view.packs, seat, view.packs[seat] - 1))


def _play(view: CrossfireView, seat: Seat, card: Card) -> CrossfireView:
    """Take a card out of a hand."""
    return replace(
        view,
        hand=without_card(view.hand, card) if view.viewer == seat else view.hand,
        hands=_set(view.hands, seat, view.hands[seat] - 1),
        shown=with_hand(view.shown, seat, without_card(view.shown[seat], card)),
    )


def _discard(view: CrossfireView, cards: Sequence[Card]) -> CrossfireView:
    discards = view.discards
    for card in cards:
        pack = pack_of(card)
        discards = _set(discards, pack, (*discards[pack], card))
    return replace(view, discards=discards)


_FOLDS: Mapping[type, Callable[[CrossfireView, Any], CrossfireView]] = {
    facts.BasesRedealt: _bases_redealt,
    facts.BasesKept: _bases_kept,
    facts.NeutralsDealt: _neutrals_dealt,
    facts.StartDrawn: _start_drawn,
    facts.HandDealt: _hand_dealt,
    facts.TurnBegan: _turn_began,
    facts.Seized: _seized,
    facts.Drew: _drew,
    facts.Laid: _laid,
    facts.Supported: _laid,
    facts.Attacked: _attacked,
    facts.Probed: _probed,
    facts.Answered: _answered,
    facts.Rebuilt: _rebuilt,
    facts.Discarded: _discarded,
    facts.Replaced: _replaced,
    facts.KeptOne: _kept_one,
    facts.Towered: _towered,
    facts.Lapsed: _lapsed,
    facts.PointsCounted: _points_counted,
    facts.PackEmpty: _nothing_more,
    facts.Resigned: _nothing_more,
    facts.MatchOver: _match_over,
}
