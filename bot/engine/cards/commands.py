"""Typed words of games with cards (`bot.engine.typed`): cards, decks, and answers to cards' questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.base.language import ENGLISH, N_, gettext, pgettext, speaking
from bot.engine.cards.deckbuilding import spellings
from bot.engine.cards.decklists import DeckText, write_deck
from bot.engine.cards.explaining import YES, Answer
from bot.engine.cards.program import STOP, Question
from bot.engine.cards.wording import KeyT, Lexicon
from bot.engine.errors import UnreadableAction
from bot.engine.sentences import SEAT_MARKS, fit
from bot.engine.typed import Asked, Named, Thing, ValueT, Word, candidates

LONGEST = 100
"""The maximum length of a typed word in characters; every formatted word must fit."""


def choice(value: ValueT, *words: str) -> Named[ValueT]:
    """Return a choice with this name, in the current language and in English."""
    said = [gettext(word) for word in words]
    return Named(value, said[0], (*said, *words))


# Cards

NO_CARD = N_("{word} is not a card")
SAY_CARD = N_("Say which card, by its name or set number.")


def printed(value: ValueT, card: KeyT, lexicon: Lexicon[Any, KeyT, Any]) -> Named[ValueT]:
    """Return a choice that is named by a card's name or set number."""
    face = lexicon.face(card)
    number = str(card) if face is None else face.number
    names: tuple[str, ...] = () if face is None else spellings(face.name)
    return Named(value, lexicon.plain(card), (*names, number), [f"{name} {number}" for name in names])


def hand_card(
    among: Callable[[Asked], Iterable[int]],
    name: Callable[[Asked, int], Named[int]],
    formatted: Callable[[Asked, int], str] | None = None,
) -> Thing:
    """Return the word for a card of the hand."""
    return Thing(
        missing=SAY_CARD,
        among=among,
        name=name,
        formatted=formatted,
        unknown=NO_CARD,
        there=N_("in your hand you have {known}"),
        elsewhere=_not_in_hand,
        quoted=True,
    )


def _not_in_hand(asked: Asked, word: str, known: str) -> None:
    """Raise `UnreadableAction` where the word names a card that the player could have had."""
    not_among(asked, word, known, N_("{card} is not in your hand: there you have {known}."))


def not_among(asked: Asked, word: str, known: str, sentence: str) -> None:
    """Raise `UnreadableAction` with this sentence if the word names a card of the match."""
    lexicon = asked.view.lexicon
    elsewhere = candidates(word, [printed(number, number, lexicon) for number in lexicon.pool.cards])
    if elsewhere:
        raise UnreadableAction.translated(sentence, card=elsewhere[0].formatted, known=known)


# Decks


def ready_deck(among: Callable[[Asked], Iterable[str]]) -> Thing:
    """Return the word for one of the ready decks, by its title."""
    return Thing(
        missing=N_("Say which ready deck, by its title."),
        among=among,
        name=_deck,
        unknown=N_("{word} is not a ready deck"),
        there=N_("the decks are {known}"),
        quoted=True,
    )


def _deck(asked: Asked, key: str) -> Named[str]:
    """Return a ready deck by its title, or by its key if another deck has the same title."""
    decks = asked.view.lexicon.pool.decks
    if key not in decks:
        return Named(key, key)
    titles = Counter([pgettext("card", deck.title).casefold() for deck in decks.values()])
    title = pgettext("card", decks[key].title)
    formatted = title if titles[title.casefold()] == 1 else key
    return Named(key, formatted, (key, *spellings(decks[key].title)))


@dataclass(frozen=True)
class DeckList(Word):
    """A player's own deck, as a list of cards."""

    text: DeckText

    @property
    def missing(self) -> str:  # type: ignore[override] # it is only read
        """Return the error sentence for a missing list."""
        return self.text.missing

    def format(self, asked: Asked, value: Iterable[str]) -> str:  # noqa: ARG002 - set numbers are the same everywhere
        """Return the list, by set numbers."""
        return write_deck(value)

    def parse(self, asked: Asked, word: str) -> tuple[str, ...]:
        """Return the set numbers. Raises `UnreadableAction`."""
        return self.text.read(word, asked.view.lexicon)


# Answers to the question of a card


@dataclass(frozen=True)
class Answers:
    """The typed words for answers to cards' questions; the view is given by the game's `Talk`."""

    called: Callable[[Any, Any], Sequence[Answer]]
    """Returns the named answers to a question."""
    option: Callable[[Any, Any, int], str]
    """Returns the description of an option of a question."""
    kinds: Mapping[str, Callable[[Asked, int], Named[int]]]
    """The names of answers to the game's own kinds of questions."""

    def thing(self) -> Thing:
        """Return the word for an answer."""
        return Thing(
            missing=N_("Say your choice, as it is called in the question."),
            among=self._among,
            name=self._name,
            unknown=N_("{word} is not an answer"),
            there=N_("you can say {known}"),
            quoted=True,
        )

    def _among(self, asked: Asked) -> list[int]:
        question = asked.view.view.question
        if question is None or question.seat != asked.seat:
            raise UnreadableAction.translated("No card asks you anything now.")
        return [one.value for one in self.called(asked.view, question)]

    def _name(self, asked: Asked, value: int) -> Named[int]:
        question: Question[Any] | None = asked.view.view.question
        if question is None:
            return Named(value, str(value))
        if value == STOP:
            return choice(value, N_("no more"), N_("stop"), N_("none"), N_("nothing"), N_("done"))
        if question.kind in self.kinds:
            return self.kinds[question.kind](asked, value)
        return _KINDS[question.kind](value) if question.kind in _KINDS else self._option(asked, value)

    def _option(self, asked: Asked, value: int) -> Named[int]:
        number, question = str(value + 1), asked.view.view.question
        label = self.option(asked.view, question, value)
        with speaking(ENGLISH):
            english = self.option(asked.view, question, value)
        formatted, in_english = [fit(f"{number}: {words}", LONGEST) for words in (label, english)]
        option = gettext("option {number}", number=number)
        return Named(value, formatted, (option, f"option {number}", label, english, in_english), (number,))


def _seat(value: int) -> Named[int]:
    number = str(value + 1)
    seat, player = gettext("seat {number}", number=number), gettext("player {number}", number=number)
    english = (f"seat {number}", f"player {number}")
    return Named(value, seat, (seat, player, *english), (number, SEAT_MARKS[value]))


def _may(value: int) -> Named[int]:
    return choice(value, *((N_("yes"), N_("y")) if value == YES else (N_("no"), N_("n"))))


_KINDS: Mapping[str, Callable[[int], Named[int]]] = {"seat": _seat, "may": _may}
