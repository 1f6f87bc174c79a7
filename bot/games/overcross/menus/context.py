"""The legal actions of a seat, by Character and card, and the way its cards are offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from bot.base.language import gettext, pgettext
from bot.engine import menus
from bot.engine.contract import Action
from bot.engine.decks import Card
from bot.engine.menus import OPTIONS, TEXT, Lane, grouped, parted, select
from bot.engine.sentences import fit, safe
from bot.engine.wording import Choice, Focus, Group, Menu
from bot.games.overcross.rules.actions import Attack, Move, Play, Use
from bot.games.overcross.rules.view import in_play
from bot.games.overcross.wording.names import Talk, counters_words, edits_words, once_each


class MenuContext(menus.MenuContext[Talk]):
    """The legal actions of a seat."""

    @cached_property
    def plays(self) -> dict[Card, list[Play]]:
        """The squares on which each card can be played; of copies, the same choice, only the first."""
        found = grouped(self.of(Play), lambda action: action.card)
        return {card: found[card] for card in once_each(self.talk, found)}

    @cached_property
    def moves(self) -> dict[Card, dict[int, Move]]:
        """The squares to which each Character can move."""
        moves = grouped(self.of(Move), lambda action: action.piece)
        return {card: {action.to: action for action in some} for card, some in moves.items()}

    @cached_property
    def attacks(self) -> dict[Card, list[Attack]]:
        """The targets that each Character can attack from its square."""
        return grouped(self.of(Attack), lambda action: action.piece)

    @cached_property
    def uses(self) -> dict[Card, list[Use]]:
        """The specials that each Character can use, including those of its edits."""
        return grouped(self.of(Use), lambda action: self._user(action.card))

    def _user(self, card: Card) -> Card:
        """Return the Character that uses a special: the card itself or the edit's bearer."""
        bearer = self.talk.queries.bearer(card)
        return card if bearer is None else bearer.card

    @property
    def able(self) -> list[Card]:
        """The Characters that can still act, in the order of the grid's pieces."""
        able = self.moves.keys() | self.attacks.keys() | self.uses.keys()
        return [piece.card for piece in self.talk.view.pieces if piece.card in able]

    def card_choices(self, cards: Iterable[tuple[Card, tuple[Action, ...]]]) -> list[Choice]:
        """Return a choice for each card, with its play cost and effects."""
        talk = self.talk
        return [
            self.choice(f"c{card}", safe(talk.plain(card)), self.card_hint(card), *actions)
            for card, actions in cards
        ]

    def card_hint(self, card: Card) -> str:
        """Return the cost and effects of a hand card, safe to print."""
        short = safe(self.talk.lexicon.short(self.talk.number(card)))
        return gettext("costs {cost}; {text}", cost=self.talk.queries.cost(card), text=short)

    def piece_hint(self, card: Card) -> str:
        """Return an own Character's square, condition, and remaining actions."""
        talk, piece = self.talk, self.talk.queries.piece(card)
        assert piece is not None, "only Characters in play are offered"
        words = [talk.place(piece.square)]
        words += [counters_words(piece.counters)] if piece.counters else []
        words += [gettext("can move")] if card in self.moves else []
        words += [gettext("can attack")] if card in self.attacks else []
        words += [pgettext("Overcross", "special")] if card in self.uses else []
        words += [edits_words(talk, piece.edits)] if piece.edits else []
        return safe(", ".join(words))

    def lane(self, squares: Collection[int], path: Sequence[str]) -> Lane | None:
        """Return the row that a path leads to, if squares are offered by rows."""
        lanes = self.talk.lanes.of(squares) if len(path) == 1 and parted(squares) else {}
        return lanes.get(path[0]) if lanes else None

    def lane_menu(
        self, text: str, prompt: str, lane: Lane, choices: Mapping[int, Choice], at: int | None = None
    ) -> Menu:
        """Return the screen with the squares of a row; `at` is the square of the moving Character."""
        groups = select(prompt, [choices[square] for square in lane.squares])
        return Menu(text, tuple(groups), Focus(at, frozenset(lane.squares)))

    def lanes(self, prompt: str, choices: Mapping[int, Choice]) -> list[Group]:
        """Return a select of squares, or of the rows that lead to them if there are many."""
        return self.talk.lanes.groups(prompt, choices, choices.__getitem__)


def card_text(talk: Talk, number: str) -> str:
    """Return a card in markdown: its name, its printed values, and its rules text."""
    head = f"**{talk.lexicon.name(number)}** · {safe(talk.lexicon.stats(number))}"
    return "\n".join([head, *[safe(line) for line in talk.lexicon.text(number)]])


def read_button() -> Choice:
    """Return the button to the texts of the visible cards."""
    return Choice("read", gettext("Read the cards"))


def reading_screen(context: MenuContext, rest: tuple[str, ...]) -> Menu | None:
    """Return the cards of the own hand with a select of all visible cards, or the text of one of them."""
    talk = context.talk
    legible = {f"t{card}": card for card in _legible(talk)}
    if not legible or len(rest) > 1 or not set(rest) <= set(legible):
        return None
    if rest:
        return Menu(fit(card_text(talk, talk.number(legible[rest[0]])), TEXT), ())
    choices = [
        context.choice(key, safe(talk.plain(card)), safe(talk.lexicon.stats(talk.number(card))))
        for key, card in legible.items()
    ]
    return Menu(hand_text(talk), tuple(select(gettext("Read one card"), choices[: 4 * OPTIONS])))


def hand_text(talk: Talk) -> str:
    """Return the cards of the own hand with their costs; the picture and the select have their texts."""
    cards = once_each(talk, talk.view.hand)
    if not cards:
        return gettext("Your hand is empty.")
    return fit("\n".join([_hand_line(talk, card) for card in cards]), TEXT)


def _hand_line(talk: Talk, card: Card) -> str:
    copies = sum([talk.number(each) == talk.number(card) for each in talk.view.hand])
    name = talk.card(card) if copies == 1 else f"{talk.card(card)} x{copies}"
    return gettext("**{card}** (play cost {cost})", card=name, cost=talk.queries.cost(card))


def _legible(talk: Talk) -> tuple[Card, ...]:
    """Return one copy of each visible card: the own hand, and the cards in play."""
    view = talk.view
    cards = [*view.hand, *(view.question.looking if view.question is not None else ())]
    if view.viewer is not None:
        cards += view.sides[view.viewer].aside
    return once_each(talk, [*cards, *in_play(view)])
