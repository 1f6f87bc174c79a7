"""Tournaments in words: titles, plans, standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from bot.base.language import N_, gettext, messages, ngettext, pgettext
from bot.matches.terms import clock_in_words
from bot.parts.tournaments.formats.bounds import PlaceBounds
from bot.parts.tournaments.formats.model import Format, points_of
from bot.parts.tournaments.formats.schedule import rounds_of
from bot.parts.tournaments.formats.standings import Criterion, TableRow
from bot.parts.tournaments.model import Game, Leaving, LogLine, Title, Tournament, numbered
from bot.parts.tournaments.schedule import bounds_of, days_of, entrants_of, games_of, plan_of, table_of
from bot.parts.tournaments.starting import size_of
from cogs.kit.client import Client
from cogs.kit.clock_words import stamp
from cogs.kit.layout import safe

FORMATS = messages("posts", "formats", dict[Format, str])
BY: Mapping[Criterion, str] = {
    "points": "",
    "direct": N_("head-to-head", "tie"),
    "sonneborn-berger": N_("Sonneborn-Berger", "tie"),
    "buchholz": N_("Buchholz", "tie"),
    "wins": N_("wins", "tie"),
    "seed": N_("seeding", "tie"),
}
"""The criteria that break a tie, in one word."""
LEFT = messages("posts", "left", dict[Leaving, tuple[str, str]])
STRUCK = N_("withdrawn with fewer than half of the matches played: struck, none of them counts")
REST_LOST = N_("withdrawn with half of the matches played or more: the rest is lost")
ACTS = messages("posts", "acts", dict[str, str])

_TITLES_SHOWN = 6


def title_of(tournament: Tournament) -> str:
    """Return the title of a tournament: "Cup 3"."""
    return numbered(tournament.plans.format, tournament.number)


def match_title(tournament: Tournament, game: Game) -> str:
    """Return the title of a match's thread: "Cup 3, round 2: Ann against Ben"."""
    firsts = dict.fromkeys([tournament.first(each) for each in game.seats])
    names = [tournament.called(each) for each in firsts]
    players = gettext("{player} against {others}", player=names[0], others=", ".join(names[1:]))
    if game.leg > 1:
        players = gettext("{players}, match {number}", players=players, number=game.leg)
    return gettext(
        "{tournament}, round {round}: {players}",
        tournament=title_of(tournament),
        round=game.round,
        players=players,
    )


def points_in_words(points: Fraction) -> str:
    """Return points as people write them: "3½", "4", "2⅓"."""
    whole, rest = divmod(points, 1)
    part = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼"}.get(rest)
    if rest and part is None:
        return f"{float(points):.2f}"
    return f"{int(whole) if whole or not rest else ''}{part or ''}"


def how_in_words(tournament: Tournament, game: str) -> str:
    """Return how a tournament is played, before one enters: format, clock, deadline."""
    plans = tournament.plans
    lines = [
        f"{safe(game)} · {gettext(FORMATS[plans.format])}",
        gettext("**Clock** {clock}.", clock=clock_in_words(plans.clock)),
        ngettext(
            "**Deadline** {number} day after the start of a round; then what is unfinished counts as it"
            " stands.",
            "**Deadline** {number} days after the start of a round; then what is unfinished counts as it"
            " stands.",
            days_of(tournament),
        ),
        gettext(
            "**Time** The first match lost by time is a loss, the second withdraws. One leave of 5 days stops"
            " all your clocks: `/tournament away`."
        ),
    ]
    if plans.auto_leave:
        lines.append(gettext("**Leave** begins by itself shortly before a loss by time, while any is left."))
    if plans.teams:
        lines[0] += gettext(" · two pairs at a table")
        lines.append(gettext("**Pairs** You enter with a partner, who has to agree."))
    elif plans.seats > 2:
        lines[0] += ngettext(" · {number} at a table", " · {number} at a table", plans.seats)
    if not plans.rated:
        lines.append(gettext("Its matches are not rated."))
    return "\n".join([*lines, *_conditions(tournament)])


def _conditions(tournament: Tournament) -> list[str]:
    conditions, lines = tournament.plans.conditions, []
    if conditions.role:
        lines.append(gettext("For those with the role {role}.", role=f"<@&{conditions.role}>"))
    if conditions.lowest:
        lines.append(gettext("For a rating of at least {rating}.", rating=conditions.lowest))
    if conditions.highest:
        lines.append(gettext("For a rating of at most {rating}.", rating=conditions.highest))
    if conditions.matches:
        lines.append(
            ngettext(
                "For those who have ended at least {number} match here.",
                "For those who have ended at least {number} matches here.",
                conditions.matches,
            )
        )
    return lines


def stage_in_words(tournament: Tournament) -> str:
    """Return the stage of a tournament."""
    if tournament.stage == "cancelled":
        return gettext("It does not take place.")
    if tournament.stage == "ended":
        return gettext("It is over.")
    if tournament.stage == "open":
        entered = gettext(
            "Entries are open: {entered} of {places} places are taken.",
            entered=len(tournament.entered),
            places=size_of(tournament),
        )
        if tournament.starts_at is None:
            return entered
        return f"{entered} {gettext('It begins {time}.', time=stamp(tournament.starts_at, 'R'))}"
    return _round_in_words(tournament)


def _round_in_words(tournament: Tournament) -> str:
    if not tournament.rounds:
        return gettext("It begins now.")
    last, plan = tournament.rounds[-1], plan_of(tournament)
    open_ = len(tournament.open_games)
    matches = ngettext("{number} match goes on", "{number} matches go on", open_)
    end = gettext("deadline {time} ({left})", time=stamp(last.deadline), left=stamp(last.deadline, "R"))
    if len(tournament.rounds) == 1 and plan.format in ("league", "cup") and plan.seats == 2:
        return f"{matches} · {end}"
    of = rounds_of(plan, len(entrants_of(tournament, 1)))
    round_ = gettext("Round {round} of {rounds}", round=last.number, rounds=max(of, last.number))
    return f"{round_} · {matches} · {end}"


def table_lines(tournament: Tournament, division: int) -> list[str]:
    """Return the table of a division as text, one line for each entrant, as its picture shows it."""
    rows = table_of(tournament, division)
    bounds = {} if tournament.over else bounds_of(tournament, division)
    return [_row_in_words(tournament, row, bounds.get(row.entrant), last=row is rows[-1]) for row in rows]


def _row_in_words(tournament: Tournament, row: TableRow, bounds: PlaceBounds | None, *, last: bool) -> str:
    name = safe(tournament.called(row.entrant))
    plural, points = 1 if row.points == 1 else 2, points_in_words(row.points)
    parts = [
        ngettext("{points} point", "{points} points", plural, points=points),
        ngettext("{number} played", "{number} played", row.played),
    ]
    if row.fate:
        parts = [
            *(parts if row.fate == "rest-lost" else []),
            gettext(STRUCK if row.fate == "struck" else REST_LOST),
        ]
    if bounds is not None and bounds.best != bounds.worst:
        parts.append(gettext("can finish {best} to {worst}", best=bounds.best, worst=bounds.worst))
    if not last and BY[row.decided_by] and row.played and row.fate != "struck":
        criterion = pgettext("tie", BY[row.decided_by])
        parts.append(gettext("ahead: {criterion}", criterion=criterion))
    if any(each.away_since is not None for each in tournament.members(row.entrant)):
        parts.append(gettext("on leave"))
    return f"{row.place}. **{name}** · {' · '.join(parts)}"


def results_lines(tournament: Tournament, round_: int) -> list[str]:
    """Return the results of a round, a line a match."""
    lines = []
    for game, info in games_of(tournament):
        if game.round != round_ or info is None:
            continue
        names = [safe(tournament.called(each)) for each in game.seats]
        if len(names) == 1:
            persons = len(tournament.members(game.seats[0]))
            lines.append(ngettext("{player} had a bye.", "{player} had a bye.", persons, player=names[0]))
            continue
        pairs = zip(names, points_of(info), strict=True)
        lines.append(" · ".join([f"{name} {points_in_words(points)}" for name, points in pairs]))
    return lines


def log_line(tournament: Tournament, line: LogLine) -> str:
    """Return a line of the log."""
    facts = dict(line.facts)
    for key in ("entrant", "other", "player"):
        if isinstance(facts.get(key), int):
            person = key == "player" or line.act == "replace"
            called = tournament.entrant(facts[key]).called if person else tournament.called(facts[key])
            facts[key] = safe(called)
    if "at" in facts:
        facts["at"] = stamp(datetime.fromisoformat(str(facts["at"])), "f")
    if "title" in facts:
        facts["title"] = safe(str(facts["title"]))
    if "where" in facts:  # the bot's own words, in the language of the reader
        facts["why"] = gettext(str(facts["why"]), where=facts["where"], code=facts.get("code", ""))
    elif "why" in facts:
        facts["why"] = safe(gettext(str(facts["why"])))
    act = gettext(ACTS.get(line.act, line.act), **facts)
    who = safe(gettext(line.name)) if line.name else gettext("the bot")
    return f"{stamp(line.at, 'f')} · {who}: {act}"


def titles_in_words(bot: Client, titles: Sequence[Title]) -> str:
    """Return the titles and the best places of a player in tournaments on this server."""
    lines = []
    for title in titles[:_TITLES_SHOWN]:
        name, game = numbered(title.format, title.number), safe(bot.title_of(title.game))
        if title.place == 1 and title.division == 1:
            lines.append(gettext("🏆 won {tournament} ({game})", tournament=name, game=game))
        elif title.division > 1:
            place = {"tournament": name, "game": game, "place": title.place, "division": title.division}
            lines.append(gettext("place {place} in division {division} of {tournament} ({game})", **place))
        else:
            place = {"tournament": name, "game": game, "place": title.place, "of": title.entrants}
            lines.append(gettext("place {place} of {of} in {tournament} ({game})", **place))
    return gettext("**Tournaments** {titles}", titles=" · ".join(lines)) if lines else ""
