"""What a card is worth, and what a change of the cards does: the same matches played in two ways."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec

from bot.engine.deckbuilding import DeckBuilding
from bot.lab.contests import Contest, LineUp, MadeDeck, card_counts
from bot.lab.decks import DeckMaker
from bot.lab.entrants import Deck
from bot.lab.tallies import Count, Difference
from bot.registry import GAMES

REPLACEMENTS: Final = 3
"""In how many ways a card is replaced, so that it isn't measured against one other card."""

TESTED: Final = 6
"""Cards that are tested, unless told: those with whose playing most and fewest matches are won."""


class Trial(msgspec.Struct, frozen=True):
    """A contest in which one entrant plays as it is in another, but with something changed."""

    contest: Contest
    changed: Mapping[str, str]
    """The changed entrants, and which of the other contest each is."""

    def difference(self, base: Count, count: Count) -> Difference:
        """Return how much more was won before the change, over all matches that both have played."""
        found = Difference()
        for (line_up, number), shares in count.shares.items():
            before = base.shares.get((tuple([self.changed.get(key, key) for key in line_up]), number))
            for place, key in enumerate(line_up) if before is not None else ():
                if key in self.changed and before is not None:
                    found.add(before[place] - shares[place])
        return found


def suspects(contest: Contest, count: Count, most: int, among: Collection[str] = ()) -> list[str]:
    """Return the cards to be tested first, of all or of some: half those of highest lift, half of lowest."""
    if most < 1:
        return []
    cards = [
        (card.lift, number)
        for number, card in card_counts(contest, count).items()
        if card.played.matches >= max(10, card.held.matches // 50) and (not among or number in among)
    ]
    cards.sort()
    half = most // 2
    chosen = [number for _, number in (*reversed(cards[-(most - half) :]), *cards[:half])]
    return list(dict.fromkeys(chosen))


def without(contest: Contest, number: str, games: int) -> Trial | None:
    """Return the contest in which each deck that has a card plays without it against the others as they are.

    `games` is how many matches that makes in all, about. None where no deck has it, or none is legal
    without it.
    """
    building = GAMES[contest.game].decks
    assert building is not None, "only games with decks have cards to be replaced"
    made, changed = dict(contest.made), dict[str, str]()
    line_ups: list[LineUp] = []
    for key, entries in _holders(contest, number):
        for way, deck in enumerate(_replaced(contest, building, entries, number)):
            name = f"{key} without {number}, {way + 1}"
            made[name], changed[name] = MadeDeck(deck, seeded_as=key), key
            line_ups += [
                tuple([name if one == key else one for one in line_up])
                for line_up in contest.line_ups
                if key in line_up
            ]
    if not line_ups:
        return None
    line_ups = line_ups[:: max(1, -(-len(line_ups) // games))]
    each = max(1, games // len(line_ups))
    return Trial(msgspec.structs.replace(contest, made=made, only=tuple(line_ups), games=each), changed)


def _holders(contest: Contest, number: str) -> Iterable[tuple[str, tuple[tuple[str, int], ...]]]:
    for key, brought in contest.brought().items():
        if key in contest.entrants and isinstance(brought, Deck) and number in dict(brought.entries):
            yield key, brought.entries


def _replaced(
    contest: Contest, building: DeckBuilding, entries: tuple[tuple[str, int], ...], number: str
) -> list[tuple[tuple[str, int], ...]]:
    maker = DeckMaker(building, contest.pool, contest.options)
    ways = [maker.without(entries, number, f"{contest.seed}, {way}") for way in range(REPLACEMENTS)]
    return list(dict.fromkeys([way for way in ways if way is not None]))
