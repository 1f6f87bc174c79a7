"""The screen on which a card asks something: its text, the question, the answers."""

from __future__ import annotations

from bot.engine.cards.program import STOP
from bot.engine.language import gettext
from bot.engine.markdown import fit
from bot.engine.menus import BUTTONS, buttons, select
from bot.engine.wording import Group, Menu
from bot.games.arclash.actions import Choose
from bot.games.arclash.cardmenu import TEXT, Desk, card_text, reading_button
from bot.games.arclash.questions import Answer, answers, asking_card, question_words
from bot.games.arclash.state import owner_of

_BUTTON_ROWS = 2
"""Rows of buttons that answers may fill; more of them come in a select."""


def question_screen(desk: Desk) -> Menu:
    """Return the screen of the question that the viewer is asked; an answer is given at once."""
    talk = desk.talk
    question = talk.view.question
    assert question is not None, "only who is asked comes here"
    asking = asking_card(talk, question)
    text = question_words(talk, question)
    if asking is not None:
        whose = owner_of(question.card)
        text = f"{text}\n{card_text(talk, asking)}"
        if not talk.own(whose):
            asks = gettext("{who} asks you; the opponent on the card is you.", who=talk.who(whose))
            text = f"{asks}\n{text}"
    legal = set(desk.of(Choose))
    found = [answer for answer in answers(talk, question) if Choose(answer.value) in legal]
    groups = [*_answer_groups(desk, question.kind, found), *buttons(reading_button(desk))]
    return Menu(fit(text, TEXT), tuple(groups))


def _answer_groups(desk: Desk, kind: str, found: list[Answer]) -> list[Group]:
    choices = [desk.choice(_key(one), one.label, one.hint, Choose(one.value)) for one in found]
    stop = [choice for choice, one in zip(choices, found, strict=True) if one.value == STOP]
    rest = [choice for choice in choices if choice not in stop]
    if kind in ("card", "option", "seat") or len(rest) > _BUTTON_ROWS * BUTTONS:
        return [*select(gettext("Your answer"), rest), *buttons(stop)]
    return buttons([*rest, *stop])


def _key(answer: Answer) -> str:
    """Return the key of an answer: of a card its number in the match, which tells nothing."""
    return "stop" if answer.value == STOP else f"a{answer.value}"
