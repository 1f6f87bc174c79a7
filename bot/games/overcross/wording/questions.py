"""Questions of cards and the labels of their answers: for menus, typed words and descriptions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.base.language import N_, gettext, messages, ngettext
from bot.engine.cards.explaining import Answer, answers_of, may_answer, may_words, option_answer, option_words
from bot.engine.cards.program import Question
from bot.engine.decks import Card
from bot.engine.sentences import SEAT_MARKS, safe
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.cards.words import VOICE
from bot.games.overcross.wording.card_sentences import direction_words
from bot.games.overcross.wording.names import Talk, counters_words

_WANTED = messages("overcross", "questions", dict[str, str])
"""The questions, by their purpose."""
_KINDS: Mapping[str, str] = {
    "card": N_("Choose a card"),
    "square": N_("Choose a square"),
    "direction": N_("Choose a direction"),
    "piece": _WANTED["target"],
}
"""The question of each kind, for a purpose without its own text."""


def question_words(talk: Talk, question: Question) -> str:
    """Return the question in markdown: "**Choose a card to discard (2 to go).**"."""
    if question.kind == "may":
        return may_words(question, VOICE)
    # The purpose of the choice, without a full stop.
    if question.kind == "card" and question.of is not None and question.of != question.seat:
        words = gettext("Choose a card from the hand of {player}", player=talk.names[question.of])
    else:
        words = gettext(_WANTED.get(question.why) or _KINDS.get(question.kind, _WANTED["option"]))
    if question.left < 2:
        return f"**{words}.**"
    return f"**{words} ({ngettext('{number} to go', '{number} to go', question.left)}).**"


def answers(talk: Talk, question: Question) -> list[Answer]:
    """Return the label of every answer, only for the first of a card's copies; yes before no."""
    return answers_of(question, lambda value: _answer(talk, question, value))


def _answer(talk: Talk, question: Question, value: int) -> Answer:
    match question.kind:
        case "seat":
            hint = ngettext("{number} card in hand", "{number} cards in hand", talk.view.hands[value])
            return Answer(value, f"{SEAT_MARKS[value]} {talk.names[value]}", hint)
        case "card":
            number, lexicon = talk.number(value), talk.lexicon
            return Answer(value, safe(lexicon.plain(number)), safe(lexicon.short(number)), number)
        case "piece":
            piece, terrain = talk.queries.piece(value), talk.queries.terrain(value)
            if piece is not None:
                piece_hint = counters_words(piece.counters)
            else:
                piece_hint = counters_words(terrain.counters) if terrain is not None else ""
            return Answer(value, piece_label(talk, value), piece_hint)
        case "square":
            return Answer(value, talk.square(value))
        case "direction":
            return Answer(value, direction_words(value))
        case "option":
            return option_answer(question, value, talk.queries.owner(question.card), VOICE)
        case _:  # something that one may do
            return may_answer(value)


def piece_label(talk: Talk, card: Card) -> str:
    """Return a piece in play with its square, safe to print: "■Lurker at C4"."""
    mark = SEAT_MARKS[talk.queries.owner(card)]
    return _in_place(talk, card, lambda each: f"{mark if each == card else ''}{safe(talk.plain(each))}")


def piece_words(talk: Talk, card: Card) -> str:
    """Return a piece in play with its square, not escaped."""
    return _in_place(talk, card, talk.plain)


def _in_place(talk: Talk, card: Card, called: Callable[[Card], str]) -> str:
    queries, name = talk.queries, called(card)
    bearer, terrain = queries.bearer(card), queries.terrain(card)
    if bearer is not None:
        words = gettext("{edit} on {name}", edit=name, name=called(bearer.card))
        return _at(talk, words, bearer)
    if terrain is not None:
        return gettext("{name} at {square}", name=name, square=talk.square(terrain.centre))
    return _at(talk, name, queries.piece(card))


def _at(talk: Talk, name: str, piece: Piece | None) -> str:
    if piece is None:
        return name
    return gettext("{name} at {square}", name=name, square=talk.place(piece.square))


def option_label(talk: Talk, question: Question, value: int) -> str:
    """Return the label of an option: its effect."""
    return option_words(question, value, talk.queries.owner(question.card), VOICE)
