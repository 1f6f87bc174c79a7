"""Sentences for what happens to a match from outside its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.matches import notices
from bot.matches.model import Look
from bot.matches.terms import duration
from bot.registry import Game
from cogs.layout import fit

TAKEN_BACK_TEXT = 600


def tell_notice(game: Game, notice: Any, look: Look, names: Sequence[str]) -> str:
    """Return the sentence for a notice; `names` are safe to print."""
    return _SENTENCES[type(notice)](game, notice, look, names)


def _taken_back(game: Game, notice: notices.TakenBack, look: Look, names: Sequence[str]) -> str:
    decode = msgspec.json.Decoder(game.rules.Fact).decode
    told = [game.wording.tell(decode(fact), look.view, names) for fact in notice.facts]
    what = fit(" / ".join(line for line in told if line), TAKEN_BACK_TEXT)
    actions = "1 action" if notice.count == 1 else f"{notice.count} actions"
    how = "with the consent of all " if notice.consent else ""
    taken = f": ~~{what}~~" if what else ""
    return f"{names[notice.seat]} has {how}taken back {actions}{taken}"


def _paused(_game: Game, notice: notices.Paused, _look: Look, names: Sequence[str]) -> str:
    return f"The match is paused, as {names[notice.seat]} asked and all agreed: no clock runs."


def _resumed(_game: Game, notice: notices.Resumed, _look: Look, names: Sequence[str]) -> str:
    return f"{names[notice.seat]} lets the match go on."


def _time_given(_game: Game, notice: notices.TimeGiven, _look: Look, names: Sequence[str]) -> str:
    return f"{names[notice.seat]} gives {names[notice.to]} {duration(notice.seconds)} more."


def _time_up(_game: Game, notice: notices.TimeUp, _look: Look, names: Sequence[str]) -> str:
    then = {
        "remind": "they are reminded",
        "default": "the least that is possible was done for them",
        "resign": "so they resign",
    }[notice.then]
    return f"The time of {names[notice.seat]} is up: {then}."


def _seat_taken(_game: Game, notice: notices.SeatTaken, _look: Look, names: Sequence[str]) -> str:
    return f"{names[notice.seat]} has seat {notice.seat + 1} from now on; the match is not rated any more."


def _moved(_game: Game, notice: notices.Moved, _look: Look, names: Sequence[str]) -> str:
    who = names[notice.seat] if notice.seat >= 0 else "A moderator"
    return f"{who} has moved the match to this channel."


def _draw_agreed(_game: Game, _notice: notices.DrawAgreed, _look: Look, _names: Sequence[str]) -> str:
    return "All players agree to a draw."


def _left(_game: Game, notice: notices.Left, _look: Look, names: Sequence[str]) -> str:
    return (
        f"{names[notice.seat]} has left the server. The seat is kept; the host can give it to another with"
        " /match replace."
    )


_SENTENCES: Mapping[type, Callable[[Game, Any, Look, Sequence[str]], str]] = {
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
