"""The worth of a card and the effect of a change of cards: the same matches played in two variants."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import mean
from typing import Final

import msgspec

from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import Bout, Contest, LineUp, MadeDeck, card_counts
from bot.parts.workshop.lab.decks import DeckMaker
from bot.parts.workshop.lab.entrants import Deck
from bot.parts.workshop.lab.processes import Playing, played
from bot.parts.workshop.lab.tallies import Count, Difference

REPLACEMENTS: Final = 3
"""The number of variants in which a card is replaced, so that it is not compared with a single card only."""

OTHER_EFFECTS: Final = 6
"""The number of other cards whose effects a card is given."""

FEWEST: Final = 5
"""The least number of matches with a card played for it to be considered."""

TESTED: Final = 6
"""The default number of cards that stand out for which test matches are planned."""


class _Contests(msgspec.Struct, frozen=True):
    contests: tuple[Contest, ...]
    """One for each other card; their numbers of matches differ, so that no match is compared twice."""

    @property
    def end(self) -> int:
        """The number after the last match."""
        return max([contest.first + contest.games for contest in self.contests])


class Trial(_Contests, frozen=True):
    """Decks that play as in another contest, but with a card replaced or with another card's effect."""

    changed: Mapping[str, str]
    """The changed decks, each with its original in the other contest; the deck itself if its cards are
    changed.
    """

    def measured(self, known: Count, play: Playing, told: Callable[[int], None] | None = None) -> Difference:
        """Play it and return the difference of the results before and after the change, match by match.

        `known` are matches of the other contest; missing ones are played and added to its `shares`. `told` is
        called with the number of matches each time some are finished.
        """
        difference = Difference()
        for contest in self.contests:
            for count in play(self._missing(contest, known)):
                known.shares |= count.shares
                if told is not None:
                    told(count.matches)
            for (line_up, number), shares in played(play, contest, told).shares.items():
                before = known.shares[self._before(line_up), number]
                for place, key in enumerate(line_up):
                    if key in self.changed:
                        difference.add(before[place] - shares[place])
        return difference

    def _before(self, line_up: LineUp) -> LineUp:
        return tuple([self.changed.get(key, key) for key in line_up])

    def _missing(self, contest: Contest, known: Count) -> Iterator[Bout]:
        """Yield the matches of the other contest that are compared and not known yet."""
        unchanged = msgspec.structs.replace(contest, instead=None)
        for bout in contest.bouts():
            line_up = self._before(bout.line_up)
            missing = [number for number in bout.numbers if (line_up, number) not in known.shares]
            if missing:
                yield Bout(unchanged, line_up, range(missing[0], missing[-1] + 1))


class DrawnTrial(_Contests, frozen=True):
    """Matches with one copy of a card in the shared deck, each played again with another card's effect.

    The card is judged by the results of the seat that draws it. Up to that point both matches are equal, so
    the drawer is random.
    """

    number: str

    def measured(self, known: Count, play: Playing, told: Callable[[int], None] | None = None) -> Difference:  # noqa: ARG002 - they have more copies
        """Play it and return how much more the drawer won with the card than with the other one.

        A match in which no seat draws it gives no information, and is not played again. `told` is called with
        the number of matches each time some are finished.
        """
        difference = Difference()
        for contest in self.contests:
            single = msgspec.structs.replace(contest, instead=(self.number, self.number))
            with_it = played(play, single, told)
            for count in play(self._again(contest, with_it)):
                if told is not None:
                    told(count.matches)
                for match, shares in count.shares.items():
                    place = with_it.first[match][self.number]
                    difference.add(with_it.shares[match][place] - shares[place])
        return difference

    def _again(self, contest: Contest, with_it: Count) -> Iterator[Bout]:
        """Yield the matches with the other card."""
        for (line_up, number), first in with_it.first.items():
            if self.number in first:
                yield Bout(contest, line_up, range(number, number + 1))


def drawn_first(contest: Contest, number: str, games: int, first: int = 0) -> DrawnTrial | None:
    """Return the matches that judge a card of the shared deck, None if no other card has its type.

    There are `games` of them, numbered from `first`.
    """
    others = _others(contest, number)
    ways = [(msgspec.structs.replace(contest, instead=(number, other)), contest.line_ups) for other in others]
    return DrawnTrial(_parts(ways, games, first), number) if ways else None


def suspects(contest: Contest, count: Count, most: int, among: Collection[str] = ()) -> list[str]:
    """Return the cards to test first, of all or of some.

    One half wins most after being played, compared with others of their rank, the other half least; the most
    significant first. Cards of the same rank are compared because some are played late, when a player is
    already ahead.
    """
    known = contest.known_cards
    if most < 1:
        return []
    cards = {
        number: card for number, card in card_counts(contest, count).items() if card.played.matches >= FEWEST
    }
    ranks = dict[str, list[float]]()
    for number, card in cards.items():
        ranks.setdefault(known[number].rank, []).append(card.lift)
    stand_out = sorted(
        ((card.lift - mean(ranks[known[number].rank])) / card.played.error, number)
        for number, card in cards.items()
        if not among or number in among
    )
    half = most // 2
    chosen = [number for _, number in (*reversed(stand_out[-(most - half) :]), *stand_out[:half])]
    return list(dict.fromkeys(chosen))


def judging(contest: Contest, number: str, games: int, first: int = 0) -> Trial | DrawnTrial | None:
    """Return the contest that judges a card, None if no deck can hold it or none is legal without it.

    The card is compared with the effects of others of its rank, or, if the game does not know effects, with
    the other cards themselves; in every deck that can hold it, not only in those that do. With a shared deck,
    it is judged by the results of the seat that draws it.
    """
    if GAMES[contest.game].lab.common_deck is not None:
        return drawn_first(contest, number, games, first)
    wide = with_every_holder(contest, number)
    return with_other_effects(wide, number, games, first) or without(wide, number, games, first)


def with_every_holder(contest: Contest, number: str) -> Contest:
    """Return the contest extended by decks that can hold a card and are given it.

    They play against the opponents of the original deck, except those that hold the card.
    """
    maker = DeckMaker(GAMES[contest.game].building, contest.pool, contest.options)
    holders = {key for key, _ in holders_of(contest, number)}
    made, line_ups = dict(contest.made), list(contest.line_ups)
    for key, loadout in contest.loadouts().items():
        if key not in contest.entrants or key in holders or not isinstance(loadout, Deck):
            continue
        deck = maker.holding(loadout.entries, number)
        if deck is not None:
            name = f"{key} with {number}"
            made[name] = MadeDeck(deck, seeded_as=contest.seeded_as(key))
            line_ups += [
                tuple([name if one == key else one for one in line_up])
                for line_up in contest.line_ups
                if key in line_up and not holders & set(line_up)
            ]
    given = tuple([name for name in made if name not in contest.made])
    return msgspec.structs.replace(
        contest, made=made, entrants=(*contest.entrants, *given), only=tuple(line_ups)
    )


def with_other_effects(contest: Contest, number: str, games: int, first: int = 0) -> Trial | None:
    """Return the contest in which a card stays in its place, but has the effects of others of its rank.

    So it is compared with cards that fit the deck equally well; cards put in its place might be useless
    there. Only matches against decks without the card are played. `games` is the approximate number of all
    matches, numbered from `first`. None if the game does not know effects.
    """
    holders = {key: key for key, _ in holders_of(contest, number)}
    line_ups = [one for one in contest.line_ups if sum([key in holders for key in one]) == 1]
    others = _others(contest, number)
    if not line_ups or not others:
        return None
    ways = [msgspec.structs.replace(contest, instead=(number, other)) for other in others]
    return Trial(_parts([(way, line_ups) for way in ways], games, first), holders)


def _others(contest: Contest, number: str) -> list[str]:
    """Return some cards of its rank whose effects a card can have, the same for the same seed."""
    cards, known = GAMES[contest.game].cards, contest.known_cards
    if cards is None:
        return []
    pool = cards.library.at(contest.pool)
    able = [
        other
        for other, card in known.items()
        if other != number
        and card.rank == known[number].rank
        and cards.doing_as(pool.cards[number], pool.cards[other]) is not None
    ]
    return Random(f"{contest.seed}: {number} otherwise").sample(able, min(OTHER_EFFECTS, len(able)))


def without(contest: Contest, number: str, games: int, first: int = 0) -> Trial | None:
    """Return the contest in which each deck that holds a card plays without it against the unchanged others.

    `games` is the approximate number of all matches, numbered from `first`. None if no deck holds it, or none
    is legal without it.
    """
    maker = DeckMaker(GAMES[contest.game].building, contest.pool, contest.options)
    made, changed = dict(contest.made), dict[str, str]()
    ways: list[list[LineUp]] = [[] for _ in range(REPLACEMENTS)]
    for key, entries in holders_of(contest, number):
        decks = [maker.without(entries, number, f"{contest.seed}, {way}") for way in range(REPLACEMENTS)]
        for way, deck in enumerate(dict.fromkeys([deck for deck in decks if deck is not None])):
            name = f"{key} without {number}, {way + 1}"
            made[name], changed[name] = MadeDeck(deck, seeded_as=key), key
            ways[way] += [
                tuple([name if one == key else one for one in line_up])
                for line_up in contest.line_ups
                if key in line_up
            ]
    told = msgspec.structs.replace(contest, made=made)
    parts = [(told, line_ups) for line_ups in ways if line_ups]
    return Trial(_parts(parts, games, first), changed) if parts else None


def _parts(ways: Sequence[tuple[Contest, Sequence[LineUp]]], games: int, first: int) -> tuple[Contest, ...]:
    """Return a contest for each variant, with about `games` matches in total and disjoint match numbers.

    If there are too few matches for all line-ups, other line-ups take part the next time.
    """
    contests = []
    for contest, line_ups in ways:
        apart = max(1, -(-len(line_ups) * len(ways) // games))
        some = line_ups[first // len(ways) % apart :: apart]
        games_each = max(1, games // len(ways) // len(some))
        contests.append(msgspec.structs.replace(contest, only=tuple(some), first=first, games=games_each))
        first += games_each
    return tuple(contests)


def holders_of(contest: Contest, number: str) -> Iterable[tuple[str, tuple[tuple[str, int], ...]]]:
    """Yield the entrants that hold a card, each with its deck."""
    for key, loadout in contest.loadouts().items():
        if key in contest.entrants and isinstance(loadout, Deck) and number in dict(loadout.entries):
            yield key, loadout.entries
