"""Sentences about a match for all messages: events, the outcome, players' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bot.base.host import Host
from bot.base.language import N_, NN_, gettext, ngettext, numbered, pgettext
from bot.engine.contract import Action
from bot.engine.sentences import SEAT_MARKS, all_of
from bot.games.game import Game
from bot.matches import notices
from bot.matches.model import MatchInfo, MatchView, Stage
from bot.matches.notices import Notice
from bot.matches.terms import duration
from cogs.kit.clock_words import stamp
from cogs.kit.emojis import MESSAGE
from cogs.kit.layout import fit, safe
from renderers.kit.palette import SEATS
from renderers.kit.text import is_drawn

# The operator of the bot, in words.


def host_words(host: Host) -> str:
    """Return the operator of the bot and the links to their pages in a small line; "" where none are set."""
    said = []
    if host.name and host.contact:
        said.append(
            gettext(
                "This bot is run by {name} ({contact}).", name=safe(host.name), contact=safe(host.contact)
            )
        )
    elif host.name:
        said.append(gettext("This bot is run by {name}.", name=safe(host.name)))
    elif host.contact:
        said.append(gettext("The host of this bot can be reached at {contact}.", contact=safe(host.contact)))
    if host.privacy:
        said.append(f"[{gettext('Privacy')}](<{host.privacy}>)")
    if host.terms:
        said.append(f"[{gettext('Terms')}](<{host.terms}>)")
    return f"-# {' · '.join(said)}" if said else ""


UNCHANGED = N_("That is so already: nothing has changed.")
"""The answer to a choice that is made already (`PlayResult.unchanged`)."""
STATUS_TEXT = 600
"""The most characters of a position in words."""
TAKEN_BACK_TEXT = 200
FINGERPRINT = 16
"""Digits of the seed's fingerprint in posts; the button shows all."""


def randomness_of(info: MatchInfo) -> str:
    """Return what determines the dice of a match; in a lesson, that they are prepared."""
    if info.match_terms.prepared is not None:
        return gettext("-# A lesson: a prepared match, its dice chosen beforehand. It is not rated.")
    return dice_fixed(info.commitment)


def dice_fixed(commitment: str) -> str:
    """Return the small line that publishes the fixed seed: the beginning of its fingerprint."""
    return gettext("-# The dice are sealed, under `{begin}`.", begin=commitment[:FINGERPRINT])


def words_said(info: MatchInfo) -> str:
    """Return the line with the players' words for the randomness, public from the start on; "" for none.

    Before the start a seed could be searched to fit them.
    """
    if info.stage is Stage.LOBBY:
        return ""
    words = [f"{safe(holder.called)}: {safe(holder.word)}" for holder in info.seats if holder.word]
    return gettext("Words for the randomness: {words}", words=", ".join(words)) if words else ""


def safe_names(info: MatchInfo) -> tuple[str, ...]:
    """Return the players' names by seat, safe to print in Discord's markdown."""
    return tuple(safe(name) for name in info.names)


def status_in_words(game: Game, match_view: MatchView) -> str:
    """Return the position of a match in words, as its viewer may see it."""
    return fit(game.wording.status(match_view.view, safe_names(match_view.match)), STATUS_TEXT)


def window_in_words(info: MatchInfo) -> str:
    """Return the deadline of a player in the open window; "" where none is open."""
    window = info.match_terms.window
    if window is None or window.until is None:
        return ""
    player, time, left = safe(info.names[window.seat]), stamp(window.until), stamp(window.until, "R")
    return gettext("⏳ {player} may answer until {time} ({left})", player=player, time=time, left=left)


def aim_in_words(game: Game, match_view: MatchView) -> str:
    """Return the small line with the goal of the match and the signs of names that cannot be drawn.

    The goal is left out after the end. "" for an empty line.
    """
    info, view = match_view.match, match_view.view
    options = getattr(view, "options", info.options)  # a lesson's position has options of its own
    aim = "" if info.stage.ended else game.wording.aim(options, len(info.seats))
    lines = [gettext("-# Aim: {aim}", aim=aim)] if aim else []
    for seat, name in enumerate(info.names):
        if not is_drawn(name):  # the pictures show a sign instead, which no font lacks
            lines.append(gettext("-# {mark} is {name}.", mark=SEAT_MARKS[seat], name=safe(name)))
    return "\n".join(lines)


def lobby_aim_in_words(game: Game, info: MatchInfo) -> str:
    """Return the goal of a match that has not begun, by its options; "" for none."""
    aim = game.wording.aim(info.options, info.wanted) if info.options is not None else ""
    return gettext("**Aim** {aim}", aim=aim) if aim else ""


def accent(awaited: Iterable[int]) -> int | None:
    """Return the colour of the awaited seat as Discord's number; None while several are awaited."""
    seats = list(awaited)
    if len(seats) != 1:
        return None
    red, green, blue = SEATS[seats[0] % len(SEATS)].colour
    return red << 16 | green << 8 | blue


def own_accent(match_view: MatchView) -> int | None:
    """Return the colour of the viewer's seat as Discord's number; None without a seat."""
    return None if match_view.seat is None else accent([match_view.seat])


def as_command(game: Game, view: Any, action: Action) -> str:
    """Return an action as its command: "/papyrus move unit:SMG-3 to:C7"."""
    words = game.wording.format(view, action)
    given = [f"{field.replace('_', '-')}:{word}" for field, word in words.items() if word]
    return " ".join([f"/{game.key}", str(type(action).__struct_config__.tag), *given])


def describe_facts(game: Game, facts: Iterable[Any], match_view: MatchView) -> list[str]:
    """Return the sentences for facts that this viewer may know, without unimportant ones."""
    named = with_names(facts, match_view.match)
    told = [fact_in_words(game, fact, match_view, names) for fact, names in named]
    return [line for line in told if line]


def fact_in_words(game: Game, fact: Any, match_view: MatchView, names: Sequence[str]) -> str:
    """Return the sentence for a fact or a notice; "" for an unimportant one. `names` are safe to print."""
    if isinstance(fact, Notice):
        return _SENTENCES[type(fact)](game, fact, match_view, names)
    return game.wording.describe(fact, match_view.view, names, MESSAGE)


def with_names(facts: Iterable[Any], info: MatchInfo) -> list[tuple[Any, tuple[str, ...]]]:
    """Return facts, oldest first, each with the names of the players at that time, safe to print.

    `info` is the match after the last of them.
    """
    named, then, names = list[tuple[Any, tuple[str, ...]]](), info, safe_names(info)
    for fact in reversed(list(facts)):
        named.append((fact, names))
        if isinstance(fact, notices.SeatTaken):
            then = then.as_held_by([(fact.seat, fact.before)])
            names = safe_names(then)
    return named[::-1]


def outcome_in_words(game: Game, info: MatchInfo, seat: int | None = None) -> str:
    """Return the winners and the reason; with a seat, addressed to its player."""
    if info.outcome is None:
        if info.stage is Stage.ABANDONED:
            title = gettext("## {game} was ended without a result", game=game.title)
            return f"{title}\n{_ended_by(info)}".rstrip()
        return gettext("## {game} goes on", game=game.title)
    names = list(safe_names(info))
    if seat is not None:
        names[seat] = pgettext("player", "you")
    pairs = zip(names, info.outcome.scores, strict=True)
    scores = gettext("Scores: {scores}", scores=" · ".join(f"{name} {score}" for name, score in pairs))
    why = gettext(info.outcome.why).rstrip(".")
    winners = info.outcome.winners
    if seat is None or not winners:
        head = _won(game, [names[each] for each in winners])
    elif seat in winners:
        head = gettext("## {game}: you have won", game=game.title)
    else:
        head = gettext("## {game}: you have lost", game=game.title)
    return f"{head}\n{why}.\n{scores}"


def _ended_by(info: MatchInfo) -> str:
    """Return who has ended a match without a result; "" for a lobby, and where no consent was needed."""
    terms = info.match_terms
    if isinstance(terms.ended_by, int):
        if terms.ended_by < 0:
            return gettext("A moderator of its channel has ended it.")
        return gettext(
            "{player}, a player of the match, has ended it as a moderator of its channel.",
            player=safe_names(info)[terms.ended_by],
        )
    settled = terms.settled
    if settled is not None and (settled.kind, settled.result) == ("end", "agreed") and settled.needed:
        return gettext("All its players have agreed to end it.")
    return ""


def _won(game: Game, winners: Sequence[str]) -> str:
    if not winners:
        return gettext("## {game}: a draw", game=game.title)
    return ngettext(
        "## {game}: {winners} wins",
        "## {game}: {winners} win",
        len(winners),
        game=game.title,
        winners=all_of(winners),
    )


def _taken_back(game: Game, notice: notices.TakenBack, match_view: MatchView, names: Sequence[str]) -> str:
    decode = msgspec.json.Decoder(game.rules.Fact).decode
    told = [game.wording.describe(decode(fact), match_view.view, names, MESSAGE) for fact in notice.facts]
    what = _in_short([line for line in told if line])
    forms = _TAKEN_BACK[notice.seat == match_view.seat, notice.consent]
    taken = numbered(forms, notice.count, player=names[notice.seat])
    return f"{taken}: {what}" if what else taken


_TAKEN_BACK = {
    # whether the reader did it, and whether the others agreed
    (True, True): NN_(
        "You have with the consent of all taken back {number} action",
        "You have with the consent of all taken back {number} actions",
    ),
    (True, False): NN_("You have taken back {number} action", "You have taken back {number} actions"),
    (False, True): NN_(
        "{player} has with the consent of all taken back {number} action",
        "{player} has with the consent of all taken back {number} actions",
    ),
    (False, False): NN_(
        "{player} has taken back {number} action", "{player} has taken back {number} actions"
    ),
}


def _in_short(lines: Sequence[str]) -> str:
    """Return sentences struck out, as many as fit on a line or two, and the number of others."""
    if not lines:
        return ""
    shown = 1
    while shown < len(lines) and len(" / ".join(lines[: shown + 1])) <= TAKEN_BACK_TEXT:
        shown += 1
    shown += shown == len(lines) - 1
    what, more = fit(" / ".join(lines[:shown]), TAKEN_BACK_TEXT), len(lines) - shown
    return f"~~{what}~~" + (gettext(" … and {number} more", number=more) if more else "")


def _paused(_game: Game, notice: notices.Paused, look: MatchView, names: Sequence[str]) -> str:
    if notice.seat == look.seat:
        return gettext("The match is paused, as you asked and all agreed: no clock runs.")
    return gettext(
        "The match is paused, as {player} asked and all agreed: no clock runs.", player=names[notice.seat]
    )


def _resumed(_game: Game, notice: notices.Resumed, look: MatchView, names: Sequence[str]) -> str:
    if notice.seat == look.seat:
        return gettext("You resume the match.")
    return gettext("{player} resumes the match.", player=names[notice.seat])


def _time_given(_game: Game, notice: notices.TimeGiven, look: MatchView, names: Sequence[str]) -> str:
    time = duration(notice.seconds)
    if notice.seat == look.seat:
        return gettext("You give {other} {time} more.", other=names[notice.to], time=time)
    if notice.to == look.seat:
        return gettext("{player} gives you {time} more.", player=names[notice.seat], time=time)
    return gettext(
        "{player} gives {other} {time} more.",
        player=names[notice.seat],
        other=names[notice.to],
        time=time,
    )


_TIME_UP: Mapping[str, str] = {
    "remind": N_("The time of {player} is up: they are reminded."),
    "default": N_("The time of {player} is up: I took the least action for them."),
    "resign": N_("The time of {player} is up: so they resign."),
}
_YOUR_TIME_UP: Mapping[str, str] = {
    "remind": N_("Your time is up: you are reminded."),
    "default": N_("Your time is up: I took the least action for you."),
    "resign": N_("Your time is up: so you resign."),
}


def _time_up(_game: Game, notice: notices.TimeUp, look: MatchView, names: Sequence[str]) -> str:
    sentences = _YOUR_TIME_UP if notice.seat == look.seat else _TIME_UP
    return gettext(sentences[notice.then], player=names[notice.seat])


def _seat_taken(_game: Game, notice: notices.SeatTaken, look: MatchView, names: Sequence[str]) -> str:
    if notice.seat == look.seat:
        return gettext(
            "You have seat {seat} from now on; the match is no longer rated.", seat=notice.seat + 1
        )
    return gettext(
        "{player} has seat {seat} from now on; the match is no longer rated.",
        player=names[notice.seat],
        seat=notice.seat + 1,
    )


def _moved(_game: Game, notice: notices.Moved, look: MatchView, names: Sequence[str]) -> str:
    """Return that the match has moved: to "this channel" for the public, to "another" for a player."""
    if notice.seat == look.seat:
        return gettext("You have moved the match to another channel.")
    if notice.seat < 0:
        moved = _MOVED_BY_MODERATOR if look.seat is None else _MOVED_AWAY_BY_MODERATOR
        return gettext(moved)
    moved = _MOVED if look.seat is None else _MOVED_AWAY
    return gettext(moved, player=names[notice.seat])


_MOVED = N_("{player} has moved the match to this channel.")
_MOVED_AWAY = N_("{player} has moved the match to another channel.")
_MOVED_BY_MODERATOR = N_("A moderator has moved the match to this channel.")
_MOVED_AWAY_BY_MODERATOR = N_("A moderator has moved the match to another channel.")


def _draw_agreed(_game: Game, _notice: notices.DrawAgreed, _look: MatchView, _names: Sequence[str]) -> str:
    return gettext("All players agree to a draw.")


def _adjudicated(_game: Game, _notice: notices.Adjudicated, _look: MatchView, _names: Sequence[str]) -> str:
    return gettext("The match ends by its position: it is adjudicated for its tournament.")


def _leave_taken(_game: Game, notice: notices.LeaveTaken, look: MatchView, names: Sequence[str]) -> str:
    if notice.seat == look.seat:
        return (
            gettext("You are back from leave: your clock runs again.")
            if notice.back
            else gettext("You are on leave: your clock is stopped.")
        )
    if notice.back:
        return gettext("{player} is back from leave: the clock runs again.", player=names[notice.seat])
    return gettext("{player} is on leave: the clock is stopped.", player=names[notice.seat])


def _leave_began(_game: Game, notice: notices.LeaveBegan, look: MatchView, names: Sequence[str]) -> str:
    until = f"<t:{notice.until}:f>"
    if notice.seat == look.seat:
        return gettext(
            "Your time was almost up, so your leave has begun by itself, as you have chosen: your clock is"
            " stopped until {time}.",
            time=until,
        )
    return gettext(
        "The time of {player} was almost up, so their leave has begun by itself: the clock is stopped until"
        " {time}.",
        player=names[notice.seat],
        time=until,
    )


def _hints_allowed(_game: Game, notice: notices.HintsAllowed, look: MatchView, names: Sequence[str]) -> str:
    if notice.seat == look.seat:
        return gettext("Hints are allowed, as you asked and all agreed: `/match hint`.")
    return gettext(
        "Hints are allowed, as {player} asked and all agreed: `/match hint`.", player=names[notice.seat]
    )


def _left(_game: Game, notice: notices.Left, _look: MatchView, names: Sequence[str]) -> str:
    return gettext(
        "{player} has left the server. The seat is kept; the host can offer it to another person "
        "with /match replace.",
        player=names[notice.seat],
    )


_RESTS: Mapping[str, str] = {
    "removed": N_("No time has counted since {time}: I am no longer on the server of this match."),
    "unavailable": N_("No time has counted since {time}: the server of this match cannot be reached."),
    "interactions": N_("No time has counted since {time}: Discord does not take my answers."),
    "deleted": N_(
        "No time has counted since {time} for players whom I cannot reach: the channel of this match was"
        " deleted. Type `/match move` in another channel to go on there."
    ),
    "hidden": N_(
        "No time has counted since {time} for players whom I cannot reach: I do not see the channel of this"
        " match any more."
    ),
    "refused": N_(
        "No time has counted since {time} for players whom I cannot reach: I may not post in the channel of"
        " this match any more."
    ),
    "archived": N_(
        "No time has counted since {time} for players whom I cannot reach: the thread of this match is"
        " closed, and I may not open it."
    ),
    "unseen": N_(
        "No time has counted since {time} for players whom I cannot reach: they do not see the channel of"
        " this match any more."
    ),
}


def _time_rests(_game: Game, notice: notices.TimeRests, _look: MatchView, _names: Sequence[str]) -> str:
    return gettext(_RESTS[notice.why], time=f"<t:{notice.since}:f>")


def _time_runs(_game: Game, notice: notices.TimeRuns, _look: MatchView, _names: Sequence[str]) -> str:
    return gettext(
        "The match goes on. The time from {time} until now does not count.", time=f"<t:{notice.since}:f>"
    )


_SENTENCES: Mapping[type, Callable[[Game, Any, MatchView, Sequence[str]], str]] = {
    notices.TakenBack: _taken_back,
    notices.Paused: _paused,
    notices.Resumed: _resumed,
    notices.TimeGiven: _time_given,
    notices.TimeUp: _time_up,
    notices.SeatTaken: _seat_taken,
    notices.Moved: _moved,
    notices.DrawAgreed: _draw_agreed,
    notices.Adjudicated: _adjudicated,
    notices.LeaveTaken: _leave_taken,
    notices.LeaveBegan: _leave_began,
    notices.HintsAllowed: _hints_allowed,
    notices.Left: _left,
    notices.TimeRests: _time_rests,
    notices.TimeRuns: _time_runs,
}
