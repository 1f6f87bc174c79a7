"""Contests and points in words: the leader, possible answers, the deadline (CRF-15, CRF-28)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.base.language import gettext, ngettext
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, Called, cut, either, listed
from bot.games.crossfire.rules.cards import HIGHEST, a_rank
from bot.games.crossfire.rules.piles import defence, least_answer, unknown
from bot.games.crossfire.rules.scoring import ATTACK_POINTS, claims_in
from bot.games.crossfire.rules.table import team_of
from bot.games.crossfire.rules.view import NOBODY, Claim, CrossfireView, Pile
from bot.games.crossfire.wording.names import at_least, card_words


def contested(view: CrossfireView) -> list[int]:
    """Return the squares that are contested, ascending."""
    return [square for square, pile in enumerate(view.board) if pile is not None and pile.contested]


def answerers(view: CrossfireView, pile: Pile) -> list[Seat]:
    """Return the seats whose answer would still count, in turn order (CRF-16, CRF-20)."""
    if not pile.contested or pile.lapsed:
        return []
    if pile.kind != "neutral":
        return [pile.rival]
    turn = max(view.turn, 0)
    until = (pile.leader - turn) % view.seats or view.seats
    coming = [(turn + step) % view.seats for step in range(until)]
    return [seat for seat in coming if team_of(seat) != team_of(pile.leader)]


def by_mark(seat: Seat) -> str:
    """Return a seat's mark."""
    return SEAT_MARKS[seat]


def contest_words(
    view: CrossfireView, square: int, called: Called = by_mark, reader: Seat = NOBODY, *, able: bool = True
) -> str:
    """Return a contest in words: "At c5 (9♠) ■ leads with J♦, and ● must answer now with a King.".

    The `reader`, if a seat, is called "you"; it must not lead the contest. `able` says whether it can answer.
    """
    pile = view.board[square]
    assert pile is not None, "only a pile is contested"
    return gettext(
        "At {square} ({pile}) {leader} leads with {card}, {due}.",
        square=view.table.name(square),
        pile=pile_words(pile),
        leader=called(pile.leader),
        card=card_words(pile.laid[-1].card),
        due=due_words(view, pile, called, reader, able=able),
    )


def due_words(
    view: CrossfireView, pile: Pile, called: Called = by_mark, reader: Seat = NOBODY, *, able: bool = True
) -> str:
    """Return the seat that must answer a contest, with which cards and when: "and ● must answer now with a
    King".
    """
    seats = answerers(view, pile)
    if pile.lapsed or not seats:
        return gettext("unanswered: the pile goes to {leader} next", leader=called(pile.leader))
    least = least_answer(pile, seats[0])
    if least > HIGHEST and pile.leader == reader:
        return gettext("which nothing tops: the pile goes to you next")
    if least > HIGHEST:
        return gettext("which nothing tops: the pile goes to {leader} next", leader=called(pile.leader))
    if not able:
        seats = [seat for seat in seats if seat != reader]
    if not seats:
        return gettext("and you cannot answer")
    if seats == [view.turn] == [reader]:
        return gettext("and you must answer now with {cards}", cards=at_least(least))
    who = either([gettext("you") if seat == reader else called(seat) for seat in seats])
    if seats == [view.turn]:
        return gettext("and {who} must answer now with {cards}", who=who, cards=at_least(least))
    return gettext("and {who} may answer next with {cards}", who=who, cards=at_least(least))


def pile_words(pile: Pile) -> str:
    """Return the pile on a square without contest cards: "9♠", "seized pile of strength 11"."""
    match pile.kind:
        case "seized":
            return gettext("a seized pile of strength {strength}", strength=defence(pile))
        case "tower":
            return gettext("a tower of {rank}", rank=a_rank(defence(pile)))
        case "neutral" if unknown(pile):
            return gettext("a neutral, face down")
        case "neutral":
            return gettext("the neutral {card}", card=card_words(pile.cards[0]))
    return card_words(pile.cards[0])


def whose(pile: Pile) -> str:
    """Return the pile on a square with its owner: "9♠ of ■"."""
    if pile.owner == NOBODY:
        return pile_words(pile)
    return gettext("{pile} of {player}", pile=pile_words(pile), player=by_mark(pile.owner))


def awaiting(view: CrossfireView, seat: Seat) -> list[int]:
    """Return the contests in which an answer of this seat would count, regardless of its reach."""
    piles = enumerate(view.board)
    return [square for square, pile in piles if pile is not None and seat in answerers(view, pile)]


def some(words: Sequence[str], most: int, more: Callable[[int], str]) -> list[str]:
    """Return the first few of these, and the phrase for the number of others."""
    shown, left = cut(words, most)
    return [*shown, more(left)] if left else list(shown)


def more_contests(number: int) -> str:
    """Return a sentence on the number of contests left out."""
    return ngettext("{number} more contest.", "{number} more contests.", number)


def ahead_words(view: CrossfireView) -> str:
    """Return the current points of both: "Points if a pack runs out: ● 5, ■ 7"; "" if none count."""
    words = [f"{SEAT_MARKS[seat]} {claim.points}" for seat, claim in enumerate(claims_in(view))]
    return gettext("Points if a pack runs out: {teams}", teams=", ".join(words)) if words else ""


def claim_sources(claim: Claim) -> str:
    """Return the sources of points: "1 base under attack, 2 neutrals and 4 rows ahead"; "nothing"."""
    bases = claim.attacks // ATTACK_POINTS
    sources = [
        ngettext("{number} base under attack", "{number} bases under attack", bases) if bases else "",
        ngettext("{number} neutral", "{number} neutrals", claim.neutrals) if claim.neutrals else "",
        ngettext("power {number} row ahead", "power {number} rows ahead", claim.rows) if claim.rows else "",
    ]
    return listed([source for source in sources if source]) or gettext("nothing")
