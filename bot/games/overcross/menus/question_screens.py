"""The screen of a card's question: its text, the question, the answers."""

from __future__ import annotations

from bot.base.language import gettext
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.questions import Answer
from bot.engine.markdown import fit
from bot.engine.menus import TEXT, buttons, select
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.menus.context import MenuContext, card_text, read_button
from bot.games.overcross.rules.actions import Choose
from bot.games.overcross.wording.questions import answers, question_words


def question_screen(context: MenuContext, path: tuple[str, ...]) -> Menu:
    """Return the screen of the viewer's question; an answer is sent at once."""
    question = context.talk.view.question
    assert question is not None, "only who is asked comes here"
    legal = set(context.of(Choose))
    found = [answer for answer in answers(context.talk, question) if Choose(answer.value) in legal]
    if question.kind == "square":
        return _squares_screen(context, question, found, path)
    focus = Focus(targets=_pointed(context, question))
    return Menu(
        _text(context, question), (*_groups(context, question.kind, found), *_row(context, found)), focus
    )


def _text(context: MenuContext, question: Question) -> str:
    talk, owner = context.talk, context.talk.queries.owner(question.card)
    text = f"{question_words(talk, question)}\n{card_text(talk, talk.number(question.card))}"
    if not talk.own(owner):
        text = f"{gettext('{who} asks you; the opponent on the card is you.', who=talk.who(owner))}\n{text}"
    return fit(text, TEXT)


def _pointed(context: MenuContext, question: Question) -> dict[int, str]:
    """Return the squares of the Characters and terrains that can be chosen."""
    if question.kind != "piece":
        return {}
    squares = map(context.talk.queries.where, question.options)
    return dict.fromkeys([square for square in squares if square != OFF], "")


def _groups(context: MenuContext, kind: str, found: list[Answer]) -> list[Group]:
    choices = [_choice(context, one) for one in found if one.value != STOP]
    if kind in ("may", "direction"):
        return buttons(choices)
    return select(gettext("Your answer"), choices)


def _choice(context: MenuContext, answer: Answer) -> Choice:
    """Return an answer; its key is a number of the match, which reveals nothing."""
    return context.choice(f"a{answer.value}", answer.label, answer.hint, Choose(answer.value))


def _row(context: MenuContext, found: list[Answer]) -> list[Group]:
    stop = [
        context.choice("stop", answer.label, answer.hint, Choose(STOP))
        for answer in found
        if answer.value == STOP
    ]
    return buttons([*stop, read_button()])


def _squares_screen(
    context: MenuContext, question: Question, found: list[Answer], path: tuple[str, ...]
) -> Menu:
    """Return the squares to choose from; if there are many, the squares of one row."""
    by_square = {one.value: _choice(context, one) for one in found if one.value != STOP}
    if lane := context.lane(by_square, path):
        return context.lane_menu(_text(context, question), lane.title, lane, by_square)
    groups = context.lanes(gettext("The square"), by_square)
    return Menu(_text(context, question), (*groups, *_row(context, found)), Focus(reach=frozenset(by_square)))
