"""Sentences for what happens to a match from outside its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.engine.language import N_, gettext, ngettext
from bot.matches import notices
from bot.matches.model import MatchView
from bot.matches.terms import duration
from bot.registry import Game
from cogs.kit.layout import fit

TAKEN_BACK_TEXT = 600


def tell_notice(game: Game, notice: Any, match_view: MatchView, names: Sequence[str]) -> str:
    """Return the sentence for a notice; `names` are safe to print."""
    return _SENTENCES[type(notice)](game, notice, match_view, names)


def _taken_back(game: Game, notice: notices.TakenBack, match_view: MatchView, names: Sequence[str]) -> str:
    decode = msgspec.json.Decoder(game.rules.Fact).decode
    told = [game.wording.tell(decode(fact), match_view.view, names) for fact in notice.facts]
    what = fit(" / ".join(line for line in told if line), TAKEN_BACK_TEXT)
    who = names[notice.seat]
    if notice.consent:
        taken = ngettext(
            "{player} has with the consent of all taken back {number} action",
            "{player} has with the consent of all taken back {number} actions",
            notice.count,
            player=who,
        )
    else:
        taken = ngettext(
            "{player} has taken back {number} action",
            "{player} has taken back {number} actions",
            notice.count,
            player=who,
        )
    return f"{taken}: ~~{what}~~" if what else taken


def _paused(_game: Game, notice: notices.Paused, _look: MatchView, names: Sequence[str]) -> str:
    return gettext(
        "The match is paused, as {player} asked and all agreed: no clock runs.", player=names[notice.seat]
    )


def _resumed(_game: Game, notice: notices.Resumed, _look: MatchView, names: Sequence[str]) -> str:
    return gettext("{player} lets the match go on.", player=names[notice.seat])


def _time_given(_game: Game, notice: notices.TimeGiven, _look: MatchView, names: Sequence[str]) -> str:
    return gettext(
        "{player} gives {other} {time} more.",
        player=names[notice.seat],
        other=names[notice.to],
        time=duration(notice.seconds),
    )


_TIME_UP: Mapping[str, str] = {
    "remind": N_("The time of {player} is up: they are reminded."),
    "default": N_("The time of {player} is up: the least that is possible was done for them."),
    "resign": N_("The time of {player} is up: so they resign."),
}


def _time_up(_game: Game, notice: notices.TimeUp, _look: MatchView, names: Sequence[str]) -> str:
    return gettext(_TIME_UP[notice.then], player=names[notice.seat])


def _seat_taken(_game: Game, notice: notices.SeatTaken, _look: MatchView, names: Sequence[str]) -> str:
    return gettext(
        "{player} has seat {seat} from now on; the match is not rated any more.",
        player=names[notice.seat],
        seat=notice.seat + 1,
    )


def _moved(_game: Game, notice: notices.Moved, _look: MatchView, names: Sequence[str]) -> str:
    if notice.seat < 0:
        return gettext("A moderator has moved the match to this channel.")
    return gettext("{player} has moved the match to this channel.", player=names[notice.seat])


def _draw_agreed(_game: Game, _notice: notices.DrawAgreed, _look: MatchView, _names: Sequence[str]) -> str:
    return gettext("All players agree to a draw.")


def _left(_game: Game, notice: notices.Left, _look: MatchView, names: Sequence[str]) -> str:
    return gettext(
        "{player} has left the server. The seat is kept; the host can give it to another with /match"
        " replace.",
        player=names[notice.seat],
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
    notices.Left: _left,
}
