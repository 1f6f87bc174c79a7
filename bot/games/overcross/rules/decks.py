"""The decks that a match asks for, and who can be named beside one (OVC-05, OVC-23, OVC-24)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.decks import DeckRules
from bot.games.overcross.cards.printed import Mark
from bot.games.overcross.rules.options import Options


def deck_rules(options: Options) -> DeckRules:
    """Return what a match asks of decks."""
    return DeckRules(options.points, champions="champion" not in named_marks(options))


def named_marks(options: Options) -> tuple[Mark, ...]:
    """Return whom each seat names beside its deck, in order."""
    if options.objective == "summoning":
        return ("legend",)
    if options.objective != "assassination":
        return ()
    return ("leader", "champion") if options.victims == "both" else (options.victims,)


def nameable(pool: Pool, mark: str, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the Leaders, Champions or Legends of the side of a deck, by set number."""
    sides = {pool.cards[number].side for number in cards}
    return tuple([number for number, card in pool.cards.items() if card.mark == mark and card.side in sides])
