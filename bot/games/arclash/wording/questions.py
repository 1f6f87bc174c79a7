"""Questions of cards and the labels of their answers: for menus, typed words and descriptions."""

from __future__ import annotations

from bot.base.language import gettext, messages, ngettext
from bot.engine.cards.explaining import (
    YES,
    Answer,
    answers_of,
    label,
    may_answer,
    may_words,
    option_answer,
    option_words,
)
from bot.engine.cards.program import Question
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, dice_shown, fit, safe
from bot.games.arclash.cards.words import VOICE
from bot.games.arclash.cards.words.abilities import Search
from bot.games.arclash.rules.state import owner_of
from bot.games.arclash.wording.names import Talk, in_sight, points_words

_CARD = messages("arclash", "questions", dict[str, str])
"""The question of kind `card`, by its purpose."""


_MEANING = 300
"""The maximum length of the text about a roll's meaning, in characters."""


def asking_card(talk: Talk, question: Question) -> str | None:
    """Return the set number of the card that asks; None if it is not visible."""
    return in_sight(talk.view).get(question.card)


def question_words(talk: Talk, question: Question) -> str:
    """Return the question in markdown: "**Choose a card to discard (2 cards to go).**"."""
    match question.kind:
        case "seat":
            return gettext("**Choose an opponent.**")
        case "card":
            return _card_words(talk, question)
        case "option":
            return gettext("**Choose what happens.**")
        case "may":
            return may_words(question, VOICE)
        case "guess":
            return gettext("**At which position is the marked card? Guess.**")
        case _:
            return _reroll_words(talk, question)


def _reroll_words(talk: Talk, question: Question) -> str:
    """Return the roll with its card and meaning there, and the card that allows a reroll."""
    dice, running = dice_shown(question.rolled), talk.view.running
    number = in_sight(talk.view).get(running[0].card, "") if running else ""
    if not number:
        return gettext("You rolled {dice}. **Do you roll again?**", dice=dice)
    told = gettext("You rolled {dice} for {card}.", dice=dice, card=talk.named(number))
    meaning = label(running[0].effects, VOICE)
    asking = asking_card(talk, question)
    asks = (
        gettext("**Do you roll again?**")
        if asking is None
        else gettext("{card} lets you: **do you roll again?**", card=talk.named(asking))
    )
    return f"{told}\n> {safe(fit(meaning, _MEANING))}\n{asks}"


def _card_words(talk: Talk, question: Question) -> str:
    if question.why == "look":
        return _looking_words(talk)
    words = _card_wanted(talk, question)
    if question.left < 2:
        return f"**{words}.**"
    return f"**{words} ({ngettext('{number} card to go', '{number} cards to go', question.left)}).**"


def _looking_words(talk: Talk) -> str:
    """Return the cards that the viewer looks at, by owner."""
    seats = sorted({owner_of(one.card) for one in talk.view.looking})
    if not seats:
        return gettext("**Cards are looked at.**")
    by_owner = [[one for one in talk.view.looking if owner_of(one.card) == seat] for seat in seats]
    shown = [f"{talk.who(seat)} {talk.several(own)}" for seat, own in zip(seats, by_owner, strict=True)]
    return gettext("**You look at:** {cards}.", cards="; ".join(shown))


def _card_wanted(talk: Talk, question: Question) -> str:
    """Return the purpose of choosing a card, without a full stop."""
    if isinstance(question.about, Search) and question.about.to == "deck":
        return gettext("Choose a card to shuffle into your deck")
    if question.why == "discard" and question.of is not None and question.of != question.seat:
        player = talk.names[question.of]
        return gettext("Choose a card from the hand of {player} to discard", player=player)
    return gettext(_CARD[question.why]) if question.why in _CARD else gettext("Choose a card")


def answers(talk: Talk, question: Question) -> list[Answer]:
    """Return the label of every answer, only for the first of a card's copies; yes before no."""
    return answers_of(question, lambda value: _answer(talk, question, value))


def _answer(talk: Talk, question: Question, value: int) -> Answer:
    match question.kind:
        case "seat":
            return _seat_answer(talk, value)
        case "card":
            number, lexicon = in_sight(talk.view).get(value, ""), talk.lexicon
            if not number:
                return Answer(value, gettext("A card"))
            hint = "; ".join([word for word in (lexicon.stats(number), lexicon.short(number)) if word])
            return Answer(value, safe(lexicon.plain(number)), safe(hint), number)
        case "option":
            return option_answer(question, value, owner_of(question.card), VOICE)
        case "guess":
            return Answer(value, gettext("Position {number}", number=value + 1))
        case "reroll":
            return Answer(value, gettext("Roll again") if value == YES else gettext("Keep the roll"))
        case _:  # something that one may do
            return may_answer(value)


def _seat_answer(talk: Talk, seat: Seat) -> Answer:
    place = talk.view.places[seat]
    points = points_words(place.score)
    hint = gettext(
        "power {power}, {points}, {hand} in hand", power=place.power, points=points, hand=place.hand
    )
    return Answer(seat, f"{SEAT_MARKS[seat]} {talk.names[seat]}", hint)


def option_label(talk: Talk, question: Question, value: int) -> str:  # noqa: ARG001 - numbers of cards say whose
    """Return the label of an option: its effect."""
    return option_words(question, value, owner_of(question.card), VOICE)
