"""How a match stands on two lines: the phase and who is awaited, then points and powers."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS, listed
from bot.games.arclash.names import PHASES, Talk, awaited, in_sight
from bot.games.arclash.sentences import outcome_words
from bot.games.arclash.state import SECRET_PHASES


def status(talk: Talk) -> str:
    """Return whose choice is awaited, who is ready, and the points and powers."""
    view = talk.view
    if view.outcome is not None:
        return outcome_words(talk, view.outcome)
    turn = f"Turn {view.turn} · " if view.turn else ""
    now = f"**{turn}{PHASES[view.phase]}**: {waiting_for(talk)}{_ready(talk)}"
    return f"{now}\n{_points(talk)}" if view.turn else now


def waiting_for(talk: Talk) -> str:
    """Return the sentence that says who is awaited, and for what: that and no more (ARC-15)."""
    view = talk.view
    if view.question is not None:
        asking = in_sight(view).get(view.question.card)
        return (
            f"{talk.who(view.question.seat)} has to choose for {talk.card(asking) if asking else 'a card'}."
        )
    seats = awaited(view)
    if view.phase == "support" and seats:
        return f"{talk.who(seats[0])} is to play a Support or to pass."
    return f"Waiting for {talk.everyone(seats)}." if seats else "Everybody has chosen."


def _ready(talk: Talk) -> str:
    """Return who has chosen, and who has stood or passed for good."""
    view = talk.view
    ready = [seat for seat, place in enumerate(view.places) if place.ready and not place.out]
    done = [seat for seat, place in enumerate(view.places) if place.done and not place.out]
    words = f" Ready: {_marks(ready)}." if ready and view.phase in SECRET_PHASES else ""
    if done and view.phase in ("advance", "support"):
        words += f" {'Passed' if view.phase == 'support' else 'Standing'}: {_marks(done)}."
    return words


def _marks(seats: list[Seat]) -> str:
    return listed([SEAT_MARKS[seat] for seat in seats])


def _points(talk: Talk) -> str:
    seats = [(SEAT_MARKS[seat], place) for seat, place in enumerate(talk.view.places) if not place.out]
    points = ", ".join([f"{mark} {place.score}" for mark, place in seats])
    powers = ", ".join([f"{mark} {place.power}" for mark, place in seats if place.stack])
    return f"Points of {talk.view.options.score}: {points} · Power: {powers or 'nobody yet'}"
