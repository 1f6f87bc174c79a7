"""Building decks of Arclash: cards by lineage, the legality of decks, and bringing one (ARC-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from bot.base.language import N_
from bot.engine.cards.deckbuilding import DeckBuilding, DeckCard, Effect, Entries, Strength, spread
from bot.engine.contract import Action, Fact, Seat
from bot.games.arclash.cards.cards import DECK_SIZE, AnyCard, Pool, lineage_of
from bot.games.arclash.cards.decks import LIMIT, faults, most_copies, ready_decks
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.actions import Advance, BringDeck, Open, Play, Renew, Withdraw
from bot.games.arclash.rules.card_course import battles, into_play
from bot.games.arclash.rules.state import ArclashState
from bot.games.arclash.rules.view import ArclashView

RANKS: Mapping[int, str] = {
    1: N_("Level 1"),
    2: N_("Level 2"),
    3: N_("Level 3"),
    4: N_("Level 4"),
    0: N_("Support"),
}
"""The group in which cards are counted, by level; a Support has level 0."""


class ArclashDecks(DeckBuilding):
    """Decks of thirty cards from this library."""

    largest: ClassVar[int] = LIMIT
    ranks: ClassVar[Sequence[str]] = tuple(RANKS.values())

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the cards by set number, grouped by lineage. Raises `KeyError`."""
        return _deck_cards(self.library.at(pool))

    def limit(self, options: object) -> int:  # noqa: ARG002 - always the same
        """Return 30, the size of a deck (ARC-01)."""
        return DECK_SIZE

    def ready_keys(self, pool: Pool, options: object) -> Iterable[str]:  # noqa: ARG002
        """Return the keys of the legal ready decks."""
        return ready_decks(pool)

    def faults(self, entries: Entries, pool: str | None, options: object = None) -> tuple[str, ...]:  # noqa: ARG002
        """Return all faults of a deck (ARC-01)."""
        return faults(spread(entries), self.library.at(pool))

    def may_bring(self, view: ArclashView) -> bool:
        """Whether the viewer must choose a deck, or has chosen and may still change it (ARC-15)."""
        return view.viewer is not None and view.phase == "decks" and not view.places[view.viewer].out

    def bring(self, view: ArclashView, entries: Entries) -> tuple[Action, ...]:
        """Return the actions that bring a deck; an earlier choice is withdrawn first."""
        chosen = view.viewer is not None and view.places[view.viewer].ready
        return (*([Withdraw()] if chosen else []), BringDeck(spread(entries)))

    def played(self, fact: Fact, state: object) -> Sequence[tuple[Seat, str]]:  # noqa: ARG002
        """Return the Characters put on stacks, and the Supports played."""
        return into_play(fact)

    def hand(self, view: ArclashView) -> Iterable[str]:
        """Return the cards of the hand, with those put face down."""
        return [one.number for one in (*view.hand, *view.openers)]

    def playable(self, view: ArclashView, legal: Sequence[Action]) -> Iterable[str]:
        """Return the cards that can be put on a stack or played as Supports now."""
        if view.phase not in ("openers", "advance", "support", "renew"):
            return ()
        cards = {action.card for action in legal if isinstance(action, Open | Advance | Play | Renew)}
        return [one.number for one in (*view.hand, *view.openers) if one.card in cards]

    def used_up(self, fact: Fact, state: ArclashState) -> tuple[Seat, str] | None:
        """Return the Support that was played.

        None for one with an `always` ability, because no fact reports its effect.
        """
        if not isinstance(fact, facts.Played):
            return None
        number = fact.shown.number
        lasting = self.library.at(state.options.cards).doing[number].get("always")
        return None if lasting else (fact.seat, number)

    def effect(self, fact: Fact, seat: Seat, number: str, state: object) -> Effect:  # noqa: ARG002
        """Return the effect of a Support in a fact.

        Cards discarded from the own deck do not count as a loss: they come back (ARC-12).
        """
        if getattr(fact, "card", "") != number:
            return Effect()
        match fact:
            case facts.Drew():
                return Effect(cards=fact.count) if fact.seat == seat else Effect(serves=-1)
            case facts.Took() if fact.to == "hand":
                return Effect(cards=len(fact.cards))
            case facts.Discarded() if fact.seat == seat:
                return Effect(cards=-len(fact.cards))
            case facts.PowerChanged():
                return Effect(serves=1 if (fact.by > 0) == (fact.target == seat) else -1)
            case facts.LevelledDown() | facts.Cancelled() | facts.Forbidden():
                return Effect(serves=-1 if fact.seat == seat else 1)
            case facts.Discarded() | facts.Milled():
                return Effect(serves=int(fact.seat != seat))
            case facts.Took() | facts.Climbed():
                return Effect(serves=int(bool(fact.cards)))
            case facts.Shielded() | facts.Scored() | facts.Looked() | facts.Returned():
                return Effect(serves=1)
        return Effect()

    def resolving(self, state: ArclashState) -> bool:
        """Whether Supports are in play: some have effects at the end of the battle."""
        return any(side.supports for side in state.sides)

    def strengths(self, told: Sequence[Fact], state: object) -> Iterable[Strength]:  # noqa: ARG002
        """Return the power of each seat in each battle."""
        return [
            Strength(turn, seat, power)
            for turn, battle in battles(told)
            for seat, power in enumerate(battle.powers)
        ]


@lru_cache(maxsize=64)
def _deck_cards(pool: Pool) -> Mapping[str, DeckCard]:
    return {
        card.number: DeckCard(card.number, card.name, lineage_of(card), RANKS[card.level], most_copies(card))
        for card in sorted(pool.cards.values(), key=_place)
    }


def _place(card: AnyCard) -> tuple[bool, str, int, str]:
    """Return the sorting key of a card: by lineage, Supports last, by level, by number."""
    return (not card.lineage, card.lineage, card.level or 9, card.number)
