"""The posts in the channel, composed from what everybody may know: lobby, board, result, history."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Any

import discord
import msgspec
from discord import ui

from bot.audit import Audit, encode
from bot.matches.model import Look, MatchInfo, Stage
from bot.matches.notices import Notice
from bot.registry import Game
from cogs.controls import Control, Press, button
from cogs.layout import Attachment, Sheet, fit, gallery_of, picture_of, rows, safe, sheet, text
from cogs.notices import tell_notice
from cogs.timetable import banks_in_words, deadlines_in_words, terms_in_words
from renderers.contract import Picture
from renderers.kit.palette import SEATS

LINES = 12
"""Lines of what happened that one post tells."""
LINES_TEXT = 1400
STATUS_TEXT = 600
DESCRIPTION_TEXT = 3600
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


def compose_lobby(
    game: Game, info: MatchInfo, *, computers: bool = False, pings: Sequence[int] = ()
) -> Sheet:
    """Return the post that shows who has joined, with the buttons to join, leave and start.

    `computers` tells whether there are computer players to add; `pings` are those for whom a seat of a
    rematch is kept, to be notified now.
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
        text(_rematch_line(info)),
        text("\n".join(holders)),
        text(f"{options_in_words(game, info)}\n{terms_in_words(info)}"),
        text(fairness),
        *rows(controls),
        pings=pings,
    )


def _rematch_line(info: MatchInfo) -> str:
    """Return the call to those for whom a seat of a rematch is kept."""
    if not info.life.invited:
        return ""
    called = " ".join(f"<@{user}>" for user in info.life.invited)
    host = next((safe(holder.name) for holder in info.seats if holder.user == info.host), "The host")
    return f"{called}: {host} asks for a rematch. Press Join to play, or Leave."


def compose_begun(game: Game, info: MatchInfo) -> Sheet:
    """Return what stays of the lobby post once the match is under way or over."""
    holders = [_seat_line(info, seat) for seat in range(len(info.seats))]
    words = [f"{safe(holder.name)}: {safe(holder.word)}" for holder in info.seats if holder.word]
    said = f"\nWords for the randomness: {', '.join(words)}" if words else ""
    fingerprint = f"-# Fingerprint of the seed: `{info.commitment}`{said}"
    return sheet(
        text(f"### {game.title}: the match has begun"),
        text("\n".join(holders)),
        text(f"{options_in_words(game, info)}\n{terms_in_words(info)}"),
        text(fingerprint),
    )


def options_in_words(game: Game, info: MatchInfo) -> str:
    """Return the options of a match on one line, with what cards it is played with."""
    options = info.options
    if options is None:
        return ""
    cards = game.rules.cards_in_words(info.cards)
    told = [f"cards: the usual ones and {safe(cards)}"] if cards else []
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        if value not in ("", None, ()) and not (isinstance(value, str) and len(value) > OPTION_TEXT):
            told.append(f"{field.encode_name.replace('_', ' ')}: {_option_value(value)}")
    return f"**Options** {' · '.join(told)}" if told else ""


def compose_board(
    game: Game,
    look: Look,
    lines: Sequence[str],
    picture: Picture,
    pings: Sequence[int] = (),
    away: Mapping[int, datetime] = MappingProxyType({}),
) -> Sheet:
    """Return the board post: what happened, the board, how it stands, and the controls.

    Who is awaited and has closed DMs is called here; `pings` are those of them to be notified now. `away`
    tells for awaited seats whose players are away when they will be back.
    """
    info, names = look.match, safe_names(look.match)
    gallery, file = picture_of(picture)
    status = fit(game.wording.status(look.view, names), STATUS_TEXT)
    return sheet(
        text(f"### {game.title}\n{bounded(lines)}"),
        gallery,
        text(status),
        text(deadlines_in_words(look)),
        text("\n".join(_away_line(info, seat, until) for seat, until in sorted(away.items()))),
        text("\n".join(_closed_line(info, seat) for seat in unreachable(look))),
        *rows(_board_controls(game, look)),
        accent=accent(look.awaited),
        attachments=[file],
        pings=pings,
    )


def compose_result(
    game: Game,
    look: Look,
    lines: Sequence[str],
    picture: Picture,
    audit: Audit,
    rated: str = "",
    film: Attachment | None = None,
) -> Sheet:
    """Return the post at the end of a match: outcome, final board, audit file, how to check it.

    `rated` is the line on what the match did to the ratings; `film` the film of the match, once somebody has
    asked for it.
    """
    _, board = picture_of(picture)
    record = audit_file(audit)
    films = [film] if film else []
    return sheet(
        text(outcome_in_words(game, look.match)),
        text(rated),
        text(bounded(lines)),
        gallery_of(board, *films),
        ui.File(record.url),
        text(_how_to_verify(record)),
        *rows(_result_controls(look.match.id, film=film is None)),
        attachments=[board, *films, record],
    )


def _result_controls(match: str, *, film: bool) -> list[Control]:
    return [
        button("Rematch", Press("rematch", match), SUCCESS),
        button("Replay", Press("review", match)),
        *([button("Film", Press("film", match, path=("post",)))] if film else []),
        button("Verify", Press("verify", match)),
    ]


def compose_unplayed(game: Game, info: MatchInfo, audit: Audit, rated: str = "") -> Sheet:
    """Return the result post of a match whose board this version of the bot cannot draw."""
    record = audit_file(audit)
    return sheet(
        text(outcome_in_words(game, info)),
        text(rated),
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
        text(f"{deadlines_in_words(look)}\n{banks_in_words(look)}".strip() if look else ""),
        text(f"{options_in_words(game, info)}\n{terms_in_words(info)}"),
        text(f"-# Match `{info.id}` · fingerprint of the seed `{info.commitment}`"),
        accent=accent(look.awaited) if look else None,
    )


def _seat_line(info: MatchInfo, seat: int) -> str:
    if seat >= len(info.seats):
        return f"{seat + 1}\\. *free*"
    holder = info.seats[seat]
    marks = ["host"] if holder.user and holder.user == info.host else []
    marks += ["computer"] if holder.computer else []
    marks += ["has left the server"] if holder.left else []
    marks += ["has yet to join"] if holder.user in info.life.invited else []
    return f"{seat + 1}\\. {safe(holder.name)}" + (f" ({', '.join(marks)})" if marks else "")


def unreachable(look: Look) -> list[int]:
    """Return the seats that are awaited and whose DMs are closed."""
    holders = look.match.seats
    return [seat for seat in sorted(look.awaited) if holders[seat].user and holders[seat].dm_closed]


def _away_line(info: MatchInfo, seat: int, until: datetime) -> str:
    return f"{safe(info.names[seat])} is away until <t:{int(until.timestamp())}:D>."


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
