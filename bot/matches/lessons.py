"""Lessons: prepared matches in which a learner follows steps (`bot.engine.guided`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.base.language import N_
from bot.engine.contract import AnyRules, Resign, Seat
from bot.engine.fair import Stream
from bot.engine.guided import LEARNER, PreparedStream
from bot.engine.positions import notated
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import LoadedMatch
from bot.matches.model import MatchInfo
from bot.matches.ports import Record

ONE_STEP = N_("A lesson goes step by step: do what its tip says. To play freely, leave the lesson.")
NO_PROOF = N_(
    "A lesson is a prepared match: its position, cards and dice were chosen beforehand, so there is nothing"
    " to prove. The dice of every real match can be checked."
)
NOT_AGREED = N_("A lesson ends with its last step. To stop before, leave the lesson.")


def follow(rng: Stream, seat: Seat) -> None:
    """Tell the random source of a lesson which seat acts next."""
    if isinstance(rng, PreparedStream):
        rng.seat = seat


def first_state(record: Record, rules: AnyRules, options: Any, rng: Stream) -> Any:
    """Return the initial state of a match: its setup, or the position of its lesson."""
    lesson = record.info.match_terms.prepared
    if lesson is not None:
        return notated(rules).position(lesson.position)
    return rules.setup(options, len(record.info.seats), rng)


def check_taught(loaded: LoadedMatch, seat: Seat, actions: Sequence[Any]) -> None:
    """Raise `MatchRefusal` for an action that is not the lesson's step."""
    lesson = loaded.info.match_terms.prepared
    if lesson is None or seat != LEARNER or isinstance(actions[0], Resign):
        return
    if not lesson.allows(seat, actions):
        raise MatchRefusal.translated(ONE_STEP)


def check_no_lesson(info: MatchInfo) -> None:
    """Raise `MatchRefusal` in a lesson, for requests that only matches allow: agreements and undo."""
    if info.match_terms.prepared is not None:
        raise MatchRefusal.translated(NOT_AGREED)
