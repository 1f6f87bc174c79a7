"""In a game of two teams, entrants are pairs: both must agree, play, leave and win together."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.engine.errors import Refusal
from bot.matches.model import Person
from bot.parts.proofs.verify import Disagreement
from bot.parts.tournaments import acts
from bot.parts.tournaments.export import as_csv, as_json
from bot.parts.tournaments.model import Entrant, Plans, Result, Tournament, forgotten
from bot.parts.tournaments.progress import planned, with_result
from bot.parts.tournaments.schedule import table_of
from bot.parts.tournaments.verifying import check_tournament, read
from tests.parts.tournaments.office import CHANNEL, CLOCK, GUILD, Office
from tests.storage.personal import everything_personal

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
ANN, BEN, CLEO, DAN, EVE, FAY, GUS, HAL, IDA, JON = (
    Person(100 + number, name) for number, name in enumerate(NAMES)
)
PAIRS = ((ANN, BEN), (CLEO, DAN), (EVE, FAY), (GUS, HAL))


async def opened(office: Office, kind: Any = "cup", pairs: Any = PAIRS, **plans: Any) -> str:
    if kind == "cup":
        plans["size"] = 4
    found = await office.service.open(
        GUILD, CHANNEL, Person(1, "Dora"), Plans("crossfire", kind, seats=4, clock=CLOCK, **plans)
    )
    for one, other in pairs:
        await office.service.join(found.id, one, word=f"{one.name}'s", partner=other)
        await office.service.join(found.id, other, word=f"{other.name}'s", partner=one)
    return found.id


async def begun(office: Office, kind: Any = "cup", **plans: Any) -> Tournament:
    tournament = await opened(office, kind, **plans)
    if kind != "cup":
        await office.service.start(tournament, Person(1, "Dora"), manages=False)
    await office.runner.step(tournament)
    return await office.service.get(tournament)


async def test_after_a_refusal_the_asker_may_ask_another(office: Office) -> None:
    tournament = await opened(office, pairs=())
    await office.service.join(tournament, ANN, partner=BEN)
    found = await office.service.decline(tournament, BEN, 1)
    assert "Ben" not in as_json(found).decode()
    assert not [each for each in found.entrants if each.user == BEN.user]
    await office.service.join(tournament, ANN, partner=CLEO)
    found = await office.service.join(tournament, ANN, partner=DAN)
    assert len(found.entrants) == 2, "the number of who was asked before is used again"
    assert not found.asks(CLEO.user)
    with pytest.raises(Refusal, match="no longer asked this"):
        await office.service.decline(tournament, CLEO, 1)
    assert not (await office.service.leave(tournament, DAN)).asks(DAN.user)


async def test_two_mutual_requests_make_a_pair_and_other_requests_end(office: Office) -> None:
    tournament = await opened(office, pairs=())
    found = await office.service.join(tournament, CLEO, partner=ANN)
    assert not found.players
    assert [each.kind for each in found.notices] == ["asked"]
    await office.service.join(tournament, ANN, partner=BEN)
    found = await office.service.join(tournament, BEN, partner=ANN)
    assert [found.called(each.number) for each in found.entered] == ["Ann & Ben"]
    assert not found.asks(ANN.user)
    assert not [each for each in found.entrants if each.user == CLEO.user and not each.leaving]


async def test_an_impossible_pair_is_refused_in_a_sentence(office: Office, subtests: pytest.Subtests) -> None:
    tournament = await opened(office, pairs=PAIRS[:2])
    before = await office.service.get(tournament)
    for who, partner, words in (
        (IDA, None, "say with whom"),
        (IDA, IDA, "your own partner"),
        (IDA, ANN, "Ann has entered this tournament already"),
        (ANN, IDA, "as Ann & Ben"),
        (ANN, BEN, "You have entered"),
    ):
        with subtests.test(words), pytest.raises(Refusal, match=words):
            await office.service.join(tournament, who, partner=partner)
    assert await office.service.get(tournament) == before
    alone = await office.opened("cup", 2)
    with pytest.raises(Refusal, match="alone"):
        await office.service.join(alone, IDA, partner=JON)


async def test_partners_have_opposite_seats_and_both_play(office: Office) -> None:
    """CRF-22: partners have opposite seats."""
    found = await begun(office)
    assert len(found.games) == 6
    for game in found.games:
        holders = (await office.matches.info(game.match)).seats
        assert len({each.user for each in holders}) == 4
        for seat in (0, 1):
            assert found.first(game.seats[seat]) == found.first(game.seats[seat + 2])
    first = Counter(found.first(game.seats[0]) for game in found.games)
    assert max(first.values()) - min(first.values()) <= 1


@pytest.mark.parametrize("kind", ["cup", "swiss", "knock-out", "league"])
async def test_a_tournament_of_pairs_is_played_to_its_end_and_verified(office: Office, kind: Any) -> None:
    pairs = PAIRS if kind == "cup" else (*PAIRS, (IDA, JON))
    tournament = (await begun(office, kind, pairs=pairs)).id
    found = await office.played(tournament)
    assert found.stage == "ended"
    for one, other in pairs:
        mine, theirs = found.of_user(one.user), found.of_user(other.user)
        assert mine is not None
        assert theirs is not None
        assert mine.place == theirs.place
    assert sorted(each.place for each in found.entrants) == sorted([*range(1, len(pairs) + 1)] * 2)
    winner = next(each for each in found.entrants if each.place == 1)
    for each in found.members(winner.number):
        title = (await office.service.store.titles(each.user, GUILD))[0]
        assert (title.place, title.entrants) == (1, len(pairs))
    assert winner.called in as_csv(found).decode("utf-8-sig").splitlines()[1]
    assert " & " in as_csv(found).decode("utf-8-sig")
    assert f"{2 * len(pairs)} entrants" in check_tournament(read(as_json(found)))


async def test_a_change_of_a_pair_in_the_file_is_found(office: Office, subtests: pytest.Subtests) -> None:
    content = as_json(await office.played((await begun(office)).id))
    for part in ("partner", "teams", "place"):
        told = json.loads(content)
        entrants = told["entrants"]
        if part == "partner":
            entrants[0]["partner"], entrants[2]["partner"] = 4, 2
        elif part == "teams":
            told["teams"] = [[0, 1], [2, 3]]
        else:  # of one of the two
            entrants[1]["place"] = entrants[1]["place"] % 4 + 1
        with subtests.test(part), pytest.raises(Disagreement):
            check_tournament(read(json.dumps(told).encode()))


async def test_a_withdrawal_includes_the_partner(office: Office) -> None:
    found = await begun(office)
    await office.service.leave(found.id, BEN)
    await office.runner.step(found.id)
    found = await office.service.get(found.id)
    assert [each.leaving for each in found.entrants] == ["left", "left", *[""] * 6]
    assert len(found.open_games) == 3
    for game in found.games:
        ended = (await office.matches.info(game.match)).stage.ended
        assert ended == (1 in game.seats)
    assert [row.fate for row in table_of(found, 1)] == ["", "", "", "struck"]
    with pytest.raises(Refusal, match="do not play"):
        await office.service.leave(found.id, ANN)


async def test_a_withdrawal_before_the_start_frees_both(office: Office) -> None:
    tournament = await opened(office, pairs=PAIRS[:2])
    found = await office.service.leave(tournament, BEN)
    assert [found.called(each.number) for each in found.entered] == ["Cleo & Dan"]
    assert found.notices[-1].kind == "withdrawn", "the partner hears of it"
    await office.service.join(tournament, ANN, partner=EVE)
    found = await office.service.join(tournament, EVE, partner=ANN)
    assert {found.called(each.number) for each in found.entered} == {"Ann & Eve", "Cleo & Dan"}
    assert found.first(2) != 1, "who has left belongs to no pair"


async def test_a_loss_by_time_of_either_counts_for_both(office: Office) -> None:
    found = await begun(office)
    games, now = [game for game in found.open_games if 1 in game.seats], office.clock()
    for game, loser in zip(games, (1, 2), strict=False):
        places = tuple([2 if found.first(each) == 1 else 1 for each in game.seats])
        found = with_result(found, Result(game.number, places, "time", now), (loser,), now)
    assert [each.timeouts for each in found.members(1)] == [1, 1]
    assert {each.leaving for each in found.members(1)} == {"time"}


async def test_a_timeout_of_one_loses_the_match_for_both(office: Office) -> None:
    found = await begun(office)
    office.clock.pass_by(days=4)
    for game in found.games:
        await office.matches.timekeeper.expire(game.match)
    await office.runner.step(found.id)
    found = await office.service.get(found.id)
    assert found.results
    assert {each.how for each in found.results} <= {"time", "withdrawn"}
    for game in found.games:
        places = next(each.places for each in found.results if each.number == game.number)
        assert places is None or places[:2] == places[2:]


async def test_a_director_replaces_one_of_a_pair(office: Office) -> None:
    found = await begun(office)
    dora, act = Person(1, "Dora"), office.service.act
    found = await act(
        found.id, dora, "replace", lambda each, _now: acts.replaced(each, 2, IDA), {}, manages=False
    )
    await office.runner.step(found.id)
    assert found.called(1) == "Ann & Ida"
    for game in found.games:
        if 2 in game.seats:
            holders = [each.user for each in (await office.matches.info(game.match)).seats]
            assert IDA.user in holders
            assert BEN.user not in holders


async def test_a_pair_without_an_answer_does_not_play(office: Office) -> None:
    tournament = await opened(office, "swiss")
    await office.service.join(tournament, IDA, partner=JON)
    await office.start(tournament)
    found = await office.service.get(tournament)
    assert {seat for game in found.games for seat in game.seats} == set(range(1, 9))
    assert not found.asks(JON.user)
    assert "entrants" in check_tournament(read(as_json(await office.played(tournament))))


async def test_a_pair_enters_a_swiss_tournament_late(office: Office) -> None:
    tournament = await opened(office, "swiss", pairs=(*PAIRS, (Person(120, "Kim"), Person(121, "Lea"))))
    await office.start(tournament)
    await office.service.join(tournament, IDA, partner=JON)
    waiting = await office.service.get(tournament)
    assert [row.entrant for row in table_of(waiting, 1) if row.entrant > 10] == []
    await office.service.join(tournament, JON, partner=IDA)
    found = await office.played(tournament)
    late = found.of_user(JON.user)
    assert late is not None
    assert late.first_round == 2
    pair = found.first(late.number)
    assert next(row.points for row in table_of(found, 1) if row.entrant == pair) >= 0.5
    assert "12 entrants" in check_tournament(read(as_json(found)))


async def test_deleting_a_person_withdraws_the_pair(office: Office) -> None:
    found = await begun(office)
    data = next(each for each in everything_personal(office.store.database) if each.name == "tournaments")
    assert (await data.counts(BEN.user))["tournament_entrants"] == 1
    await data.delete(BEN.user)
    after = await office.service.get(found.id)
    assert after.called(1) == "Ann & a former player"
    assert [each.leaving for each in after.members(1)] == ["left", "former"]
    assert (await data.counts(BEN.user))["tournament_entrants"] == 0
    after = planned(after, office.clock())
    assert len(after.open_games) == 3
    assert [row.fate for row in table_of(after, 1)][-1] == "struck"


async def test_an_unanswered_request_is_counted_and_deleted(office: Office) -> None:
    tournament = await opened(office, pairs=())
    await office.service.join(tournament, ANN, partner=BEN)
    found = await office.service.get(tournament)
    after = forgotten(found, BEN.user)
    assert not after.asks(BEN.user)
    assert "Ben" not in as_json(after).decode()
    assert not after.players


async def test_a_further_season_keeps_its_pairs(office: Office) -> None:
    first = await office.played((await begun(office, "league", pairs=PAIRS)).id)
    second = next(each for each in await office.service.on_server(GUILD, 9) if each.after == first.id)
    for one, other in PAIRS:
        await office.service.join(second.id, other, partner=one)
        await office.service.join(second.id, one, partner=other)
    await office.start(second.id)
    found = await office.service.get(second.id)
    was = {first.called(each.number): each.place for each in first.entrants}
    now = {" & ".join(sorted(found.called(each.number).split(" & "))): each.seed for each in found.entered}
    assert now == was


def test_pairs_are_stored_only_in_tournaments_of_pairs() -> None:
    """A process of the previous version can read the stored data of all other tournaments (docs: Updates)."""
    assert b"teams" not in msgspec.json.encode(Plans("noughts"))
    stored = msgspec.json.encode(Entrant(1, 2, "Ann"))
    assert b"partner" not in stored
    assert b"asked" not in stored
