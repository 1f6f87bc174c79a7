"""Statistics of real matches with the cards of a set: only of ended matches, and without names."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from bot.engine.contract import Outcome
from bot.games.registry import GAMES
from bot.matches.model import MatchInfo
from bot.matches.replay import moments
from bot.parts.workshop.lab.tallies import shares
from bot.parts.workshop.sets.played import FRESH, PlayedSets, RealMatches, SetFigures
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.versions_store import SqlSetVersions
from bot.people.privacy.match_store import SqlMatchPersonalData
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.storage.release import play_on, table_at

GUILD = 7
CARDS = {key: game.cards for key, game in GAMES.items() if game.cards is not None}


def counting(table: Table) -> RealMatches:
    played = PlayedSets(SqlSetVersions(table.store.database), CARDS)
    return RealMatches(SqlSetVersions(table.store.database), played, table.service.ended, table.clock)


def shipped(game: str, at: Any) -> list[ServerSet]:
    """Return the shipped sets as a server's own, so that matches are played with them."""
    standard = CARDS[game].library.standard
    return [ServerSet(GUILD, game, one.key, one.title, "", at) for one in standard.sets]


async def ended(table: Table, game: str, channel: int, actions: int) -> MatchInfo:
    info = await table.started(BEN, game=game, channel=channel)
    await play_on(table, info.id, actions)
    if not (await table.service.info(info.id)).stage.ended:
        await table.service.play.resign(info.id, BEN.user, request=table.request())
    return await table.service.info(info.id)


async def hands(table: Table, info: MatchInfo) -> set[tuple[int, str]]:
    """Return each card that was in a seat's hand after some action, by a replay of the match."""
    record = await table.service.history._repository.record(info.id)
    codec = table.service.history._repository.codec(info)
    rows, draws = await table.store.actions(info.id), await table.store.draws(info.id)
    found = set[tuple[int, str]]()
    for moment in moments(record, codec, rows, draws):
        for seat in range(len(info.seats)):
            found |= {(seat, number) for number in in_hand(info.game, codec.rules, moment.state, seat)}
    return found


def in_hand(game: str, rules: Any, state: Any, seat: int) -> list[str]:
    building = GAMES[game].decks
    if building is not None:
        hand = list(building.hand(rules.view(state, seat)))
        if state.phase != "decks":
            hand += getattr(state, "chosen", {seat: ()})[seat]  # the named piece
        return [number for number in hand if number not in openers(rules, state, seat)]
    pool = rules.pool(state.options)
    return [pool.actions[card].number for card in state.hands[seat]]


def openers(rules: Any, state: Any, seat: int) -> list[str]:
    """Return the first characters on offer, which are in no hand."""
    view = rules.view(state, seat)
    return [one.number for one in getattr(view, "openers", ())]


@pytest.mark.parametrize(("game", "actions"), [("arclash", 120), ("neo-combat", 120), ("overcross", 160)])
async def test_exactly_the_cards_that_were_in_a_hand_are_counted(url: str, game: str, actions: int) -> None:
    """Property, over random matches: the counts from events equal those from hands and plays in a replay.

    A seat counts once, and winners are the match's winners.
    """
    table = table_at(url, "played")
    matches = [await ended(table, game, 2_000 + number, actions) for number in range(2)]
    seen = [await hands(table, info) for info in matches]
    counted = 0
    for kept in shipped(game, table.clock.now):
        figures = await counting(table).figures(kept)
        (version,) = figures.versions
        assert (version.matches, figures.left_out) == (2, False)
        assert (version.seats.matches, version.seats.won) == (4, 2)
        for card in version.cards:
            seats = [(place, seat) for place in range(2) for seat in range(2)]
            held = [(place, seat) for place, seat in seats if (seat, card.number) in seen[place]]
            assert card.played.matches <= card.held.matches <= 4
            assert card.times >= card.played.matches
            assert len(held) <= card.held.matches <= len(held) + card.played.matches
            counted += len(held)
            if card.held.matches == len(held):
                won = sum([shares(outcome_of(matches[place]).winners, 2)[seat] for place, seat in held])
                assert card.held.won == won
    assert counted > 10
    await table.close()


def outcome_of(info: MatchInfo) -> Outcome:
    assert info.outcome is not None
    return info.outcome


async def all_figures(table: Table) -> Mapping[str, SetFigures]:
    found = shipped("arclash", table.clock.now)
    return {kept.key: await counting(table).figures(kept) for kept in found}


async def test_running_matches_and_other_servers_are_not_counted(url: str) -> None:
    table = table_at(url, "secret")
    running = await table.started(BEN, game="arclash", channel=3_000)
    await play_on(table, running.id, 60)
    assert not any(each.versions for each in (await all_figures(table)).values())
    await table.service.play.resign(running.id, BEN.user, request=table.request())
    found = await all_figures(table)
    assert all(each.versions[0].matches == 1 for each in found.values())
    elsewhere = [msgspec.structs.replace(kept, guild=8) for kept in shipped("arclash", table.clock.now)]
    for kept in elsewhere:
        assert (await counting(table).figures(kept)).versions == ()
    told = msgspec.json.encode(list(found.values())).decode()
    assert not [name for name in ("Ann", "Ben", str(ANN.user), running.id) if f'"{name}"' in told]
    await table.close()


async def test_deleted_persons_stay_counted_without_a_name(url: str) -> None:
    table = table_at(url, "forgotten")
    info = await ended(table, "arclash", 4_000, 60)
    before = await all_figures(table)
    for user in (ANN.user, BEN.user):
        await table.service.departures.forget(info.id, user)
        await SqlMatchPersonalData(table.store.database).unname(user)
        await SqlMatchPersonalData(table.store.database).clear(user)
    assert await all_figures(table) == before
    await table.close()


async def test_the_counts_are_cached_for_ten_minutes(url: str, clock: TestClock) -> None:
    table = table_at(url, "remembered")
    table.clock = clock
    kept, counts = shipped("arclash", clock.now)[0], counting(table)
    await ended(table, "arclash", 5_000, 30)
    first, same = await asyncio.gather(counts.figures(kept), counts.figures(kept))
    assert first is same
    await ended(table, "arclash", 5_001, 30)
    clock.now += FRESH - timedelta(seconds=1)
    assert await counts.figures(kept) is first
    clock.now += timedelta(seconds=1)
    assert (await counts.figures(kept)).versions[0].matches == 2
    await table.close()


def test_several_winners_share_a_win_and_all_seats_share_a_draw() -> None:
    assert shares((1,), 2) == [0, 1]
    assert shares((0, 2), 3) == [0.5, 0, 0.5]
    assert shares((), 2) == [0.5, 0.5]
