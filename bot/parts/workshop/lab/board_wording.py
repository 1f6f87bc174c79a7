"""The report on a map or layout as sentences in the current language."""

from __future__ import annotations

from bot.base.language import decimal, gettext, grouped, ngettext
from bot.engine.sentences import listed
from bot.games.computers import COMPUTERS
from bot.parts.workshop.lab.board_report import BoardReport, Plain, PlainDifference
from bot.parts.workshop.lab.boards import boards_of
from bot.parts.workshop.lab.wording import called, course, wrong_lines

MOST_SQUADS = 3
"""The most squads shown whose win rate differs from a plain board; the file contains all of them."""


def board_sentences(report: BoardReport) -> list[str]:
    """Return the sentences of a report; names are not escaped.

    Problems come first, then seats, length, draws, and the effects of the board.
    """
    return [
        *wrong_lines(report.findings, report.game, None),
        *_figures(report),
        course(report.lead_changes, report.comebacks),
        *(
            _beside_plain(report, report.plain)
            if report.plain is not None
            else [gettext(boards_of(report.game).is_plain)]
        ),
    ]


def side_called(side: str) -> str:
    """Return the name of a seat or a team, from its seat numbers."""
    seats = side.split()
    if len(seats) > 1:
        return gettext("seats {seats}", seats=listed(seats))
    return gettext("seat {seat}", seat=side)


def _figures(report: BoardReport) -> list[str]:
    told = [
        ngettext(
            "{player} played {matches} match of {seats} seats against itself on it.",
            "{player} played {matches} matches of {seats} seats against itself on it.",
            report.matches,
            player=COMPUTERS[report.player].title, matches=grouped(report.matches), seats=report.seats,
        ),
        gettext(
            "Matches won: {sides} (± {error}).",
            sides=", ".join([f"{side_called(side)} {rate.rate:.0%}" for side, rate in report.sides.items()]),
            error=f"{max([rate.error for rate in report.sides.values()]):.0%}",
        ),
        gettext(
            "Who begins wins {percent} (± {error}).",
            percent=f"{report.begins.rate:.0%}", error=f"{report.begins.error:.0%}",
        ),
        gettext(
            "A match lasts {turns} turns (± {error}), {low} to {high} in 8 of 10; all seats together are"
            " waited for {hand_offs} times.",
            turns=decimal(report.turns.mean, 1), error=decimal(report.turns.error, 1),
            low=decimal(report.turns.low, 0), high=decimal(report.turns.high, 0),
            hand_offs=decimal(report.hand_offs, 0),
        ),
        gettext(
            "Without a winner: {percent} (± {error}).",
            percent=f"{report.draws.rate:.0%}", error=f"{report.draws.error:.0%}",
        ),
    ]  # fmt: skip
    if report.squads:
        rates = report.squads.values()
        told.append(
            gettext(
                "Squads win {low} to {high} on it (± {error}).",
                low=f"{min([each.rate for each in rates]):.0%}",
                high=f"{max([each.rate for each in rates]):.0%}",
                error=f"{max([each.error for each in rates]):.0%}",
            )
        )
    return told


def _beside_plain(report: BoardReport, plain: Plain) -> list[str]:
    """Return the significant differences from a plain board, or a sentence that there are none."""
    squads = [(key, change) for key, change in plain.squads.items() if change.sure]
    squads = sorted(squads, key=lambda one: -abs(one[1].more))[:MOST_SQUADS]
    told = [
        *_turns(plain.turns),
        *_draws(plain.draws),
        *[_squad(called(key, report.game, None), change) for key, change in squads],
    ]
    where = gettext(boards_of(report.game).plain_place)
    if told:
        return [
            gettext(
                "It makes a difference, by comparison with {matches} matches {where}: {changes}.",
                matches=grouped(plain.matches), where=where, changes="; ".join(told),
            )
        ]  # fmt: skip
    return [
        gettext(
            "No difference from {matches} matches {where} is more than chance: they last as long (± {error}"
            " turns) and end alike.",
            matches=grouped(plain.matches), where=where, error=decimal(plain.turns.error, 1),
        )
    ]  # fmt: skip


def _turns(turns: PlainDifference) -> list[str]:
    if not turns.sure:
        return []
    figures = {"turns": decimal(abs(turns.more), 1), "error": decimal(turns.error, 1)}
    if turns.more > 0:
        return [gettext("matches last {turns} turns longer (± {error})", **figures)]
    return [gettext("matches last {turns} turns less (± {error})", **figures)]


def _draws(draws: PlainDifference) -> list[str]:
    if not draws.sure:
        return []
    figures = {"points": f"{abs(draws.more):.0%}", "error": f"{draws.error:.0%}"}
    if draws.more > 0:
        return [gettext("{points} more end without a winner (± {error})", **figures)]
    return [gettext("{points} fewer end without a winner (± {error})", **figures)]


def _squad(name: str, change: PlainDifference) -> str:
    figures = {"name": name, "points": f"{abs(change.more):.0%}", "error": f"{change.error:.0%}"}
    if change.more > 0:
        return gettext("{name} wins {points} more (± {error})", **figures)
    return gettext("{name} wins {points} less (± {error})", **figures)
