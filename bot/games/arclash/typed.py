"""Actions as typed words: cards by name or set number, decks by title, answers by what they are called."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from bot.engine.cards.program import STOP, Question
from bot.engine.contract import Seat
from bot.engine.errors import UnreadableAction
from bot.engine.markdown import fit
from bot.engine.phrases import SEAT_MARKS, echo, listed
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


def spell(talk: Talk, action: ArclashAction) -> dict[str, str]:
    """Return each field of an action as a player would type it."""
    match action:
        case TakeDeck(deck=key):
            return {"deck": _spelled(_decks(talk.lexicon), key)}
        case BringDeck(cards=cards):
            return {"cards": write_deck(cards)}
        case Choose(answer=value):
            return {"answer": _spelled_answer(talk, value)}
    numbers = in_sight(talk.view)
    return {
        field: talk.lexicon.plain(numbers.get(getattr(action, field), "a card"))
        for field in action.__struct_fields__
    }


def _spelled_answer(talk: Talk, value: int) -> str:
    question = talk.view.question
    if question is not None and question.kind == "card" and value != STOP:
        return talk.lexicon.plain(in_sight(talk.view).get(value, "a card"))
    return _spelled(_answers(talk), value)


def _spelled(among: Iterable[Nameable[Any]], value: Any) -> str:
    return next((one.spelled for one in among if one.value == value), str(value))


def read(talk: Talk, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
    """Return the action typed. Raises `UnreadableAction` with a sentence that says what the word could be."""
    values = {}
    for field in kind.__struct_fields__:
        word = words.get(field, "").strip()
        if not word:
            raise UnreadableAction(_MISSING[field])
        values[field] = _READERS[field](talk, seat, kind, word)
    return kind(**values)


_MISSING: Mapping[str, str] = MappingProxyType(
    {
        "deck": "Say which ready deck, by its title.",
        "cards": 'Say which cards, such as "2 TID-01, 1 TID-04".',
        "card": "Say which card, by its name or set number.",
        "answer": "Say your choice, as it is called in the question.",
    }
)


def _read_deck_key(talk: Talk, _seat: Seat, _kind: type[Any], word: str) -> str:
    return find(word, _decks(talk.lexicon), "a ready deck", "the decks are")


def _decks(lexicon: Lexicon) -> list[Nameable[str]]:
    decks = lexicon.pool.decks
    titles = [deck.title.casefold() for deck in decks.values()]
    return [
        Nameable(key, deck.title if titles.count(deck.title.casefold()) == 1 else key, (key, deck.title))
        for key, deck in decks.items()
    ]


def _read_deck_list(talk: Talk, _seat: Seat, _kind: type[Any], word: str) -> tuple[str, ...]:
    return read_deck(word, talk.lexicon)


def _read_card(talk: Talk, _seat: Seat, kind: type[Any], word: str) -> int:
    view, lexicon = talk.view, talk.lexicon
    among = _cards(view.openers if kind is Open else view.hand, lexicon)
    if not among:
        raise UnreadableAction(_no_cards(kind, view))
    where = "your deck" if kind is Open else "your hand"
    if not candidates(word, among) and (elsewhere := candidates(word, _pool_cards(lexicon))):
        what = "a Level 1 Character of" if kind is Open else "in"
        raise UnreadableAction(
            f"{elsewhere[0].spelled} is not {what} {where}: there you have {_named(among)}."
        )
    return find(word, among, "a card", f"in {where} you have")


def _no_cards(kind: type[Any], view: ArclashView) -> str:
    if kind is Open:
        return "You choose whom you begin with in the opening, once all have a deck."
    return "Your hand is empty." if view.turn else "You have no hand before the first turn."


def _cards(shown: Iterable[Shown], lexicon: Lexicon) -> list[Nameable[int]]:
    return [_card(one.card, one.number, lexicon) for one in once_each(shown)]


def _card(value: ValueT, number: str, lexicon: Lexicon) -> Nameable[ValueT]:
    face = lexicon.face(number)
    name = face.name if face is not None else number
    return Nameable(value, lexicon.plain(number), (number, name, f"{name} {number}", f"{name} ({number})"))


def _pool_cards(lexicon: Lexicon) -> list[Nameable[str]]:
    return [_card(number, number, lexicon) for number in lexicon.pool.cards]


# Answers to what a card asks


def _read_answer(talk: Talk, seat: Seat, _kind: type[Any], word: str) -> int:
    question = talk.view.question
    if question is None or question.seat != seat:
        raise UnreadableAction("No card asks you anything now.")
    return find(word, _answers(talk), "an answer", "you can say")


def _answers(talk: Talk) -> list[Nameable[int]]:
    question = talk.view.question
    if question is None:
        return []
    unnamed = talk._replace(names=[""] * talk.view.seats)
    return [_nameable(one, talk.lexicon, question) for one in answers(unnamed, question)]


def _nameable(answer: Answer, lexicon: Lexicon, question: Question) -> Nameable[int]:
    value, number = answer.value, str(answer.value + 1)
    if value == STOP:
        return Nameable(value, "no more", ("stop", "none", "nothing", "done"))
    match question.kind:
        case "seat":
            return Nameable(value, f"seat {number}", (number, f"player {number}", SEAT_MARKS[value]))
        case "card":
            return _card(value, answer.number, lexicon)
        case "option":
            words = option_label(question, value)
            return Nameable(value, fit(f"{number}: {words}", _LONGEST), (number, f"option {number}", words))
        case "guess":
            return Nameable(value, f"position {number}", (number,))
        case "may":
            return Nameable(value, "yes", ("y",)) if value == YES else Nameable(value, "no", ("n",))
        case "reroll":
            again = Nameable(value, "roll again", ("yes", "again", "reroll"))
            return again if value == YES else Nameable(value, "keep", ("no", "keep the roll"))


_READERS: Mapping[str, Callable[[Talk, Seat, type[Any], str], Any]] = MappingProxyType(
    {"deck": _read_deck_key, "cards": _read_deck_list, "card": _read_card, "answer": _read_answer}
)


# From words to things


def find(word: str, among: Sequence[Nameable[ValueT]], what: str, there_are: str) -> ValueT:
    """Return the value of the one thing that a word means.

    Raises `UnreadableAction` with what it could be: `what` such as "a card", `there_are` such as "in your
    hand you have".
    """
    found = candidates(word, among)
    if len(found) == 1:
        return found[0].value
    if found:
        raise UnreadableAction(f"{echo(word)} could be more than one: say {_named(found, 'or')}.")
    near = _alike(word, among)
    if near is not None:
        raise UnreadableAction(f"{echo(word)} is not {what}: did you mean {_named([near])}?")
    raise UnreadableAction(f"{echo(word)} is not {what}: {there_are} {_named(among)}.")


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


def _named(among: Sequence[Nameable[Any]], last: str = "and") -> str:
    """Return things as a list in a sentence, in quotes: there are commas in the names of cards."""
    words = [f'"{one.spelled}"' for one in among[:_SHOWN]]
    rest = [f"{len(among) - _SHOWN} more"] if len(among) > _SHOWN else []
    return listed([*words, *rest], last) or "none"


def _folded(word: str) -> str:
    return " ".join(word.casefold().split())
