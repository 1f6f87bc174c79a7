"""The wording of cards' questions and the names of the answers, as far as games share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.base.language import gettext
from bot.engine.cards.explaining import label
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.text.amounts import payments
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words.logic import Choose, May
from bot.engine.contract import Seat
from bot.engine.markdown import escaped, safe
from bot.engine.phrases import SEAT_MARKS

YES = 1
"""The answer "yes" to a `may` and a `reroll`."""
_OWNER = "\u2063"
"""Placeholder for the owner's mark until the card's text, which has no invisible characters, is escaped."""


class Answer(NamedTuple):
    """A named answer, safe to print."""

    value: int
    label: str
    hint: str = ""
    number: str = ""
    """The set number, for a card of a hand or pile."""


def answers_of(question: Question[Any], answer: Callable[[int], Answer]) -> list[Answer]:
    """Return all answers with their names: of copies of a card only the first one; yes before no."""
    found = [answer(value) for value in question.options if value != STOP]
    if question.kind in ("may", "reroll"):
        found.reverse()
    first: dict[str | int, Answer] = {}
    for each in found:
        first.setdefault(each.number or each.value, each)
    return [*first.values(), *([Answer(STOP, gettext("No more"))] if question.may_stop else [])]


def may_words(question: Question[Any], voice: Voice) -> str:
    """Return the question of an optional effect, with its price."""
    about = question.about
    if not isinstance(about, May):
        return gettext("**Do you want to?**")
    price, then = payments(about.pay, voice), safe(label(about.then, voice))
    if not price:
        return gettext("**Do you want this: {then}?**", then=then)
    return gettext("**Do you want to {price}? Then: {then}.**", price=price, then=then)


def may_answer(value: int) -> Answer:
    """Return the label of an answer to an optional effect."""
    return Answer(value, gettext("Yes") if value == YES else gettext("No"))


def option_words(question: Question[Any], value: int, owner: Seat, voice: Voice) -> str:
    """Return the description of an option: "Draw a card"; with the mark of the card's owner if another seat
    chooses.
    """
    return _option(question, value, owner, voice, SEAT_MARKS[owner])


def option_answer(question: Question[Any], value: int, owner: Seat, voice: Voice) -> Answer:
    """Return the description of an option as an answer: only the owner's mark is markup, nothing in the
    card's text.
    """
    parts = _option(question, value, owner, voice, _OWNER).split(_OWNER)
    return Answer(value, SEAT_MARKS[owner].join(map(escaped, parts)))


def _option(question: Question[Any], value: int, owner: Seat, voice: Voice, mark: str) -> str:
    if not isinstance(question.about, Choose):
        return gettext("Option {number}", number=value + 1)
    if owner != question.seat:
        voice = voice._replace(you=mark)
    return label(question.about.options[value], voice)
