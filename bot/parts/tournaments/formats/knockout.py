"""Knock-out: the loser of a duel is out; a duel has two matches with seats swapped, and a third if level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, log2
from typing import NamedTuple

from bot.parts.tournaments.formats.bounds import PlaceBounds
from bot.parts.tournaments.formats.model import Entrant, EntrantId, Pairing

BEST_OF = 3
"""The most matches of a duel."""


class Duel(NamedTuple):
    """Two entrants of one round with their matches; an entrant without opponent advances without a match."""

    round: int
    upper: EntrantId
    """The higher seed of the two."""
    lower: EntrantId | None
    matches: tuple[Pairing, ...] = ()

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        """Both entrants, or the one without an opponent."""
        return (self.upper,) if self.lower is None else (self.upper, self.lower)


def rounds_of(entrants: int) -> int:
    """Return the number of rounds until one entrant is left."""
    return ceil(log2(max(entrants, 2)))


def bracket(entrants: Sequence[Entrant]) -> list[tuple[EntrantId, EntrantId | None]]:
    """Return the pairs of the first round in bracket order: the two highest seeds can only meet in the final.

    If the bracket is not full, the highest seeds have a bye.
    """
    seeded = [each.id for each in sorted(entrants, key=lambda each: each.seed)]
    size = 2 ** rounds_of(len(seeded))
    places = [0]
    while len(places) < size:
        places = [each for place in places for each in (place, 2 * len(places) - 1 - place)]
    filled = [seeded[place] if place < len(seeded) else None for place in places]
    pairs = zip(filled[::2], filled[1::2], strict=True)
    return [(one, other) if one is not None else (_some(other), None) for one, other in pairs]


def _some(entrant: EntrantId | None) -> EntrantId:
    assert entrant is not None, "a bracket of the least size has somebody in each pair"
    return entrant


def due(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Pairing]:
    """Return the matches to open now.

    A third match follows when two matches leave a duel level, a round when the previous one is decided. The
    match for third place is opened with the final.
    """
    opened: list[Pairing] = []
    for duel in duels(entrants, pairings):
        opened += _matches_due(duel)
    return opened


def _matches_due(duel: Duel) -> list[Pairing]:
    if duel.lower is None:
        return []
    if not duel.matches:
        first, second = (duel.upper, duel.lower), (duel.lower, duel.upper)
        return [Pairing(duel.round, first, leg=1), Pairing(duel.round, second, leg=2)]
    level = len(duel.matches) == 2 and all(each.places for each in duel.matches) and not _lead(duel)
    return [Pairing(duel.round, (duel.upper, duel.lower), leg=3)] if level else []


def duels(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Duel]:
    """Return the duels of all rounds known so far, in bracket order.

    The last round has the final and, with four entrants or more, the match for third place after it.
    """
    seeds = {each.id: each.seed for each in entrants}
    withdrawn = {each.id for each in entrants if each.withdrawn}
    pairs = bracket(entrants)
    all_duels: list[Duel] = []
    for round_ in range(1, rounds_of(len(entrants)) + 1):
        own = [_duel(pair, round_, seeds, pairings) for pair in pairs]
        all_duels += own
        winners = [winner(duel, withdrawn) for duel in own]
        if len(own) == 1 or None in winners:
            break
        through = [_some(each) for each in winners]
        pairs = list(zip(through[::2], through[1::2], strict=True))
        if len(own) == 2:
            losers = [
                duel.lower if duel.upper == entrant else duel.upper
                for duel, entrant in zip(own, through, strict=True)
            ]
            if None not in losers:
                pairs.append((_some(losers[0]), _some(losers[1])))
            all_duels += [_duel(pair, round_ + 1, seeds, pairings) for pair in pairs]
            break
    return all_duels


def _duel(
    pair: tuple[EntrantId, EntrantId | None],
    round_: int,
    seeds: Mapping[EntrantId, int],
    pairings: Sequence[Pairing],
) -> Duel:
    one, other = pair
    if other is None:
        return Duel(round_, one, None)
    upper, lower = sorted((one, other), key=seeds.__getitem__)
    own = [each for each in pairings if each.round == round_ and set(each.seats) == {one, other}]
    return Duel(round_, upper, lower, tuple(sorted(own, key=lambda each: each.leg)))


def winner(duel: Duel, withdrawn: set[EntrantId]) -> EntrantId | None:
    """Return the entrant that advances from a duel; None while it is open.

    An opponent's withdrawal advances the other entrant. If three matches leave both level, or both have
    withdrawn, the higher seed advances: chance never decides.
    """
    if duel.lower is None:
        return duel.upper
    gone = {duel.upper, duel.lower} & withdrawn
    if gone:
        return duel.lower if gone == {duel.upper} else duel.upper
    played = [each for each in duel.matches if each.places is not None]
    lead = _lead(duel)
    if lead and abs(lead) > max(0, 2 - len(played)):
        return duel.upper if lead > 0 else duel.lower
    return duel.upper if len(played) == BEST_OF else None


def _lead(duel: Duel) -> Fraction:
    """Return the lead of the higher seed in points."""
    assert duel.lower is not None
    points = [each.points for each in duel.matches if each.places is not None]
    return sum([each[duel.upper] - each[duel.lower] for each in points], Fraction(0))


def final_places(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[EntrantId]:
    """Return the entrants by the round they reached, the furthest first, equals by seed."""
    withdrawn = {each.id for each in entrants if each.withdrawn}
    reached: dict[EntrantId, tuple[int, int]] = {}
    last = rounds_of(len(entrants))
    known = duels(entrants, pairings)
    finals = [each for each in known if each.round == last]
    for duel in known:
        reached |= dict.fromkeys(duel.entrants, (duel.round, 0))
    for place, duel in enumerate(finals):
        through = winner(duel, withdrawn)
        for entrant in duel.entrants:
            reached[entrant] = (last - place, 2 if entrant == through else 1)
    seeds = {each.id: each.seed for each in entrants}
    return sorted(seeds, key=lambda each: (*[-step for step in reached.get(each, (0, 0))], seeds[each]))


def place_bounds(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> Mapping[EntrantId, PlaceBounds]:
    """Return the places that each entrant can still reach: the loser of a duel is behind all who advanced."""
    withdrawn = {each.id for each in entrants if each.withdrawn}
    known, last = duels(entrants, pairings), rounds_of(len(entrants))
    finals = [duel for duel in known if duel.round == last]
    bounds: dict[EntrantId, PlaceBounds] = {}
    for duel in known:
        if duel.round == last:
            continue
        through = winner(duel, withdrawn)
        top = len(bracket(entrants)) * 2 // 2**duel.round
        out = 3 if duel.round == last - 1 else top + 1
        for entrant in duel.entrants:
            best = 1 if through in (None, entrant) else out
            bounds[entrant] = PlaceBounds(best, min(top * 2, len(entrants)), exact=False)
    for place, duel in enumerate(finals):
        through = winner(duel, withdrawn)
        first = 1 + 2 * place
        for entrant in duel.entrants:
            if through is None:
                bounds[entrant] = PlaceBounds(first, first + 1, exact=False)
            else:
                at = first + (entrant != through)
                bounds[entrant] = PlaceBounds(at, at, exact=True)
    return bounds
