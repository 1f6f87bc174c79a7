"""The screens of a card of the hand: its squares, its possible attacks, and the confirmation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from bot.base.language import N_, gettext
from bot.engine.menus import OPTIONS, buttons, select
from bot.engine.sentences import SEAT_MARKS
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.crossfire.menus.prospects import Prospects
from bot.games.crossfire.menus.screens import Spots, SquareAction, focus_on
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    CrossfireAction,
    Discard,
    KeepOne,
    Lay,
    Raise,
    Rebuild,
    Replace,
    Support,
    Tower,
)
from bot.games.crossfire.rules.cards import Card, is_joker, pack_of, short
from bot.games.crossfire.rules.view import CrossfireView
from bot.games.crossfire.wording.names import card_words


class Turn:
    """The legal actions of a seat on its turn, by card and by pile."""

    def __init__(self, view: CrossfireView, legal: Sequence[CrossfireAction]) -> None:
        self.view = view
        self.legal = legal
        self.prospects = Prospects(view)
        self.seat = self.prospects.seat
        self.cards: dict[Card, list[CrossfireAction]] = {}
        self.answers: dict[int, list[Answer]] = {}
        self.piles: dict[int, list[Rebuild | Raise | KeepOne | Tower]] = {}
        self.swaps: list[Replace] = []
        for action in legal:
            self._sort(action)

    def _sort(self, action: CrossfireAction) -> None:
        match action:
            case Replace():
                self.swaps.append(action)
            case KeepOne(at=at) | Tower(at=at):
                self.piles.setdefault(at, []).append(action)
            case Rebuild(at=at, card=card) | Raise(at=at, card=card):
                self.piles.setdefault(at, []).append(action)
                self.cards.setdefault(card, []).append(action)
            case Answer(at=at, card=card):
                self.answers.setdefault(at, []).append(action)
                self.cards.setdefault(card, []).append(action)
            case Lay(card=card) | Support(card=card) | Attack(card=card) | Discard(card=card):
                self.cards.setdefault(card, []).append(action)

    def card_label(self, card: Card) -> str:
        """Return the label of a card's button; a card of another pack with the mark of that pack."""
        words, pack = card_words(card), pack_of(card)
        if pack == self.seat:
            return words
        return gettext("{card} of {player}'s pack", card=words, player=SEAT_MARKS[pack])

    def able(self, card: Card, room: int | None = None) -> str:
        """Return a short summary of a card's actions, "lay ×4, attack c5"; what passes so many letters is
        counted: "lay ×4 +1".
        """
        actions = self.cards[card]
        lays = sum([isinstance(one, Lay) for one in actions])
        words = [gettext("lay ×{number}", number=lays)] if lays else []
        for kind, (by_name, by_number) in _TARGETS.items():
            squares = dict.fromkeys([_square(one) for one in actions if isinstance(one, kind)])
            if kind is Attack and all(self.prospects.pile(at).kind == "neutral" for at in squares):
                by_name, by_number = _PROBES
            if len(squares) > 1:
                words.append(gettext(by_number, number=len(squares)))
            elif squares:
                words.append(gettext(by_name, square=self.prospects.place(next(iter(squares)))))
        if is_joker(card) and self.swaps:
            words.append(gettext("replace ×{number}", number=len(self.swaps)))
        told = ", ".join(words) or gettext("only to discard")
        for shown in range(len(words) - 1, 0, -1):
            if room is None or len(told) <= room:
                break
            told = f"{', '.join(words[:shown])} +{len(words) - shown}"
        return told


PHONE = 36
"""The letters of a card and of what it can do that a closed select shows on a phone."""
_PROBES = N_("probe {square}"), N_("probe ×{number}")
"""Labels of attacks where all are on neutrals."""
_TARGETS: Mapping[type[Any], tuple[str, str]] = {
    Answer: (N_("answer at {square}"), N_("answer ×{number}")),
    Attack: (N_("attack {square}"), N_("attack ×{number}")),
    Support: (N_("support {square}"), N_("support ×{number}")),
    Raise: (N_("raise a tower at {square}"), N_("raise a tower ×{number}")),
    Rebuild: (N_("rebuild {square}"), N_("rebuild ×{number}")),
}
"""Labels of a card's actions on an occupied square: with the square, and with a number of squares."""


def _square(action: Lay | Answer | Attack | Support | Rebuild | Raise) -> int:
    return action.base if isinstance(action, Support) else action.at


def card_key(card: Card) -> str:
    """Return the key of a card: "6h", "Tc", "Jo"; of a pack that is not seat 1's, "6h-2"."""
    return f"{short(card)}-{pack_of(card) + 1}" if pack_of(card) else short(card)


def confirm_screen(turn: Turn, action: CrossfireAction) -> Menu:
    """Return the confirmation of an action: its description, and a single button."""
    title = turn.prospects.title(action)
    text = f"**{title}?**\n{turn.prospects.consequence(action)}"
    done = Choice("do", title, actions=(action,), style="good")
    chosen = action.at if isinstance(action, (KeepOne, Raise, Tower)) else None
    return Menu(text, tuple(buttons([done])), focus_on(turn.view, [action], chosen))


def follow(turn: Turn, spots: Spots, rest: tuple[str, ...]) -> Menu | None:
    """Return the screen after a select of squares: the squares of one row, or the confirmation."""
    row = spots.row(rest[0])
    if row is not None and len(rest) == 1:
        return Menu(f"**{spots.prompt}**", tuple(row.groups()), Focus(reach=row.squares))
    if row is not None:
        spots, rest = row, rest[1:]
    entry = spots.entry(rest[0]) if len(rest) == 1 else None
    return confirm_screen(turn, entry.action) if entry else None


def swap_spots(turn: Turn) -> Spots:
    """Return the nodes that a Joker of the hand can replace (CRF-13)."""
    prospects = turn.prospects
    entries = {
        one.at: SquareAction(one, prospects.place(one.at), partial(prospects.replace_hint, one))
        for one in turn.swaps
    }
    return Spots("x", gettext("Replace a node by your Joker, then play on"), entries, turn.view.width)


def card_spots(turn: Turn, card: Card) -> list[Spots]:
    """Return a card's actions by kind; squares come with their hints."""
    prospects, actions = turn.prospects, turn.cards[card]
    label = card_words(card)

    def spots(kind: type[Any], letter: str, prompt: str, hint: Callable[[Any], str]) -> Spots:
        entries = {}
        for one in actions:
            if isinstance(one, kind):
                square = _square(one)
                entries[square] = SquareAction(one, prospects.place(square), partial(hint, one))
        return Spots(letter, prompt, entries, turn.view.width)

    card_squares = [
        spots(Answer, "n", gettext("Answer with {card}", card=label), prospects.answer_hint),
        spots(Lay, "l", gettext("Lay {card} on", card=label), lambda one: prospects.power(card, one.at)),
        spots(Attack, "a", gettext("Attack with {card}", card=label), prospects.attack_hint),
        spots(Support, "s", gettext("Support a base with {card}", card=label), prospects.support_hint),
        spots(
            Raise,
            "t",
            gettext("Raise a tower with {card}", card=label),
            prospects.tower_hint,
        ),
        spots(
            Rebuild,
            "r",
            gettext("Clear a seized pile for {card}", card=label),
            lambda one: prospects.power(card, one.at),
        ),
    ]
    return [*card_squares, swap_spots(turn)] if is_joker(card) else card_squares


def card_select(turn: Turn, card: Card) -> list[Group]:
    """Return a select of all actions of a card, each followed by the confirmation; if there are too many, the
    last option leads to the rest, with the card on the board.
    """
    choices = [
        Choice(key, turn.prospects.title(entry.action), entry.hint())
        for key, entry in _entries(turn, card)[:_SHOWN]
    ]
    if Discard(card) in turn.cards[card]:
        title = turn.prospects.title(Discard(card))
        choices.append(Choice(f"{card_key(card)}-discard", title, gettext("lay nothing this turn")))
    choices.append(Choice(card_key(card), gettext("Show me on the board"), turn.able(card)))
    label = turn.card_label(card)
    return select(f"{label}: {turn.able(card, PHONE - len(label))}", choices)


_SHOWN = OPTIONS - 2
"""The number of actions that fit a card's select beside the discard and the way to the board."""


def _entries(turn: Turn, card: Card) -> list[tuple[str, SquareAction]]:
    """Return a card's actions with their keys on the first screen; laying it comes last."""
    keyed = [
        (f"{card_key(card)}-{key}", entry)
        for spots in card_spots(turn, card)
        for key, entry in spots.keyed.items()
    ]
    return sorted(keyed, key=lambda each: isinstance(each[1].action, Lay))


def square_action_screen(turn: Turn, key: str) -> Menu | None:
    """Return the confirmation of an action of the first screen; None for an unknown key."""
    for card in turn.cards:
        if key == f"{card_key(card)}-discard" and Discard(card) in turn.cards[card]:
            return confirm_screen(turn, Discard(card))
        if key.startswith(f"{card_key(card)}-"):
            for known, entry in _entries(turn, card):
                if known == key:
                    return confirm_screen(turn, entry.action)
    return None


def card_screen(turn: Turn, card: Card, rest: tuple[str, ...]) -> Menu | None:
    """Return a screen of one card; None if the path is invalid."""
    spots, discard = card_spots(turn, card), Discard(card)
    if rest == ("discard",) and discard in turn.cards[card]:
        return confirm_screen(turn, discard)
    if rest:
        return next((menu for one in spots if (menu := follow(turn, one, rest)) is not None), None)
    groups = [group for one in spots for group in one.groups()]
    if discard in turn.cards[card]:
        title = gettext("Discard {card}", card=card_words(card))
        groups += buttons([Choice("discard", title, gettext("lay nothing this turn"))])
    called = gettext("A Joker") if is_joker(card) else card_words(card)
    text = f"**{called}**: {turn.able(card)}."
    shown = [*turn.cards[card], *(turn.swaps if is_joker(card) else ())]
    return Menu(text, tuple(groups), focus_on(turn.view, shown))
