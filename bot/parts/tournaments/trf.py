"""Swiss results in FIDE's Tournament Report File of 2016 (TRF-16), for the programs that chess arbiters use.

FIDE Handbook C.04, annex 2. The lines XXR, XXC, XXZ and XXP are those that pairing programs add to it: the
number of rounds, who begins, who is not paired next, and pairs that must not meet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.engine.errors import Refusal
from bot.parts.tournaments.formats.model import HALF, Entrant, EntrantId, Pairing
from bot.parts.tournaments.formats.schedule import final_table, rounds_of
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.schedule import entrants_of, pairings_of, plan_of

NAME = 33
"""The length of a name in the file."""
LARGEST = 2_000_000
"""The largest file in bytes."""
MOST_PLAYERS = 1000
_RESULTS = 91
"""The first column of the results, from 0; each round has ten columns."""
_OF_RESULT = {"1": 1, "W": 1, "+": 1, "=": 0, "D": 0, "0": -1, "L": -1, "-": -1}
"""A win, a draw, a loss."""
_BYES = "UFHZ"
"""Allocated by the pairing; with a full, a half, and no point."""


class Report(NamedTuple):
    """The results in a file."""

    title: str
    rounds: int
    """The planned number of rounds; 0 if the file does not say it."""
    names: Mapping[EntrantId, str]
    entrants: Sequence[Entrant]
    """The seed is the starting number; who is not paired next has withdrawn."""
    pairings: Sequence[Pairing]


def as_trf(tournament: Tournament, title: str) -> bytes | None:
    """Return the complete rounds of a Swiss tournament of two, in UTF-8; None for other tournaments."""
    plan, entrants = plan_of(tournament), entrants_of(tournament, 1)
    if plan.format != "swiss" or plan.seats != 2 or not entrants:
        return None
    all_ = pairings_of(tournament, 1)
    going_on = min([each.round for each in all_ if each.places is None], default=tournament.last_round + 1)
    pairings = [each for each in all_ if each.round < going_on]
    numbers = {each.id: place for place, each in enumerate(sorted(entrants, key=lambda one: one.seed), 1)}
    rows = {row.entrant: row for row in final_table(plan, entrants, pairings)}
    played = {(each.round, entrant): each for each in pairings for entrant in each.seats}
    lines = [
        f"012 {title}",
        *[f"042 {at:%Y/%m/%d}" for at in [tournament.started_at] if at is not None],
        *[f"052 {at:%Y/%m/%d}" for at in [tournament.ended_at] if at is not None],
        f"062 {len(entrants)}",
        f"072 {sum([tournament.entrant(each.id).rating is not None for each in entrants])}",
        "092 Individual: Swiss-System",
    ]
    for player in sorted(entrants, key=lambda one: one.seed):
        name = " ".join(tournament.called(player.id).split())[:NAME]
        rating = tournament.entrant(player.id).rating
        shown = "" if rating is None else str(min(max(rating, 0), 9999))
        results = [
            _result(
                played.get((round_, player.id)), player, round_, numbers, late=plan.rule > 1 or round_ == 1
            )
            for round_ in range(1, going_on)
        ]
        row = rows[player.id]
        lines.append(
            f"001 {numbers[player.id]:4d}      {name:<{NAME}} {shown:>4} {'':3} {'':11} {'':10}"
            f" {float(row.points):4.1f} {row.place:4d}{''.join(results)}"
        )
    gone = sorted([numbers[each.id] for each in entrants if each.withdrawn])
    lines += [f"XXR {rounds_of(plan, len(entrants))}", "XXC white1"]
    lines += [f"XXZ {' '.join([str(each) for each in gone])}"] if gone else []
    known = [pair for pair in tournament.forbidden if pair[0] in numbers and pair[1] in numbers]
    lines += [f"XXP {numbers[one]} {numbers[other]}" for one, other in known]
    return ("\n".join(lines) + "\n").encode()


def _result(
    pairing: Pairing | None, entrant: Entrant, round_: int, numbers: Mapping[EntrantId, int], *, late: bool
) -> str:
    """Return an entrant's ten columns of a round; `late`: whether a missed round gives half a point."""
    if pairing is None:
        return f"  0000 - {'H' if round_ < entrant.first_round and late else 'Z'}"
    if pairing.bye:
        return "  0000 - U"
    seat = pairing.seats.index(entrant.id)
    points = pairing.points[entrant.id]
    if pairing.unplayed or not any(pairing.points.values()):  # a match that both have lost was not played
        letter = "+" if points == 1 else "-"
    else:
        letter = "1" if points == 1 else "=" if points == HALF else "0"
    return f"  {numbers[pairing.seats[1 - seat]]:4d} {'wb'[seat]} {letter}"


def from_trf(content: bytes) -> Report:
    """Read the results in a file. Raises `Refusal` with the line at fault."""
    if len(content) > LARGEST:
        raise Refusal.translated("The file is too large.")
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        lines = content.decode("latin-1").splitlines()
    title, rounds = "", 0
    names: dict[EntrantId, str] = {}
    results: dict[EntrantId, list[tuple[int, str, str]]] = {}
    gone: set[EntrantId] = set()
    for number, line in enumerate(lines, 1):
        code, rest = line[:3], line[4:].strip()
        if code == "012":
            title = rest
        elif code == "001":
            start = _number(line[4:8], number)
            if start in names:
                raise _fault(number)
            names[start] = line[14:47].strip() or str(start)
            results[start] = _results_of(line[_RESULTS:], number)
        elif code == "XXR":
            rounds = _number(rest, number)
        elif code == "XXZ":
            gone |= {_number(each, number) for each in re.split(r"[ ,]+", rest) if each}
    if not names:
        raise Refusal.translated("The file has no players: in TRF-16 the line of each begins with 001.")
    if len(names) > MOST_PLAYERS:
        raise Refusal.translated("The file has more than {number} players.", number=MOST_PLAYERS)
    if sorted(names) != list(range(1, len(names) + 1)):
        raise Refusal.translated("The starting numbers in the file are not 1, 2, 3 and so on.")
    entrants, pairings = [], []
    for start, own in results.items():
        late = next((at for at, (_, _, letter) in enumerate(own) if letter != "H"), len(own))
        entrants.append(Entrant(start, start, late + 1, withdrawn=start in gone))
        for round_, (other, colour, letter) in enumerate(own[late:], late + 1):
            pairings += _pairing(start, other, colour, letter, round_, results)
    return Report(title, rounds, names, entrants, pairings)


def _pairing(
    start: int,
    other: int,
    colour: str,
    letter: str,
    round_: int,
    results: Mapping[EntrantId, Sequence[tuple[int, str, str]]],
) -> list[Pairing]:
    """Return the pairing of a result, at the one with white; checked against the opponent's result."""
    if not other:
        if letter == "H":
            raise Refusal.translated(
                "Round {round} of number {number} is a bye with half a point, which is known only before the"
                " first match.",
                round=round_,
                number=start,
            )
        return [Pairing(round_, (start,), (1,))] if letter in "UF" else []
    there = results.get(other, [])
    back = there[round_ - 1] if len(there) >= round_ else (0, "", "Z")
    mine, theirs = _OF_RESULT[letter], _OF_RESULT.get(back[2], 9)
    both_lost = letter == back[2] == "-"
    if back[0] != start or {colour, back[1]} != {"w", "b"} or (mine + theirs and not both_lost):
        raise Refusal.translated(
            "Round {round}: the results of numbers {one} and {other} do not fit together.",
            round=round_,
            one=start,
            other=other,
        )
    if colour == "b":
        return []
    places = (2, 2) if both_lost else ((1, 2), (1, 1), (2, 1))[1 - mine]
    return [Pairing(round_, (start, other), places, unplayed=letter in "+-")]


def _results_of(columns: str, line: int) -> list[tuple[int, str, str]]:
    """Return opponent, colour and result of each round; 0 for no opponent."""
    results = []
    for at in range(0, len(columns.rstrip()), 10):
        part = columns[at : at + 8].ljust(8)
        other, colour, letter = part[:4].strip(), part[5], (part[7].strip() or "Z").upper()
        number = _number(other, line) if other else 0
        if letter not in (_BYES if not number else _OF_RESULT):
            raise _fault(line)
        results.append((number, colour, letter))
    return results


def _number(words: str, line: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", words.strip()):
        raise _fault(line)
    return int(words)


def _fault(line: int) -> Refusal:
    return Refusal.translated("Line {line} of the file is not as TRF-16 has it.", line=line)
