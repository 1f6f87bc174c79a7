"""The words for the actions of Arclash: cards by name or set number, decks by title, answers as called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.engine.cards.program import STOP, Question
from bot.engine.deckbuilding import spellings
from bot.engine.errors import UnreadableAction
from bot.engine.language import ENGLISH, N_, gettext, pgettext, speaking
from bot.engine.markdown import fit
from bot.engine.phrases import SEAT_MARKS
from bot.engine.typed import Asked, Commands, Named, Thing, ValueT, Word, candidates
from bot.games.arclash.rules.actions import Open
from bot.games.arclash.wording.decklists import read_deck, write_deck
from bot.games.arclash.wording.names import Lexicon, in_sight, once_each
from bot.games.arclash.wording.questions import YES, answers, option_label

_LONGEST = 100
"""Characters of a word as typed; what is formatted must fit."""


def _decks(asked: Asked) -> list[str]:
    return list(asked.view.lexicon.pool.decks)


def _deck(asked: Asked, key: str) -> Named[str]:
    """Return a ready deck by its title, by its key where another has the same title."""
    decks = asked.view.lexicon.pool.decks
    titles = Counter([pgettext("card", deck.title).casefold() for deck in decks.values()])
    title = pgettext("card", decks[key].title)
    formatted = title if titles[title.casefold()] == 1 else key
    return Named(key, formatted, (key, *spellings(decks[key].title)))


class _DeckList(Word):
    """A deck of one's own, as a list of cards."""

    missing = N_('Say which cards, such as "2 TID-01, 1 TID-04".')

    def format(self, asked: Asked, value: Iterable[str]) -> str:  # noqa: ARG002 - set numbers are the same everywhere
        """Return the list, by set numbers."""
        return write_deck(value)

    def parse(self, asked: Asked, word: str) -> tuple[str, ...]:
        """Return the set numbers. Raises `UnreadableAction`."""
        return read_deck(word, asked.view.lexicon)


# Cards


def _hand(asked: Asked) -> list[int]:
    view = asked.view.view
    if not view.hand:
        empty = N_("Your hand is empty.") if view.turn else N_("You have no hand before the first turn.")
        raise UnreadableAction(gettext(empty))
    return [one.card for one in once_each(view.hand)]


def _openers(asked: Asked) -> list[int]:
    if not asked.view.view.openers:
        raise UnreadableAction(
            gettext("You choose whom you begin with in the opening, once all have a deck.")
        )
    return [one.card for one in once_each(asked.view.view.openers)]


def _card(asked: Asked, card: int) -> Named[int]:
    number = in_sight(asked.view.view).get(card)
    return Named(card, gettext("a card")) if number is None else _named(card, number, asked.view.lexicon)


def _named(value: ValueT, number: str, lexicon: Lexicon) -> Named[ValueT]:
    face = lexicon.face(number)
    names = spellings(face.name) if face is not None else ()
    return Named(value, lexicon.plain(number), (*names, number), [f"{name} {number}" for name in names])


def _not_in_hand(asked: Asked, word: str, known: str) -> None:
    _not_there(asked, word, known, N_("{card} is not in your hand: there you have {known}."))


def _no_opener(asked: Asked, word: str, known: str) -> None:
    _not_there(
        asked, word, known, N_("{card} is not a Level 1 Character of your deck: there you have {known}.")
    )


def _not_there(asked: Asked, word: str, known: str, sentence: str) -> None:
    """Raise `UnreadableAction` where the word names a card that the player could have had."""
    lexicon = asked.view.lexicon
    elsewhere = candidates(word, [_named(number, number, lexicon) for number in lexicon.pool.cards])
    if elsewhere:
        raise UnreadableAction(gettext(sentence, card=elsewhere[0].formatted, known=known))


# Answers to what a card asks


def _answers(asked: Asked) -> list[int]:
    question = asked.view.view.question
    if question is None or question.seat != asked.seat:
        raise UnreadableAction(gettext("No card asks you anything now."))
    return [one.value for one in answers(asked.view, question)]


def _answer(asked: Asked, value: int) -> Named[int]:
    question = asked.view.view.question
    if question is not None and question.kind == "card" and value != STOP:
        return _card(asked, value)
    if question is None:
        return Named(value, str(value))
    return _nameable(value, question)


def _nameable(value: int, question: Question) -> Named[int]:
    number = str(value + 1)
    if value == STOP:
        return _word(value, N_("no more"), N_("stop"), N_("none"), N_("nothing"), N_("done"))
    match question.kind:
        case "seat":
            seat = gettext("seat {number}", number=number)
            player = gettext("player {number}", number=number)
            english = (f"seat {number}", f"player {number}")
            return Named(value, seat, (seat, player, *english), (number, SEAT_MARKS[value]))
        case "option":
            with speaking(ENGLISH):
                english_label = option_label(question, value)
            return _option(value, option_label(question, value), english_label)
        case "guess":
            position = gettext("position {number}", number=number)
            return Named(value, position, (position, f"position {number}"), (number,))
        case "may" if value == YES:
            return _word(value, N_("yes"), N_("y"))
        case "may":
            return _word(value, N_("no"), N_("n"))
        case "reroll" if value == YES:
            return _word(value, N_("roll again"), N_("yes"), N_("again"), N_("reroll"))
    return _word(value, N_("keep"), N_("no"), N_("keep the roll"))


def _word(value: int, *words: str) -> Named[int]:
    """Return an answer that is called so, in the language that is spoken and in English."""
    said = [gettext(word) for word in words]
    return Named(value, said[0], (*said, *words))


def _option(value: int, label: str, english: str) -> Named[int]:
    number = str(value + 1)
    formatted, formatted_in_english = [fit(f"{number}: {words}", _LONGEST) for words in (label, english)]
    option = gettext("option {number}", number=number)
    return Named(
        value, formatted, (option, f"option {number}", label, english, formatted_in_english), (number,)
    )


_NO_CARD = N_("{word} is not a card")
_SAY_CARD = N_("Say which card, by its name or set number.")

COMMANDS = Commands(
    {
        "deck": Thing(
            missing=N_("Say which ready deck, by its title."),
            among=_decks,
            name=_deck,
            unknown=N_("{word} is not a ready deck"),
            there=N_("the decks are {known}"),
            quoted=True,
        ),
        "cards": _DeckList(),
        (Open, "card"): Thing(
            missing=_SAY_CARD,
            among=_openers,
            name=_card,
            unknown=_NO_CARD,
            there=N_("in your deck you have {known}"),
            elsewhere=_no_opener,
            quoted=True,
        ),
        "card": Thing(
            missing=_SAY_CARD,
            among=_hand,
            name=_card,
            unknown=_NO_CARD,
            there=N_("in your hand you have {known}"),
            elsewhere=_not_in_hand,
            quoted=True,
        ),
        "answer": Thing(
            missing=N_("Say your choice, as it is called in the question."),
            among=_answers,
            name=_answer,
            unknown=N_("{word} is not an answer"),
            there=N_("you can say {known}"),
            quoted=True,
        ),
    }
)
"""The words for the actions; what they are formatted and parsed with is a `Talk`."""
