"""Verifies a tournament from its file: the commitment, every draw, the seeding, the pairings, the places."""

from __future__ import annotations

from typing import get_args

import msgspec

from bot.engine.audit import check_twins
from bot.engine.fair import Stream, commitment
from bot.parts.proofs.verify import Disagreement
from bot.parts.tournaments.drawing import SEEDING, by_rating, rating_of
from bot.parts.tournaments.export import FORMAT, Entered, Played, TournamentFile
from bot.parts.tournaments.formats import swiss
from bot.parts.tournaments.formats.model import Entrant, EntrantId, Pairing, Rule, places_of, seated, sides_of
from bot.parts.tournaments.formats.roundrobin import divided
from bot.parts.tournaments.formats.schedule import Plan, final_table, next_pairings
from bot.parts.tournaments.schedule import seats_purpose
from bot.parts.tournaments.starting import MOST

LARGEST = 20_000_000
"""The largest file in bytes."""
LARGEST_ROUND = 2 * MOST["swiss"]
"""The most entrants of a Swiss round: late entries came on top of the most entrants until 1.5.0."""


def recognises(content: bytes) -> bool:
    """Whether a file describes a tournament, not a match."""
    return FORMAT.encode() in content[:200]


def check_file(content: bytes) -> str:
    """Check a file; return a short summary. Raises `Disagreement`."""
    return check_tournament(read(content))


def read(content: bytes) -> TournamentFile:
    """Return the parsed file. Raises `Disagreement`."""
    if len(content) > LARGEST:
        raise Disagreement("the file is too large.")
    try:
        file = msgspec.json.decode(content, type=TournamentFile)
        check_twins(content)
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise Disagreement(f"this is no file of a tournament: {fault}.") from None
    if file.rule not in get_args(Rule):
        raise Disagreement(f"it was drawn by rule {file.rule}, which this version does not know.")
    return file


def check_tournament(file: TournamentFile) -> str:
    """Check all statements of a file; return a short summary. Raises `Disagreement`."""
    if not file.seed:
        raise Disagreement("the tournament is not over: its seed is told at the end.")
    try:
        seed = bytes.fromhex(file.seed)
    except ValueError:
        raise Disagreement("the seed is not hexadecimal.") from None
    if commitment(file.tournament, seed) != file.commitment:
        raise Disagreement("the commitment is not the one that this seed gives for this tournament.")
    numbers = [each.number for each in file.entrants]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Disagreement("the entrants are not numbered 1, 2, 3, ...")
    _check_partners(file)
    if any(entrant not in set(numbers) for game in file.games for entrant in game.seats):
        raise Disagreement("somebody plays who has not entered.")
    if any(each.seed for each in file.entrants):
        _check_draw(file, seed)
        for division in sorted({each.division for each in file.entrants}):
            _check_pairings(file, division)
            _check_places(file, division)
    words = f"{file.kind}, {len(file.entrants)} entrants, {len(file.games)} pairings"
    if _unrepeatable(file):
        return f"{words} (the pairings are not checked)"
    free = file.apart and not _plan(file).at_once
    return f"{words} (who met whom is not checked)" if free else words


def _unrepeatable(found: TournamentFile) -> bool:
    """Whether pairings do not follow from the file alone."""
    return bool(found.forbidden) or found.undone or found.kind == "knock-out"


def _check_partners(file: TournamentFile) -> None:
    """Raise `Disagreement` if partners do not name each other, or if the seats of pairs are invalid."""
    partners = {each.number: each.partner for each in file.entrants if each.partner}
    if any(partners.get(partner) != number for number, partner in partners.items()):
        raise Disagreement("partners do not name each other.")
    seats = sorted([seat for team in file.teams or () for seat in team])
    if file.teams and (seats != list(range(file.seats)) or any(len(team) != 2 for team in file.teams)):
        raise Disagreement("the seats of the pairs are not those of a match.")
    if file.teams and any(each.seed and not each.partner for each in file.entrants):
        raise Disagreement("somebody plays without a partner.")


def _check_draw(file: TournamentFile, seed: bytes) -> None:
    first = [each for each in file.entrants if each.first_round == 1]
    rng = Stream(file.tournament, seed, [each.word for each in first])
    members = _members(file)
    drawn = rng.shuffle(SEEDING, [each.number for each in first if each.seed and each.number in members])
    of = {each.number: each.rating for each in first}
    order = by_rating(drawn, {each: rating_of([of[one] for one in members[each]]) for each in drawn})
    seeds = {each.number: each.seed for each in first if each.seed and each.number in members}
    if file.after:  # the order of a further season follows from the one before
        order = sorted(seeds, key=seeds.__getitem__)
    if [seeds[number] for number in order] != list(range(1, len(order) + 1)):
        raise Disagreement("the entrants are not seeded as their ratings and the draw say.")
    divisions = divided(order) if file.kind == "league" else [order]
    told = {each.number: each.division for each in first}
    for at, division in enumerate(divisions, 1):
        if any(told[number] != at for number in division):
            raise Disagreement("the divisions are not those that follow from the seeds.")
    if _plan(file).at_once:
        for at in range(1, len(divisions) + 1):
            rng.pick(seats_purpose(at), (0, 1))
    if tuple(rng.draws) != file.draws:
        raise Disagreement("the draws are not those that the seed gives.")


def _plan(found: TournamentFile) -> Plan:
    sides = len(found.teams) if found.teams else found.seats
    return Plan(found.kind, sides, found.rounds, msgspec.convert(found.rule, Rule), found.tournament)


def _firsts(found: TournamentFile) -> dict[EntrantId, EntrantId]:
    """Return the number of each entrant in pairings and tables: for a pair the lower one."""
    return {each.number: min(each.number, each.partner or each.number) for each in found.entrants}


def _members(file: TournamentFile) -> dict[EntrantId, list[EntrantId]]:
    members: dict[EntrantId, list[EntrantId]] = {}
    for number, first in _firsts(file).items():
        members.setdefault(first, []).append(number)
    return members


def _entrants(file: TournamentFile, division: int, round_: int | None = None) -> list[Entrant]:
    """Return the entrants of a division when a round was paired; None: at the end."""
    return [
        Entrant(entrant.number, entrant.seed, entrant.first_round, _gone(entrant, round_))
        for entrant in file.entrants
        if entrant.seed
        and entrant.division == division
        and (round_ is None or entrant.first_round <= round_)
        and not (entrant.partner and entrant.partner < entrant.number)
    ]


def _gone(entrant: Entered, round_: int | None) -> bool:
    return bool(entrant.leaving) and (round_ is None or entrant.after_round < round_)


def _pairing(file: TournamentFile, game: Played) -> Pairing:
    firsts = _firsts(file)
    places = None if game.places is None else places_of(game.seats, game.places, firsts)
    sides = sides_of(game.seats, firsts)
    return Pairing(game.round, sides, places, game.leg, unplayed=game.how == "withdrawn")


def _check_pairings(file: TournamentFile, division: int) -> None:
    """Repeat the pairings. Skipped for a knock-out, and if pairs were forbidden or a round was undone.

    Where people may have been kept apart, who meets whom is not repeated: the answer would tell whether two
    were. Then it is checked that each round has everybody once, and the seats of Swiss pairs.
    """
    games = [each for each in file.games if each.division == division]
    if _unrepeatable(file):
        return
    plan = _plan(file)
    members = _members(file)
    if plan.at_once:
        flips = {draw.purpose: draw.result for draw in file.draws}
        flipped = flips.get(seats_purpose(division)) == (1,)
        wanted = next_pairings(plan, _entrants(file, division), [])
        told = [each.seats for each in games]
        sides = [tuple(reversed(each.seats)) if flipped else each.seats for each in wanted]
        if told != [_seated(file, each, members) for each in sides]:
            raise Disagreement("the pairings are not those that follow from the seeds and the draw.")
        return
    for round_ in sorted({each.round for each in games}):
        before = [_pairing(file, each) for each in games if each.round < round_]
        entrants = _entrants(file, division, round_)
        if plan.format == "swiss" and plan.seats == 2:
            _check_swiss_round(file, plan, entrants, before, [each for each in games if each.round == round_])
            continue
        paired = next_pairings(plan, entrants, before)
        made = {_seated(file, each.seats, members) for each in paired}
        if file.apart:
            there = sorted([seat for each in games if each.round == round_ for seat in each.seats])
            if there != sorted([seat for seats in made for seat in seats]):
                raise Disagreement(f"round {round_} does not have everybody once.")
            continue
        if made != {each.seats for each in games if each.round == round_}:
            raise Disagreement(f"round {round_} is not paired as its table and the seeds say.")


def _check_swiss_round(
    file: TournamentFile, plan: Plan, entrants: list[Entrant], before: list[Pairing], games: list[Played]
) -> None:
    """Raise `Disagreement` unless a round is the one of its rule; by rule 1 any of the equally good ones."""
    round_, members = games[0].round, _members(file)
    made = [_pairing(file, each) for each in games]
    if len(entrants) > LARGEST_ROUND:
        raise Disagreement(f"round {round_} has more than {LARGEST_ROUND} entrants.")
    there = sorted([entrant for each in made for entrant in each.seats])
    if there != sorted([each.id for each in entrants if not each.withdrawn]):
        raise Disagreement(f"round {round_} does not have everybody once.")
    try:
        right = swiss.follows(
            made,
            entrants,
            before,
            round_,
            tournament=plan.tournament,
            rule=plan.rule,
            apart=file.apart,
        ) and all(
            game.seats == _seated(file, pairing.seats, members)
            for game, pairing in zip(games, made, strict=True)
        )
    except OverflowError:  # more points than anybody can have
        right = False
    if not right:
        raise Disagreement(f"round {round_} is not paired as its table and the seeds say.")


def _seated(
    found: TournamentFile, sides: tuple[EntrantId, ...], members: dict[EntrantId, list[EntrantId]]
) -> tuple[EntrantId, ...]:
    return seated(sides, members, found.teams) if found.teams else sides


def _check_places(file: TournamentFile, division: int) -> None:
    if file.stage != "ended":
        return
    games = [_pairing(file, each) for each in file.games if each.division == division]
    rows = final_table(_plan(file), _entrants(file, division), games)
    told = {each.number: each.place for each in file.entrants}
    places, firsts = {row.entrant: row.place for row in rows}, _firsts(file)
    own = [each for each in file.entrants if each.seed and each.division == division]
    wrong = [each.number for each in own if told[each.number] != places[firsts[each.number]]]
    if wrong:
        raise Disagreement(f"entrant {wrong[0]} has another place than the results give.")
