"""Power, decided exactly: the nodes from which a seat can play under some pairing (CRF-07 to CRF-11, CRF-22).

A node can act when some set of disjoint pairs and singles powers it and joins it, over orthogonally adjacent
powered nodes, to a powered base. Most nodes are powered in every pairing: tens, towers, Jokers, and nodes
without a rival for their partner. Only between rivals is there a choice. The search starts with the certain
nodes and commits rivals one at a time where they extend the chain, as long as some pairing covers all
committed ones. It leaves a branch when even all open rivals together would reach nothing new.

A Joker on the table has any power of 1 to 10, so it may be a single 10: it always has power, but not always a
chain (CRF-07, CRF-10). A base is a base square of the team that the team holds; one seized from the enemy
does not count (CRF-09, CRF-23).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not, ne
from typing import NamedTuple, TypeAlias

from bot.engine.contract import Seat
from bot.engine.grid import listed, lowest
from bot.games.crossfire.rules.cards import STRENGTHS
from bot.games.crossfire.rules.pairing import Partners, can_pair_all, split_half
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import Pile

Codes: TypeAlias = tuple[int, ...]
"""For each square the possible powers of a team's node: bit v for each power v of 1 to 10 (none for a royal,
all for a Joker), and bit 11 for the team's second seat. 0 if the team has no node that could have power.
"""

POWERS = (1 << 11) - 2
"""The bits of the powers 1 to 10."""
TEN = 1 << 10
"""The bit of the power 10, which needs no partner."""
SECOND = 11
"""The number of the bit that marks the nodes of the team's second seat."""

_FACE_POWERS = tuple([POWERS if rank == 0 else 1 << rank if rank <= 10 else 0 for rank in STRENGTHS])
_bit = (1).__lshift__
"""The mask of a square."""
_MATCHING = tuple([sum([1 << (9 - i) for i in range(9) if low >> i & 1]) for low in range(1 << 9)])
"""For the powers 1 to 9 of a node, shifted down by one: the powers that make 10 with one of them."""


def partner_powers(code: int) -> int:
    """Return the bits of the powers that make 10 with a node of this code."""
    return _MATCHING[code >> 1 & 511]


def face_powers(card: int) -> int:
    """Return the bits of the powers that a card on the table can have: all for a Joker, none for a royal."""
    return _FACE_POWERS[card & 63]


class Power(NamedTuple):
    """The power of a team's nodes."""

    powered: int
    """The mask of the nodes that can act as powered for their owner."""
    acting: tuple[int, int]
    """For the first and the second seat of the team, the mask of the nodes it may play from: its own
    powered ones, and its partner's on a chain that also holds a powered node of its own (CRF-22)."""
    joined: bool
    """Whether a chain can join a powered base of one partner to a powered base of the other (CRF-23)."""
    owned: tuple[int, int]
    """For the first and the second seat of the team, the mask of its nodes that could have power."""
    lights: tuple[tuple[int, int], ...]
    """Choices among rivals, each as the mask of the rivals paired and the mask of all nodes that are then
    powered and linked. Together they reach everything that can be reached; the first chooses none.
    """


def power_of(table: Table, board: Sequence[Pile | None], team: int) -> Power:
    """Return the power of a team on this board."""
    return decide(table, team, codes_of(table, board, team))


class Coded(NamedTuple):
    """A board, as far as the power of a team depends on it."""

    board: Sequence[Pile | None]
    codes: Codes
    taken: int
    """The mask of the squares with piles of anybody."""
    seized: int
    """The mask of the seized piles of anybody."""
    contested: int
    """The mask of the contested piles of anybody."""
    own: tuple[int, int]
    """The masks of the piles of the team's first and second seat that are not seized."""


def codes_of(table: Table, board: Sequence[Pile | None], team: int) -> Codes:
    """Return the possible powers of each node of a team. Seized piles and support nodes have none (CRF-11,
    CRF-17).
    """
    return coded(table, board, team).codes


def coded(table: Table, board: Sequence[Pile | None], team: int) -> Coded:
    """Return the codes of a team's nodes with the squares taken.

    Few squares differ from the last board of the match: only these are computed again.
    """
    last: Coded | None = table.coded.get(team)
    if last is None:
        last = Coded((None,) * len(board), (0,) * len(board), 0, 0, 0, (0, 0))
    if board is last.board:
        return last
    changed = list(compress(range(len(board)), map(is_not, board, last.board)))
    if not changed:
        return last
    codes, same = list(last.codes), ~sum(map(_bit, changed))
    taken, seized, contested = last.taken & same, last.seized & same, last.contested & same
    own = [last.own[0] & same, last.own[1] & same]
    for square in changed:
        pile, bit, code = board[square], 1 << square, 0
        if pile is not None:
            taken |= bit
            if pile.leader >= 0:
                contested |= bit
            if pile.kind == "seized":
                seized |= bit
            elif pile.owner >= 0 and pile.owner & 1 == team:
                own[pile.owner >> 1] |= bit
                code = _code(table, board, team, square)
        codes[square] = code
        base = table.supported.get(square)
        if base is not None:
            codes[base] = _code(table, board, team, base)
    coded_now = tuple(codes)
    if coded_now == last.codes:
        coded_now = last.codes  # the same object, for `decided`
    found = table.coded[team] = Coded(board, coded_now, taken, seized, contested, (own[0], own[1]))
    return found


def _code(table: Table, board: Sequence[Pile | None], team: int, square: int) -> int:
    pile = board[square]
    if pile is None or pile.owner & 1 != team or pile.owner < 0 or pile.kind == "seized":
        return 0
    if table.support_home[square] == pile.owner:
        return 0
    powers = TEN if pile.kind == "tower" else _FACE_POWERS[pile.cards[0] & 63]
    if powers and table.base_home[square] == pile.owner:
        support = board[table.behind[square]]
        if support is not None and support.owner == pile.owner:
            powers |= _lifted(powers, support)
    return powers and powers | (pile.owner >> 1) << SECOND


def _lifted(base: int, support: Pile) -> int:
    """Return the powers that a support node adds to the powers of its base (CRF-11)."""
    if base == POWERS or support.kind != "node":
        return 0
    return face_powers(support.cards[0]) << lowest(base) & POWERS


def decided(table: Table, team: int, codes: Codes) -> Power:
    """Return the exact power of a team with the latest of its codes, mostly those of the last call."""
    last: tuple[Codes, Power] | None = table.decided.get(team)
    if last is None or last[0] is not codes:
        last = table.decided[team] = codes, decide(table, team, codes)
    return last[1]


@lru_cache(maxsize=4096)
def decide(table: Table, team: int, codes: Codes) -> Power:
    """Return the exact power of a team with these nodes."""
    links = table.linked[team] = links_of(table, codes, table.linked.get(team))
    nodes, bases = sort_nodes(table, links), table.team_bases[team] & links.present
    owned = links.present & ~links.second, links.second
    if table.seats == 2 and not nodes.rivals:  # as mostly: nothing to choose, and nobody to share with
        powered = table.flood(nodes.sure & bases, nodes.sure)
        return Power(powered, (powered, 0), False, owned, ((0, powered),))
    return _Search(table, nodes, bases, owned).decide()


class Rivals(NamedTuple):
    """Connected nodes of one colour that cannot all be paired at once."""

    partners: Partners
    low: int
    """The lowest square of the component, from which `partners` counts."""
    nodes: int
    """The mask of the rivals, on the table."""


class Links(NamedTuple):
    """A team's nodes with their possible partners."""

    codes: Codes
    present: int
    """The mask of the nodes that could have power."""
    second: int
    """The mask of those of the team's second seat."""
    singles: int
    """The mask of the nodes that need no partner: those with the power 10."""
    partners: tuple[int, ...]
    """For each square the mask of the possible partners of its node. Two singles need no pair, so none is
    counted between them.
    """
    paired: int
    """The mask of the nodes with a possible partner."""


def links_of(table: Table, codes: Codes, last: Links | None = None) -> Links:
    """Return the links of a team's nodes, by the difference from links that are known of this table."""
    if last is None:
        nothing = (0,) * len(codes)
        last = Links(nothing, 0, 0, 0, nothing, 0)
    changed = list(compress(range(len(codes)), map(ne, codes, last.codes)))
    _, present, second, singles, former, paired = last
    partners, beside = list(former), table.beside
    same = ~sum(map(_bit, changed))
    present, second, singles = present & same, second & same, singles & same
    touched = 0
    for square in changed:
        touched |= 1 << square | partners[square]
        for other in listed(partners[square]):
            partners[other] &= ~(1 << square)
        partners[square] = 0
        code = codes[square]
        if code:
            present |= 1 << square
            second |= code >> SECOND << square
            singles |= (code >> 10 & 1) << square
    for square in changed:
        code = codes[square]
        matching = _MATCHING[code >> 1 & 511]
        for other in listed(beside[square] & present) if matching else ():
            there = codes[other]
            if matching & there and not ((code ^ there) >> SECOND or code & there & TEN):
                partners[square] |= 1 << other
                partners[other] |= 1 << square
        touched |= partners[square]
    for square in listed(touched):
        if partners[square]:
            paired |= 1 << square
        else:
            paired &= ~(1 << square)
    return Links(codes, present, second, singles, tuple(partners), paired)


class Nodes(NamedTuple):
    """A team's nodes by their requirements for power."""

    sure: int
    """The mask of the nodes that are always powered: singles, and those that always find a partner."""
    rivals: tuple[Rivals, ...]
    figures: tuple[tuple[Partners, int], ...]
    """Each component of nodes connected by possible pairs, with its lowest square."""


def sort_nodes(table: Table, links: Links) -> Nodes:
    """Sort the nodes: singles, those with a certain partner, and the rivals (CRF-07)."""
    sure, partners, waiting = links.singles, links.partners, links.paired
    rivals: list[Rivals] = []
    figures: list[tuple[Partners, int]] = []
    while waiting:
        bit = waiting & -waiting
        mates, square = partners[bit.bit_length() - 1], bit.bit_length() - 1
        other = mates.bit_length() - 1
        if mates == 1 << other and partners[other] == bit:  # a pair, as most are
            sure |= bit | mates
            waiting ^= bit | mates
            figures.append((((0, mates >> square), (other - square, 1)), square))
            continue
        members = _hanging_together(partners, square)
        waiting &= ~members
        figure = tuple([(node - square, partners[node] >> square) for node in listed(members)])
        figures.append((figure, square))
        needy = members & ~sure
        for half in (needy & table.dark, needy & ~table.dark):
            certain, contenders = split_half(figure, half >> square)
            sure |= certain << square
            if contenders:
                rivals.append(Rivals(figure, square, contenders << square))
    return Nodes(sure, tuple(rivals), tuple(figures))


def _hanging_together(partners: Sequence[int], start: int) -> int:
    members = new = 1 << start
    while new:
        found = 0
        for node in listed(new):
            found |= partners[node]
        new = found & ~members
        members |= new
    return members


class _Search:
    """The search among rivals for one team's nodes."""

    def __init__(self, table: Table, nodes: Nodes, bases: int, owned: tuple[int, int]) -> None:
        self.table, self.bases, self.owned = table, bases, owned
        self.sure, self.rivals, _ = nodes
        self.single_seat = table.seats == 2
        self.homes = tuple([self.bases & owned for owned in self.owned])
        """The bases of each member: the bases it holds, those of the partner's line included (CRF-31)."""
        self.powered = 0
        self.acting = [0, 0]
        self.joined = False
        self.lights: list[tuple[int, int]] = []

    def decide(self) -> Power:
        """Search until nothing more can be reached."""
        seen, waiting = {0}, [0]
        while waiting:
            committed = waiting.pop()
            for wider in self._step(committed):
                if wider not in seen:
                    seen.add(wider)
                    waiting.append(wider)
        acting = self.acting[0], self.acting[1]
        return Power(self.powered, acting, self.joined, self.owned, tuple(self.lights))

    def _step(self, committed: int) -> list[int]:
        """Record what these rivals reach, and return the choices with one more rival that may reach more."""
        lit = self.sure | committed
        reached = self.table.flood(lit & self.bases, lit)
        if self._gains(reached) or not self.lights:
            self._note(committed, reached)
        open_ = self._open(committed)
        if not open_:
            return []
        hope = lit | open_
        hoped = self.table.flood(hope & self.bases, hope)
        if not self._gains(hoped):
            return []
        border = (self.table.spread(reached) | self.bases) & open_
        if self.single_seat:
            for node in listed(border & ~self.powered):
                self._note(committed | 1 << node, reached | 1 << node)
            border &= self._ways_on(hoped & ~self.powered, hope & ~reached)
        return [committed | 1 << node for node in listed(border)]

    def _ways_on(self, wanted: int, within: int) -> int:
        """Return the nodes from which the remaining goals may be reached; the others need no choice."""
        return self.table.flood(wanted | self.table.spread(wanted), within)

    def _open(self, committed: int) -> int:
        """Return the mask of the rivals that could still be paired in addition to those committed."""
        open_ = 0
        for partners, low, nodes in self.rivals:
            chosen = (committed & nodes) >> low
            for node in listed(nodes & ~committed):
                if can_pair_all(partners, chosen | 1 << (node - low)):
                    open_ |= 1 << node
        return open_

    def _gains(self, reached: int) -> bool:
        """Whether this set of powered and linked nodes adds anything new."""
        if reached & ~self.powered:
            return True
        if self.single_seat:
            return False
        return any(self._acting(reached, member) & ~self.acting[member] for member in (0, 1)) or (
            not self.joined and self._joins(reached)
        )

    def _note(self, committed: int, reached: int) -> None:
        self.lights.append((committed, reached))
        self.powered |= reached
        if self.single_seat:
            self.acting[0] |= reached
            return
        for member in (0, 1):
            self.acting[member] |= self._acting(reached, member)
        self.joined = self.joined or self._joins(reached)

    def _acting(self, reached: int, member: Seat) -> int:
        """Return the chains that contain a node of this member of the team (CRF-22)."""
        return self.table.flood(reached & self.owned[member], reached)

    def _joins(self, reached: int) -> bool:
        first, second = self.homes
        return bool(self.table.flood(reached & first, reached) & second)
