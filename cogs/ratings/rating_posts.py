"""The posts of leaderboards, profiles, seasons, and the ratings line in a result post."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.contract import Seat
from bot.engine.sentences import listed
from bot.games.game import Game
from bot.matches.model import MatchInfo
from bot.parts.ratings.model import (
    ALL_TIME,
    OVERALL,
    PROVISIONAL,
    Board,
    Profile,
    RatingChange,
    RatingRow,
    Row,
    Season,
    Tally,
)
from bot.parts.ratings.service import PAGE
from bot.people.seating_policy import WORDS, Standing
from cogs.kit.clock_words import stamp
from cogs.kit.controls import ComponentId, Control, button, select
from cogs.kit.layout import (
    OPTIONS,
    OutgoingMessage,
    compose_question,
    message_of,
    option,
    picture_of,
    rows,
    safe,
    text,
)
from cogs.kit.sentences import safe_names
from renderers.contract import Picture
from renderers.kit.text import is_drawn
from renderers.ratings.leaderboard import NOBODY, Line

Games = Mapping[str, Game]

HERE, EVERYWHERE_WORD = "here", "all"
"""The words for the counted servers in the path of a control."""
ALL_GAMES = "all"
"""The word for all games in the path of a control, and as typed."""
FAVOURITES = 3
_SEASONS_SHOWN = 15
_FIRST_THEN, _FIRST_NOW = N_("first **{player}**"), N_("first now **{player}**")
"""The leader of a past season, and of the current one."""


def title_of(games: Games, game: str) -> str:
    """Return a game's title, also for a game that this version does not have."""
    if game == OVERALL:
        return gettext("All games")
    return games[game].title if game in games else game


def season_in_words(season: int) -> str:
    """Return the name of a season."""
    return gettext("all time") if season == ALL_TIME else gettext("season {number}", number=season)


def lines_of(board: Board, viewer: int) -> tuple[list[Line], Line | None]:
    """Return the rows of a board as drawn, and the viewer's own row."""
    own = _line(board.own, viewer) if board.own else None
    return [_line(row, viewer) for row in board.rows], own


def compose_leaderboard(
    games: Games, board: Board, heading: str, picture: Picture | None, *, where: str
) -> OutgoingMessage:
    """Return a page of a leaderboard; `heading` is safe to print. An empty page has no picture."""
    key = board.scope.game or ALL_GAMES
    page, pages = board.first // PAGE, max(1, math.ceil(board.players / PAGE))
    if pages > 1:
        heading = f"{heading} · {gettext('page {page} of {pages}', page=page + 1, pages=pages)}"
    # names with characters that the picture's font lacks
    told = [f"{row.place}\\. {safe(row.name)}" for row in board.rows if not is_drawn(row.name)]
    return message_of(
        text(f"### {heading}\n{_own_place(board)}"),
        picture_of(picture, "leaderboard"),
        text(f"-# {' · '.join(told)}" if told else ""),
        _game_menu(games, ComponentId("leaders", path=(where, str(board.scope.season), "0"), slot="g"), key),
        *rows([*_page_buttons(board, where, key, page, pages), *_other_scopes(board, where, key)]),
    )


def _page_buttons(board: Board, where: str, key: str, page: int, pages: int) -> list[Control]:
    def to(number: int, slot: str) -> ComponentId:
        return ComponentId(
            "leaders", path=(where, str(board.scope.season), str(max(number, 0)), key), slot=slot
        )

    turn = [
        button(gettext("Previous"), to(page - 1, "p"), disabled=page == 0),
        button(gettext("Next"), to(page + 1, "n"), disabled=page >= pages - 1),
    ]
    if board.own and board.own not in board.rows:
        turn.append(button(gettext("My place"), to((board.own.place - 1) // PAGE, "m")))
    return turn


def compose_profile(
    games: Games,
    profile: Profile,
    name: str,
    viewer: str,
    *,
    game: str,
    where: str,
    picture: Picture | None,
    honours: Sequence[str] = (),
    standing: Standing = "new",
) -> OutgoingMessage:
    """Return a player's profile; `name` and `viewer` are safe to print, `standing` is their reliability.

    `honours` are lines of other parts on what they have won.
    """
    user, key = str(profile.user), game or ALL_GAMES
    elsewhere = (EVERYWHERE_WORD, gettext("Everywhere"))
    other = elsewhere if where == HERE else (HERE, gettext("This server"))
    return message_of(
        text("\n".join([f"### {name}", *_told(games, profile, name, viewer)])),
        text(gettext("**Reliability** {standing}", standing=pgettext("reliability", WORDS[standing]))),
        text("\n".join(honours)),
        picture_of(picture, "rating"),
        _game_menu(games, ComponentId("profile", path=(user, where), slot="g"), key),
        button(other[1], ComponentId("profile", path=(user, other[0], key))),
    )


def compose_seasons(seasons: Sequence[Season], leaders: Mapping[int, str]) -> OutgoingMessage:
    """Return the seasons of a server, the current one first."""
    shown = list(reversed(seasons))[:_SEASONS_SHOWN]
    lines = [_season_line(season, leaders.get(season.number)) for season in shown]
    if len(seasons) > _SEASONS_SHOWN:
        before = len(seasons) - _SEASONS_SHOWN
        lines.append(gettext("-# and {number} before; /leaderboard season: shows each", number=before))
    how = gettext("-# `/season close` ends the current one and begins the next, `/season reset` restarts it.")
    return message_of(text("\n".join([gettext("### Seasons of this server"), *lines, how])))


def _season_line(season: Season, leader: str | None) -> str:
    opened = stamp(season.opened, "d")
    if season.closed is None:
        span = gettext("**Season {season}** since {day}", season=season.number, day=opened)
    else:
        closed = stamp(season.closed, "d")
        span = gettext(
            "**Season {season}** {first} to {last}", season=season.number, first=opened, last=closed
        )
    told = [span, ngettext("{number} rated match", "{number} rated matches", season.matches)]
    if leader is not None:
        first = _FIRST_THEN if season.closed else _FIRST_NOW
        told.append(gettext(first, player=safe(leader) or gettext(NOBODY)))
    return " · ".join(told)


def compose_season_question(season: Season, action: str) -> OutgoingMessage:
    """Return the question whether to close or reset the current season."""
    number = season.number
    if action == "close":
        asked = ngettext(
            "Close season {season}, with {number} rated match? Its standings are kept, and season {next}"
            " begins at once, with everybody at the start. Ratings of all time go on.",
            "Close season {season}, with {number} rated matches? Its standings are kept, and season {next}"
            " begins at once, with everybody at the start. Ratings of all time go on.",
            season.matches,
            season=number,
            next=number + 1,
        )
        yes = gettext("Yes, close season {season}", season=number)
    else:
        asked = ngettext(
            "Restart season {season}? Its {number} rated match will count for all time only. This "
            "cannot be undone.",
            "Restart season {season}? Its {number} rated matches will count for all time only. This"
            " cannot be undone.",
            season.matches,
            season=number,
        )
        yes = gettext("Yes, reset season {season}", season=number)
    return compose_question(asked, yes, ComponentId("season", path=(action, str(number))))


def rating_words(
    info: MatchInfo, changes: Mapping[int, RatingChange] | None, *, passed_on: Iterable[Seat] = ()
) -> str:
    """Return the line of a result post on the changed ratings; "" for none.

    `passed_on` are the seats that changed hands: two people have seen what is hidden there.
    """
    if changes is None or any(not holder.user for holder in info.seats):
        return ""
    if not changes and info.counts:
        return gettext("-# This match does not count for the ratings: it ended before everybody had acted.")
    if seats := [f"{seat + 1}" for seat in sorted(set(passed_on))]:
        return ngettext(
            "-# This match does not count for the ratings: seat {seats} changed hands, so two people have"
            " seen what is hidden there.",
            "-# This match does not count for the ratings: seats {seats} changed hands, so other people have"
            " seen what is hidden there.",
            len(seats),
            seats=listed(seats),
        )
    if not changes:
        return gettext("-# This match does not count for the ratings.")
    names = safe_names(info)
    told = " · ".join([f"{names[seat]} {_change(each)}" for seat, each in changes.items()])
    return gettext("**Ratings** {changes}", changes=told)


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
        return gettext("Nobody has finished a rated match here yet.")
    if board.own is None:
        return ngettext(
            "{number} player. You have not finished a rated match here yet.",
            "{number} players. You have not finished a rated match here yet.",
            board.players,
        )
    standing = board.own.standing
    told = ngettext(
        "Your place: **{place}** of {players} with **{rating}** after {number} match",
        "Your place: **{place}** of {players} with **{rating}** after {number} matches",
        standing.matches,
        place=board.own.place,
        players=board.players,
        rating=_rating(standing),
    )
    if standing.provisional:
        return gettext("{standing}, provisional until {matches} matches", standing=told, matches=PROVISIONAL)
    return told


def _other_scopes(board: Board, where: str, key: str) -> list[Control]:
    """Return the choices of leaderboards of other servers or times."""
    if where != HERE:
        return [button(gettext("This server"), ComponentId("leaders", path=(HERE, "0", "0", key), slot="w"))]
    everywhere = button(
        gettext("Everywhere"), ComponentId("leaders", path=(EVERYWHERE_WORD, "0", "0", key), slot="w")
    )
    if board.scope.season == ALL_TIME:
        this_season = ComponentId("leaders", path=(HERE, "now", "0", key), slot="t")
        return [button(gettext("This season"), this_season), everywhere]
    return [
        button(gettext("All time"), ComponentId("leaders", path=(HERE, "0", "0", key), slot="t")),
        everywhere,
    ]


def _game_menu(games: Games, press: ComponentId, chosen: str) -> Control:
    titles = {ALL_GAMES: gettext("All games"), **{key: game.title for key, game in games.items()}}
    options = [option(title, key, default=key == chosen) for key, title in titles.items()]
    return select(gettext("Which game"), press, options[:OPTIONS])


def _told(games: Games, profile: Profile, name: str, viewer: str) -> list[str]:
    lines = []
    overall = profile.standings.get(OVERALL)
    if overall is not None:
        lines.append(" · ".join([_overall(profile, overall), *_streaks(overall)]))
    for game in sorted(profile.rated.keys() | profile.unrated.keys(), key=lambda key: title_of(games, key)):
        lines += _game_lines(games, profile, game)
    if not lines:
        lines.append(gettext("No match finished here yet."))
    if profile.meetings is not None:
        lines += _meeting_lines(profile, name, viewer)
    return lines


def _overall(profile: Profile, overall: RatingRow) -> str:
    if not profile.place:
        return gettext("All games **{rating}**", rating=_rating(overall))
    return gettext(
        "All games **{rating}**, place **{place}** of {players}",
        rating=_rating(overall),
        place=profile.place,
        players=profile.players,
    )


def _pick(games: Games, game: str, pick: str) -> str:
    """Return a choice in the current language; a title of own cards is not translated."""
    cards = games[game].cards if game in games else None
    if cards is not None:
        contents = [cards.contents(one) for one in cards.library.standard.sets]
        if not any(pick in titles for content in contents for titles in content.values()):
            return pick
    return pgettext("card", pick)


def _game_lines(games: Games, profile: Profile, game: str) -> list[str]:
    standing, rated = profile.standings.get(game), profile.rated.get(game)
    lines = []
    title = safe(title_of(games, game))
    if standing is not None and rated is not None:
        lines.append(f"**{title}** {_rating(standing)} · {_tally(rated)}")
    if game in profile.unrated:
        record = _tally(profile.unrated[game])
        lines.append(gettext("**{game}** unrated · {record}", game=title, record=record))
    picked = list(profile.picks.get(game, {}).items())[:FAVOURITES]
    if picked:
        told = ", ".join([f"{safe(_pick(games, game, pick))} ({times})" for pick, times in picked])
        lines.append(gettext("-# Favourites: {favourites}", favourites=told))
    return lines


def _meeting_lines(profile: Profile, name: str, viewer: str) -> list[str]:
    assert profile.meetings is not None
    tally, partners = profile.meetings.tally, profile.meetings.partners
    lines = []
    if tally.matches:
        told = gettext(
            "**Head to head** {player} {won}, {viewer} {lost}",
            player=name,
            won=tally.won,
            viewer=viewer,
            lost=tally.lost,
        )
        lines.append(
            told if not tally.drawn else gettext("{wins}, level {number}", wins=told, number=tally.drawn)
        )
    if partners:
        lines.append(
            ngettext(
                "**Together** {number} match in one team",
                "**Together** {number} matches in one team",
                partners,
            )
        )
    return lines


def _streaks(standing: RatingRow) -> list[str]:
    told = []
    if standing.streak > 1:
        told.append(gettext("won the last {number}", number=standing.streak))
    elif standing.streak < -1:
        told.append(gettext("lost the last {number}", number=-standing.streak))
    if standing.best > 1:
        told.append(gettext("best row {number} won", number=standing.best))
    return told


def _rating(standing: RatingRow) -> str:
    return f"{standing.points}{'?' if standing.provisional else ''}"


def _change(change: RatingChange) -> str:
    gained = change.after - change.before
    sign = "−" if gained < 0 else "+"
    return f"**{change.after}**{'?' if change.provisional else ''} ({sign}{abs(gained)})"


def _tally(tally: Tally) -> str:
    if not tally.drawn:
        return ngettext(
            "{number} match: {won} won, {lost} lost",
            "{number} matches: {won} won, {lost} lost",
            tally.matches,
            won=tally.won,
            lost=tally.lost,
        )
    return ngettext(
        "{number} match: {won} won, {drawn} drawn, {lost} lost",
        "{number} matches: {won} won, {drawn} drawn, {lost} lost",
        tally.matches,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
    )
