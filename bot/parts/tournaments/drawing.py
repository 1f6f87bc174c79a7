"""The draw at the start of a tournament: seeding, divisions and seats, from a committed random seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.engine.fair import Stream
from bot.parts.tournaments.formats.model import EntrantId
from bot.parts.tournaments.formats.roundrobin import divided, next_order
from bot.parts.tournaments.model import Entrant, Tournament
from bot.parts.tournaments.schedule import at_once, last_season, seats_purpose

SEEDING = "seeding of equals"


def words_of(tournament: Tournament) -> list[str]:
    """Return the words of all entrants, in the order of joining."""
    return [each.word for each in tournament.entrants]


def with_draw(tournament: Tournament, before: Tournament | None = None) -> Tournament:
    """Return the tournament with its entrants seeded and divided; `before` is the previous season.

    A pair has one seed, by the mean of its ratings (`rating_of`). Entrants without a rating are behind all
    others; equals are ordered by the draw. A further season follows the order of the previous one.
    """
    rng = Stream(tournament.id, tournament.seed, words_of(tournament))
    drawn = rng.shuffle(SEEDING, [each.number for each in tournament.entered])
    ratings = {number: rating_of([each.rating for each in tournament.members(number)]) for number in drawn}
    order = by_rating(drawn, ratings)
    if before is not None:
        order = _by_season(tournament, before, order)
    places = {number: seed for seed, number in enumerate(order, 1)}
    divisions = divided(order) if tournament.plans.format == "league" else [order]
    of = {number: at for at, division in enumerate(divisions, 1) for number in division}
    if at_once(tournament):
        for division in range(1, len(divisions) + 1):
            rng.pick(seats_purpose(division), (0, 1))
    firsts = tournament.firsts
    entrants = [_seeded(each, firsts[each.number], places, of) for each in tournament.entrants]
    return replace(tournament, entrants=tuple(entrants), draws=tuple(rng.draws))


def rating_of(ratings: Iterable[int | None]) -> Fraction | None:
    """Return the rating of a pair: the mean of the partners' ratings; None if neither has one."""
    known = [each for each in ratings if each is not None]
    return Fraction(sum(known), len(known)) if known else None


def by_rating(drawn: Sequence[EntrantId], ratings: Mapping[EntrantId, Fraction | None]) -> list[EntrantId]:
    """Sort entrants by rating. Equals stay as drawn; entrants without a rating come last."""
    return sorted(drawn, key=lambda each: (ratings[each] is None, -(ratings[each] or 0)))


def _seeded(
    entrant: Entrant, first: EntrantId, places: dict[EntrantId, int], divisions: dict[EntrantId, int]
) -> Entrant:
    if first not in places:
        return entrant
    return replace(entrant, seed=places[first], division=divisions[first])


def _by_season(tournament: Tournament, before: Tournament, order: Sequence[EntrantId]) -> list[EntrantId]:
    """Return the order by the previous season; newcomers follow in the order of the draw."""
    numbers = {_users(tournament, each.number): each.number for each in tournament.entered}
    numbers.pop(frozenset(), None)
    final = [
        [numbers.get(_users(before, each.number), -each.number) for each in division]
        for division in last_season(before)
    ]
    return next_order(final, list(order))


def _users(tournament: Tournament, number: EntrantId) -> frozenset[int]:
    return frozenset([each.user for each in tournament.members(number) if each.user])
