"""What a play would bring, in words: power of a card laid, answers to an attack, what is left undone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS, count, listed
from bot.games.crossfire import piles
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
from bot.games.crossfire.cards import Card, is_joker, is_royal, rank, rank_name
from bot.games.crossfire.contests import (
    answerers,
    awaiting,
    by_mark,
    due_words,
    least_answer,
    pile_words,
    whose,
)
from bot.games.crossfire.lighting import Pair, Proof, proof
from bot.games.crossfire.names import HIGHEST, a_rank, at_least, card_words, cards_words, place
from bot.games.crossfire.piles import Board, with_pile
from bot.games.crossfire.standing import Standing
from bot.games.crossfire.table import Table, table_of, team_of
from bot.games.crossfire.view import NOBODY, CrossfireView, Pile


class Prospects:
    """Tells one seat what its plays would bring, from what it sees."""

    def __init__(self, view: CrossfireView) -> None:
        assert view.viewer is not None, "only a seat has plays"
        self.view = view
        self.seat: Seat = view.viewer
        self.table: Table = table_of(view.options, view.seats)

    def place(self, square: int) -> str:
        """Return the name of a square."""
        return place(self.view, square)

    def pile(self, square: int) -> Pile:
        """Return what lies on a square that holds something."""
        pile = self.view.board[square]
        assert pile is not None, "a legal action names a pile that is there"
        return pile

    def power(self, card: Card, at: int) -> str:
        """Return whether a card would have power as a node here: "powered: makes 10 with the 3 at c2"."""
        return self._power_of(with_pile(self.view.board, at, piles.node(self.seat, card)), at)

    def _power_of(self, board: Board, at: int) -> str:
        found = proof(self.table, board, self.seat, at)
        if found is not None:
            return f"powered{self._reason(board, found, at)}"
        pile = board[at]
        if pile is not None and pile.kind == "node" and is_royal(pile.cards[0]):
            return f"dead: a {rank_name(pile.cards[0])} never has power"
        return "dead: without power"

    def _reason(self, board: Board, found: Proof, at: int) -> str:
        for pair in found.pairs:
            if at in (pair.a, pair.b):
                return f": makes 10 with {self._partner(board, pair, at)}"
        return " by itself, as a 10"

    def _partner(self, board: Board, pair: Pair, at: int) -> str:
        other, power = (pair.b, pair.power_b) if pair.a == at else (pair.a, pair.power_a)
        pile = board[other]
        joker = pile is not None and is_joker(pile.cards[0])
        amount = "Ace" if power == 1 and not joker else str(power)
        return f"the {f'Joker as {amount}' if joker else amount} at {self.place(other)}"

    def answers(self, pile: Pile, at: int) -> str:
        """Return what can be answered to a card of the seat that leads at a square now, short."""
        seats = answerers(self.view, pile)
        if not seats:
            return ""
        who = listed([SEAT_MARKS[seat] for seat in seats], "or")
        least = least_answer(pile, seats[0])
        if least > HIGHEST:
            return "nothing tops a King"
        if not self._within_reach(seats, pile, at):
            return f"{who} {'has' if len(seats) == 1 else 'have'} nothing beside it to answer from"
        return f"{who} may answer with {at_least(least)}"

    def _within_reach(self, seats: Sequence[Seat], pile: Pile, at: int) -> bool:
        """Whether one of these seats has a powered node or a base from which to lay on a pile (CRF-16)."""
        board = with_pile(self.view.board, at, pile)
        return any(Standing(self.table, board, seat).can_answer(at) for seat in seats)

    def after_attack(self, action: Attack) -> Pile:
        """Return the pile after an attack; a neutral not known yet is taken as beaten."""
        pile = self.pile(action.at)
        if pile.kind == "neutral":
            return piles.probed(pile, self.seat, action.card, pile.cards[0], True)
        return piles.attacked(pile, self.seat, action.card)

    def attack_hint(self, action: Attack) -> str:
        """Return what is attacked and what can be answered: "against 9♠: ■ may answer with a Queen ..."."""
        pile = self.pile(action.at)
        base = "their base, " if self.is_base(action.at) else ""
        if pile.kind == "neutral" and piles.unknown(pile):
            return "a neutral, face down: your card leads if it is higher"
        return f"against {base}{whose(pile, by_mark)}: {self.answers(self.after_attack(action), action.at)}"

    def answer_hint(self, action: Answer) -> str:
        """Return what the answer tops and what can be answered in turn."""
        pile = self.pile(action.at)
        after = piles.answered(pile, self.seat, action.card)
        tops = f"tops {card_words(pile.laid[-1].card)} of {SEAT_MARKS[pile.leader]}"
        return f"{tops}: {self.answers(after, action.at)}"

    def is_base(self, square: int) -> bool:
        """Whether a square is in a base line of the other team."""
        home = self.table.base_home[square]
        return home != NOBODY and team_of(home) != team_of(self.seat)

    def support_hint(self, action: Support) -> str:
        """Return what a support makes of its base: "the base counts as 4 or 7, and gets power"."""
        held = rank(self.pile(action.base).cards[0])
        sums = f"the base counts as {held} or {held + rank(action.card)}"
        behind = self.table.behind[action.base]
        board = with_pile(self.view.board, behind, piles.node(self.seat, action.card))
        return f"{sums}, {self._power_of(board, action.base)}"

    def replace_hint(self, action: Replace) -> str:
        """Return which card comes to the hand in the Joker's place."""
        return f"{card_words(self.pile(action.at).cards[0])} comes to your hand"

    def title(self, action: CrossfireAction) -> str:
        """Return a play as an order: "Lay 7♥ on c3"."""
        match action:
            case Lay(card=card, at=at):
                return f"Lay {card_words(card)} on {self.place(at)}"
            case Support(card=card, base=base):
                return f"Support {self.place(base)} with {card_words(card)}"
            case Attack(card=card, at=at):
                verb = "Probe" if self.pile(at).kind == "neutral" else "Attack"
                return f"{verb} {self.place(at)} with {card_words(card)}"
            case Answer(card=card, at=at):
                return f"Answer at {self.place(at)} with {card_words(card)}"
            case Rebuild(card=card, at=at):
                return f"Clear {self.place(at)} for {card_words(card)}"
            case Discard(card=card):
                return f"Discard {card_words(card)}"
            case Replace(at=at):
                return f"Put your Joker on {self.place(at)}"
            case KeepOne(at=at, card=card):
                return f"Keep {card_words(card)} at {self.place(at)}"
            case Tower(at=at, royal=royal, ten=ten):
                return f"Raise {card_words(royal)} on {card_words(ten)} at {self.place(at)}"
        raise TypeError(f"{type(action).__name__} is no play of a turn")

    def consequence(self, action: CrossfireAction) -> str:
        """Return in sentences what a play brings, and what it leaves undone."""
        if isinstance(action, (Replace, KeepOne, Tower)):
            return f"{self._of_free(action)}\nYour turn goes on: this is free."
        left = self._left_undone(action)
        return f"{self._of_play(action)}\nThis ends your turn.{left}"

    def _of_play(self, action: CrossfireAction) -> str:
        match action:
            case Lay(card=card, at=at):
                return f"It will be {self.power(card, at)}."
            case Support():
                return f"With it {self.support_hint(action)}."
            case Attack(at=at):
                return self._of_attack(action, self.pile(at))
            case Answer(card=card, at=at):
                after = piles.answered(self.pile(at), self.seat, card)
                return f"You lead then, {self._due(after, at)}."
            case Rebuild(card=card, at=at):
                gone = count(len(self.pile(at).cards), "card")
                power = f"{card_words(card)} will be {self.power(card, at)}"
                return f"The pile of {gone} goes to the discards. {power}."
        return "You lay nothing this turn."

    def _due(self, pile: Pile, at: int) -> str:
        seats = answerers(self.view, pile)
        if least_answer(pile, seats[0]) <= HIGHEST and not self._within_reach(seats, pile, at):
            return f"and {self.answers(pile, at)} as it stands"
        return due_words(self.view, pile, self.called)

    def called(self, seat: Seat) -> str:
        """Call a seat by its mark, and the one who reads by "you"."""
        return "you" if seat == self.seat else SEAT_MARKS[seat]

    def _of_attack(self, action: Attack, pile: Pile) -> str:
        if pile.kind == "neutral" and piles.unknown(pile):
            return (
                "Its card is shown to everybody. If yours is higher, you lead; if not, the neutral turns "
                "face down again and your card stays on it."
            )
        prize = "\n**Winning this base wins the match.**" if self.view.seats == 2 else "\nA base is a point."
        prize = prize if self.is_base(action.at) else ""
        due = self._due(self.after_attack(action), action.at)
        return f"Against {whose(pile, by_mark)}: you lead, {due}.{prize}"

    def _of_free(self, action: Replace | KeepOne | Tower) -> str:
        pile = self.pile(action.at)
        if isinstance(action, Replace):
            return f"{self.replace_hint(action)}, and everybody has seen it go there."
        if isinstance(action, KeepOne):
            gone = count(len(pile.cards) - 1, "other card")
            return f"It will be {self.power(action.card, action.at)}. Discarded: {gone}."
        gone = count(len(pile.cards) - 2, "other card")
        board = with_pile(self.view.board, action.at, piles.tower(self.seat, action.royal, action.ten))
        strong = f"A tower has power 10 and the strength of {a_rank(rank(action.royal))}"
        return f"{strong}; this one will be {self._power_of(board, action.at)}. Discarded: {gone}."

    def _left_undone(self, action: CrossfireAction) -> str:
        """Return which contests would lapse because this is the turn's one play (CRF-16)."""
        here = action.at if isinstance(action, Answer) else -1
        left = [
            square
            for square in awaiting(self.view, self.seat)
            if square != here and answerers(self.view, self.pile(square)) == [self.seat]
        ]
        if not left:
            return ""
        named = listed([f"{self.place(square)} to {SEAT_MARKS[self.pile(square).leader]}" for square in left])
        return f" You leave {named}."

    def resolve_words(self, at: int) -> str:
        """Return what a seized pile holds: "9♠, J♦, of strength 11"."""
        pile = self.pile(at)
        return f"{cards_words(pile.cards)}; {pile_words(pile)}"
