"""The acts of entrants and directors on a running tournament, as pure changes of its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.matches.model import Person, clean_name
from bot.parts.tournaments.formats.model import EntrantId
from bot.parts.tournaments.model import (
    LEAVE_SECONDS,
    Entrant,
    Game,
    Leaving,
    Notice,
    Pending,
    Result,
    Tournament,
    departed,
)
from bot.parts.tournaments.schedule import at_once, fixed, settled, with_places

BEFORE_THE_START = ("start", "schedule", "unscheduled", "computers", "enter", "end")
"""The acts of office, by their names in the log, that are open to a director who plays, before the start."""


def check_director(
    tournament: Tournament, user: int, act: str, *, manages: bool, entrant: EntrantId = 0
) -> None:
    """Raise `Refusal` unless a person may direct: the director, or someone who manages the server.

    Who plays in it has no office in it, but for the preparations in `BEFORE_THE_START` and for acts on the
    own entry, that of `entrant`: withdrawing it, or giving it to another person.
    """
    if not manages and (not user or user != tournament.director):
        raise Refusal.translated(
            "Only the director of this tournament can do that, and those who manage the server."
        )
    if tournament.over:
        raise Refusal.translated("This tournament is over.")
    mine = tournament.of_user(user)
    if mine is None or mine.leaving:
        return
    if tournament.stage == "open" and act in BEFORE_THE_START:
        return
    if act not in ("replace", "withdraw") or entrant != mine.number:
        raise Refusal.translated(
            "You play in this tournament, so this is up to somebody who does not: its director, or a person"
            " who manages the server. Before the start you may still start, schedule, fill and cancel it."
        )


def with_entrant(tournament: Tournament, entrant: Entrant) -> Tournament:
    """Return the tournament with an entrant replaced by this one."""
    entrants = list(tournament.entrants)
    entrants[entrant.number - 1] = entrant
    return replace(tournament, entrants=tuple(entrants))


def with_notice(tournament: Tournament, kind: str, **facts: object) -> Tournament:
    """Return the tournament with one more message to post."""
    number = max([each.number for each in tournament.notices], default=0) + 1
    return replace(tournament, notices=(*tournament.notices, Notice(number, kind, facts)))  # type: ignore[arg-type]


def _pending(entrant: Entrant, what: Pending, *instead: Pending) -> tuple[Pending, ...]:
    return (*[each for each in entrant.pending if each not in (what, *instead)], what)


def withdrawn(tournament: Tournament, number: EntrantId, why: Leaving, now: datetime) -> Tournament:
    """Return the tournament without an entrant and any partner.

    Their unplayed matches count as in `bot.parts.tournaments.formats.standings.fates`.
    """
    _check_plays(tournament, tournament.entrant(number))
    members = tournament.members(number)
    for member in members:
        gone = departed(tournament, member, why)
        if tournament.stage != "open":
            gone = replace(gone, pending=_pending(member, "resign", "leave", "back"))
        tournament = with_entrant(tournament, gone)
    partner = next((each.number for each in members if each.number != number), 0)
    if tournament.stage != "open" or partner:
        tournament = with_notice(tournament, "withdrawn", entrant=number, why=why, partner=partner)
    return with_settled(tournament, now)


def with_settled(tournament: Tournament, now: datetime) -> Tournament:
    """Return the tournament with the results of pairings that no longer need a match."""
    results = settled(tournament, tournament.open_games, now)
    return replace(tournament, results=(*tournament.results, *results)) if results else tournament


def on_leave(tournament: Tournament, entrant: Entrant, now: datetime) -> Tournament:
    """Return the tournament with an entrant's clocks stopped from now on."""
    if tournament.stage != "playing":
        raise Refusal.translated("The tournament has not begun yet, so none of your clocks runs.")
    if entrant.away_since is not None:
        raise Refusal.translated("You are on leave already. /tournament back ends it.")
    if entrant.away_spent >= LEAVE_SECONDS:
        raise Refusal.translated("Your leave of 5 days in this tournament is used up.")
    gone = replace(entrant, away_since=now, pending=_pending(entrant, "leave", "back"))
    return with_entrant(tournament, gone)


def returned(tournament: Tournament, entrant: Entrant, now: datetime) -> Tournament:
    """Return the tournament with an entrant's clocks running again."""
    if entrant.away_since is None:
        raise Refusal.translated("You are not on leave.")
    spent = min(LEAVE_SECONDS, entrant.away_spent + (now - entrant.away_since).total_seconds())
    here = replace(entrant, away_since=None, away_spent=spent, pending=_pending(entrant, "back", "leave"))
    return with_entrant(tournament, here)


def replaced(tournament: Tournament, number: EntrantId, person: Person) -> Tournament:
    """Return the tournament with another person in an entrant's place, also in matches in play."""
    entrant = tournament.entrant(number)
    _check_plays(tournament, entrant)
    if tournament.of_user(person.user) is not None:
        raise Refusal.translated("{player} has entered this tournament already.", player=person.name)
    if not entrant.user:
        raise Refusal.translated("A computer player is not replaced.")
    new = replace(
        entrant,
        user=person.user,
        name=clean_name(person.name),
        timeouts=0,
        away_since=None,
        away_spent=0.0,
        pending=(*_pending(entrant, "reseat"), "back"),
        before=entrant.user,
    )
    return with_entrant(tournament, new)


def _check_plays(tournament: Tournament, entrant: Entrant) -> None:
    if entrant.leaving:
        raise Refusal.translated("{player} has withdrawn already.", player=entrant.called)
    if tournament.waits(entrant):
        raise Refusal.translated(
            "{player} has not entered yet: the partner has to agree.", player=entrant.called
        )


def extended(tournament: Tournament, days: int, now: datetime) -> Tournament:
    """Return the tournament with a later deadline of its present round."""
    if not tournament.rounds:
        raise Refusal.translated("There is no round yet whose deadline could be put off.")
    last = tournament.rounds[-1]
    later = replace(last, deadline=max(last.deadline, now) + timedelta(days=days), told=0)
    return replace(tournament, rounds=(*tournament.rounds[:-1], later))


def given_back(tournament: Tournament, last: datetime, now: datetime) -> Tournament:
    """Return the tournament as if no time had run between two instants, in which nobody could act.

    That holds for its start, the deadlines of its rounds, and leaves. Time given back before is not given
    twice.
    """
    last = max(last, tournament.credited or last)
    if tournament.over or now <= last:
        return tournament

    def gone(since: datetime) -> timedelta:
        return max(now - max(last, since), timedelta())

    starts_at = tournament.starts_at
    return replace(
        tournament,
        starts_at=None if starts_at is None else starts_at + gone(tournament.opened_at),
        rounds=tuple(
            [
                replace(game, deadline=game.deadline + gone(game.opened_at)) if game.deadline > last else game
                for game in tournament.rounds
            ]
        ),
        entrants=tuple(
            [
                leave
                if leave.away_since is None
                else replace(leave, away_since=leave.away_since + gone(leave.away_since))
                for leave in tournament.entrants
            ]
        ),
        credited=now,
    )


def forbidden(tournament: Tournament, one: EntrantId, other: EntrantId) -> Tournament:
    """Return the tournament in which two entrants are no longer paired."""
    if fixed(tournament):
        raise Refusal.translated("In this format all pairings are fixed from the start.")
    one, other = tournament.first(one), tournament.first(other)
    if one == other:
        raise Refusal.translated("A player is never paired with themselves.")
    pair = (min(one, other), max(one, other))
    if pair in tournament.forbidden:  # those apart are secret
        raise Refusal.translated("These two are not paired anyway.")
    return replace(tournament, forbidden=(*tournament.forbidden, pair))


def kept_apart(tournament: Tournament, pairs: Iterable[frozenset[int]]) -> Tournament:
    """Return the tournament in which the persons of these pairs of ids are no longer paired."""
    if fixed(tournament):
        return tournament
    here = [each for each in tournament.entrants if each.user and (each.seed or not each.leaving)]
    numbers = {each.user: tournament.first(each.number) for each in here}
    entered = [sorted({numbers[user] for user in pair if user in numbers}) for pair in pairs]
    apart = tuple(sorted({(pair[0], pair[1]) for pair in entered if len(pair) == 2}))
    return tournament if apart == tournament.apart else replace(tournament, apart=apart)


def decided(tournament: Tournament, number: int, winner: EntrantId | None, now: datetime) -> Tournament:
    """Return the tournament with the director's result of a pairing; None for a draw."""
    game = open_game(tournament, number)
    if winner is not None and winner not in game.seats:
        raise Refusal.translated("That entrant does not play in this match.")
    won = [winner is None or tournament.first(each) == tournament.first(winner) for each in game.seats]
    places = tuple([1 if each else 2 for each in won])
    closing = (*tournament.closing, game.match) if game.match else tournament.closing
    result = Result(number, places, "director", now)
    return replace(tournament, results=(*tournament.results, result), closing=closing)


def open_game(tournament: Tournament, number: int) -> Game:
    """Return a pairing without a result yet. Raises `Refusal`."""
    game = next((each for each in tournament.open_games if each.number == number), None)
    if game is None:
        raise Refusal.translated("There is no such running match in this tournament.")
    return game


def undone(tournament: Tournament, now: datetime, late: Iterable[EntrantId] = ()) -> Tournament:
    """Return the tournament without its last round, which will be paired again.

    All that the round gave goes with it: results, losses on time (of the entrants `late`, each as often as it
    was late), withdrawals by them, and leave spent since the round was opened.
    """
    if at_once(tournament):
        raise Refusal.translated("All matches were opened at once: there is no round to be taken back.")
    if not tournament.rounds:
        raise Refusal.translated("No round has been paired yet.")
    opened, last = tournament.rounds[-1].opened_at, tournament.rounds[-1].number
    gone = [each for each in tournament.games if each.round == last]
    numbers, lost = {each.number for each in gone}, Counter(late)
    entrants = []
    for entrant in tournament.entrants:
        here = replace(entrant, timeouts=max(0, entrant.timeouts - lost[entrant.number]))
        here = replace(here, away_spent=max(0.0, here.away_spent - _spent(tournament, entrant, opened)))
        if here.away_since is not None:
            here = replace(here, away_since=here.away_since + (now - max(here.away_since, opened)))
        if here.leaving == "time" and here.after_round == last:
            pending = tuple([act for act in here.pending if act != "resign"])
            here = replace(here, leaving="", after_round=0, pending=pending)
        entrants.append(here)
    return replace(
        tournament,
        entrants=tuple(entrants),
        rounds=tournament.rounds[:-1],
        games=tuple([each for each in tournament.games if each.round != last]),
        results=tuple([each for each in tournament.results if each.number not in numbers]),
        closing=(*tournament.closing, *[each.match for each in gone if each.match]),
    )


def _spent(tournament: Tournament, entrant: Entrant, since: datetime) -> float:
    """Return the seconds of ended leaves that an entrant has used since an instant, by the log."""
    spent, began = 0.0, None
    for line in tournament.log:
        if line.facts.get("entrant") != entrant.number or line.act not in ("away", "back", "leave-over"):
            continue
        if line.act == "away":
            began = line.at
        elif began is not None:
            spent += max(0.0, (line.at - max(began, since)).total_seconds())
            began = None
    return spent


def with_rounds(tournament: Tournament, number: int) -> Tournament:
    """Return a Swiss tournament with another number of rounds. Raises `Refusal`."""
    if tournament.plans.format != "swiss":
        raise Refusal.translated("Only a Swiss tournament has a number of rounds to choose.")
    if number < tournament.last_round:
        raise Refusal.translated("Round {round} has begun already.", round=tournament.last_round)
    tournament = replace(tournament, rounds_planned=number)
    if tournament.stage != "playing":
        return tournament
    return with_notice(tournament, "deadline", rounds=number)  # an earlier version tells the deadline instead


def scheduled(tournament: Tournament, starts_at: datetime | None) -> Tournament:
    """Return a tournament that starts automatically at an instant, or (None) on its director's command."""
    if tournament.stage != "open":
        raise Refusal.translated("This tournament has begun already.")
    return replace(tournament, starts_at=starts_at)


def ended(tournament: Tournament, now: datetime, **facts: object) -> Tournament:
    """Return the tournament at its end, with the final places.

    `facts` are for its post: the last `round`, if its results are told, and `why` it ends before its last
    round (`schedule.why_early`).
    """
    closing = [each.match for each in tournament.open_games if each.match]
    after = with_places(replace(tournament, stage="ended", ended_at=now))
    return with_notice(replace(after, closing=(*after.closing, *closing)), "ended", **facts)


def cancelled(tournament: Tournament, now: datetime) -> Tournament:
    """Return a tournament that does not take place."""
    return with_notice(replace(tournament, stage="cancelled", ended_at=now, starts_at=None), "cancelled")


def stopped(tournament: Tournament, now: datetime) -> Tournament:
    """Return the tournament ended by its director: cancelled before its start, else with its table."""
    return cancelled(tournament, now) if tournament.stage == "open" else ended(tournament, now)
