"""The reports of the lab on cards and squads: pictures, sentences and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

import msgspec

from bot.base.language import gettext, grouped, ngettext
from bot.engine.sentences import cut
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import bounds
from bot.parts.workshop.lab.plans import measured_pool, plan_for, squads_hash
from bot.parts.workshop.lab.processes import Playing, Told
from bot.parts.workshop.lab.report import LabReport, report_of
from bot.parts.workshop.lab.study import study
from bot.parts.workshop.lab.tallies import Tally
from bot.parts.workshop.lab.turns import in_columns, own_keys, turn_lines, verdicts, words_of
from bot.parts.workshop.lab.wording import (
    called,
    card_called,
    card_line,
    course,
    setting_lines,
    squad_line,
    wrong_lines,
)
from bot.parts.workshop.sets.service import Source
from cogs.kit.client import Client
from cogs.kit.layout import Attachment, OutgoingMessage, message_of, picture_of, safe, text
from renderers.contract import Picture
from renderers.workshop.lab_report import Bar, draw_report

MOST_CARDS = 12
"""The most cards of a set in the message; the file has all."""


class Measured(msgspec.Struct, frozen=True):
    """A `ShownSubject`: the cards of a set, those that come with the bot, or ready squads."""

    kind: ClassVar[type[msgspec.Struct]] = LabReport
    game: str
    key: str
    hash: str
    called: str
    """Its title in the current language; not escaped."""
    cards: tuple[str, ...] = ()
    """The set numbers of the cards."""
    own: bool = False
    """Whether it is a server's own."""
    squads: tuple[str, ...] = ()
    """The keys of a server's own squads."""

    def measure(self, most: int, play: Playing, told: Told) -> LabReport:
        """Play the matches of the cards or squads."""
        return report_of(study(plan_for(self.game, self.hash, self.cards, most), play, told))

    async def page(self, bot: Client, report: LabReport) -> OutgoingMessage:
        """Return the picture, the sentences and the file."""
        measured_pool(self.game, self.hash)  # the sentences name cards of it
        return await compose_report(bot, self, report)


def measured_cards(source: Source) -> Measured:
    """Return the subject for the cards of a set, or for those that come with the bot."""
    numbers = tuple([card.number for card in source.cards])
    return Measured(
        source.game.key, source.key, source.pool.hash, source.called, numbers, source.own is not None
    )


def measured_squads(game: str) -> Measured:
    """Return the subject for the ready squads of a game."""
    return Measured(
        game, "squads", squads_hash(game), gettext("{game}: ready squads", game=GAMES[game].title)
    )


async def compose_report(bot: Client, measured: Measured, report: LabReport) -> OutgoingMessage:
    """Return a report on cards or squads: a picture, sentences and a file with every figure."""
    title = gettext("{set} in the lab", set=measured.called)
    setting = setting_lines(report.game, report.cards, report.options, report.given, report.left_out)
    words = [safe(each) for each in setting]
    words += [*_own_cards(measured, report), *_turns(measured, report)]
    words += [f"- {safe(squad_line(key, report))}" for key in measured.squads]
    words += [f"- {safe(each)}" for each in sentences(report)]
    low, high = [f"{bound:.0%}" for bound in bounds(report.seats)]
    subtitle = gettext("share of matches won; in balance from {low} to {high}", low=low, high=high)
    if GAMES[report.game].lab.common_deck is not None:
        subtitle = gettext(
            "win rate of players who played a card; {low} to {high} is usual", low=low, high=high
        )
    drawing = partial(draw_report, title, subtitle, _bars(measured, report), *bounds(report.seats))
    return await report_message(bot, title, drawing, words, measured.key, report)


async def report_message(
    bot: Client,
    title: str,
    drawing: Callable[[], Picture],
    lines: Iterable[str],
    key: str,
    report: msgspec.Struct,
) -> OutgoingMessage:
    """Return a report's picture, its text, and a file with every figure, named by `key`.

    The title is not escaped; the lines are ready to print.
    """
    picture = picture_of(await bot.workers.run(drawing), "lab")
    file = Attachment(f"lab-{key}.json", msgspec.json.format(msgspec.json.encode(report)))
    return message_of(picture, text("\n".join([f"### {safe(title)}", *lines])), file)


def _own_cards(measured: Measured, report: LabReport) -> list[str]:
    """Return the results of the cards of a server's own set.

    Cards that were never played come first, then the others by their effect on wins when held.
    """
    if not measured.own:
        return []
    numbers = [number for number in measured.cards if number in report.played]
    lines = sorted(
        [(number, report.played[number]) for number in numbers],
        key=lambda one: (one[1].played > 0, -abs(one[1].drawn_lift)),
    )
    shown, more = cut(lines, MOST_CARDS)
    told = [f"- {safe(card_line(number, line, report.game, report.cards))}" for number, line in shown]
    if not told and GAMES[report.game].decks is None:
        told.append("- " + gettext("None of these cards are action cards: how they fare is not counted."))
    if more:
        told.append(
            "- "
            + ngettext("And {number} card more, in the file.", "And {number} cards more, in the file.", more)
        )
    return told


def _turns(measured: Measured, report: LabReport) -> list[str]:
    """Return the strength of the cards of a server's own set turn by turn: a table, and its meaning."""
    own = own_keys(report.game, report.cards, report.decks, measured.cards) if measured.own else ()
    strengths = {(key, turn): each for key, by in report.strengths.items() for turn, each in by.items()}
    lines = turn_lines(strengths, own)
    if not lines:
        return []
    table = f"```\n{in_columns(report.game, lines)}\n```"
    return [f"{gettext(words_of(report.game).title)}:", table, *verdicts(report.game, lines)]


def sentences(report: LabReport) -> list[str]:
    """Return the sentences of a report: the number of matches, the findings, the card with the largest
    effect, and the course of the matches.
    """
    return [
        _played(report),
        *wrong_lines(report.findings, report.game, report.cards),
        *_worth(report),
        course(report.lead_changes, report.comebacks),
    ]


def _played(report: LabReport) -> str:
    if GAMES[report.game].lab.common_deck is not None:
        return ngettext(
            "{player} played {matches} match against itself, the cards dealt among the usual ones.",
            "{player} played {matches} matches against itself, the cards dealt among the usual ones.",
            report.matches, player=COMPUTERS[report.player].title, matches=grouped(report.matches),
        )  # fmt: skip
    rates = [rate.rate for rate in report.decks.values()]
    figures = {
        "player": COMPUTERS[report.player].title,
        "matches": grouped(report.matches),
        "low": f"{min(rates):.0%}",
        "high": f"{max(rates):.0%}",
        "error": f"{report.error:.0%}",
    }
    if GAMES[report.game].decks is None:
        return ngettext(
            "{player} played {matches} match against itself: the squads win {low} to {high} (± {error}).",
            "{player} played {matches} matches against itself: the squads win {low} to {high} (± {error}).",
            report.matches, **figures,
        )  # fmt: skip
    return ngettext(
        "{player} played {matches} match against itself: the decks win {low} to {high} (± {error}).",
        "{player} played {matches} matches against itself: the decks win {low} to {high} (± {error}).",
        report.matches, **figures,
    )  # fmt: skip


def _worth(report: LabReport) -> list[str]:
    if not report.worth:
        return []
    number, worth = max(report.worth.items(), key=lambda one: abs(one[1].mean))
    figures = {
        "card": card_called(number, report.game, report.cards),
        "points": f"{abs(worth.mean):.0%}",
        "error": f"{worth.error:.0%}",
    }
    if worth.mean >= 0:
        return [
            gettext("Of the cards tested, {card} counts for most: {points} more wins (± {error}).", **figures)
        ]
    return [
        gettext("Of the cards tested, {card} counts for most: {points} fewer wins (± {error}).", **figures)
    ]


def _bars(measured: Measured, report: LabReport) -> list[Bar]:
    """Return the bars for decks; those with cards of a server's own set are set apart."""
    if GAMES[report.game].lab.common_deck is not None:
        return _card_bars(measured, report)
    building = GAMES[report.game].decks
    ready = building.ready(report.cards) if building is not None else {}
    own = set(measured.cards) if measured.own else set[str]()
    return [
        Bar(
            called(key, report.game, report.cards),
            rate.rate,
            rate.error,
            key in measured.squads
            if building is None
            else key not in ready or any(number in own for number, _ in ready[key].entries),
        )
        for key, rate in report.decks.items()
    ]


def _card_bars(measured: Measured, report: LabReport) -> list[Bar]:
    """Return the bars for cards that were played, by wins; those of a server's own set are set apart."""
    own = set(measured.cards) if measured.own else set[str]()
    return [
        Bar(
            card_called(number, report.game, report.cards),
            line.rate,
            Tally(line.played, line.rate * line.played).error,
            number in own,
        )
        for number, line in report.played.items()
        if line.played
    ]
