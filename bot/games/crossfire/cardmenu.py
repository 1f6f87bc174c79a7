"""The screens of a card of the hand: where it can go, what it can fight, and the last question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bot.engine.menus import buttons
from bot.engine.phrases import SEAT_MARKS, count, listed
from bot.engine.wording import Choice, Focus, Menu
from bot.games.crossfire.actions import (
    Answer,
    Attack,
    CrossfireAction,
    Discard,
    KeepOne,
    Lay,
    Rebuild,
    Replace,
    Support,
    Tower,
)
from bot.games.crossfire.cards import Card, is_joker, pack_of, short
from bot.games.crossfire.names import a_joker_or, card_words
from bot.games.crossfire.pointing import focus_on
from bot.games.crossfire.prospects import Prospects
from bot.games.crossfire.screens import Deed, Spots
from bot.games.crossfire.view import CrossfireView


class Turn:
    """What a seat can do on its turn, sorted by card and by pile."""

    def __init__(self, view: CrossfireView, legal: Sequence[CrossfireAction]) -> None:
        self.view = view
        self.legal = legal
        self.prospects = Prospects(view)
        self.seat = self.prospects.seat
        self.cards: dict[Card, list[CrossfireAction]] = {}
        self.answers: dict[int, list[Answer]] = {}
        self.piles: dict[int, list[Rebuild | KeepOne | Tower]] = {}
        self.swaps: list[Replace] = []
        for action in legal:
            self._sort(action)

    def _sort(self, action: CrossfireAction) -> None:
        match action:
            case Replace():
                self.swaps.append(action)
            case KeepOne(at=at) | Tower(at=at):
                self.piles.setdefault(at, []).append(action)
            case Rebuild(at=at, card=card):
                self.piles.setdefault(at, []).append(action)
                self.cards.setdefault(card, []).append(action)
            case Answer(at=at, card=card):
                self.answers.setdefault(at, []).append(action)
                self.cards.setdefault(card, []).append(action)
            case Lay(card=card) | Support(card=card) | Attack(card=card) | Discard(card=card):
                self.cards.setdefault(card, []).append(action)

    def card_label(self, card: Card) -> str:
        """Return a card as a button says it; one of another pack with the mark of that pack."""
        foreign = f" of {SEAT_MARKS[pack_of(card)]}'s pack" if pack_of(card) != self.seat else ""
        return f"{card_words(card)}{foreign}"

    def able(self, card: Card) -> str:
        """Return what a card can do, short: "lay on 4 squares, attack c5"."""
        actions = self.cards[card]
        words = [self._reach(actions, Lay, "lay on")]
        words += [self._targets(actions, Answer, "answer at"), self._targets(actions, Attack, "attack")]
        bases = [self.prospects.place(one.base) for one in actions if isinstance(one, Support)]
        words.append(f"support {_several(bases, 'base')}" if bases else "")
        words.append(self._targets(actions, Rebuild, "rebuild"))
        if is_joker(card) and self.swaps:
            words.append(f"replace {count(len(self.swaps), 'node')}")
        return ", ".join([word for word in words if word]) or "only to discard"

    def _reach(self, actions: Sequence[CrossfireAction], kind: type[Lay], verb: str) -> str:
        number = sum([isinstance(one, kind) for one in actions])
        return f"{verb} {count(number, 'square')}" if number else ""

    def _targets(
        self, actions: Sequence[CrossfireAction], kind: type[Answer | Attack | Rebuild], verb: str
    ) -> str:
        squares = [self.prospects.place(one.at) for one in actions if isinstance(one, kind)]
        return f"{verb} {_several(squares, 'square')}" if squares else ""


def _several(squares: Sequence[str], thing: str) -> str:
    return listed(squares) if len(squares) < 4 else count(len(squares), thing)


def card_key(card: Card) -> str:
    """Return the key of a card: "6h", "Tc", "Jo"; of a pack that is not seat 1's, "6h-2"."""
    return f"{short(card)}-{pack_of(card) + 1}" if pack_of(card) else short(card)


def confirm_screen(turn: Turn, action: CrossfireAction) -> Menu:
    """Return the last question before an action: what it does in words, and the one button that does it."""
    title = turn.prospects.title(action)
    text = f"**{title}?**\n{turn.prospects.consequence(action)}"
    done = Choice("do", title, actions=(action,), style="good")
    chosen = action.at if isinstance(action, (KeepOne, Tower)) else None
    return Menu(text, tuple(buttons([done])), focus_on(turn.view, [action], chosen))


def follow(turn: Turn, spots: Spots, rest: tuple[str, ...]) -> Menu | None:
    """Return the screen reached from a select of squares: those of one row, or the last question."""
    row = spots.row(rest[0])
    if row is not None and len(rest) == 1:
        return Menu(f"**{spots.prompt}**", tuple(row.groups()), Focus(reach=row.squares))
    if row is not None:
        spots, rest = row, rest[1:]
    deed = spots.deed(rest[0]) if len(rest) == 1 else None
    return confirm_screen(turn, deed.action) if deed else None


def swap_spots(turn: Turn) -> Spots:
    """Return the nodes that a Joker of the hand can replace (CRF-13)."""
    prospects = turn.prospects
    deeds = {
        one.at: Deed(one, prospects.place(one.at), partial(prospects.replace_hint, one)) for one in turn.swaps
    }
    return Spots("x", "Replace a node by your Joker, then play on", deeds, turn.view.width)


def card_spots(turn: Turn, card: Card) -> list[Spots]:
    """Return what a card can do, by the kinds of it; squares come with their hints."""
    prospects, actions = turn.prospects, turn.cards[card]
    label = card_words(card)

    def spots(kind: type[Any], letter: str, prompt: str, hint: Callable[[Any], str]) -> Spots:
        deeds = {}
        for one in actions:
            if isinstance(one, kind):
                square = one.base if isinstance(one, Support) else one.at
                deeds[square] = Deed(one, prospects.place(square), partial(hint, one))
        return Spots(letter, prompt, deeds, turn.view.width)

    found = [
        spots(Answer, "n", f"Answer with {label}", prospects.answer_hint),
        spots(Lay, "l", f"Lay {label} on", lambda one: prospects.power(card, one.at)),
        spots(Attack, "a", f"Attack with {label}", prospects.attack_hint),
        spots(Support, "s", f"Support a base with {label}", prospects.support_hint),
        spots(Rebuild, "r", f"Clear a seized pile for {label}", lambda one: prospects.power(card, one.at)),
    ]
    return [*found, swap_spots(turn)] if is_joker(card) else found


def card_screen(turn: Turn, card: Card, rest: tuple[str, ...]) -> Menu | None:
    """Return a screen of one card; None if the path leads nowhere."""
    spots, discard = card_spots(turn, card), Discard(card)
    if rest == ("discard",) and discard in turn.cards[card]:
        return confirm_screen(turn, discard)
    if rest:
        return next((menu for one in spots if (menu := follow(turn, one, rest)) is not None), None)
    groups = [group for one in spots for group in one.groups()]
    if discard in turn.cards[card]:
        groups += buttons([Choice("discard", f"Discard {card_words(card)}", "lay nothing this turn")])
    text = f"**{_capital(a_joker_or(card))}**: {turn.able(card)}."
    shown = [*turn.cards[card], *(turn.swaps if is_joker(card) else ())]
    return Menu(text, tuple(groups), focus_on(turn.view, shown))


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
