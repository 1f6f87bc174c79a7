"""The results of a play in words: power of a laid card, answers to an attack, actions left over."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import gettext, ngettext
from bot.engine.contract import Seat, set_at
from bot.engine.sentences import SEAT_MARKS, either, listed
from bot.games.crossfire.rules import piles
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
from bot.games.crossfire.rules.cards import (
    HIGHEST,
    Card,
    a_rank,
    is_joker,
    is_royal,
    rank,
    rank_name,
    tower_of,
)
from bot.games.crossfire.rules.lighting import Pair, proof
from bot.games.crossfire.rules.piles import Board, least_answer
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import CrossfireView, Pile
from bot.games.crossfire.wording.contests import (
    answerers,
    awaiting,
    due_words,
    pile_words,
    whose,
)
from bot.games.crossfire.wording.names import at_least, card_words, cards_words


class Prospects:
    """Predicts the results of a seat's plays, from its view."""

    def __init__(self, view: CrossfireView) -> None:
        assert view.viewer is not None, "only a seat has plays"
        self.view = view
        self.seat: Seat = view.viewer
        self.table: Table = view.table

    def place(self, square: int) -> str:
        """Return the name of a square."""
        return self.table.name(square)

    def pile(self, square: int) -> Pile:
        """Return the pile on an occupied square."""
        pile = self.view.board[square]
        assert pile is not None, "a legal action names a pile that is there"
        return pile

    def power(self, card: Card, at: int) -> str:
        """Return whether a card would have power as a node here: "powered: makes 10 with the 3 at c2"."""
        return self._power_of(set_at(self.view.board, at, piles.node(self.seat, card)), at)

    def _power_of(self, board: Board, at: int) -> str:
        power = proof(self.table, board, self.seat, at)
        if power is not None:
            for pair in power.pairs:
                if at in (pair.a, pair.b):
                    return self._paired(board, pair, at)
            return gettext("powered by itself, as a 10")
        pile = board[at]
        if pile is not None and pile.kind == "node" and is_royal(pile.cards[0]):
            return gettext("dead: a {rank} never has power", rank=rank_name(pile.cards[0]))
        return gettext("dead: without power")

    def _paired(self, board: Board, pair: Pair, at: int) -> str:
        other, power = (pair.b, pair.power_b) if pair.a == at else (pair.a, pair.power_a)
        pile, square = board[other], self.place(other)
        if pile is not None and is_joker(pile.cards[0]):
            return gettext(
                "powered: makes 10 with the Joker as {power} at {square}", power=power, square=square
            )
        called = gettext("Ace") if power == 1 else power
        return gettext("powered: makes 10 with the {rank} at {square}", rank=called, square=square)

    def answers(self, pile: Pile, at: int) -> str:
        """Return the possible answers to a card of the seat that leads at a square now, in short."""
        seats = answerers(self.view, pile)
        if not seats:
            return ""
        who = either([SEAT_MARKS[seat] for seat in seats])
        least = least_answer(pile, seats[0])
        if least > HIGHEST:
            return gettext("nothing tops a King")
        if not self._within_reach(seats, pile, at):
            return ngettext(
                "{who} has no node beside it for an answer",
                "{who} have nothing beside it to answer from",
                len(seats),
                who=who,
            )
        return gettext("{who} may answer with {cards}", who=who, cards=at_least(least))

    def _within_reach(self, seats: Sequence[Seat], pile: Pile, at: int) -> bool:
        """Whether one of these seats has a powered node or a base from which it can lay on a pile
        (CRF-16).
        """
        board = set_at(self.view.board, at, pile)
        return any(Reach(self.table, board, seat).can_answer(at) for seat in seats)

    def attack_hint(self, action: Attack) -> str:
        """Return the target of an attack and the possible answers: "against 9♠: ■ may answer with a Queen
        ...".
        """
        pile = self.pile(action.at)
        if pile.kind == "neutral" and piles.unknown(pile):
            return gettext("a neutral, face down: your card leads if it is higher")
        if self._withstood(action, pile):
            return gettext("{neutral} holds: your card stays on it", neutral=whose(pile))
        answers = self.answers(piles.after_attack(pile, self.seat, action.card), action.at)
        if self.table.is_enemy_base(action.at, self.seat):
            return gettext("against their base, {pile}: {answers}", pile=whose(pile), answers=answers)
        return gettext("against {pile}: {answers}", pile=whose(pile), answers=answers)

    def _withstood(self, action: Attack, pile: Pile) -> bool:
        """Whether a known neutral withstands a card (CRF-30)."""
        return pile.kind == "neutral" and not piles.beats_neutral(action.card, pile.cards[0])

    def answer_hint(self, action: Answer) -> str:
        """Return the card that the answer beats, and the possible answers in turn."""
        pile = self.pile(action.at)
        after = piles.answered(pile, self.seat, action.card)
        return gettext(
            "tops {card} of {player}: {answers}",
            card=card_words(pile.laid[-1].card),
            player=SEAT_MARKS[pile.leader],
            answers=self.answers(after, action.at),
        )

    def support_hint(self, action: Support) -> str:
        """Return the effect of a support on its base: "the base counts as 4 or 7, and gets power"."""
        held = rank(self.pile(action.base).cards[0])
        behind = self.table.behind[action.base]
        board = set_at(self.view.board, behind, piles.node(self.seat, action.card))
        return gettext(
            "the base counts as {own} or {sum}, {power}",
            own=held,
            sum=held + rank(action.card),
            power=self._power_of(board, action.base),
        )

    def replace_hint(self, action: Replace) -> str:
        """Return the card that comes to the hand instead of the Joker."""
        return gettext("{card} comes to your hand", card=card_words(self.pile(action.at).cards[0]))

    def title(self, action: CrossfireAction) -> str:
        """Return a play as an imperative: "Lay 7♥ on c3"."""
        match action:
            case Lay(card=card, at=at):
                return gettext("Lay {card} on {square}", card=card_words(card), square=self.place(at))
            case Support(card=card, base=base):
                return gettext("Support {square} with {card}", square=self.place(base), card=card_words(card))
            case Attack(card=card, at=at):
                if self.pile(at).kind == "neutral":
                    return gettext("Probe {square} with {card}", square=self.place(at), card=card_words(card))
                return gettext("Attack {square} with {card}", square=self.place(at), card=card_words(card))
            case Answer(card=card, at=at):
                return gettext("Answer at {square} with {card}", square=self.place(at), card=card_words(card))
            case Rebuild(card=card, at=at):
                return gettext("Clear {square} for {card}", square=self.place(at), card=card_words(card))
            case Raise(at=at):
                return self._tower_title(*tower_of(action.card, action.held), at)
            case Discard(card=card):
                return gettext("Discard {card}", card=card_words(card))
            case Replace(at=at):
                return gettext("Put your Joker on {square}", square=self.place(at))
            case KeepOne(at=at, card=card):
                return gettext("Keep {card} at {square}", card=card_words(card), square=self.place(at))
            case Tower(at=at, royal=royal, ten=ten):
                return self._tower_title(royal, ten, at)
        raise TypeError(f"{type(action).__name__} is no play of a turn")

    def _tower_title(self, royal: Card, ten: Card, at: int) -> str:
        return gettext(
            "Raise {royal} on {ten} at {square}",
            royal=card_words(royal),
            ten=card_words(ten),
            square=self.place(at),
        )

    def consequence(self, action: CrossfireAction) -> str:
        """Return sentences on the result of a play, and on the remaining plays."""
        if isinstance(action, (Replace, KeepOne, Tower)):
            return f"{self._of_free(action)}\n{gettext('Your turn goes on: this is free.')}"
        left = self._left_undone(action)
        return f"{self._of_play(action)}\n{gettext('This ends your turn.')}{left}"

    def _of_play(self, action: CrossfireAction) -> str:
        match action:
            case Lay(card=card, at=at):
                return gettext("It will be {power}.", power=self.power(card, at))
            case Support():
                return gettext("With it {effect}.", effect=self.support_hint(action))
            case Attack(at=at):
                return self._of_attack(action, self.pile(at))
            case Answer(card=card, at=at):
                after = piles.answered(self.pile(at), self.seat, card)
                return gettext("You lead then, {due}.", due=self._due(after, at))
            case Rebuild(card=card, at=at):
                return self._of_rebuilding(card, at)
            case Raise(at=at):
                royal, ten = tower_of(action.card, action.held)
                return self._of_tower(royal, ten, at, len(self.pile(at).cards) - 1)
        return gettext("You lay nothing this turn.")

    def _of_rebuilding(self, card: Card, at: int) -> str:
        return ngettext(
            "The pile of {number} card goes to the discards. {card} will be {power}.",
            "The pile of {number} cards goes to the discards. {card} will be {power}.",
            len(self.pile(at).cards),
            card=card_words(card),
            power=self.power(card, at),
        )

    def _due(self, pile: Pile, at: int) -> str:
        seats = answerers(self.view, pile)
        if least_answer(pile, seats[0]) <= HIGHEST and not self._within_reach(seats, pile, at):
            return ngettext(
                "and {who} has no node beside it for an answer at present",
                "and {who} have nothing beside it to answer from as it stands",
                len(seats),
                who=either([SEAT_MARKS[seat] for seat in seats]),
            )
        return due_words(self.view, pile, reader=self.seat)

    def _of_attack(self, action: Attack, pile: Pile) -> str:
        if pile.kind == "neutral" and piles.unknown(pile):
            return gettext(
                "Its card is shown to everybody. If yours is higher, you lead; if not, the neutral turns "
                "face down again and your card stays on it."
            )
        if self._withstood(action, pile):
            return gettext(
                "{card} does not beat {neutral}: the neutral turns face down again and your card stays on "
                "it.",
                card=card_words(action.card),
                neutral=whose(pile),
            )
        due = self._due(piles.after_attack(pile, self.seat, action.card), action.at)
        told = gettext("Against {pile}: you lead, {due}.", pile=whose(pile), due=due)
        if not self.table.is_enemy_base(action.at, self.seat):
            return told
        if self.view.seats == 2:
            return f"{told}\n{gettext('**Winning this base wins the match.**')}"
        return f"{told}\n{gettext('A base is a point.')}"

    def _of_free(self, action: Replace | KeepOne | Tower) -> str:
        pile = self.pile(action.at)
        if isinstance(action, Replace):
            return gettext(
                "{card} comes to your hand, and everybody has seen it go there.",
                card=card_words(pile.cards[0]),
            )
        if isinstance(action, KeepOne):
            gone = _others(len(pile.cards) - 1)
            power = self.power(action.card, action.at)
            return gettext("It will be {power}. Discarded: {cards}.", power=power, cards=gone)
        return self._of_tower(action.royal, action.ten, action.at, len(pile.cards) - 2)

    def _of_tower(self, royal: Card, ten: Card, at: int, removed: int) -> str:
        board = set_at(self.view.board, at, piles.tower(self.seat, royal, ten))
        return gettext(
            "A tower has power 10 and the strength of {rank}; this one will be {power}. Discarded: {cards}.",
            rank=a_rank(rank(royal)),
            power=self._power_of(board, at),
            cards=_others(removed),
        )

    def tower_hint(self, action: Raise) -> str:
        """Return the cards of a tower raised with a card of the hand."""
        held = card_words(action.held)
        return gettext("with {card} of the pile: power 10, the strength of the royal", card=held)

    def _left_undone(self, action: CrossfireAction) -> str:
        """Return the contests that would lapse because this is the turn's one play (CRF-16)."""
        here = action.at if isinstance(action, Answer) else -1
        left = [
            square
            for square in awaiting(self.view, self.seat)
            if square != here and answerers(self.view, self.pile(square)) == [self.seat]
        ]
        if not left:
            return ""
        named = [
            gettext(
                "{square} to {player}",
                square=self.place(square),
                player=SEAT_MARKS[self.pile(square).leader],
            )
            for square in left
        ]
        return f" {gettext('You leave {squares}.', squares=listed(named))}"

    def resolve_words(self, at: int) -> str:
        """Return the cards of a seized pile: "9♠, J♦, of strength 11"."""
        pile = self.pile(at)
        return f"{cards_words(pile.cards)}; {pile_words(pile)}"


def _others(number: int) -> str:
    """Return the number of other cards of a pile that are cleared away."""
    if not number:
        return gettext("no other card")
    return ngettext("{number} other card", "{number} other cards", number)
