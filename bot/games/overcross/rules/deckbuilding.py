"""Building decks of Overcross: cards by kind, points, legality, and bringing a deck (OVC-05)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

from bot.base.language import gettext, pgettext
from bot.engine.cards.deckbuilding import DeckBuilding, DeckCard, Effect, Entries, Strength, spread
from bot.engine.contract import Action, Seat
from bot.games.overcross.cards.cards import RANKS, AnyCard, DeckList, Pool, Terrain, rank_of
from bot.games.overcross.cards.decks import (
    CARDS,
    COPIES,
    DeckRules,
    deck_faults,
    marks_of,
    ready_decks,
    set_aside,
)
from bot.games.overcross.cards.objectives import MARKS, Objective
from bot.games.overcross.cards.printed import Mark
from bot.games.overcross.rules.actions import BringDeck, Play, Withdraw
from bot.games.overcross.rules.card_course import effect, played, strengths
from bot.games.overcross.rules.facts import OvercrossFact, Played
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import IDLE
from bot.games.overcross.rules.view import OvercrossView, number_of

VICTIMS = ("leader", "champion", "both")
"""The goals of an Assassination."""


class OvercrossDecks(DeckBuilding):
    """Decks with a point limit, of cards from this library."""

    unit: ClassVar[Literal["cards", "points"]] = "points"
    largest: ClassVar[int] = CARDS
    ranks: ClassVar[Sequence[str]] = tuple(
        [title for key, title in RANKS.items() if key not in ("leader", "legend")]
    )

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the cards by set number, grouped by kind. Raises `KeyError`."""
        return _deck_cards(self.library.at(pool))

    def cards_apart(self, pool: str | None) -> Mapping[str, str]:
        """Return the Leaders and Legends (OVC-23, OVC-24)."""
        cards = self.library.at(pool).cards
        return {number: card.name for number, card in cards.items() if set_aside(card)}

    def limit(self, options: Options | None) -> int:
        """Return the point limit of a deck."""
        return _rules(options).limit

    def ready_keys(self, pool: Pool, options: Options | None) -> Iterable[str]:
        """Return the keys of the legal ready decks; with options only those built for their points."""
        return ready_decks(pool, None if options is None else deck_rules(options))

    def faults(self, entries: Entries, pool: str | None, options: Options | None = None) -> tuple[str, ...]:
        """Return all faults of a deck (OVC-05)."""
        return deck_faults(dict(entries), self.library.at(pool).cards, _rules(options))

    def settings_for(self, pool: str, own: Collection[str]) -> Iterable[Mapping[str, Any]]:
        """Return points and objectives of the decks with these cards, and those that their sides serve."""
        found = self.library.at(pool)
        sides = {
            side: marks_of(side, found.cards.values())
            for side in {card.side for card in found.cards.values()}
        }
        settings: list[dict[str, Any]] = [{}]
        for deck in found.decks.values():
            if held := [
                found.cards[number] for number in deck.cards if number in own and number in found.cards
            ]:
                settings += _served({"points": deck.points}, sides[held[0].side], deck.objectives)
        for side in sorted({found.cards[number].side for number in own if number in found.cards}):
            settings += _served({}, sides[side], ())
        return [each for place, each in enumerate(settings) if each not in settings[:place]]

    def unsuited(self, deck: DeckList, options: Options) -> tuple[str, ...]:
        """Return that a deck is made for other points or other objectives."""
        found = []
        if deck.points != options.points:
            found.append(
                gettext(
                    "{deck} is made for {points} points.",
                    deck=pgettext("card", deck.title),
                    points=deck.points,
                )
            )
        if deck.objectives and options.objective not in deck.objectives:
            found.append(gettext("{deck} is made for other objectives.", deck=pgettext("card", deck.title)))
        return tuple(found)

    def may_bring(self, view: OvercrossView) -> bool:
        """Whether the viewer must choose a deck, or has chosen and may still change it."""
        return view.viewer is not None and view.phase == "decks" and not view.sides[view.viewer].out

    def bring(self, view: OvercrossView, entries: Entries) -> tuple[Action, ...]:
        """Return the actions that bring a deck; an earlier choice is withdrawn first."""
        chosen = view.viewer is not None and bool(view.lists[view.viewer])
        return (*([Withdraw()] if chosen else []), BringDeck(spread(entries)))

    def played(self, fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
        """Return the card played; Legends and named Characters are in no deck."""
        return played(fact, state)

    def hand(self, view: OvercrossView) -> Iterable[str]:
        """Return the cards of the hand."""
        return [number_of(view, card) for card in view.hand]

    def playable(self, view: OvercrossView, legal: Sequence[Action]) -> Iterable[str]:
        """Return the cards of the hand that can be played now; a Legend is in no deck."""
        if view.phase != "cards":
            return ()
        plays = [action.card for action in legal if isinstance(action, Play)]
        return {number_of(view, card) for card in plays if card in view.hand}

    def used_up(self, fact: OvercrossFact, state: OvercrossState) -> tuple[Seat, str] | None:
        """Return the event that was played."""
        if not isinstance(fact, Played):
            return None
        number = number_of(state, fact.card)
        event = self.library.at(state.options.cards).cards[number].kind == "event"
        return (fact.seat, number) if event else None

    def effect(self, fact: OvercrossFact, seat: Seat, number: str, state: OvercrossState) -> Effect:
        """Return the effect of an event in a fact."""
        return effect(fact, seat, number, state)

    def resolving(self, state: OvercrossState) -> bool:
        """Whether an event is still being carried out."""
        return state.program != IDLE

    def strengths(self, facts: Sequence[OvercrossFact], state: OvercrossState) -> Iterable[Strength]:
        """Return the counters that each seat put on enemies, by round."""
        return strengths(facts, state.seats)


def _served(
    given: Mapping[str, Any], marks: Collection[str], objectives: Sequence[Objective]
) -> Iterator[dict[str, Any]]:
    """Yield options with each objective that a side with these marks serves, of some or of all."""
    for goal, needed in MARKS.items():
        objective = goal if goal not in VICTIMS else "assassination"
        if set(needed) <= set(marks) and objective in (objectives or (objective,)):
            yield {**given, "objective": objective, **({"victims": goal} if goal in VICTIMS else {})}


def _rules(options: Options | None) -> DeckRules:
    """Return the deck requirements of a match with these options; None for the default ones."""
    return DeckRules() if options is None else deck_rules(options)


@lru_cache(maxsize=64)
def _deck_cards(pool: Pool) -> Mapping[str, DeckCard]:
    cards = [card for card in pool.cards.values() if not set_aside(card)]
    return {card.number: _deck_card(card) for card in sorted(cards, key=_place)}


def _place(card: AnyCard) -> tuple[int, str]:
    """Return the sorting key of a card: by kind, by number."""
    return list(RANKS).index(rank_of(card)), card.number


def _deck_card(card: AnyCard) -> DeckCard:
    most = CARDS if isinstance(card, Terrain) else COPIES
    return DeckCard(card.number, card.name, rank_of(card), RANKS[rank_of(card)], most, card.deck, card.side)


# Requirements of a match


def deck_rules(options: Options) -> DeckRules:
    """Return the deck requirements of a match."""
    marks = options.marks
    return DeckRules(
        options.points, champions="champion" not in marks, marks=marks, objective=options.objective
    )


def missing_mark(match: Any, seat: Seat) -> Mark:
    """Return the mark of the Character that a seat must name next, by a state or a view; "" for none."""
    marks: tuple[Mark, ...] = match.options.marks
    named = len(match.chosen[seat])
    return marks[named] if named < len(marks) else ""


def nameable(pool: Pool, mark: str, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the Leaders, Champions or Legends of the side of a deck, by set number."""
    sides = {pool.cards[number].side for number in cards}
    return tuple([number for number, card in pool.cards.items() if card.mark == mark and card.side in sides])
