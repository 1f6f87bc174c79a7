"""How a contest stands, in words: who leads, who may answer, with what, until when (CRF-15 to CRF-20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS, listed
from bot.games.crossfire.cards import strength
from bot.games.crossfire.names import HIGHEST, a_rank, at_least, card_words, place
from bot.games.crossfire.piles import defence, unknown
from bot.games.crossfire.table import team_of
from bot.games.crossfire.view import CrossfireView, Pile

Called: TypeAlias = Callable[[Seat], str]
"""How seats are called: by their marks, or by mark and name."""


def contested(view: CrossfireView) -> list[int]:
    """Return the squares that are contested, ascending."""
    return [square for square, pile in enumerate(view.board) if pile is not None and pile.contested]


def answerers(view: CrossfireView, pile: Pile) -> list[Seat]:
    """Return the seats whose answer would still count, in the order of their turns (CRF-16, CRF-20)."""
    if not pile.contested or pile.lapsed:
        return []
    if pile.kind != "neutral":
        return [pile.rival]
    turn = max(view.turn, 0)
    until = (pile.leader - turn) % view.seats or view.seats
    coming = [(turn + step) % view.seats for step in range(until)]
    return [seat for seat in coming if team_of(seat) != team_of(pile.leader)]


def least_answer(pile: Pile, seat: Seat) -> int:
    """Return the least strength with which a seat may answer; 14 when no card is strong enough.

    The attacker needs as much as the leader's card, all others more (CRF-16, CRF-20).
    """
    leading = strength(pile.laid[-1].card)
    return leading if pile.kind != "neutral" and pile.owner != seat else leading + 1


def contest_words(view: CrossfireView, square: int, called: Called) -> str:
    """Return how a contest stands, a clause: "at c5 (9♠) ■ leads with J♦, and ● must answer ..."."""
    pile = view.board[square]
    assert pile is not None, "only a pile is contested"
    leader = called(pile.leader)
    leads = f"at {place(view, square)} ({pile_words(pile)}) {leader} leads with {_leading(pile)}"
    return f"{leads}, {due_words(view, pile, called)}"


def due_words(view: CrossfireView, pile: Pile, called: Called) -> str:
    """Return whose answer is due in a contest, with what and when: "and ● must answer now with a King"."""
    seats, leader = answerers(view, pile), called(pile.leader)
    if pile.lapsed or not seats:
        return f"unanswered: the pile goes to {leader} next"
    least = least_answer(pile, seats[0])
    if least > HIGHEST:
        return f"which nothing tops: the pile goes to {leader} next"
    who = listed([called(seat) for seat in seats], "or")
    if seats == [view.turn]:
        return f"and {who} must answer now with {at_least(least)}"
    return f"and {who} may answer next with {at_least(least)}"


def _leading(pile: Pile) -> str:
    return card_words(pile.laid[-1].card)


def pile_words(pile: Pile) -> str:
    """Return what lies on a square, without the cards of a contest: "9♠", "seized pile of strength 11"."""
    match pile.kind:
        case "seized":
            return f"a seized pile of strength {defence(pile)}"
        case "tower":
            return f"a tower of {a_rank(defence(pile))}"
        case "neutral":
            return "a neutral, face down" if unknown(pile) else f"the neutral {card_words(pile.cards[0])}"
    return card_words(pile.cards[0])


def whose(pile: Pile, called: Called) -> str:
    """Return what lies on a square and whose it is: "9♠ of ■ **Ben**"."""
    return pile_words(pile) if pile.owner < 0 else f"{pile_words(pile)} of {called(pile.owner)}"


def by_mark(seat: Seat) -> str:
    """Call a seat by its mark alone."""
    return SEAT_MARKS[seat]


def awaiting(view: CrossfireView, seat: Seat) -> list[int]:
    """Return the contests in which an answer of this seat would count, wherever it stands."""
    return [
        square
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested and seat in answerers(view, pile)
    ]


def some(words: Sequence[str], most: int, thing: str) -> list[str]:
    """Return the first few of these, and a word on how many more there are."""
    left = len(words) - most
    return [*words[:most], f"{left} more {thing}{'s' if left > 1 else ''}"] if left > 0 else list(words)
