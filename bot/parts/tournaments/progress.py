"""The automatic progress of a tournament: announcements, pairings, results, its end.

All functions are pure changes of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.parts.tournaments import acts, schedule
from bot.parts.tournaments.model import (
    LEAVE_SECONDS,
    MOST_TIMEOUTS,
    Entrant,
    Game,
    Notice,
    Result,
    Tournament,
)
from bot.parts.tournaments.service import BOT, logged


def planned(tournament: Tournament, now: datetime, apart: Iterable[frozenset[int]] = ()) -> Tournament:
    """Return the tournament with its deadlines announced, its next pairings made, or its end.

    The pairs of users `apart` are stored with these alone. A change of their own would update the post, and
    so show when somebody has blocked somebody.
    """
    if tournament.stage != "playing":
        return tournament
    known = acts.kept_apart(tournament, apart)
    after = _planned(known, now)
    return tournament if after is known else after


def _planned(tournament: Tournament, now: datetime) -> Tournament:
    tournament = acts.with_settled(_announced(tournament, now), now)
    while True:
        rounds = len(tournament.rounds)
        paired = schedule.with_pairings(tournament, now)
        if paired is tournament:
            break
        tournament = _told(paired, rounds)
    if not schedule.finished(tournament):
        return tournament
    facts: dict[str, object] = {"why": why} if (why := schedule.why_early(tournament)) else {}
    if tournament.rounds and _worth_telling(tournament, number := tournament.rounds[-1].number):
        facts["round"] = number
    return acts.ended(tournament, now, **facts)


def _told(tournament: Tournament, rounds: int) -> Tournament:
    """Return the tournament with a new round announced, and the results of the previous one.

    Nothing is said of a round in which nothing is played: there may be several at once when few are left.
    """
    if len(tournament.rounds) == rounds:
        return tournament
    if rounds and _worth_telling(tournament, number := tournament.rounds[-2].number):
        tournament = acts.with_notice(tournament, "results", round=number)
    last = tournament.rounds[-1].number
    if all(each.round != last for each in tournament.open_games):
        return tournament
    return acts.with_notice(tournament, "round", round=last)


def _worth_telling(tournament: Tournament, round_: int) -> bool:
    """Whether something was played in a round of a tournament in rounds."""
    games = {each.number for each in tournament.games if each.round == round_}
    played = [each for each in tournament.results if each.how not in ("bye", "withdrawn")]
    return not schedule.at_once(tournament) and any(each.number in games for each in played)


def _announced(tournament: Tournament, now: datetime) -> Tournament:
    """Return the tournament with the due announcements of its deadline."""
    if not tournament.rounds or not tournament.open_games:
        return tournament
    last = tournament.rounds[-1]
    due = [each for each in schedule.BEFORE if last.deadline - each <= now]
    if len(due) <= last.told:
        return tournament
    rounds = (*tournament.rounds[:-1], replace(last, told=len(due)))
    tournament = replace(tournament, rounds=rounds)
    if now >= last.deadline or last.deadline - due[-1] <= last.opened_at:
        return tournament
    return acts.with_notice(tournament, "deadline", round=last.number)


def with_result(tournament: Tournament, result: Result, timeouts: Iterable[int], now: datetime) -> Tournament:
    """Return the tournament with a result. An entrant with too many losses on time is withdrawn."""
    if any(each.number == result.number for each in tournament.results):
        return tournament
    tournament = replace(tournament, results=(*tournament.results, result))
    for number in timeouts:
        entrant = tournament.entrant(number)
        tournament = acts.with_entrant(tournament, replace(entrant, timeouts=entrant.timeouts + 1))
        lost = sum([each.timeouts for each in tournament.members(number)])
        if lost >= MOST_TIMEOUTS and not entrant.leaving:
            tournament = acts.withdrawn(tournament, number, "time", now)
            tournament = logged(tournament, BOT, "timeouts", now, {"entrant": number})
    return tournament


def leave_is_over(entrant: Entrant, now: datetime) -> bool:
    """Whether an entrant's present leave is used up."""
    assert entrant.away_since is not None
    return entrant.away_spent + (now - entrant.away_since).total_seconds() >= LEAVE_SECONDS


def returned_by_itself(tournament: Tournament, number: int, now: datetime) -> Tournament:
    """Return the tournament with an entrant back whose leave is used up."""
    entrant = tournament.entrant(number)
    if entrant.away_since is None or not leave_is_over(entrant, now):
        return tournament
    return logged(acts.returned(tournament, entrant, now), BOT, "leave-over", now, {"entrant": number})


def asked(tournament: Tournament, numbers: Set[int], now: datetime) -> Tournament:
    """Return the tournament with a record that the threads of these pairings are requested."""
    games = [
        replace(game, asked_at=now) if game.number in numbers and game.asked_at is None else game
        for game in tournament.games
    ]
    return replace(tournament, games=tuple(games))


def with_matches(tournament: Tournament, games: Mapping[int, Game]) -> Tournament:
    """Return the tournament with the opened matches of its pairings; matches without a pairing are ended."""
    here = {each.number: each.asked_at for each in tournament.games}
    lost = [each.match for each in games.values() if here.get(each.number) != each.asked_at]
    kept = [
        replace(game, channel=opened.channel, match=opened.match)
        if (opened := games.get(game.number)) is not None and opened.asked_at == game.asked_at
        else game
        for game in tournament.games
    ]
    return replace(tournament, games=tuple(kept), closing=(*tournament.closing, *lost))


def unopened(tournament: Tournament, facts: Mapping[str, Any], now: datetime) -> Tournament:
    """Return the tournament with one log line on a match that cannot be opened."""
    if any(each.act == "unopened" and each.facts == facts for each in tournament.log):
        return tournament
    return logged(tournament, BOT, "unopened", now, facts)


def given_up(tournament: Tournament) -> Tournament:
    """Return a finished tournament without pending posts if posting is impossible; otherwise unchanged."""
    if not tournament.over:
        return tournament
    notices = tuple([replace(each, posted=True) for each in tournament.notices])
    return replace(tournament, notices=notices, shown=tournament.revision + 1)


def posted(tournament: Tournament, notice: Notice) -> Tournament:
    """Return the tournament with a message marked as posted."""
    done = replace(notice, posted=True)
    notices = [done if each.number == notice.number else each for each in tournament.notices]
    return replace(tournament, notices=tuple(notices))
