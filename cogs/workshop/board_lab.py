"""Maps, layouts and squads in the lab: finds one by a word, and shows its report."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import msgspec

from bot.base.language import gettext
from bot.engine.mapfiles import MapFormat
from bot.engine.sentences import echo, either
from bot.parts.workshop.lab.board_report import BoardReport, measured_board
from bot.parts.workshop.lab.board_wording import board_sentences, side_called
from bot.parts.workshop.lab.boards import (
    BoardPlan,
    affordable,
    board_of,
    plan_on,
    shipped_board,
    shipped_boards,
)
from bot.parts.workshop.lab.contests import bounds
from bot.parts.workshop.lab.findings import SEAT
from bot.parts.workshop.lab.plans import SEATS, squads_plan
from bot.parts.workshop.lab.processes import Playing, Told
from bot.parts.workshop.lab.report import LabReport, report_of
from bot.parts.workshop.lab.service import Lab
from bot.parts.workshop.lab.study import Plan, study
from bot.parts.workshop.maps.service import ALL, MapRefused, ServerMaps
from bot.parts.workshop.sets.ports import ServerSet
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage, fit, safe
from cogs.kit.replies import CHOICE_TEXT
from cogs.workshop.lab import ShownSubject
from cogs.workshop.lab_posts import Measured, report_message
from renderers.workshop.lab_report import Bar, draw_report

ALL_SQUADS = f"squad~{ALL}"
"""The value of the choice of all squads of a server."""


class MeasuredBoard(msgspec.Struct, frozen=True):
    """A `ShownSubject`: a map or a layout."""

    kind: ClassVar[type[msgspec.Struct]] = BoardReport
    plan: BoardPlan

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.plan.contest.game

    @property
    def hash(self) -> str:
        """The hash under which the report is stored."""
        return self.plan.contest.seed

    def measure(self, most: int, play: Playing, told: Told) -> BoardReport:  # noqa: ARG002 - see the plan
        """Play the matches of the plan."""
        return measured_board(self.plan, play, told)

    async def page(self, bot: Client, report: BoardReport) -> OutgoingMessage:
        """Return the picture, the sentences and the file."""
        board = self.plan.board
        title = gettext("{set} in the lab", set=board.called)
        low, high = bounds(len(report.sides), SEAT)
        subtitle = gettext(
            "share of matches won; even from {low} to {high}", low=f"{low:.0%}", high=f"{high:.0%}"
        )
        words = [f"- {safe(each)}" for each in board_sentences(report)]
        bars = [
            Bar(_upper(side_called(side)), rate.rate, rate.error, own=True)
            for side, rate in report.sides.items()
        ]
        bars.append(Bar(gettext("Who begins"), report.begins.rate, report.begins.error, own=False))
        drawing = partial(draw_report, title, subtitle, bars, low, high)
        return await report_message(bot, title, drawing, words, board.key, report)


class MeasuredSquads(Measured, frozen=True, kw_only=True):
    """A `ShownSubject`: squads of a server against the ready ones and each other."""

    plan: Plan

    def measure(self, most: int, play: Playing, told: Told) -> LabReport:  # noqa: ARG002 - see the plan
        """Play the matches of the plan."""
        return report_of(study(self.plan, play, told))


async def measurable(bot: Client, guild: int) -> dict[str, str]:
    """Return the maps and layouts that can be measured: the value of each choice, by its title.

    The server's own come first, then those of the bot.
    """
    kept = await bot.services.of(ServerMaps).kept(guild)
    words = {
        fit(f"{each.title} ({each.key})", CHOICE_TEXT): bot.services.of(ServerMaps).word_of(each)
        for each in kept
    }
    if len([each for each in kept if bot.services.of(ServerMaps).format_of(each).several]) > 1:
        words[gettext("All squads of this server")] = ALL_SQUADS
    for each in shipped_boards():
        words.setdefault(f"{each.called} ({each.key})", f"{each.sort}~{each.key}")
    return words


async def subject_of(bot: Client, guild: int, word: str, seats: int | None) -> ShownSubject:
    """Return the subject with a name: the server's own, else one that comes with the bot.

    Raises `MapRefused` or `bot.engine.errors.BadOptions` where nothing can be measured.
    """
    kept = await bot.services.of(ServerMaps).kept(guild)
    squads = [each for each in kept if bot.services.of(ServerMaps).format_of(each).several]
    if squads and word.strip().casefold() in (ALL, ALL_SQUADS):
        return await _squads(bot, squads, seats)
    try:
        found = await bot.services.of(ServerMaps).find(guild, word)
    except MapRefused:
        board = shipped_board(word)
        if board is None:
            keys = [*[each.key for each in kept], *[each.key for each in shipped_boards()]]
            raise MapRefused.translated(
                "There is no map, layout or squad called {name} here. Choose {keys}.",
                name=echo(word),
                keys=either(keys),
            ) from None
    else:
        if found in squads:
            return await _squads(bot, [found], seats)
        board = board_of(
            bot.services.of(ServerMaps).format_of(found), await bot.services.of(ServerMaps).playable(found)
        )
    assert board is not None, "what is no squad is a map or a layout"
    return MeasuredBoard(plan_on(board, affordable(board, bot.services.of(Lab).most, seats), seats))


async def _squads(bot: Client, kept: list[ServerSet], seats: int | None) -> MeasuredSquads:
    if seats not in (None, SEATS):
        raise MapRefused.translated("Squads are measured in matches of two: leave seats out.")
    format_: MapFormat = bot.services.of(ServerMaps).format_of(kept[0])
    values = [await bot.services.of(ServerMaps).playable(each) for each in kept]
    plan = squads_plan(format_.game, format_.pinned(values), bot.services.of(Lab).most)
    alone = len(kept) == 1
    return MeasuredSquads(
        game=format_.game,
        key=kept[0].key if alone else "squads",
        hash=plan.contest.seed,
        called=kept[0].title if alone else gettext("All squads of this server"),
        squads=tuple([each.key for each in kept]),
        plan=plan,
    )


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
