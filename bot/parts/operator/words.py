"""The texts of operators' acts, for Discord and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.base.language import gettext, grouped_decimal, ngettext
from bot.base.metrics import Figures
from bot.matches.model import MatchInfo, Stage
from bot.matches.ports import Parked
from bot.parts.operator.model import Act, OperatorState, WaitingChannel
from bot.processes.store import ProcessSeen

SLOWEST: Final = 5
"""The most channels that the status lists."""


def status_lines(
    version: str,
    processes: Iterable[ProcessSeen],
    figures: Figures,
    waiting: Sequence[WaitingChannel],
    state: OperatorState,
    refused: Mapping[str, int],
) -> list[str]:
    """Return the status of the bot. `refused` counts this process's refusals by limits."""
    lines = [gettext("Version {version}.", version=version)]
    lines += [
        gettext(
            "Process {name}: version {version}, shards {shards}, seen {time}.",
            name=each.name,
            version=each.version,
            shards=each.shards or gettext("all"),
            time=instant(each.at),
        )
        for each in processes
    ]
    lobbies = sum(number for (_, stage), number in figures.matches.items() if stage is Stage.LOBBY)
    playing = sum(number for (_, stage), number in figures.matches.items() if stage is Stage.PLAYING)
    lines.append(
        gettext("Matches: {playing} in play, {lobbies} in the lobby.", playing=playing, lobbies=lobbies)
    )
    lines.append(
        gettext(
            "Outbox: {pending} pending, {failing} of them failed before, {parked} given up.",
            pending=figures.pending,
            failing=figures.failing,
            parked=figures.parked,
        )
    )
    room = grouped_decimal(figures.free / 1e9, 1)
    lines.append(
        gettext("Last backup: {time}. {room} GB are free.", time=instant(figures.backup), room=room)
        if figures.backup
        else gettext("No backup is known. {room} GB are free.", room=room)
    )
    lines += [
        gettext(
            "Waits: channel {channel}, {number} since {time}.",
            channel=each.channel,
            number=each.waiting,
            time=instant(each.since),
        )
        for each in waiting[:SLOWEST]
    ]
    if refused:
        said = ", ".join([f"{limit} {times}" for limit, times in sorted(refused.items())])
        lines.append(gettext("Limits hit since the start: {limits}.", limits=said))
    return [*lines, *state_lines(state)]


def state_lines(state: OperatorState) -> list[str]:
    """Return the operators' settings in force as text."""
    lines = []
    if state.notice is not None:
        lines.append(
            gettext(
                "Notice until {time}: {words}", time=instant(state.notice.until), words=state.notice.words
            )
        )
    if state.draining is not None:
        lines.append(gettext("Draining since {time}.", time=instant(state.draining)))
    if state.blocks:
        lines.append(
            ngettext("{number} block is in force.", "{number} blocks are in force.", len(state.blocks))
        )
    return lines


def block_lines(state: OperatorState) -> list[str]:
    """Return each block with its reason."""
    lines = []
    for each in state.blocks:
        values = {"id": each.id, "time": instant(each.at), "reason": each.reason}
        if each.kind == "person":
            lines.append(gettext("Person {id} since {time}: {reason}", **values))
        else:
            lines.append(gettext("Server {id} since {time}: {reason}", **values))
    return lines or [gettext("Nobody is blocked.")]


def parked_lines(parked: Sequence[Parked]) -> list[str]:
    """Return the parked deliveries with the reasons."""
    return [
        gettext(
            "{kind} of match {match}, after {number} tries: {reason}",
            kind=each.delivery.kind,
            match=each.delivery.match,
            number=each.delivery.attempts,
            reason=each.reason,
        )
        for each in parked
    ] or [gettext("No delivery was given up.")]


def log_lines(acts: Sequence[Act]) -> list[str]:
    """Return the acts of operators, newest first."""
    return [f"{instant(each.at)} · {each.by} · {each.words}" for each in acts] or [
        gettext("No operator has done anything yet.")
    ]


def found_lines(info: MatchInfo, parked: Sequence[Parked]) -> list[str]:
    """Return the information about a match that may be shown: nothing hidden."""
    ended = instant(info.ended_at) if info.ended_at else gettext("goes on")
    seats = ", ".join([f"{holder.called} ({holder.user or holder.computer})" for holder in info.seats])
    return [
        gettext("{game}, {stage}.", game=info.game, stage=info.stage.value),
        gettext("Server {guild}, channel {channel}.", guild=info.guild or "–", channel=info.channel),
        gettext("Seats: {seats}.", seats=seats),
        gettext("Opened {opened}; {ended}.", opened=instant(info.opened_at), ended=ended),
        gettext("Version {number} of the match.", number=info.version),
        *[line for each in parked if each.delivery.match == info.id for line in parked_lines([each])],
    ]


def instant(at: datetime) -> str:
    """Return an instant in UTC, as in a log."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
