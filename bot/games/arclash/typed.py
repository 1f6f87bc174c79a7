"""Actions as typed words: cards by name or set number, decks by title, answers by what they are called."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from bot.engine.cards.program import STOP, Question
from bot.engine.contract import Seat
from bot.engine.deckbuilding import spellings
from bot.engine.errors import UnreadableAction
from bot.engine.language import ENGLISH, N_, gettext, pgettext, speaking
from bot.engine.markdown import fit
from bot.engine.phrases import SEAT_MARKS, echo, either, listed
from bot.games.arclash.actions import ArclashAction, BringDeck, Choose, Open, TakeDeck
from bot.games.arclash.decklists import read_deck, write_deck
from bot.games.arclash.names import Lexicon, Talk, in_sight, once_each
from bot.games.arclash.questions import YES, Answer, answers, option_label
from bot.games.arclash.view import ArclashView, Shown

_LONGEST = 100
"""Characters of a word as typed; what is spelled must fit."""
_SHOWN = 8
"""Things that an error lists at most."""

ValueT = TypeVar("ValueT")


class Nameable(NamedTuple, Generic[ValueT]):
    """Something that a word can mean."""

    value: ValueT
    spelled: str
    """What to type for it."""
    aliases: tuple[str, ...] = ()
    """What else it is called."""

    def calls(self) -> list[str]:
        """Return all its names, folded."""
        return [_folded(name) for name in (self.spelled, *self.aliases)]


class Sought(NamedTuple):
    """The sentences for a word that means nothing of what is sought."""

    near: str
    """Asks whether `{near}` was meant by the `{word}`."""
    far: str
    """Says which things are `{known}`."""


def spell(talk: Talk, action: ArclashAction) -> dict[str, str]:
    """Return each field of an action as a player would type it."""
    match action:
        case TakeDeck(deck=key):
            return {"deck": _spelled(_decks(talk.lexicon), key)}
        case BringDeck(cards=cards):
            return {"cards": write_deck(cards)}
        case Choose(answer=value):
            return {"answer": _spelled_answer(talk, value)}
    return {field: _spelled_card(talk, getattr(action, field)) for field in action.__struct_fields__}


def _spelled_card(talk: Talk, card: int) -> str:
    number = in_sight(talk.view).get(card)
    return gettext("a card") if number is None else talk.lexicon.plain(number)


def _spelled_answer(talk: Talk, value: int) -> str:
    question = talk.view.question
    if question is not None and question.kind == "card" and value != STOP:
        return _spelled_card(talk, value)
    return _spelled(_answers(talk), value)


def _spelled(among: Iterable[Nameable[Any]], value: Any) -> str:
    return next((one.spelled for one in among if one.value == value), str(value))


def read(talk: Talk, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
    """Return the action typed. Raises `UnreadableAction` with a sentence that says what the word could be."""
    values = {}
    for field in kind.__struct_fields__:
        word = words.get(field, "").strip()
        if not word:
            raise UnreadableAction(gettext(_MISSING[field]))
        values[field] = _READERS[field](talk, seat, kind, word)
    return kind(**values)


_MISSING: Mapping[str, str] = MappingProxyType(
    {
        "deck": N_("Say which ready deck, by its title."),
        "cards": N_('Say which cards, such as "2 TID-01, 1 TID-04".'),
        "card": N_("Say which card, by its name or set number."),
        "answer": N_("Say your choice, as it is called in the question."),
    }
)

_DECK = Sought(
    N_("{word} is not a ready deck: did you mean {near}?"),
    N_("{word} is not a ready deck: the decks are {known}."),
)
_OF_HAND = Sought(
    N_("{word} is not a card: did you mean {near}?"),
    N_("{word} is not a card: in your hand you have {known}."),
)
_OF_DECK = Sought(
    N_("{word} is not a card: did you mean {near}?"),
    N_("{word} is not a card: in your deck you have {known}."),
)
_ANSWER = Sought(
    N_("{word} is not an answer: did you mean {near}?"), N_("{word} is not an answer: you can say {known}.")
)


def _read_deck_key(talk: Talk, _seat: Seat, _kind: type[Any], word: str) -> str:
    return find(word, _decks(talk.lexicon), _DECK)


def _decks(lexicon: Lexicon) -> list[Nameable[str]]:
    decks = lexicon.pool.decks
    titles = {key: pgettext("card", deck.title) for key, deck in decks.items()}
    alike = Counter([title.casefold() for title in titles.values()])
    unique = {key for key, title in titles.items() if alike[title.casefold()] == 1}
    return [
        Nameable(key, titles[key] if key in unique else key, (key, *spellings(deck.title)))
        for key, deck in decks.items()
    ]


def _read_deck_list(talk: Talk, _seat: Seat, _kind: type[Any], word: str) -> tuple[str, ...]:
    return read_deck(word, talk.lexicon)


def _read_card(talk: Talk, _seat: Seat, kind: type[Any], word: str) -> int:
    view, lexicon = talk.view, talk.lexicon
    among = _cards(view.openers if kind is Open else view.hand, lexicon)
    if not among:
        raise UnreadableAction(_no_cards(kind, view))
    if not candidates(word, among) and (elsewhere := candidates(word, _pool_cards(lexicon))):
        message = (
            N_("{card} is not a Level 1 Character of your deck: there you have {known}.")
            if kind is Open
            else N_("{card} is not in your hand: there you have {known}.")
        )
        raise UnreadableAction(gettext(message, card=elsewhere[0].spelled, known=_named(among)))
    return find(word, among, _OF_DECK if kind is Open else _OF_HAND)


def _no_cards(kind: type[Any], view: ArclashView) -> str:
    if kind is Open:
        return gettext("You choose whom you begin with in the opening, once all have a deck.")
    return gettext("Your hand is empty.") if view.turn else gettext("You have no hand before the first turn.")


def _cards(shown: Iterable[Shown], lexicon: Lexicon) -> list[Nameable[int]]:
    return [_card(one.card, one.number, lexicon) for one in once_each(shown)]


def _card(value: ValueT, number: str, lexicon: Lexicon) -> Nameable[ValueT]:
    face = lexicon.face(number)
    names = spellings(face.name) if face is not None else (number,)
    longer = [words for name in names for words in (f"{name} {number}", f"{name} ({number})")]
    return Nameable(value, lexicon.plain(number), (number, *names, *longer))


def _pool_cards(lexicon: Lexicon) -> list[Nameable[str]]:
    return [_card(number, number, lexicon) for number in lexicon.pool.cards]


# Answers to what a card asks


def _read_answer(talk: Talk, seat: Seat, _kind: type[Any], word: str) -> int:
    question = talk.view.question
    if question is None or question.seat != seat:
        raise UnreadableAction(gettext("No card asks you anything now."))
    return find(word, _answers(talk), _ANSWER)


def _answers(talk: Talk) -> list[Nameable[int]]:
    question = talk.view.question
    if question is None:
        return []
    unnamed = talk._replace(names=[""] * talk.view.seats)
    return [_nameable(one, talk.lexicon, question) for one in answers(unnamed, question)]


def _nameable(answer: Answer, lexicon: Lexicon, question: Question) -> Nameable[int]:
    value, number = answer.value, str(answer.value + 1)
    if value == STOP:
        return _word(value, N_("no more"), N_("stop"), N_("none"), N_("nothing"), N_("done"))
    match question.kind:
        case "seat":
            seat = gettext("seat {number}", number=number)
            player = gettext("player {number}", number=number)
            english = (f"seat {number}", f"player {number}")
            return Nameable(value, seat, (number, player, *english, SEAT_MARKS[value]))
        case "card":
            return _card(value, answer.number, lexicon)
        case "option":
            with speaking(ENGLISH):
                english_label = option_label(question, value)
            return _option(value, option_label(question, value), english_label)
        case "guess":
            position = gettext("position {number}", number=number)
            return Nameable(value, position, (number, f"position {number}"))
        case "may" if value == YES:
            return _word(value, N_("yes"), N_("y"))
        case "may":
            return _word(value, N_("no"), N_("n"))
        case "reroll" if value == YES:
            return _word(value, N_("roll again"), N_("yes"), N_("again"), N_("reroll"))
    return _word(value, N_("keep"), N_("no"), N_("keep the roll"))


def _word(value: int, *words: str) -> Nameable[int]:
    """Return an answer that is called so, in the language that is spoken and in English."""
    spelled, *aliases = [gettext(word) for word in words]
    return Nameable(value, spelled, (*aliases, *words))


def _option(value: int, label: str, english: str) -> Nameable[int]:
    number = str(value + 1)
    spelled, spelled_in_english = [fit(f"{number}: {words}", _LONGEST) for words in (label, english)]
    option = gettext("option {number}", number=number)
    aliases = (number, option, f"option {number}", label, english, spelled_in_english)
    return Nameable(value, spelled, aliases)


_READERS: Mapping[str, Callable[[Talk, Seat, type[Any], str], Any]] = MappingProxyType(
    {"deck": _read_deck_key, "cards": _read_deck_list, "card": _read_card, "answer": _read_answer}
)


# From words to things


def find(word: str, among: Sequence[Nameable[ValueT]], sought: Sought) -> ValueT:
    """Return the one thing that a word means. Raises `UnreadableAction` with what it could be."""
    found = candidates(word, among)
    if len(found) == 1:
        return found[0].value
    if found:
        raise UnreadableAction(
            gettext(
                "{word} could be more than one: say {choices}.",
                word=echo(word),
                choices=_named(found, either),
            )
        )
    near = _alike(word, among)
    if near is not None:
        raise UnreadableAction(gettext(sought.near, word=echo(word), near=_named([near])))
    raise UnreadableAction(gettext(sought.far, word=echo(word), known=_named(among)))


def candidates(word: str, among: Sequence[Nameable[ValueT]]) -> list[Nameable[ValueT]]:
    """Return what a word can mean: what is called so, else begins so, else has such a word in it."""
    folded = _folded(word)
    if not folded:
        return []
    within = re.compile(rf"(?<!\w){re.escape(folded)}")
    tests: tuple[Callable[[str], object], ...] = (
        lambda name: name == folded,
        lambda name: name.startswith(folded),
        within.search,
    )
    for test in tests:
        found = [one for one in among if any(test(name) for name in one.calls())]
        if found:
            return found
    return []


def _alike(word: str, among: Sequence[Nameable[ValueT]]) -> Nameable[ValueT] | None:
    known = {name: one for one in reversed(among) for name in one.calls()}
    near = difflib.get_close_matches(_folded(word)[:_LONGEST], known, n=1, cutoff=0.7)
    return known[near[0]] if near else None


def _named(among: Sequence[Nameable[Any]], joined: Callable[[Sequence[str]], str] = listed) -> str:
    """Return things as a list in a sentence, in quotes: there are commas in the names of cards."""
    words = [gettext('"{name}"', name=one.spelled) for one in among[:_SHOWN]]
    if len(among) > _SHOWN:
        words.append(gettext("{number} more", number=len(among) - _SHOWN))
    return joined(words) or gettext("none")


def _folded(word: str) -> str:
    return " ".join(word.casefold().split())
