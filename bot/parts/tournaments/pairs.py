"""Pairs: one person asks another to enter a tournament together; both have entered once the other agrees."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.matches.model import FORMER, Person, clean_name
from bot.parts.tournaments import acts
from bot.parts.tournaments.formats.model import EntrantId
from bot.parts.tournaments.model import Entrant, Tournament
from bot.parts.tournaments.starting import check_entry, placed

MOST_ASKED = 5
"""How often a person can ask for a partner in one tournament: each time somebody is mentioned."""


def joined(tournament: Tournament, entrant: Entrant, partner: Person | None) -> tuple[Tournament, bool]:
    """Return the tournament after a person asks a partner or accepts one, and whether both have now entered.

    The number of `entrant` is determined here. Raises `Refusal`.
    """
    if partner is None:
        raise Refusal.translated(
            "This tournament is for pairs: say with whom you enter, by the option partner. They have to"
            " agree."
        )
    if partner.user == entrant.user:
        raise Refusal.translated("You cannot be your own partner: name another person.")
    mine, other = tournament.of_user(entrant.user), tournament.of_user(partner.user)
    if mine is not None and not mine.leaving and not tournament.waits(mine):
        raise Refusal.translated(
            "You have entered this tournament already, as {pair}.", pair=tournament.called(mine.number)
        )
    asks = other is not None and not other.leaving and tournament.waits(other)
    if other is not None and not other.leaving and not asks:
        raise Refusal.translated("{player} has entered this tournament already.", player=other.called)
    for each in (mine, other):
        check_entry(tournament, each)
    if other is not None and asks and tournament.entrant(other.partner or 0).user == entrant.user:
        return _agreed(tournament, entrant, other), True
    return _asked(tournament, entrant, partner), False


def _asked(tournament: Tournament, entrant: Entrant, partner: Person) -> Tournament:
    """Return the tournament in which a person asks this partner, and no other. Raises `Refusal`."""
    tournament = parted(tournament, _askers(tournament, [entrant.user], asking=True))
    one = free_number(tournament, entrant.user)
    questions = [each for each in tournament.notices if each.kind == "asked" and "told" not in each.facts]
    if sum([each.facts["entrant"] == one for each in questions]) >= MOST_ASKED:
        raise Refusal.translated(
            "You have asked for a partner {number} times in this tournament, which is the most. Let somebody"
            " ask you.",
            number=MOST_ASKED,
        )
    tournament = placed(tournament, replace(entrant, number=one))
    two = free_number(tournament, partner.user)
    asked = Entrant(two, partner.user, clean_name(partner.name), partner=one, asked=True)
    tournament = placed(tournament, asked)
    asking = replace(tournament.entrant(one), partner=two, seed=0)
    return acts.with_notice(acts.with_entrant(tournament, asking), "asked", entrant=one)


def _agreed(tournament: Tournament, entrant: Entrant, asker: Entrant) -> Tournament:
    """Return the tournament in which a pair has entered; all other requests of the two are removed."""
    others = _askers(tournament, [entrant.user, asker.user], asking=True)
    others += _askers(tournament, [entrant.user, asker.user], asking=False)
    tournament = parted(tournament, [each for each in others if each != asker.number])
    pair = replace(entrant, number=asker.partner or 0, partner=asker.number)
    tournament = placed(tournament, pair)
    seed = tournament.entrant(pair.number).seed  # of a late entry: both stand in one place of the order
    first = tournament.entrant(pair.number).first_round
    return acts.with_entrant(tournament, replace(asker, seed=seed, first_round=first))


def _askers(tournament: Tournament, users: Iterable[int], *, asking: bool) -> list[EntrantId]:
    """Return those who wait for a partner's answer, among these persons and the ones they asked."""
    here = set(users)
    asked = [each for each in tournament.entrants if each.asked]
    pairs = [(each, tournament.entrant(each.partner or 0)) for each in asked]
    return [one.number for other, one in pairs if (one if asking else other).user in here]


def parted(tournament: Tournament, askers: Iterable[EntrantId]) -> Tournament:
    """Return the tournament without these persons' requests for a partner."""
    for number in askers:
        asker = tournament.entrant(number)
        asked = tournament.entrant(asker.partner or 0)
        nobody = Entrant(asked.number, 0, FORMER, leaving="left", first_round=asked.first_round)
        tournament = acts.with_entrant(tournament, nobody)
        tournament = acts.with_entrant(tournament, replace(asker, leaving="left", partner=UNSET))
    return tournament


def declined(tournament: Tournament, user: int, asker: EntrantId | None = None) -> Tournament:
    """Return the tournament in which a person has declined an asker, or all. Raises `Refusal`."""
    askers = _askers(tournament, [user], asking=False)
    if asker is not None:
        askers = [each for each in askers if each == asker]
    if not askers:
        raise Refusal.translated("You are no longer asked this.")
    return parted(tournament, askers)


def all_parted(tournament: Tournament) -> Tournament:
    """Return the tournament without those who wait for an answer."""
    return parted(tournament, [each.partner or 0 for each in tournament.entrants if each.asked])


def free_number(tournament: Tournament, user: int) -> EntrantId:
    """Return the number of a new entrant: the person's former one, else a free one, else the next.

    After the draw, existing numbers stay as they are.
    """
    for entrant in tournament.entrants:
        unused = not entrant.computer and entrant.leaving == "left" and not entrant.seed
        if entrant.user in (user, 0) and unused and (tournament.stage == "open" or entrant.first_round > 1):
            return entrant.number
    return len(tournament.entrants) + 1
