"""The state of a match on two lines: phase and awaited seats, then points and powers."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine import sentences
from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS, listed
from bot.games.arclash.rules.facts import SECRET_PHASES
from bot.games.arclash.rules.view import ArclashView, seats_to_act
from bot.games.arclash.wording.names import Talk, in_sight, phase_words, points_words


def status(talk: Talk) -> str:
    """Return the awaited seats, the number that have chosen, the finished seats, and points and powers."""
    return f"{now(talk)}\n{_points(talk)}" if talk.view.turn else now(talk)


def now(talk: Talk) -> str:
    """Return the phase, the awaited seats, the number that have chosen, and the finished seats."""
    return f"**{moment(talk)}**: {' '.join([waiting_for(talk), *_done(talk)])}"


def waiting_for(talk: Talk) -> str:
    """Return the sentence with the awaited seats and their task: nothing more (ARC-15)."""
    view = talk.view
    if view.question is not None:
        asking, who = in_sight(view).get(view.question.card), talk.who(view.question.seat)
        if not asking:
            return gettext("{who} has to choose for a card.", who=who)
        return gettext("{who} has to choose for {card}.", who=who, card=talk.named(asking))
    seats = seats_to_act(view, view.question, view.places)
    if view.phase == "support" and seats:
        return gettext("{who} is to play a Support or to pass.", who=talk.who(seats[0]))
    if not seats:
        return gettext("Everybody has chosen.")
    return sentences.waiting_for(talk, seats, len(_chosen(view)))


def _chosen(view: ArclashView) -> list[Seat]:
    """Return the seats that have made the secret choice of this phase."""
    if view.phase not in SECRET_PHASES:
        return []
    return [seat for seat, place in enumerate(view.places) if place.ready and not place.out]


def _done(talk: Talk) -> list[str]:
    """Return the seats that stand, or have passed."""
    view = talk.view
    done = [seat for seat, place in enumerate(view.places) if place.done and not place.out]
    words = []
    if done and view.phase == "support":
        words.append(gettext("Passed: {players}.", players=_marks(done)))
    if done and view.phase == "advance":
        words.append(gettext("Standing: {players}.", players=_marks(done)))
    return words


def _marks(seats: list[Seat]) -> str:
    return listed([SEAT_MARKS[seat] for seat in seats])


def _points(talk: Talk) -> str:
    seats = [(SEAT_MARKS[seat], place) for seat, place in enumerate(talk.view.places) if not place.out]
    points = ", ".join([f"{mark} {place.score}" for mark, place in seats])
    powers = ", ".join([f"{mark} {place.power}" for mark, place in seats if place.stack])
    score = talk.view.options.score
    if not powers:
        return gettext("Points of {score}: {points} · Power: nobody yet", score=score, points=points)
    return gettext("Points of {score}: {points} · Power: {powers}", score=score, points=points, powers=powers)


def moment(talk: Talk) -> str:
    """Return the turn and its phase."""
    return " · ".join(phase_words(talk.view))


def aim(talk: Talk) -> str:
    """Return the winning score, and the turn after which the most points win (ARC-14)."""
    options = talk.view.options
    first = gettext("first to {points}", points=points_words(options.score))
    if not options.rounds:
        return first
    return gettext("{aim}; after {number} turns the most win", aim=first, number=options.rounds)
