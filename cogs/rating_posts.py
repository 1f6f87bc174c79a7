"""How ratings are shown: leaderboards, profiles, seasons, and the line in the post of a result."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui, utils

from bot.matches.model import MatchInfo
from bot.ratings.model import (
    ALL_TIME,
    OVERALL,
    PROVISIONAL,
    Board,
    Change,
    Profile,
    Row,
    Season,
    Standing,
    Tally,
)
from bot.ratings.service import PAGE
from bot.registry import Game
from cogs.controls import Control, Press, button, select
from cogs.layout import OPTIONS, Sheet, fit, picture_of, rows, safe, sheet, text
from cogs.posts import DANGER, safe_names
from renderers.contract import Picture
from renderers.leaderboard import NOBODY, Line, drawable

Games = Mapping[str, Game]

HERE, EVERYWHERE_WORD = "here", "all"
"""How the path of a control says which servers count."""
ALL_GAMES = "all"
"""How the path of a control, and a person, say all games."""
FAVOURITES = 3
_SEASONS_SHOWN = 15


def title_of(games: Games, game: str) -> str:
    """Return a game's title, also of one that this version does not have."""
    if game == OVERALL:
        return "All games"
    return games[game].title if game in games else game


def season_in_words(season: int) -> str:
    """Return what a season is called."""
    return "all time" if season == ALL_TIME else f"season {season}"


def lines_of(board: Board, viewer: int) -> tuple[list[Line], Line | None]:
    """Return the rows of a board as they are drawn, and the viewer's own."""
    own = _line(board.own, viewer) if board.own else None
    return [_line(row, viewer) for row in board.rows], own


def compose_leaderboard(
    games: Games, board: Board, heading: str, picture: Picture | None, *, where: str
) -> Sheet:
    """Return a page of a leaderboard; `heading` is safe to print, and there is no picture of nobody."""
    key = board.scope.game or ALL_GAMES
    page, pages = board.first // PAGE, max(1, math.ceil(board.players / PAGE))
    at = f" · page {page + 1} of {pages}" if pages > 1 else ""
    parts: list[Any] = [text(f"### {heading}{at}\n{_own_place(board)}")]
    attachments = []
    if picture is not None:
        gallery, file = picture_of(picture, "leaderboard")
        parts.append(gallery)
        attachments.append(file)
    parts.append(text(_names_not_drawn(board.rows)))
    return sheet(
        *parts,
        _game_menu(games, Press("leaders", path=(where, str(board.scope.season), "0"), slot="g"), key),
        *rows([*_page_buttons(board, where, key, page, pages), *_other_scopes(board, where, key)]),
        attachments=attachments,
    )


def _page_buttons(board: Board, where: str, key: str, page: int, pages: int) -> list[Control]:
    where_to = (where, str(board.scope.season))
    turn = [
        _turn("Previous", where_to, page - 1, key, disabled=page == 0),
        _turn("Next", where_to, page + 1, key, disabled=page >= pages - 1),
    ]
    if board.own and board.own not in board.rows:
        turn.append(_turn("My place", where_to, (board.own.place - 1) // PAGE, key))
    return turn


def compose_profile(
    games: Games, profile: Profile, name: str, viewer: str, *, game: str, where: str, picture: Picture | None
) -> Sheet:
    """Return a player's profile; `name` and `viewer` are safe to print."""
    parts: list[Any] = [text("\n".join([f"### {name}", *_told(games, profile, name, viewer)]))]
    attachments = []
    if picture is not None:
        gallery, file = picture_of(picture, "rating")
        parts.append(gallery)
        attachments.append(file)
    user, key = str(profile.user), game or ALL_GAMES
    other = (EVERYWHERE_WORD, "Everywhere") if where == HERE else (HERE, "This server")
    return sheet(
        *parts,
        _game_menu(games, Press("profile", path=(user, where), slot="g"), key),
        *rows([button(other[1], Press("profile", path=(user, other[0], key)))]),
        attachments=attachments,
    )


def compose_seasons(seasons: Sequence[Season], leaders: Mapping[int, str]) -> Sheet:
    """Return the seasons of a server, the current one first."""
    lines = []
    for season in list(reversed(seasons))[:_SEASONS_SHOWN]:
        name = leaders.get(season.number)
        lead = "" if name is None else f" · first {'' if season.closed else 'now '}**{safe(name) or NOBODY}**"
        opened = utils.format_dt(season.opened, "d")
        span = f"since {opened}" if season.closed is None else f"{opened} to {_day(season)}"
        lines.append(f"**Season {season.number}** {span} · {_counted(season.matches, 'rated match')}{lead}")
    if len(seasons) > _SEASONS_SHOWN:
        lines.append(f"-# and {len(seasons) - _SEASONS_SHOWN} before; /leaderboard season: shows each")
    how = "-# `/season close` ends the current one and begins the next, `/season reset` begins it anew."
    return sheet(text("\n".join(["### Seasons of this server", *lines, how])))


def compose_season_question(season: Season, deed: str) -> Sheet:
    """Return the question whether the current season is to be closed or reset."""
    number, played = season.number, _counted(season.matches, "rated match")
    if deed == "close":
        asked = (
            f"Close season {number}, with {played}? Its standings are kept, and season {number + 1} begins at"
            " once, with everybody at the start. Ratings of all time go on."
        )
    else:
        asked = (
            f"Begin season {number} anew? What was played in it, {played}, will count for all time only. This"
            " cannot be taken back."
        )
    yes = button(f"Yes, {deed} season {number}", Press("season", path=(deed, str(number))), DANGER)
    return sheet(text(asked), *rows([yes, button("No", Press("never"))]))


def rating_words(info: MatchInfo, changes: Mapping[int, Change] | None) -> str:
    """Return the line of a result post on what the match did to the ratings; "" for nothing to say."""
    if changes is None or any(not holder.user for holder in info.seats):
        return ""
    if not changes:
        return "-# This match does not count for the ratings."
    names = safe_names(info)
    return f"**Ratings** {' · '.join(f'{names[seat]} {_change(each)}' for seat, each in changes.items())}"


def _line(row: Row, viewer: int) -> Line:
    standing = row.standing
    return Line(
        place=row.place,
        name=row.name,
        points=standing.points,
        provisional=standing.provisional,
        won=standing.wins,
        drawn=standing.draws,
        lost=standing.losses,
        own=row.user == viewer,
    )


def _own_place(board: Board) -> str:
    if not board.players:
        return "Nobody has finished a rated match here yet."
    if board.own is None:
        return f"{_counted(board.players, 'player')}. You have not finished a rated match here yet."
    standing = board.own.standing
    left = "" if not standing.provisional else f", provisional until {PROVISIONAL} matches"
    return (
        f"Your place: **{board.own.place}** of {board.players} with **{_rating(standing)}**"
        f" after {_counted(standing.matches, 'match')}{left}"
    )


def _names_not_drawn(board: Sequence[Row]) -> str:
    """Return the names that the font of the picture does not have."""
    told = [f"{row.place}\\. {safe(row.name)}" for row in board if not drawable(row.name)]
    return f"-# {' · '.join(told)}" if told else ""


def _turn(label: str, where_to: tuple[str, str], page: int, key: str, *, disabled: bool = False) -> Control:
    press = Press("leaders", path=(*where_to, str(max(page, 0)), key), slot=label[0].lower())
    return button(label, press, disabled=disabled)


def _other_scopes(board: Board, where: str, key: str) -> list[Control]:
    """Return the ways to the leaderboard of other servers or of other times."""
    if where != HERE:
        return [button("This server", Press("leaders", path=(HERE, "0", "0", key), slot="w"))]
    everywhere = button("Everywhere", Press("leaders", path=(EVERYWHERE_WORD, "0", "0", key), slot="w"))
    if board.scope.season == ALL_TIME:
        return [button("This season", Press("leaders", path=(HERE, "now", "0", key), slot="t")), everywhere]
    return [button("All time", Press("leaders", path=(HERE, "0", "0", key), slot="t")), everywhere]


def _game_menu(games: Games, press: Press, chosen: str) -> ui.ActionRow[Any]:
    options = [discord.SelectOption(label="All games", value=ALL_GAMES)]
    options += [discord.SelectOption(label=fit(game.title, 100), value=key) for key, game in games.items()]
    for option in options:
        option.default = option.value == chosen
    return ui.ActionRow(select("Which game", press, options[:OPTIONS]))


def _told(games: Games, profile: Profile, name: str, viewer: str) -> list[str]:
    lines = []
    overall = profile.standings.get(OVERALL)
    if overall is not None:
        place = f", place **{profile.place}** of {profile.players}" if profile.place else ""
        lines.append(f"All games **{_rating(overall)}**{place}{_streaks(overall)}")
    for game in sorted(profile.rated.keys() | profile.unrated.keys(), key=lambda key: title_of(games, key)):
        lines += _game_lines(games, profile, game)
    if not lines:
        lines.append("No match finished here yet.")
    if profile.meetings is not None:
        lines += _meeting_lines(profile, name, viewer)
    return lines


def _game_lines(games: Games, profile: Profile, game: str) -> list[str]:
    standing, rated = profile.standings.get(game), profile.rated.get(game)
    lines = []
    title = safe(title_of(games, game))
    if standing is not None and rated is not None:
        lines.append(f"**{title}** {_rating(standing)} · {_tally(rated)}")
    if game in profile.unrated:
        lines.append(f"**{title}** unrated · {_tally(profile.unrated[game])}")
    picked = list(profile.picks.get(game, {}).items())[:FAVOURITES]
    if picked:
        lines.append(f"-# Favourites: {', '.join(f'{safe(pick)} ({times})' for pick, times in picked)}")
    return lines


def _meeting_lines(profile: Profile, name: str, viewer: str) -> list[str]:
    assert profile.meetings is not None
    tally, partners = profile.meetings.tally, profile.meetings.partners
    lines = []
    if tally.matches:
        lines.append(
            f"**Head to head** {name} {tally.won}, {viewer} {tally.lost}"
            + (f", level {tally.drawn}" if tally.drawn else "")
        )
    if partners:
        lines.append(f"**Together** {_counted(partners, 'match')} in one team")
    return lines


def _streaks(standing: Standing) -> str:
    told = ""
    if standing.streak > 1:
        told = f" · won the last {standing.streak}"
    elif standing.streak < -1:
        told = f" · lost the last {-standing.streak}"
    if standing.best > 1:
        told += f" · best row {standing.best} won"
    return told


def _rating(standing: Standing) -> str:
    return f"{standing.points}{'?' if standing.provisional else ''}"


def _change(change: Change) -> str:
    gained = change.after - change.before
    sign = "−" if gained < 0 else "+"
    return f"**{change.after}**{'?' if change.provisional else ''} ({sign}{abs(gained)})"


def _tally(tally: Tally) -> str:
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    return f"{_counted(tally.matches, 'match')}: {tally.won} won{drawn}, {tally.lost} lost"


def _counted(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}{'es' if what.endswith('match') else 's'}"


def _day(season: Season) -> str:
    assert season.closed is not None
    return utils.format_dt(season.closed, "d")
