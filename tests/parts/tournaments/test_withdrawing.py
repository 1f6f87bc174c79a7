"""After any withdrawal a tournament of any format continues and ends, for persons and for pairs."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.parts.tournaments import acts, starting
from bot.parts.tournaments.formats.model import Format
from bot.parts.tournaments.model import Result, Tournament
from bot.parts.tournaments.progress import planned, with_result
from bot.parts.tournaments.schedule import bounds_of, games_of, table_of
from tests.parts.tournaments.test_schedule import NOW, opened, persons

FORMATS: tuple[Format, ...] = ("league", "cup", "swiss", "knock-out")


def started(kind: Format, number: int, *, pairs: bool) -> Tournament:
    if not pairs:
        return starting.started(opened(kind, persons(number)), None, NOW)
    people = [
        replace(each, partner=each.number + (1 if each.number % 2 else -1)) for each in persons(2 * number)
    ]
    plans = {"game": "crossfire", "seats": 4, "teams": ((0, 2), (1, 3))}
    return starting.started(opened(kind, people, **plans), None, NOW)


def end_one(found: Tournament, rng: Random) -> Tournament:
    game = rng.choice(found.open_games)
    won = rng.choice([found.first(each) for each in game.seats])
    level = rng.random() < 0.2
    places = tuple(1 if level or found.first(each) == won else 2 for each in game.seats)
    return with_result(found, Result(game.number, places, "played", NOW), (), NOW)


@settings(max_examples=20)
@given(st.sampled_from(FORMATS), st.integers(4, 9), st.booleans(), st.integers(0, 10**6), st.floats(0, 0.6))
def test_after_any_withdrawal_it_ends_with_a_place_for_all(
    kind: Format, number: int, pairs: bool, seed: int, share: float
) -> None:
    rng = Random(seed)
    found = planned(started(kind, number, pairs=pairs), NOW)
    gone: dict[int, int] = {}
    for _ in range(300):
        if found.over:
            break
        if found.players and rng.random() < share:
            leaves = rng.choice(found.players).number
            last = max(each.number for each in found.games)
            gone |= {each.number: last for each in found.members(leaves)}
            found = acts.withdrawn(found, leaves, "left", NOW)
            for division in found.divisions if not found.over else ():
                assert all(each.best <= each.worst for each in bounds_of(found, division).values())
        elif found.open_games:
            found = end_one(found, rng)
        found = planned(found, NOW)
    assert found.stage == "ended"
    assert {each.number for each in found.results} == {each.number for each in found.games}
    how = {each.number: each.how for each in found.results}
    for game in found.games:
        assert len(set(game.seats)) == len(game.seats)
        if [each for each in game.seats if each in gone and gone[each] < game.number]:
            assert kind == "knock-out", "nobody is paired who has withdrawn"
            assert how[game.number] == "withdrawn", "the other goes on without a match"
    matches = [game for game, _places in games_of(found) if len(game.seats) > 1]
    met = [(game.round, game.leg, frozenset(game.seats)) for game in matches]
    assert len(met) == len(set(met))
    for division in found.divisions:
        rows = table_of(found, division)
        assert [row.place for row in rows] == list(range(1, len(rows) + 1))
        for row in rows:
            assert {each.place for each in found.members(row.entrant)} == {row.place}
            assert bool(row.fate) == (row.entrant in gone)
