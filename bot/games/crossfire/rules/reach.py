"""The nodes a seat can play from, and the squares it can play to: for legal actions and checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.engine.contract import Seat, latest
from bot.engine.grid import listed, mask_of
from bot.games.crossfire.rules.cards import is_royal, once_each, rank, strength
from bot.games.crossfire.rules.piles import Board, defence, least_answer
from bot.games.crossfire.rules.power import POWERS, coded, decided, face_powers, partner_powers
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, Pile


class Reach:
    """A seat's power and reach on a board, independent of its hand."""

    __slots__ = (
        "acting", "bases", "board", "codes", "empty", "open", "power", "quiet", "seat", "seized", "strike",
        "table", "taken",
    )  # fmt: skip

    def __init__(self, table: Table, board: Board, seat: Seat) -> None:
        team, member = team_of(seat), seat >> 1
        self.table, self.board, self.seat = table, board, seat
        _, self.codes, self.taken, self.seized, contested, own = coded(table, board, team)
        self.quiet = (own[0] | own[1]) & ~contested
        """The mask of the team's piles that are neither contested nor seized."""
        self.power = decided(table, team, self.codes)
        self.acting = self.power.acting[member]
        """The mask of the powered nodes the seat can play from (CRF-08, CRF-22)."""
        self.bases = own[member] & table.team_bases[team]
        """The mask of its bases, powered or not: its own nodes on base squares of its team, royals included.
        It can lay in contests from them (CRF-15). A base that a partner has won back is the partner's; a
        seized pile is not a base (CRF-31).
        """
        self.strike = self.acting | self.bases
        """The mask of the nodes from which it can lay in contests (CRF-15, CRF-16)."""
        self.empty = table.field & ~self.taken
        """The mask of the empty squares of the field."""
        self.open = table.spread(self.acting) & self.empty
        """The mask of the empty squares adjacent to a powered node: any card may go there (CRF-12)."""

    def pairing_squares(self) -> dict[int, int]:
        """Return further empty squares, each with the powers that pair with a node without power (CRF-12).

        The node is dead, and it or the card is adjacent to a powered node of the team: paired, both are
        linked (CRF-29). Or it is a base without power, for the square straight ahead only: paired, it is a
        powered base itself.
        """
        return self._pairing(self.table.grid.full, self.empty & ~self.open)

    def pairing_squares_of(self, square: int) -> int:
        """Return the mask of the empty squares where a card would pair with a node without power (CRF-12).

        The link may use either partner's powered nodes. A powered node of the partner's next to an empty
        square does not open that square to any card, but it links a pair made there (CRF-29).
        """
        return mask_of(self._pairing(1 << square, self.empty))

    def _pairing(self, nodes: int, within: int) -> dict[int, int]:
        """Return those of the squares `within` where a card would pair with one of these nodes."""
        table, powered, found = self.table, self.power.powered, dict[int, int]()
        dead = nodes & self.power.owned[self.seat >> 1] & ~powered
        if not dead:
            return found
        linked = table.spread(powered)
        for square in listed(dead):
            if self.bases >> square & 1:
                empty = 1 << table.ahead[square] & within
            else:
                beside = table.beside[square]
                empty = beside & within if beside & powered else beside & within & linked
            if empty:
                powers = partner_powers(self.codes[square])
                for each in listed(empty) if powers else ():
                    found[each] = found.get(each, 0) | powers
        return found

    def pairing_node(self, at: int, card: int) -> int | None:
        """Return the node without power that a card laid at an empty square would pair with, or None."""
        for square in listed(self.table.beside[at]):
            pairs = partner_powers(self.codes[square]) & face_powers(card)
            if pairs and self.pairing_squares_of(square) >> at & 1:
                return square
        return None

    def origins(self, at: int, *, attacking: bool) -> int:
        """Return the mask of the nodes from which the seat can lay in a contest at a square (CRF-15, CRF-16).

        Nodes of one base line do not attack each other (CRF-23).
        """
        origins = self.table.beside[at] & self.strike
        home = self.table.base_home[at]
        if attacking and home != NOBODY:
            origins &= ~self.table.base_masks[home]
        return origins

    def can_attack(self, at: int) -> bool:
        """Whether the seat's reach lets it open a contest at this square with some card."""
        pile = self.board[at]
        if pile is None or pile.contested or not self.is_foe(pile):
            return False
        return bool(self.origins(at, attacking=True))

    def is_foe(self, pile: Pile) -> bool:
        """Whether a pile is of the other team, or neutral."""
        return pile.owner == NOBODY or team_of(pile.owner) != team_of(self.seat)

    def can_answer(self, at: int) -> bool:
        """Whether the seat's reach lets it answer in the contest at this square."""
        pile = self.board[at]
        if pile is None or not self.awaits(pile):
            return False
        return bool(self.origins(at, attacking=pile.owner != self.seat))

    def awaits(self, pile: Pile) -> bool:
        """Whether an answer of this seat would count: it is the rival, or the enemy leads for a neutral.

        A contest for an owned pile is between two seats; partners cannot step in (CRF-16). On a neutral both
        enemies of the leader may answer (CRF-30).
        """
        if not pile.contested:
            return False
        if pile.kind == "neutral":
            return team_of(pile.leader) != team_of(self.seat)
        return pile.rival == self.seat and not pile.lapsed

    def supportable(self) -> tuple[tuple[int, int], ...]:
        """Return the base squares that could be supported, each with the highest allowed rank (CRF-11)."""
        table, seat = self.table, self.seat
        codes = tuple(map(self.codes.__getitem__, table.bases[seat]))
        return _supportable(table, seat, self.bases, self.taken & table.support_masks[seat], codes)

    def can_rebuild(self, at: int) -> bool:
        """Whether this square is next to a powered node from which the seat can play (CRF-18, CRF-27)."""
        return bool(self.table.beside[at] & self.acting)


@lru_cache(maxsize=1024)
def _supportable(
    table: Table, seat: Seat, own: int, taken: int, codes: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Return the bases of a line, with these codes, that could be supported.

    They are numbered nodes of the seat's `own` whose support square is not `taken`.
    """
    return tuple(
        [
            (base, 10 - number)
            for base, code in zip(table.bases[seat], codes, strict=True)
            if own >> base & 1 and not taken >> table.behind[base] & 1
            for number in range(1, 10)
            if code & POWERS == 1 << number
        ]
    )


reach_of = latest(Reach)
"""Return a seat's reach on a board: that of the legal actions serves for the check of the one chosen."""


def least_strength(pile: Pile, seat: Seat) -> int:
    """Return the strength that a card needs for a contest (CRF-15, CRF-16, CRF-20).

    To open: at least the target's strength; any card may attack a neutral, even a known one (CRF-30). To
    answer: the attacker's card must be at least as high as the leader's, all others' higher, and on a neutral
    everybody's.
    """
    if pile.contested:
        return least_answer(pile, seat)
    return 0 if pile.kind == "neutral" else defence(pile)


def strong_enough(pile: Pile, seat: Seat, card: int) -> bool:
    """Whether a card is strong enough for a contest (`least_strength`)."""
    return strength(card) >= least_strength(pile, seat)


def tower_mates(pile: Pile, card: int) -> tuple[int, ...]:
    """Return the cards of a seized pile that make a tower with a card of the hand (CRF-27)."""
    if rank(card) == 10:
        return once_each([one for one in pile.cards if is_royal(one)])
    return once_each([one for one in pile.cards if rank(one) == 10]) if is_royal(card) else ()


def replaceable(pile: Pile, seat: Seat) -> bool:
    """Whether a Joker of the hand may replace this: a single node of the seat's own, not contested (CRF-13).

    A Joker does not replace a Joker, which would change nothing (CRF-31).
    """
    return pile.owner == seat and pile.kind == "node" and not pile.contested and strength(pile.cards[0]) > 0


def resolvable(pile: Pile, seat: Seat) -> bool:
    """Whether it is an uncontested seized pile of the seat's own (CRF-18, CRF-31)."""
    return pile.owner == seat and pile.kind == "seized" and not pile.contested
