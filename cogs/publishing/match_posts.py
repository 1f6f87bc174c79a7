"""The posts in the channel, from public information only: lobby, board, result, history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Any

import msgspec
from discord import ui

from bot.base.language import gettext, pgettext
from bot.engine.options import choices_of, choosable, described
from bot.games.game import Game
from bot.matches.clocks import deadline, ends
from bot.matches.computers import Offer
from bot.matches.model import MatchInfo, MatchView, Stage, Waiting, closes
from bot.matches.options import differing, setup_of
from bot.matches.terms import clock_in_words, duration
from bot.matches.timing import running
from cogs.kit.clock_words import stamp
from cogs.kit.controls import (
    PRIMARY,
    SECONDARY,
    SUCCESS,
    ComponentId,
    Control,
    button,
    closer_look,
    hand_button,
    play_button,
    rules_button,
    select,
)
from cogs.kit.hooks import NO_HOOKS, Hooks, Spot
from cogs.kit.layout import (
    Attachment,
    Gallery,
    OutgoingMessage,
    drawn,
    message_of,
    option,
    picture_of,
    rows,
    safe,
    text,
)
from cogs.kit.sentences import (
    LINES,
    Line,
    accent,
    aim_in_words,
    has_more,
    in_short,
    lobby_aim_in_words,
    outcome_in_words,
    randomness_of,
    status_in_words,
    what_happened,
    window_in_words,
    words_said,
)
from cogs.publishing.audit_files import AuditFile
from renderers.contract import Picture

# Clocks and terms of a match in words, with instants as Discord timestamps.


def terms_in_words(info: MatchInfo) -> str:
    """Return the terms of a match on one line: clock, rating, hints and leave."""
    hints = gettext(" · **Hints** allowed") if info.match_terms.hints is True else ""
    leave = (
        gettext(" · **Leave** stops no clock")
        if info.match_terms.no_leave or info.match_terms.anonymous
        else ""
    )
    return _clock_and_rating(info) + hints + leave


def _clock_and_rating(info: MatchInfo) -> str:
    clock = clock_in_words(info.match_terms.clock_terms)
    if not info.match_terms.rated:
        return gettext("**Clock** {clock} · **Rated** no", clock=clock)
    if any(holder.computer for holder in info.seats):
        return gettext("**Clock** {clock} · **Rated** no, a computer plays", clock=clock)
    return gettext("**Clock** {clock} · **Rated** yes", clock=clock)


def deadlines_in_words(match_view: MatchView) -> str:
    """Return the deadline of each awaited player, or that the match is paused; "" without a clock.

    The awaited players and the begin of their turns are public: a clock reveals nothing about secret actions.
    """
    info, match_terms = match_view.match, match_view.match.match_terms
    terms = match_terms.clock_terms
    if info.stage.ended:
        return ""
    if match_terms.clocks.paused:
        return gettext(
            "⏸ The match is paused: no clock runs. Any player can resume it with `/match ask resume`."
        )
    window = window_in_words(info)
    lines = [window] if window else []
    lines += [
        _stopped(safe(info.names[leave.seat]), leave.until)
        for leave in (match_terms.present_leaves if terms.kind != "none" else ())
        if leave.seat in match_view.awaited and leave.until is not None
    ]
    rest = info.present_rest
    if rest is not None and info.resting & match_view.awaited:
        lines += [
            gettext(
                "⏸ {player}: no time has counted since {time}, because I cannot reach them.",
                player=safe(info.names[seat]),
                time=stamp(rest.since),
            )
            for seat in sorted(info.resting & match_view.awaited)
        ]
    for seat in sorted(running(info, match_view.awaited)):
        until, end = deadline(terms, match_terms.clocks, seat), ends(terms, match_terms.clocks, seat)
        if until is None or end is None:
            continue
        lines.append(_deadline(safe(info.names[seat]), until, end))
    return "\n".join(lines)


def _stopped(player: str, until: datetime) -> str:
    """Return until when a player's clock is stopped by a leave."""
    return gettext(
        "⏸ {player}: on leave, the clock is stopped until {time} ({left})",
        player=player,
        time=stamp(until),
        left=stamp(until, "R"),
    )


def _deadline(player: str, until: datetime, end: datetime) -> str:
    """Return the deadline of a player, without and with the grace, if there is any."""
    time, left = stamp(until), stamp(until, "R")
    if end == until:
        return gettext("⏳ {player}: until {time} ({left})", player=player, time=time, left=left)
    return gettext(
        "⏳ {player}: until {time} ({left}), with grace until {end}",
        player=player,
        time=time,
        left=left,
        end=stamp(end),
    )


def banks_in_words(match_view: MatchView) -> str:
    """Return the banks of those whose clocks are stopped now; "" where there are none."""
    info, match_terms = match_view.match, match_view.match.match_terms
    if info.stage.ended or match_terms.clock_terms.kind != "bank" or not match_terms.clocks.left:
        return ""
    still = [
        f"{safe(holder.called)} {duration(match_terms.clocks.left[seat])}"
        for seat, holder in enumerate(info.seats)
        if holder.user
        and seat not in match_terms.resigned
        and (seat not in running(info, match_view.awaited) or match_terms.clocks.paused)
    ]
    return gettext("In the bank: {players}", players=", ".join(still)) if still else ""


OPTION_TEXT = 40
"""The most characters of an option's value in the lobby post; too few for a whole map."""


def compose_lobby(
    game: Game,
    info: MatchInfo,
    *,
    computers: Sequence[Offer] = (),
    about: Sequence[str] = (),
    private: bool = False,
    hooks: Hooks = NO_HOOKS,
) -> OutgoingMessage:
    """Return the lobby post, with the buttons to join, leave and start.

    `computers` are the computer players that can be added; `about` are the sentences on those that were
    added; `private` is whether the match is in a private thread.
    """
    if info.stage.ended:
        idle = info.match_terms.waiting is not msgspec.UNSET
        closed = (
            gettext("This lobby is closed: for 7 days nobody has joined it.")
            if idle
            else gettext("This lobby was closed before the match began.")
        )
        return message_of(text(f"### {game.title}\n{closed}"))
    title = gettext(
        "### {game}: {taken} of {wanted} seats taken",
        game=game.title,
        taken=len(info.seats),
        wanted=info.wanted,
    )
    holders = [_seat_line(info, seat) for seat in range(info.wanted)]
    if info.anonymous:
        holders, computers = [anonymity_in_words(info)], ()
    return message_of(
        text(f"{title}\n{gettext(game.tagline)}"),
        text(_kept_line(info)),
        text("\n".join([*holders, *[f"-# {sentence}" for sentence in about]])),
        text("\n".join(filter(None, (lobby_aim_in_words(game, info), options_in_words(game, info))))),
        text(terms_in_words(info)),
        text(f"{randomness_of(info)}\n{_waiting_line(info, private=private)}"),
        *_lobby_rows(game, info, computers=computers, hooks=hooks),
    )


def _lobby_rows(
    game: Game, info: MatchInfo, *, computers: Sequence[Offer], hooks: Hooks
) -> list[ui.ActionRow[Any]]:
    """Return the controls for joining and seats, and below them the links about the match."""
    open_seat = not info.full or bool(info.match_terms.invited)
    people = [
        button(gettext("Join"), ComponentId("join", info.id), SUCCESS if open_seat else SECONDARY),
        button(gettext("Ready"), ComponentId("ready", info.id), SUCCESS if open_seat else SECONDARY),
        button(gettext("Leave"), ComponentId("leave", info.id)),
        button(gettext("Start"), ComponentId("start", info.id), PRIMARY),
    ]
    match = [
        button(gettext("Options"), ComponentId("options", info.id)),
        rules_button(game.key),
        *hooks.buttons("lobby", info),
    ]
    return [*rows(people), *rows(_computer_menus(info, computers)), *rows(match)]


def _computer_menus(info: MatchInfo, computers: Sequence[Offer]) -> list[Control]:
    """Return the menu that adds a computer player, while a seat is free.

    It has a new id in each version of the lobby, so that the same one can be chosen again.
    """
    options = [option(offer.label, offer.key, gettext(offer.description)) for offer in computers]
    if not options or info.full:
        return []
    return [select(gettext("Add a computer"), ComponentId("computer", info.id, info.version), options)]


def _waiting_line(info: MatchInfo, *, private: bool) -> str:
    """Return when a lobby begins by itself, who can watch a private match, and when it will be closed."""
    told = [
        gettext(
            "-# **Ready** takes a seat too. When all seats are taken and all are ready, the match "
            "begins automatically."
        )
    ]
    if private:
        told.append(gettext("-# 🔒 Private: those in this thread and moderators may watch, nobody else."))
    waiting = info.match_terms.waiting
    if isinstance(waiting, Waiting) and waiting.reminded is not None:
        until = stamp(closes(waiting), "R")
        told.append("⚠️ " + gettext("If nobody joins, this lobby is closed {distance}.", distance=until))
    return "\n".join(told)


def _kept_line(info: MatchInfo) -> str:
    """Return the line that calls the invited users."""
    if not info.match_terms.invited:
        return ""
    called = " ".join(f"<@{user}>" for user in info.match_terms.invited)
    waiting = info.match_terms.waiting
    until = waiting.kept_until if isinstance(waiting, Waiting) else None
    kept = gettext("-# Kept until {time}.", time=stamp(until, "f")) if until else ""
    host = next((safe(holder.called) for holder in info.seats if holder.user == info.host), "")
    if info.match_terms.after and host:
        told = gettext(
            "{players}: {host} asks for a rematch. Press Join to play, or Leave.", players=called, host=host
        )
    elif info.match_terms.after:
        told = gettext(
            "{players}: The host asks for a rematch. Press Join to play, or Leave.", players=called
        )
    else:
        told = gettext(
            "{players}: a seat is reserved for you. Press Ready or Join to play, or Leave.", players=called
        )
    return f"{told}\n{kept}".rstrip()


def anonymity_in_words(info: MatchInfo) -> str:
    """Return what an anonymous match is, for those who may join it or watch it; "" for any other."""
    if not info.anonymous:
        return ""
    if info.stage is Stage.PLAYING:
        return gettext("-# 🎭 Anonymous: the names are shown at the end.")
    return gettext(
        "🎭 **Anonymous**: nobody learns who has joined, and at the table all are called by the number of"
        " their seat until the end. The seats are drawn at the start.\n-# I tell players of their turns by"
        " DM alone. No computer plays, and neither leave nor blocks count: each would tell who is there."
    )


def compose_begun(game: Game, info: MatchInfo) -> OutgoingMessage:
    """Return what replaces the lobby post once the match is running or over."""
    holders = [_seat_line(info, seat) for seat in range(len(info.seats))]
    fixed = [anonymity_in_words(info), randomness_of(info), words_said(info)]
    return message_of(
        text(gettext("### {game}: the match has begun", game=game.title)),
        text("\n".join(holders)),
        text(f"{options_in_words(game, info)}\n{terms_in_words(info)}"),
        text("\n".join(filter(None, fixed))),
    )


def options_in_words(game: Game, info: MatchInfo) -> str:
    """Return the line with the options of a match that are not the default, and its cards."""
    options = info.options
    if options is None or not options.__struct_fields__:
        return ""
    pinning = game.rules.pinned_cards
    cards = "" if pinning is None else pinning.cards_in_words(info.cards)
    told = [gettext("cards: the usual ones and {sets}", sets=safe(cards))] if cards else []
    chosen = differing(game.rules, options, info.wanted)
    for field in choosable(type(options)):
        if field.name in chosen and not (cards and field.name == "cards"):
            value = option_value(chosen[field.name], choice=bool(choices_of(field.type)))
            told.append(f"{pgettext('option', field.encode_name.replace('_', ' '))}: {value}")
    usual = game.wording.usual(options)
    as_usual = gettext("as usual: {match}", match=usual) if usual else gettext("the usual ones")
    words = [" · ".join(told) or as_usual]
    named = setup_of(game.rules, game.setups, options, info.wanted)
    if named:
        setup = game.setups[named]
        by_name = bool(setup.of(info.wanted).options)
        words.append(described(named, setup, info.wanted) if by_name else setup.length(info.wanted))
    return f"**{gettext('Options')}** {' · '.join(words)}"


def compose_board(
    game: Game,
    match_view: MatchView,
    lines: Sequence[Line],
    picture: Picture,
    pings: Sequence[int] = (),
    away: Mapping[int, datetime] = MappingProxyType({}),
    late: Sequence[int] = (),
    most: int = LINES,
) -> OutgoingMessage:
    """Return the board post: events, the board, the position, and the controls.

    Awaited players with closed DMs are mentioned here; `pings` are those of them to notify now. `away` has
    the end of leave of awaited seats; `late` are seats that resigned because their time was up; `most` is the
    number of event lines.
    """
    info = match_view.match
    on_leave = [
        gettext("{player} is away until {day}.", player=safe(info.names[seat]), day=stamp(until, "D"))
        for seat, until in sorted(away.items())
    ]
    return message_of(
        text(f"### {game.title}\n{aim_in_words(game, match_view)}".rstrip()),
        picture_of(picture),
        text(in_short(lines, most=most)),
        text(status_in_words(game, match_view)),
        text(deadlines_in_words(match_view)),
        text("\n".join(on_leave)),
        text("\n".join(called_out_of_time(info, seat) for seat in late)),
        text("\n".join(_closed_line(info, seat) for seat in unreachable(match_view))),
        *rows(_board_controls(game, match_view, more=bool(lines))),
        accent=accent(match_view.awaited),
        pings=[*pings, *(info.seats[seat].user for seat in late if not info.anonymous)],
    )


def compose_result(
    game: Game,
    match_view: MatchView,
    lines: Sequence[Line],
    picture: Picture,
    audit: AuditFile,
    rated: str = "",
    film: Attachment | None = None,
    summary: Picture | None = None,
    calls: Mapping[int, str] = MappingProxyType({}),
    hooks: Hooks = NO_HOOKS,
) -> OutgoingMessage:
    """Return the result post: outcome, final board, summary, events, audit file.

    `rated` is the line on the ratings; `film` the film of the match, once it was requested; `summary` the
    picture of its course, below the board and of the same size; `calls` are the lines that mention players to
    notify now.
    """
    board = drawn(picture)
    return message_of(
        text("\n".join([outcome_in_words(game, match_view.match, None, match_view), *calls.values()])),
        Gallery((board, film) if film else (board,)),
        picture_of(summary, "story"),
        text(lesson_over(game, match_view.match)),
        text(rated),
        text(in_short(lines)),
        audit.attachment,
        *rows(next_after_lesson(game, match_view.match)),
        *rows(
            result_controls(
                match_view.match, "result with film" if film else "result", more=has_more(lines), hooks=hooks
            )
        ),
        pings=list(calls),
    )


def lesson_over(game: Game, info: MatchInfo) -> str:
    """Return the closing words of a lesson; "" for a resigned one, and for any other match."""
    number = _lesson_of(game, info)
    if not number or info.match_terms.resigned:
        return ""
    return f"> 🎓 {gettext(game.lessons[number - 1].over_text)}"


def _lesson_of(game: Game, info: MatchInfo) -> int:
    """Return the number of a match's lesson in its game, from 1; 0 for none, or one that has changed."""
    followed = info.match_terms.prepared
    fitting = [at for at, each in enumerate(game.lessons, start=1) if followed and each.prepared_as(followed)]
    return fitting[0] if fitting else 0


def next_after_lesson(game: Game, info: MatchInfo, *, in_dm: bool = False) -> list[Control]:
    """Return the buttons from a lesson to a match and to the next lesson; none for a match.

    In a DM no match can be opened, so that the first button is missing there.
    """
    if info.match_terms.prepared is None:
        return []
    controls: list[Control] = []
    if info.guild is not None and not in_dm and game.computers:
        label = gettext("Next: a real match against the easy player")
        controls.append(button(label, ComponentId("playnow", path=(game.key, "easy")), SUCCESS))
    number = _lesson_of(game, info)
    if 0 < number < len(game.lessons):
        label = gettext("Next lesson: {title}", title=gettext(game.lessons[number].title))
        controls.append(button(label, ComponentId("learn", path=(game.key, str(number + 1))), PRIMARY))
    return controls


def result_controls(info: MatchInfo, spot: Spot, *, more: bool, hooks: Hooks) -> list[Control]:
    """Return the buttons of an ended match at a spot; a lesson has no rematch."""
    match, taught = info.id, info.match_terms.prepared is not None
    return [
        *([] if taught else [button(gettext("Rematch"), ComponentId("rematch", match), SUCCESS)]),
        button(gettext("Replay"), ComponentId("review", match)),
        *([what_happened(match)] if more else []),
        *hooks.buttons(spot, info),
    ]


def compose_unplayed(
    game: Game, info: MatchInfo, audit: AuditFile, rated: str = "", hooks: Hooks = NO_HOOKS
) -> OutgoingMessage:
    """Return the result post of a match whose board this version of the bot cannot draw."""
    return message_of(
        text(outcome_in_words(game, info)),
        text(rated),
        audit.attachment,
        *rows(hooks.buttons("unplayed", info)),
    )


def compose_status(
    game: Game, info: MatchInfo, match_view: MatchView | None, hooks: Hooks = NO_HOOKS
) -> OutgoingMessage:
    """Return the status of a match: seats, options, awaited players."""
    holders = [_seat_line(info, seat) for seat in range(info.wanted)]
    if info.anonymous:
        lobby = info.stage is not Stage.PLAYING
        mine = match_view.seat if match_view is not None else None
        own = gettext("You are {player}.", player=info.names[mine]) if mine is not None else ""
        holders = [*([] if lobby else holders), f"{anonymity_in_words(info)} {own}".rstrip()]
    stands = outcome_in_words(game, info, None, match_view) if info.stage.ended else f"### {game.title}"
    if match_view is not None and not info.stage.ended:
        stands += "\n" + status_in_words(game, match_view)
    return message_of(
        text(stands),
        text("\n".join(holders)),
        text(f"{deadlines_in_words(match_view)}\n{banks_in_words(match_view)}".strip() if match_view else ""),
        text(f"{options_in_words(game, info)}\n{terms_in_words(info)}"),
        text(gettext("-# Match `{match}`", match=info.id)),
        *rows(hooks.buttons("status", info)),
        accent=accent(match_view.awaited) if match_view else None,
    )


def _seat_line(info: MatchInfo, seat: int) -> str:
    if seat >= len(info.seats):
        return f"{seat + 1}\\. *{gettext('free')}*"
    holder = info.seats[seat]
    if holder.veil is not None:
        return f"{seat + 1}\\. {holder.called}"
    marks = [gettext("host")] if holder.user and holder.user == info.host else []
    marks += [gettext("computer")] if holder.computer else []
    marks += [gettext("has left the server")] if holder.left else []
    marks += [gettext("has yet to join")] if holder.user in info.match_terms.invited else []
    waiting = info.match_terms.waiting
    marks += [gettext("ready")] if isinstance(waiting, Waiting) and holder.user in waiting.ready else []
    return f"{seat + 1}\\. {safe(holder.called)}" + (f" ({', '.join(marks)})" if marks else "")


def called_out_of_time(info: MatchInfo, seat: int) -> str:
    """Return the line that mentions a player in the post about their resignation by time."""
    if info.anonymous:
        return gettext("The time of {player} was up, so they have resigned.", player=info.names[seat])
    return gettext(
        "<@{user}>: your time was up, {player}, so you have resigned.",
        user=info.seats[seat].user,
        player=safe(info.names[seat]),
    )


def unreachable(match_view: MatchView) -> list[int]:
    """Return the awaited seats whose DMs are closed; in an anonymous match that is not told."""
    if match_view.match.anonymous:
        return []
    holders = match_view.match.seats
    return [seat for seat in sorted(match_view.awaited) if holders[seat].user and holders[seat].dm_closed]


def _closed_line(info: MatchInfo, seat: int) -> str:
    holder = info.seats[seat]
    return gettext(
        "{mention}: {player}'s DMs are closed: press Play here, it is your turn.",
        mention=f"<@{holder.user}>",
        player=safe(holder.called),
    )


def _board_controls(game: Game, match_view: MatchView, *, more: bool) -> list[Control]:
    match = match_view.match.id
    return [
        play_button(match),
        *([hand_button(match)] if game.renderer.holds(match_view.view) else []),
        *closer_look(match, game.renderer.parts(match_view.view)),
        *([what_happened(match)] if more else []),
        button(gettext("Board as text"), ComponentId("text", match)),
        rules_button(game.key),
    ]


def option_value(value: Any, *, choice: bool) -> str:
    """Return the value of an option; a declared choice in the words of its command."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    said = str(value.value if isinstance(value, Enum) else value)
    if len(said) > OPTION_TEXT:
        return gettext("one of their own")
    return gettext(said) if choice else safe(said)
