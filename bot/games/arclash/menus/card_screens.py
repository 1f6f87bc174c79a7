"""Screens with cards: selects for a hand's actions, Supports, card texts, and a card's question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from bot.base.language import gettext
from bot.engine import menus
from bot.engine.cards.costs import discards
from bot.engine.cards.explaining import Answer
from bot.engine.cards.nodes import CostNode as Cost
from bot.engine.cards.program import STOP
from bot.engine.cards.text.amounts import payments
from bot.engine.contract import Action
from bot.engine.menus import BUTTONS, HINT, LABEL, TEXT, buttons, select
from bot.engine.sentences import SEAT_MARKS, either, fit, safe
from bot.engine.wording import Choice, Group, Menu
from bot.games.arclash.cards.cardtext import card_traits
from bot.games.arclash.cards.words import VOICE
from bot.games.arclash.rules.actions import Advance, Choose, Open, Pay, Play, Renew
from bot.games.arclash.rules.state import owner_of
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.names import Talk, fitting_ways, in_sight, once_each
from bot.games.arclash.wording.questions import answers, asking_card, question_words

_BUTTON_ROWS = 2
"""The maximum number of button rows for answers; more answers use a select."""
_PAIRS = 50
"""The maximum number of pairs in a select; with more, one card after the other is as quick."""

CardAction = Open | Advance | Pay | Play | Renew
CardActionT = TypeVar("CardActionT", Open, Advance, Pay, Play, Renew)


class MenuContext(menus.MenuContext[Talk]):
    """The legal actions of a seat by type, and the way its cards are offered."""

    def __init__(self, talk: Talk, legal: Sequence[Action]) -> None:
        super().__init__(talk, legal)
        self._numbers = in_sight(talk.view)

    def shown(self, kind: type[CardActionT]) -> list[tuple[Shown, CardActionT]]:
        """Return the cards with this action; of copies only the first, because they are the same choice."""
        cards: dict[str, tuple[Shown, CardActionT]] = {}
        for action in self.of(kind):
            number = self._numbers[action.card]
            cards.setdefault(number, (Shown(action.card, number), action))
        return list(cards.values())

    def select(self, kind: type[CardActionT], prompt: str, *, at_once: bool = True) -> list[Group]:
        """Return a select of cards: a choice carries out the action at once, or leads to its screen."""
        choices = []
        for shown, action in self.shown(kind):
            label = safe(self.talk.lexicon.plain(shown.number))
            done = (action,) if at_once else ()
            choices.append(self.choice(card_key(shown), label, self._hint(kind, shown), *done))
        return select(prompt, choices)

    def payments(self) -> list[Group]:
        """Return the discards for a cost: in pairs if it asks for two cards, else one by one."""
        return self._pairs() or self.select(Pay, gettext("Discard"))

    def _pairs(self) -> list[Group]:
        """Return a select of pairs of the cards.

        It is empty if one card is needed, if the discards accept different cards, or if there are too many
        pairs.
        """
        view = self.talk.view
        assert view.placed is not None, "only what lies face down is paid for"
        wanted = {which for costs in _prices(self.talk, view.placed.number) for which in discards(costs)}
        if view.owed < 2 or len(wanted) > 1:
            return []
        pairs = list(self._unlike(combinations(self.of(Pay), 2)))
        return select(gettext("Discard two"), pairs) if len(pairs) <= _PAIRS else []

    def _unlike(self, pairs: Iterable[tuple[Pay, Pay]]) -> Iterator[Choice]:
        """Yield the choice of each pair; the first one of pairs of equal cards."""
        lexicon, told = self.talk.lexicon, set[tuple[str, ...]]()
        for pair in pairs:
            numbers = tuple(sorted([self._numbers[action.card] for action in pair]))
            if numbers in told:
                continue
            told.add(numbers)
            first, second = [safe(lexicon.plain(self._numbers[action.card])) for action in pair]
            hint = "; ".join([lexicon.stats(self._numbers[action.card]) for action in pair])
            key = "-".join([f"c{action.card}" for action in pair])
            yield self.choice(key, f"{first} + {second}", safe(hint), *pair)

    def _hint(self, kind: type[CardAction], shown: Shown) -> str:
        lexicon = self.talk.lexicon
        words = [] if kind is Play else [lexicon.stats(shown.number)]
        words += [price_words(self.talk, shown.number)] if kind is Advance else []
        return safe("; ".join([word for word in (*words, lexicon.short(shown.number)) if word]))

    def standing(self) -> str:
        """Return the viewer's own Character with its power."""
        view = self.talk.view
        place = view.places[view.viewer] if view.viewer is not None else None
        if place is None or not place.stack:
            return gettext("You have no Character in play.")
        number = place.stack[-1].number
        card, face = self.talk.named(number), self.talk.lexicon.face(number)
        return gettext(
            "Your Character: {card} (level {level}, power {power} now).",
            card=card,
            level=face.level if face is not None else "?",
            power=place.power,
        )

    def rivals(self) -> str:
        """Return the opponents' powers."""
        view = self.talk.view
        others = [
            f"{SEAT_MARKS[seat]} {self.talk.named(place.stack[-1].number)} {place.power}"
            for seat, place in enumerate(view.places)
            if seat != view.viewer and place.stack and not place.out
        ]
        return gettext("Against you: {rivals}.", rivals=", ".join(others))


def card_key(shown: Shown) -> str:
    """Return the key of a card: its number in the match, which reveals nothing."""
    return f"c{shown.card}"


def play_screen(context: MenuContext, key: str) -> Menu | None:
    """Return the confirmation of a Support: its text, and the button that plays it."""
    for shown, action in context.shown(Play):
        if card_key(shown) == key:
            text = f"{card_text(context.talk, shown.number)}\n\n{context.standing()}\n{context.rivals()}"
            label = gettext("Play {card}", card=safe(context.talk.lexicon.plain(shown.number)))
            play = Choice("play", fit(label, LABEL), "", (action,), style="good")
            return Menu(fit(text, TEXT), tuple(buttons([play])))
    return None


def reading_button(context: MenuContext) -> list[Choice]:
    """Return the button to the texts of the visible cards, if there are any."""
    return [Choice("read", gettext("Read the cards"))] if _legible(context.talk) else []


def reading_screen(context: MenuContext, rest: tuple[str, ...]) -> Menu | None:
    """Return the texts of the own hand with a select of all visible cards, or the text of one of them."""
    legible = {card_key(shown): shown for shown in _legible(context.talk)}
    if not legible or len(rest) > 1 or not set(rest) <= set(legible):
        return None
    shown = [legible[key] for key in rest] or list(once_each(_own(context.talk)))
    text = _texts(context.talk, [card.number for card in shown])
    if rest:
        return Menu(text, ())
    lexicon = context.talk.lexicon
    choices = [
        context.choice(key, safe(lexicon.plain(card.number)), lexicon.stats(card.number))
        for key, card in legible.items()
    ]
    return Menu(text, tuple(select(gettext("Read one card"), choices)))


def _texts(talk: Talk, numbers: Sequence[str]) -> str:
    """Return the cards with their texts, as far as these fit."""
    if not numbers:
        return gettext("Your hand is empty.")
    whole = "\n".join([card_text(talk, number) for number in numbers])
    if len(whole) <= TEXT or len(numbers) == 1:
        return fit(whole, TEXT)
    briefs = ["\n".join([_brief(talk, number, most) for number in numbers]) for most in (HINT, HINT // 2, 0)]
    return next((text for text in briefs if len(text) <= TEXT), fit(briefs[-1], TEXT))


def card_text(talk: Talk, number: str) -> str:
    """Return a card in markdown: its name, its printed values, and its rules text."""
    head = f"**{talk.named(number)}** · {talk.lexicon.stats(number)}"
    face = talk.lexicon.face(number)
    words = ", ".join(card_traits(face)) if face is not None else ""
    traits = f" · {safe(words)}" if words else ""
    lines = [safe(line) for line in talk.lexicon.text(number)]
    return "\n".join([f"{head}{traits}", *lines])


def _brief(talk: Talk, number: str, most: int) -> str:
    text = f": {fit(safe(talk.lexicon.short(number)), most)}" if most else ""
    return f"**{talk.named(number)}** · {talk.lexicon.stats(number)}{text}"


def _own(talk: Talk) -> Sequence[Shown]:
    """Return the cards among which the viewer chooses: its hand, or its openers."""
    view = talk.view
    return view.openers if view.phase == "openers" else view.hand


def _legible(talk: Talk) -> tuple[Shown, ...]:
    """Return one copy of each visible card, own cards and cards in play first; without discard piles."""
    view = talk.view
    in_play: Iterable[Shown] = [
        card for place in view.places if not place.out for card in (*reversed(place.stack), *place.supports)
    ]
    return once_each((*_own(talk), *view.looking, *in_play))


def price_words(talk: Talk, number: str) -> str:
    """Return the cost of putting a card on the viewer's Character: "discard 2 cards"; "" if it is free."""
    return either(list(dict.fromkeys([payments(costs, VOICE) for costs in _prices(talk, number)])))


def _prices(talk: Talk, number: str) -> list[Sequence[Cost]]:
    return [way.costs for _, way in fitting_ways(talk, number).values()]


def question_screen(context: MenuContext) -> Menu:
    """Return the screen of the viewer's question; an answer is sent at once."""
    talk = context.talk
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
    legal = set(context.of(Choose))
    possible = [answer for answer in answers(talk, question) if Choose(answer.value) in legal]
    groups = [*_answer_groups(context, question.kind, possible), *buttons(reading_button(context))]
    return Menu(fit(text, TEXT), tuple(groups))


def _answer_groups(context: MenuContext, kind: str, possible: list[Answer]) -> list[Group]:
    choices = [context.choice(_key(one), one.label, one.hint, Choose(one.value)) for one in possible]
    stop = [choice for choice, one in zip(choices, possible, strict=True) if one.value == STOP]
    rest = [choice for choice in choices if choice not in stop]
    if kind in ("card", "option", "seat") or len(rest) > _BUTTON_ROWS * BUTTONS:
        return [*select(gettext("Your answer"), rest), *buttons(stop)]
    return buttons([*rest, *stop])


def _key(answer: Answer) -> str:
    """Return the key of an answer: for a card its number in the match, which reveals nothing."""
    return "stop" if answer.value == STOP else f"a{answer.value}"
