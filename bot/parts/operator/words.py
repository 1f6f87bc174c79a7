"""The texts of operators' acts, for Discord and the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.base.language import gettext, grouped_decimal, ngettext
from bot.base.limits import HOUR
from bot.base.metrics import Figures
from bot.matches.clocks import deadline
from bot.matches.model import Stage
from bot.matches.ports import Parked
from bot.matches.terms import clock_in_words
from bot.parts.operator.finding import Found, Notice
from bot.parts.operator.model import AuditEntry, OperatorState, WaitingChannel
from bot.processes.store import Fault, ProcessMemory, ProcessSeen

LISTED: Final = 20
"""The most matches that are listed."""
SLOWEST: Final = 5
"""The most channels that the status lists."""


def status_lines(
    version: str,
    processes: Iterable[ProcessSeen],
    memories: Mapping[str, ProcessMemory],
    figures: Figures,
    waiting: Sequence[WaitingChannel],
    state: OperatorState,
    refused: Mapping[str, int],
    now: datetime,
) -> list[str]:
    """Return the status of the bot.

    `memories` are what its processes remember, by name; `refused` counts this process's refusals by limits.
    """
    lines, seen = [gettext("Version {version}.", version=version)], list(processes)
    if not seen:
        lines.append(gettext("No process of the bot runs."))
    for process in seen:
        shards, memory = process.shards or gettext("all"), memories.get(process.name)
        values = {
            "name": process.name,
            "version": process.version,
            "shards": shards,
            "time": instant(process.at),
        }
        if memory is None:  # of an older version
            lines.append(
                gettext("Process {name}: version {version}, shards {shards}, seen {time}.", **values)
            )
            continue
        lines.append(
            gettext(
                "Process {name}: version {version}, shards {shards}, runs since {begun}, seen {time}.",
                begun=instant(memory.begun),
                **values,
            )
        )
        lines += _memory_lines(memory, now)
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
        gettext(
            "Last backup: {time}, {hours} h ago. {room} GB are free.",
            time=instant(figures.backup),
            hours=int((now - figures.backup).total_seconds() // 3600),
            room=room,
        )
        if figures.backup
        else gettext("No backup is known. {room} GB are free.", room=room)
    )
    lines += [
        gettext(
            "Waits: channel {channel}, {number} since {time}.",
            channel=service.channel,
            number=service.waiting,
            time=instant(service.since),
        )
        for service in waiting[:SLOWEST]
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
    for block in state.blocks:
        values = {"id": block.id, "time": instant(block.at), "reason": block.reason}
        if block.kind == "person":
            lines.append(gettext("Person {id} since {time}: {reason}", **values))
        else:
            lines.append(gettext("Server {id} since {time}: {reason}", **values))
    return lines or [gettext("Nobody is blocked.")]


def parked_lines(parked: Sequence[Parked]) -> list[str]:
    """Return the parked deliveries with the reasons."""
    return [
        gettext(
            "{kind} of match {match}, after {number} tries: {reason}",
            kind=delivery.delivery.kind,
            match=delivery.delivery.match,
            number=delivery.delivery.attempts,
            reason=delivery.reason,
        )
        for delivery in parked
    ] or [gettext("No delivery was given up.")]


def log_lines(acts: Sequence[AuditEntry]) -> list[str]:
    """Return the acts of operators, newest first."""
    return [f"{instant(each.at)} · {each.by} · {each.words}" for each in acts] or [
        gettext("No operator has done anything yet.")
    ]


def found_lines(match: Found) -> list[str]:
    """Return the information about a match that may be shown: nothing hidden."""
    info, terms = match.info, match.info.match_terms
    ended = instant(info.ended_at) if info.ended_at else gettext("goes on")
    seats = ", ".join([f"{holder.called} ({holder.user or holder.computer})" for holder in info.seats])
    closed = [holder.called for holder in info.seats if holder.dm_closed]
    return [
        gettext("{game}, {stage}.", game=info.game, stage=info.stage.value),
        gettext("Server {guild}, channel {channel}.", guild=info.guild or "–", channel=info.channel),
        gettext("Seats: {seats}.", seats=seats),
        gettext("Opened {opened}; {ended}.", opened=instant(info.opened_at), ended=ended),
        gettext("Version {number} of the match.", number=info.version),
        *([gettext("Clock: {clock}.", clock=clock_in_words(terms.clock_terms))] if terms.timed else []),
        *([gettext("The clocks are paused.")] if terms.clocks.paused else []),
        *([_turn_line(match)] if info.stage is Stage.PLAYING else []),
        *[
            gettext("Time stands still for {player}: away, or cannot act.", player=info.names[seat])
            for seat in sorted(info.stopped)
        ],
        gettext("Last post: {time}.", time=instant(match.posted))
        if match.posted
        else gettext("There is no post of it."),
        *[_notice_line(info.names[seat], notice) for seat, notice in sorted(match.notices.items())],
        *([gettext("DMs refused: {players}.", players=", ".join(closed))] if closed else []),
        *[line for each in match.parked for line in parked_lines([each])],
    ]


def _notice_line(player: str, notice: Notice) -> str:
    """Say how an awaited player was told of the turn, or why not, without what they have set."""
    match notice.how:
        case "sent":
            return gettext("{player} has a DM of {time}.", player=player, time=instant(notice.at))
        case "held":
            return gettext("{player} gets a DM at {time}.", player=player, time=instant(notice.at))
        case "called":
            return gettext(
                "{player} was called in the channel at {time}.", player=player, time=instant(notice.at)
            )
        case "refused":
            return gettext("{player} got no DM: Discord refuses DMs to them.", player=player)
        case "pending":
            return gettext("The DM to {player} is still to be sent.", player=player)
    return gettext("{player} got no DM: they have chosen so.", player=player)


def _turn_line(match: Found) -> str:
    """Say who is to act, since when, and until when."""
    info = match.info
    if match.awaited is None:
        return gettext("This program does not have the rules of the match, so the turn is not known.")
    if not match.awaited:
        return gettext("Nobody is awaited.")
    names = ", ".join([info.names[seat] for seat in sorted(match.awaited)])
    clocks = info.match_terms.clocks
    since = clocks.since if info.match_terms.timed else match.posted
    ends = [
        end
        for seat in match.awaited - info.stopped
        if (end := deadline(info.match_terms.clock_terms, clocks, seat)) is not None
    ]
    if since is None:
        return gettext("Turn: {players}.", players=names)
    if not ends:
        return gettext("Turn: {players}, since {time}.", players=names, time=instant(since))
    return gettext(
        "Turn: {players}, since {time}, until {end}.",
        players=names,
        time=instant(since),
        end=instant(min(ends)),
    )


def matches_lines(found: Sequence[Found], *, one: bool) -> list[str]:
    """Return all about the `one` match that an id or a channel names, or a line for each match found."""
    return found_lines(found[0]) if one and found else several_lines(found)


def several_lines(matches: Sequence[Found]) -> list[str]:
    """Return a line for each of these matches, by whose id more is told."""
    lines = []
    for match in matches[:LISTED]:
        info = match.info
        what = gettext("{game}, {stage}.", game=info.game, stage=info.stage.value)
        turn = _turn_line(match) if info.stage is Stage.PLAYING else ""
        lines.append(f"{info.id} · {what} <#{info.channel}> {turn}".rstrip())
    if len(matches) > LISTED:
        lines.append(gettext("{number} matches, of which these are the first.", number=len(matches)))
    return lines or [gettext("There is no lobby and no match in play.")]


def fault_lines(fault: Fault | None) -> list[str]:
    """Return what is known of an error whose id a person has quoted; None for one that nobody remembers."""
    if fault is None:
        return [
            gettext("No process remembers an error with this id from the last day: look for it in the logs.")
        ]
    values = {"id": fault.id, "time": instant(fault.at), "kind": fault.kind, "match": fault.match}
    return [
        gettext("Error {id}: {time}, {kind}, in match {match}. The log has the rest.", **values)
        if fault.match
        else gettext("Error {id}: {time}, {kind}. The log has the rest.", **values)
    ]


def _memory_lines(memory: ProcessMemory, now: datetime) -> list[str]:
    """Return the errors of a process in the last hour, and on which servers limits were hit lately."""
    faults = [each.id for each in memory.faults if now - each.at < HOUR]
    lines = [gettext("In the last hour: no error.")]
    if faults:
        told = ngettext("{number} error", "{number} errors", len(faults))
        lines = [
            gettext("In the last hour: {errors} ({ids}).", errors=told, ids=", ".join(faults[-SLOWEST:]))
        ]
    for hit in memory.limits[:SLOWEST]:
        values = {"limit": hit.limit, "guild": hit.guild, "number": hit.times}
        lines.append(
            gettext("Limit {limit}: server {guild}, {number} times.", **values)
            if hit.guild
            else gettext("Limit {limit}: in DMs, {number} times.", **values)
        )
    return lines


def limit_lines(lately: Iterable[tuple[str, int, int]]) -> list[str]:
    """Return who hit limits of this process, and where; it is in its memory alone."""
    lines = []
    for (limit, user, guild), times in Counter(lately).most_common(SLOWEST):
        values = {"limit": limit, "id": user, "guild": guild, "number": times}
        lines.append(
            gettext("Limit {limit}: person {id} on server {guild}, {number} times.", **values)
            if guild
            else gettext("Limit {limit}: person {id} in DMs, {number} times.", **values)
        )
    return lines


def instant(at: datetime) -> str:
    """Return an instant in UTC, as in a log."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
