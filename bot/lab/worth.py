"""What a card is worth, and what a change of the cards does: the same matches played in two ways."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import mean
from typing import Final

import msgspec

from bot.engine.deckbuilding import DeckBuilding
from bot.lab.contests import Bout, Contest, LineUp, MadeDeck, card_counts
from bot.lab.decks import DeckMaker
from bot.lab.entrants import Deck
from bot.lab.processes import Playing, played
from bot.lab.tallies import Count, Difference
from bot.lab.tracing import common_deck, traced_cards
from bot.registry import GAMES

REPLACEMENTS: Final = 3
"""In how many ways a card is replaced, so that it isn't measured against one other card."""

DOINGS: Final = 6
"""Of how many others a card does what they do, likewise."""

FEWEST: Final = 5
"""Matches in which a card was played, below which it is not looked at."""

TESTED: Final = 6
"""For so many cards there are matches to test those that stand out, unless told."""


class Trial(msgspec.Struct, frozen=True):
    """Decks that play as they do in another contest, but with a card replaced, or with one that does what
    another does."""

    contests: tuple[Contest, ...]
    """One for each way in which it is replaced; each with other numbers of matches, so that no match of the
    other contest is compared twice."""
    changed: Mapping[str, str]
    """The changed decks, and which of the other contest each is; itself where its cards are changed."""

    @property
    def end(self) -> int:
        """The number after the last match."""
        return max([contest.first + contest.games for contest in self.contests])

    def measured(self, known: Count, play: Playing, told: Callable[[int], None] | None = None) -> Difference:
        """Play it and return how much more was won before the change, match by match.

        `known` are matches of the other contest; those that are missing there are played and added to its
        `shares`. `told` is called with the number of matches each time some are done.
        """
        found = Difference()
        for contest in self.contests:
            for count in play(self._missing(contest, known)):
                known.shares |= count.shares
                if told is not None:
                    told(count.matches)
            for (line_up, number), shares in played(play, contest, told).shares.items():
                before = known.shares[self._before(line_up), number]
                for place, key in enumerate(line_up):
                    if key in self.changed:
                        found.add(before[place] - shares[place])
        return found

    def _before(self, line_up: LineUp) -> LineUp:
        return tuple([self.changed.get(key, key) for key in line_up])

    def _missing(self, contest: Contest, known: Count) -> Iterator[Bout]:
        """Yield the matches of the other contest that are to be compared and are not known."""
        unchanged = msgspec.structs.replace(contest, instead=None)
        for bout in contest.bouts():
            line_up = self._before(bout.line_up)
            missing = [number for number in bout.numbers if (line_up, number) not in known.shares]
            if missing:
                yield Bout(unchanged, line_up, range(missing[0], missing[-1] + 1))


class DrawnTrial(msgspec.Struct, frozen=True):
    """Matches with one copy of a card in the deck of all, and the same with one in its place that does what
    another does: judged by who draws it. Up to then both are the same, so that who does is chance."""

    number: str
    contests: tuple[Contest, ...]
    """One for each other card, with numbers of matches of its own."""

    @property
    def end(self) -> int:
        """The number after the last match."""
        return max([contest.first + contest.games for contest in self.contests])

    def measured(self, known: Count, play: Playing, told: Callable[[int], None] | None = None) -> Difference:  # noqa: ARG002 - they have more copies
        """Play it and return how much more who drew the card won with it than with the other.

        A match in which nobody draws it says nothing, and is not played again. `told` is called with the
        number of matches each time some are done.
        """
        found = Difference()
        for contest in self.contests:
            single = msgspec.structs.replace(contest, instead=(self.number, self.number))
            with_it = played(play, single, told)
            for count in play(self._again(contest, with_it)):
                if told is not None:
                    told(count.matches)
                for match, shares in count.shares.items():
                    place = with_it.first[match][self.number]
                    found.add(with_it.shares[match][place] - shares[place])
        return found

    def _again(self, contest: Contest, with_it: Count) -> Iterator[Bout]:
        """Yield the matches to be played with the other card."""
        for (line_up, number), first in with_it.first.items():
            if self.number in first:
                yield Bout(contest, line_up, range(number, number + 1))


def drawn_first(contest: Contest, number: str, games: int, first: int = 0) -> DrawnTrial | None:
    """Return the matches by which a card of the deck of all is judged, `games` of them, numbered from `first`
    on. None where no other card is of its sort."""
    others = _others(contest, number)
    ways = [(msgspec.structs.replace(contest, instead=(number, other)), contest.line_ups) for other in others]
    return DrawnTrial(number, _parts(ways, games, first)) if ways else None


def suspects(contest: Contest, count: Count, most: int, among: Collection[str] = ()) -> list[str]:
    """Return the cards to be tested first, of all or of some: half of those with which, once they are played,
    more is won than with others of their rank, half of those with which less is; in both the surest.

    Some are played late, when things go well; those of one rank are so alike.
    """
    traced = traced_cards(GAMES[contest.game])
    if most < 1 or traced is None:
        return []
    known = traced.cards(contest.pool)
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
    """Return the contest by which a card is judged: with what others of its rank do in its place, or with
    others themselves where that cannot be told; by every deck that can hold it, not only by those that do.
    Where all draw from one deck, by who draws it. None where no deck can
    hold it or none is legal without it.
    """
    if common_deck(GAMES[contest.game]) is not None:
        return drawn_first(contest, number, games, first)
    wide = with_every_holder(contest, number)
    return doing_otherwise(wide, number, games, first) or without(wide, number, games, first)


def with_every_holder(contest: Contest, number: str) -> Contest:
    """Return the contest in which also decks take part that are given a card: those that can hold it.

    They meet those that the deck meets as it is, and do not hold it.
    """
    building = GAMES[contest.game].decks
    assert building is not None, "only games with decks have cards to be judged"
    maker = DeckMaker(building, contest.pool, contest.options)
    holders = {key for key, _ in holders_of(contest, number)}
    made, line_ups = dict(contest.made), list(contest.line_ups)
    for key, brought in contest.brought().items():
        if key not in contest.entrants or key in holders or not isinstance(brought, Deck):
            continue
        deck = maker.holding(brought.entries, number)
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


def doing_otherwise(contest: Contest, number: str, games: int, first: int = 0) -> Trial | None:
    """Return the contest in which a card stays in its place, but does what others of its rank do.

    So it is compared with cards that fit into the deck as well as it does, where those that could be put in
    its place may be of no use there; only against decks that do not have it too. `games` is how many matches
    that makes in all, about; they are numbered from `first` on. None where the game cannot tell.
    """
    holders = {key: key for key, _ in holders_of(contest, number)}
    line_ups = [one for one in contest.line_ups if sum([key in holders for key in one]) == 1]
    others = _others(contest, number)
    if not line_ups or not others:
        return None
    ways = [msgspec.structs.replace(contest, instead=(number, other)) for other in others]
    return Trial(_parts([(way, line_ups) for way in ways], games, first), holders)


def _others(contest: Contest, number: str) -> list[str]:
    """Return some cards of its rank whose doing a card can have, the same for the same seed."""
    cards, traced = GAMES[contest.game].cards, traced_cards(GAMES[contest.game])
    if cards is None or traced is None:
        return []
    pool, known = cards.library.at(contest.pool), traced.cards(contest.pool)
    able = [
        other
        for other, card in known.items()
        if other != number
        and card.rank == known[number].rank
        and cards.doing_as(pool.cards[number], pool.cards[other]) is not None
    ]
    return Random(f"{contest.seed}: {number} otherwise").sample(able, min(DOINGS, len(able)))


def without(contest: Contest, number: str, games: int, first: int = 0) -> Trial | None:
    """Return the contest in which each deck that has a card plays without it against the others as they are.

    `games` is how many matches that makes in all, about; they are numbered from `first` on. None where no
    deck has it, or none is legal without it.
    """
    building = GAMES[contest.game].decks
    assert building is not None, "only games with decks have cards to be replaced"
    made, changed = dict(contest.made), dict[str, str]()
    ways: list[list[LineUp]] = [[] for _ in range(REPLACEMENTS)]
    for key, entries in holders_of(contest, number):
        for way, deck in enumerate(_decks_without(contest, building, entries, number)):
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
    """Return a contest for each way of so many matches in all, about, of which none has another's numbers.

    Where they are too few for all line-ups, others take part the next time.
    """
    contests = []
    for contest, line_ups in ways:
        apart = max(1, -(-len(line_ups) * len(ways) // games))
        some = line_ups[first // len(ways) % apart :: apart]
        each = max(1, games // len(ways) // len(some))
        contests.append(msgspec.structs.replace(contest, only=tuple(some), first=first, games=each))
        first += each
    return tuple(contests)


def holders_of(contest: Contest, number: str) -> Iterable[tuple[str, tuple[tuple[str, int], ...]]]:
    """Yield the entrants that hold a card, each with its deck."""
    for key, brought in contest.brought().items():
        if key in contest.entrants and isinstance(brought, Deck) and number in dict(brought.entries):
            yield key, brought.entries


def _decks_without(
    contest: Contest, building: DeckBuilding, entries: tuple[tuple[str, int], ...], number: str
) -> list[tuple[tuple[str, int], ...]]:
    maker = DeckMaker(building, contest.pool, contest.options)
    ways = [maker.without(entries, number, f"{contest.seed}, {way}") for way in range(REPLACEMENTS)]
    return list(dict.fromkeys([way for way in ways if way is not None]))
