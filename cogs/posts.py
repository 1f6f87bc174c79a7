"""The posts in the channel, composed from what everybody may know: lobby, board, result, history."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

import discord
import msgspec
from discord import ui

from bot.audit import Audit, encode
from bot.matches.model import Line, Look, MatchInfo, Stage
from bot.matches.notices import Notice
from bot.registry import Game
from cogs.controls import Control, Press, button
from cogs.layout import Attachment, Sheet, fit, picture_of, rows, safe, sheet, text
from cogs.notices import tell_notice
from renderers.contract import Picture
from renderers.kit.palette import SEATS

LINES = 12
"""Lines of what happened that one post tells."""
LINES_TEXT = 1400
STATUS_TEXT = 600
DESCRIPTION_TEXT = 3600
HISTORY_LINES = 20
OPTION_TEXT = 40
"""Characters of an option's value that are told in the lobby post; a whole map is not."""

PRIMARY, SUCCESS, DANGER = (
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)


def safe_names(info: MatchInfo) -> tuple[str, ...]:
    """Return the players' names by seat, safe to print in Discord's markdown."""
    return tuple(safe(name) for name in info.names)


def accent(awaited: Iterable[int]) -> int | None:
    """Return the colour of the seat on turn, as Discord writes colours; None while several are awaited."""
    seats = list(awaited)
    if len(seats) != 1:
        return None
    red, green, blue = SEATS[seats[0] % len(SEATS)].colour
    return red << 16 | green << 8 | blue


def tell(game: Game, facts: Iterable[Any], look: Look) -> list[str]:
    """Return the sentences for facts as this viewer may know them, leaving out what is not worth a line."""
    names = safe_names(look.match)
    told = (
        tell_notice(game, fact, look, names)
        if isinstance(fact, Notice)
        else game.wording.tell(fact, look.view, names)
        for fact in facts
    )
    return [line for line in told if line]


def bounded(lines: Sequence[str], most: int = LINES) -> str:
    """Return the last lines as a text, with a word on how many are left out."""
    shown = [fit(line, LINES_TEXT // 4) for line in lines[-most:]]
    while sum(len(line) + 1 for line in shown) > LINES_TEXT:
        shown.pop(0)
    omitted = len(lines) - len(shown)
    if omitted:
        shown.append(f"-# … and {omitted} more before that, see /match history")
    return "\n".join(shown)


def compose_lobby(game: Game, info: MatchInfo, *, computers: bool = False) -> Sheet:
    """Return the post that shows who has joined, with the buttons to join, leave and start.

    `computers` tells whether there are computer players to add.
    """
    title = f"### {game.title}: {len(info.seats)} of {info.wanted} seats taken\n{game.tagline}"
    if info.stage.ended:
        return sheet(text(f"### {game.title}\nThis lobby was closed before the match began."))
    holders = [_seat_line(info, seat) for seat in range(info.wanted)]
    fairness = (
        "-# Every die and shuffle follows from a secret seed that is shown at the end. Its fingerprint:"
        f" `{info.commitment}`. Add a word of your own to it with `/match join word:`."
    )
    controls = [
        button("Join", Press("join", info.id), SUCCESS),
        button("Leave", Press("leave", info.id)),
        button("Start", Press("start", info.id), PRIMARY),
        *([button("Add a computer", Press("computer", info.id))] if computers else []),
        button("Rules", Press("rules", path=(game.key, "0"))),
    ]
    return sheet(
        text(title),
        text("\n".join(holders)),
        text(options_in_words(info.options)),
        text(fairness),
        *rows(controls),
    )


def compose_begun(game: Game, info: MatchInfo) -> Sheet:
    """Return what stays of the lobby post once the match is under way or over."""
    holders = [_seat_line(info, seat) for seat in range(len(info.seats))]
    words = [f"{safe(holder.name)}: {safe(holder.word)}" for holder in info.seats if holder.word]
    said = f"\nWords for the randomness: {', '.join(words)}" if words else ""
    fingerprint = f"-# Fingerprint of the seed: `{info.commitment}`{said}"
    return sheet(
        text(f"### {game.title}: the match has begun"),
        text("\n".join(holders)),
        text(options_in_words(info.options)),
        text(fingerprint),
    )


def options_in_words(options: Any) -> str:
    """Return the options of a match on one line."""
    if options is None:
        return ""
    told = []
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        if value not in ("", None, ()) and not (isinstance(value, str) and len(value) > OPTION_TEXT):
            told.append(f"{field.encode_name.replace('_', ' ')}: {_option_value(value)}")
    return f"**Options** {' · '.join(told)}" if told else ""


def compose_board(
    game: Game, look: Look, lines: Sequence[str], picture: Picture, pings: Sequence[int] = ()
) -> Sheet:
    """Return the board post: what happened, the board, how it stands, and the controls.

    Who is awaited and has closed DMs is called here; `pings` are those of them to be notified now.
    """
    info, names = look.match, safe_names(look.match)
    gallery, file = picture_of(picture)
    status = fit(game.wording.status(look.view, names), STATUS_TEXT)
    return sheet(
        text(f"### {game.title}\n{bounded(lines)}"),
        gallery,
        text(status),
        text("\n".join(_closed_line(info, seat) for seat in unreachable(look))),
        *rows(_board_controls(game, look)),
        accent=accent(look.awaited),
        attachments=[file],
        pings=pings,
    )


def compose_result(game: Game, look: Look, lines: Sequence[str], picture: Picture, audit: Audit) -> Sheet:
    """Return the post at the end of a match: outcome, final board, audit file, how to check it."""
    gallery, board = picture_of(picture)
    record = audit_file(audit)
    return sheet(
        text(outcome_in_words(game, look.match)),
        text(bounded(lines)),
        gallery,
        ui.File(record.url),
        text(_how_to_verify(record)),
        attachments=[board, record],
    )


def compose_unplayed(game: Game, info: MatchInfo, audit: Audit) -> Sheet:
    """Return the result post of a match whose board this version of the bot cannot draw."""
    record = audit_file(audit)
    return sheet(
        text(outcome_in_words(game, info)),
        ui.File(record.url),
        text(_how_to_verify(record)),
        attachments=[record],
    )


def outcome_in_words(game: Game, info: MatchInfo) -> str:
    """Return who has won and why."""
    if info.outcome is None:
        ending = "was ended without a result" if info.stage is Stage.ABANDONED else "goes on"
        return f"## {game.title} {ending}"
    names = safe_names(info)
    winners = " and ".join(names[seat] for seat in info.outcome.winners)
    won = f"{winners} {'wins' if len(info.outcome.winners) == 1 else 'win'}" if winners else "a draw"
    scores = " · ".join(f"{name} {score}" for name, score in zip(names, info.outcome.scores, strict=True))
    return f"## {game.title}: {won}\n{info.outcome.why.rstrip('.')}.\nScores: {scores}"


def audit_file(audit: Audit) -> Attachment:
    """Return the audit file of an ended match."""
    return Attachment(audit.file_name, encode(audit))


def compose_position(game: Game, look: Look) -> Sheet:
    """Return the position as text, for one viewer; a long one comes as a text file."""
    words = game.wording.describe(look.view, [name.replace("`", "'") for name in look.match.names])
    if len(words) <= DESCRIPTION_TEXT:
        return sheet(text(f"```\n{words}\n```"))
    whole = Attachment("board.txt", words.encode())
    status = fit(game.wording.status(look.view, safe_names(look.match)), STATUS_TEXT)
    return sheet(text(status), ui.File(whole.url), attachments=[whole])


def compose_status(game: Game, info: MatchInfo, look: Look | None) -> Sheet:
    """Return how a match stands: who sits where, the options, whose turn."""
    holders = [_seat_line(info, seat) for seat in range(info.wanted)]
    stands = outcome_in_words(game, info) if info.stage.ended else f"### {game.title}"
    if look is not None and not info.stage.ended:
        stands += "\n" + fit(game.wording.status(look.view, safe_names(info)), STATUS_TEXT)
    return sheet(
        text(stands),
        text("\n".join(holders)),
        text(options_in_words(info.options)),
        text(f"-# Match `{info.id}` · fingerprint of the seed `{info.commitment}`"),
        accent=accent(look.awaited) if look else None,
    )


def compose_history(game: Game, look: Look, lines: Sequence[Line], *, older: bool, newest: bool) -> Sheet:
    """Return one page of what this viewer may know of the past, oldest first, with ways to go on."""
    told = [told for line in lines for told in tell(game, [line.fact], look)]
    shown = bounded(told, HISTORY_LINES) or "Nothing has happened that can be told."
    controls = []
    if older:
        controls.append(button("Older", Press("history", look.match.id, path=(str(lines[0].seq),))))
    if not newest:
        controls.append(button("Newest", Press("history", look.match.id, path=("last",))))
    return sheet(text(f"### {game.title}: what happened\n{shown}"), *rows(controls))


def _seat_line(info: MatchInfo, seat: int) -> str:
    if seat >= len(info.seats):
        return f"{seat + 1}\\. *free*"
    holder = info.seats[seat]
    marks = ["host"] if holder.user and holder.user == info.host else []
    marks += ["computer"] if holder.computer else []
    return f"{seat + 1}\\. {safe(holder.name)}" + (f" ({', '.join(marks)})" if marks else "")


def unreachable(look: Look) -> list[int]:
    """Return the seats that are awaited and whose DMs are closed."""
    holders = look.match.seats
    return [seat for seat in sorted(look.awaited) if holders[seat].user and holders[seat].dm_closed]


def _closed_line(info: MatchInfo, seat: int) -> str:
    holder = info.seats[seat]
    return f"<@{holder.user}>: {safe(holder.name)}'s DMs are closed: press Play here, it is your turn."


def _board_controls(game: Game, look: Look) -> list[Control]:
    match = look.match.id
    controls = [button("Play", Press("play", match), PRIMARY)]
    if game.renderer.has_hands:
        controls.append(button("Hand", Press("hand", match)))
    if game.renderer.parts(look.view):
        controls.append(button("Zoom", Press("zoom", match)))
    controls.append(button("Board as text", Press("text", match)))
    controls.append(button("Rules", Press("rules", path=(game.key, "0"))))
    return controls


def _option_value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return safe(str(value.value if isinstance(value, Enum) else value))


def _how_to_verify(record: Attachment) -> str:
    fingerprint = hashlib.sha256(record.data).hexdigest()
    return (
        "-# The seed is no secret any more: the file holds it, every draw and every action."
        f" Anyone can check them with `python -m bot verify {record.filename}`. So that the file cannot be"
        f" exchanged later, its SHA-256 stands here: `{fingerprint}`"
    )
