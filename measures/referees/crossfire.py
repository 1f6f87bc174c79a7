"""The referee of Crossfire, written from the rulings CRF-01 to CRF-33.

Squares and cards have the product's numbers: row * width + column from the bottom row, and pack * 64 + face.
A pile is a dict: owner (-1 for nobody), kind (node, tower, seized, neutral), cards (bottom first), laid (seat
and card, oldest first), leader, rival, lapsed, and `known`, whether the card of a neutral was probed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from measures.referees import Act, Dice, Facts, Table

NOBODY, JOKER, HAND, GOAL = -1, 52, 3, 6
Pile = dict[str, Any]


def strength(card: int) -> int:
    """Return the strength of a card (CRF-14)."""
    face = card % 64
    return 0 if face == JOKER else face % 13 + 1


def is_joker(card: int) -> bool:
    return card % 64 == JOKER


def numbered(card: int) -> bool:
    return 1 <= strength(card) <= 10


class Layout:
    """The kinds of squares of a grid (CRF-01, CRF-22)."""

    def __init__(self, grid: str) -> None:
        rows = grid.split("/")[::-1]
        self.width = len(rows[0])
        self.signs = "".join(rows)
        self.home = {at: int(sign) - 1 for at, sign in enumerate(self.signs) if sign in "1234"}
        self.supports = {at: "abcd".index(sign) for at, sign in enumerate(self.signs) if sign in "abcd"}
        self.field = {at for at, sign in enumerate(self.signs) if sign in ".o*"}
        self.ring = [at for at, sign in enumerate(self.signs) if sign == "o"]
        self.middle = [at for at, sign in enumerate(self.signs) if sign == "*"]
        self.near = {at: list(self._near(at)) for at in range(len(self.signs))}
        self.behind = {
            base: next(at for at in self.near[base] if self.supports.get(at) == seat)
            for base, seat in self.home.items()
        }
        self.ahead = {base: 2 * base - behind for base, behind in self.behind.items()}

    def _near(self, at: int) -> Iterator[int]:
        column, row = at % self.width, at // self.width
        for x, y in ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)):
            if 0 <= x < self.width and 0 <= y < len(self.signs) // self.width:
                yield y * self.width + x

    def bases(self, seat: int) -> list[int]:
        return [at for at, home in self.home.items() if home == seat]


class Power:
    """What can be powered on a board for a team (CRF-07 to CRF-11, CRF-22)."""

    def __init__(self, layout: Layout, board: Mapping[int, Pile], team: int) -> None:
        self.layout = layout
        self.values: dict[int, set[int]] = {}
        self.owner: dict[int, int] = {}
        for at, pile in board.items():
            mine = pile["owner"] != NOBODY and pile["owner"] % 2 == team
            # Only a node supports a base (CRF-11); nothing on one's own support square has power of its own
            # (DECISIONS 21).
            support = layout.supports.get(at) == pile["owner"]
            if mine and pile["kind"] in ("node", "tower") and not support:
                self.owner[at] = pile["owner"]
                self.values[at] = self._values(at, pile, board)
        self.bases = {at for at in self.owner if at in layout.home and layout.home[at] % 2 == team}
        self.links = {at: [to for to in layout.near[at] if to in self.owner] for at in self.owner}
        self.pairs = {
            at: [
                to
                for to in self.links[at]
                if self.owner[to] == self.owner[at] and any(10 - one in self.values[to] for one in ones)
            ]
            for at, ones in self.values.items()
        }

    def _values(self, at: int, pile: Pile, board: Mapping[int, Pile]) -> set[int]:
        """Return the powers a node may have: for a Joker each, none for a royal.

        A won enemy support is a node like any other; one's own only lifts its base.
        """
        if pile["kind"] == "tower":  # CRF-19
            return {10}
        card = pile["cards"][0]
        if is_joker(card):  # CRF-10
            return set(range(1, 11))
        if not numbered(card):
            return set()
        own, values = strength(card), {strength(card)}
        support = board.get(self.layout.behind.get(at, -1))
        node = support and support["kind"] == "node" and support["owner"] == pile["owner"]
        if node and self.layout.home[at] == pile["owner"]:  # CRF-11
            lift = support["cards"][0]
            values |= {own + more for more in (range(1, 11) if is_joker(lift) else (strength(lift),))}
        return {value for value in values if value <= 10}

    def coverable(self, nodes: Iterable[int], without: tuple[int, ...] = ()) -> bool:
        """Whether disjoint pairs and singles can power all these nodes at once (CRF-08).

        Squares are coloured like a chessboard, so it is enough that each colour can be covered alone.
        """
        needy = [at for at in set(nodes) if 10 not in self.values[at] and at not in without]
        for colour in (0, 1):
            taken: dict[int, int] = {}

            def find(at: int, tried: set[int], taken: dict[int, int] = taken) -> bool:
                for to in self.pairs[at]:
                    if to in tried or to in without:
                        continue
                    tried.add(to)
                    if to not in taken or find(taken[to], tried):
                        taken[to] = at
                        return True
                return False

            for at in needy:
                if (at % self.layout.width + at // self.layout.width) % 2 == colour and not find(at, set()):
                    return False
        return True

    def chains(
        self, start: list[int], ends: set[int], without: tuple[int, ...] = (), also: tuple[int, ...] = ()
    ) -> Iterator[list[int]]:
        """Yield the chains without shortcuts from the last of `start` to a first end that can be powered.

        A chain with a shortcut needs more than the one by the shortcut. `also` are nodes that it has to power
        beside, and which its first step may touch.
        """
        if not self.coverable((*start, *also), without):
            return
        if start[-1] in ends:
            yield start
            return
        for to in self.links[start[-1]]:
            if to not in start and to not in also and not set(self.links[to]) & set(start[:-1]):
                yield from self.chains([*start, to], ends, without, also)

    def acts(self, at: int, seat: int) -> bool:
        """Whether this node can act as powered for the seat (CRF-08): its own, or its partner's on a common
        chain (CRF-22).
        """
        for chain in self.chains([at], self.bases):
            if any(self.owner[each] == seat for each in chain):
                return True
            own = {each for each, owner in self.owner.items() if owner == seat}
            for place in chain:
                if next(self.chains([place], own, also=tuple(chain)), None):
                    return True
        return False

    def pair_is_linked(self, one: int, other: int) -> bool:
        """Whether the pair of these two can be powered and linked to a powered base (CRF-12, CRF-29)."""
        pair = (one, other)
        if set(pair) & self.bases:
            return True
        for place in pair:
            for to in self.links[place]:
                if to not in pair and next(self.chains([to], self.bases, without=pair), None):
                    return True
        return False

    def joined(self) -> bool:
        """Whether a chain joins a base of one partner to a base of the other (CRF-23)."""
        one = min(self.owner.values(), default=0) % 2
        starts = [at for at in self.bases if self.owner[at] == one]
        ends = {at for at in self.bases if self.owner[at] == one + 2}
        return any(next(self.chains([start], ends), None) for start in starts)


class Referee(Table):
    """A match."""

    def __init__(self, options: dict[str, Any], seats: int, dice: Dice, start: Facts) -> None:
        self.options, self.seats = options, seats
        self.layout = Layout(options["grid"])
        self.board: dict[int, Pile] = {}
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.shown: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[list[int]] = [[] for _ in range(seats)]
        self.packs = []
        for seat in range(seats):  # CRF-01, CRF-25
            pack = [*range(52), *[JOKER] * options["jokers"]] * (2 if options["ultimate"] else 1)
            self.packs.append(dice.shuffle([seat * 64 + face for face in pack]))
        self.phase, self.turn, self.first, self.turns = "bases", NOBODY, NOBODY, 0
        self.start: list[tuple[int | None, ...]] = []
        self.tallies = [(0, 0, 0), (0, 0, 0)]
        self.ended: Facts | None = None
        for seat in range(seats):
            self._deal_bases(seat)
        self.deciding = [self._may_redeal(seat) for seat in range(seats)]
        self._go_on_when_decided(dice)

    # The opening

    def _deal_bases(self, seat: int) -> None:
        for at in self.layout.bases(seat):
            self.board[at] = _pile(seat, "node", [self.packs[seat].pop(0)])

    def _may_redeal(self, seat: int) -> bool:
        """Whether the bases may be dealt again (CRF-03)."""
        cards = [self.board[at]["cards"][0] for at in self.layout.bases(seat)]
        return sum(map(numbered, cards)) <= 2 or any(map(is_joker, cards))

    def _go_on_when_decided(self, dice: Dice) -> None:
        if any(self.deciding):
            return
        packs = [number % self.seats for number in range(len(self.layout.ring))]  # CRF-02
        packs += [dice.pick(range(self.seats)) for _ in self.layout.middle]  # CRF-31
        for at, pack in zip(self.layout.ring + self.layout.middle, packs, strict=True):
            self.board[at] = _pile(NOBODY, "neutral", [self.packs[pack].pop(0)])
        drawing = list(range(self.seats))
        while len(drawing) > 1:  # CRF-04
            drawn = {seat: self.packs[seat].pop(0) for seat in drawing}
            for seat, card in drawn.items():
                self.discards[seat].append(card)
            self.start.append(tuple(drawn.get(seat) for seat in range(self.seats)))
            best = max(map(strength, drawn.values()))
            drawing = [seat for seat in drawing if strength(drawn[seat]) == best]
        self.first = drawing[0]
        for seat in range(self.seats):  # CRF-05
            self.hands[seat] = [self.packs[seat].pop(0) for _ in range(HAND)]
        self.phase = "turn"
        self._begin_turn(self.first)

    # Who and what

    def awaited(self) -> set[int]:
        if self.phase == "bases":
            return {seat for seat in range(self.seats) if self.deciding[seat]}
        return {self.turn} if self.phase == "turn" else set()

    def legal(self, seat: int) -> Iterator[Act]:
        if seat not in self.awaited():
            return
        if self.phase == "bases":
            yield from ({"do": "redeal"}, {"do": "keep"})
            return
        power, hand = Power(self.layout, self.board, seat % 2), sorted(set(self.hands[seat]))
        acting = {at for at in power.owner if power.acts(at, seat)}
        fighting = acting | {at for at in power.bases if power.owner[at] == seat}  # CRF-15
        yield from ({"do": "discard", "card": card} for card in hand)
        for card in hand:
            yield from ({"do": "lay", "card": card, "at": at} for at in self._lays(seat, card, acting))
            for at in power.bases:
                if self._supports(seat, card, at):
                    yield {"do": "support", "card": card, "base": at}
        for at, pile in self.board.items():
            yield from self._fights(seat, hand, at, pile, fighting)
            if pile["owner"] != seat or pile["leader"] != NOBODY:
                continue
            if pile["kind"] == "seized":
                yield from self._resolves(hand, at, pile, bool(acting & set(self.layout.near[at])))
            elif pile["kind"] == "node" and not is_joker(pile["cards"][0]) and any(map(is_joker, hand)):
                yield {"do": "replace", "at": at}  # CRF-13, CRF-31

    def _lays(self, seat: int, card: int, acting: set[int]) -> Iterator[int]:
        """Yield the empty squares on which a card may be laid (CRF-12)."""
        for at in self.layout.field - self.board.keys():
            near = self.layout.near[at]
            if acting & set(near):
                yield at
                continue
            board = {**self.board, at: _pile(seat, "node", [card])}
            power = Power(self.layout, board, seat % 2)
            for to in power.pairs[at]:
                straight = to not in power.bases or self.layout.ahead[to] == at
                if straight and power.pair_is_linked(at, to):
                    yield at
                    break

    def _supports(self, seat: int, card: int, base: int) -> bool:
        """Whether a card may support a base (CRF-11)."""
        pile, behind = self.board[base], self.layout.behind[base]
        if pile["owner"] != seat or pile["kind"] != "node" or self.layout.home[base] != seat:
            return False
        own = pile["cards"][0]
        fits = numbered(own) and numbered(card) and strength(own) + strength(card) <= 10
        return fits and behind not in self.board

    def _fights(self, seat: int, hand: list[int], at: int, pile: Pile, fighting: set[int]) -> Iterator[Act]:
        """Yield the attacks on a pile and the answers in its contest (CRF-15, CRF-16, CRF-20)."""
        home = self.layout.home.get(at)
        own = pile["owner"] == seat
        near = {
            to
            for to in fighting & set(self.layout.near[at])
            if own or home is None or self.layout.home.get(to) != home  # CRF-23: not along a base line
        }
        if not near:
            return
        enemy = pile["owner"] != NOBODY and pile["owner"] % 2 != seat % 2
        neutral = pile["kind"] == "neutral"
        for card in hand:
            if pile["leader"] == NOBODY:
                if neutral or (enemy and strength(card) >= self._strength(pile)):
                    yield {"do": "attack", "card": card, "at": at}
                continue
            led = strength(pile["laid"][-1][1])
            if neutral:
                if pile["leader"] % 2 != seat % 2 and strength(card) > led:  # CRF-30
                    yield {"do": "answer", "card": card, "at": at}
            elif pile["rival"] == seat and not pile["lapsed"] and strength(card) >= led + own:
                yield {"do": "answer", "card": card, "at": at}  # the defender strictly greater

    def _strength(self, pile: Pile) -> int:
        if pile["kind"] == "tower":
            return strength(pile["cards"][0])  # CRF-19
        return max(map(strength, pile["cards"]))  # CRF-17

    def _resolves(self, hand: list[int], at: int, pile: Pile, powered: bool) -> Iterator[Act]:
        """Yield what may be done with an own seized pile (CRF-18, CRF-19, CRF-27)."""
        cards = sorted(set(pile["cards"]))
        royals = [card for card in cards if strength(card) > 10]
        tens = [card for card in cards if strength(card) == 10]
        yield from ({"do": "keep-one", "at": at, "card": card} for card in cards)
        yield from ({"do": "tower", "at": at, "royal": royal, "ten": ten} for royal in royals for ten in tens)
        for card in hand if powered else ():
            yield {"do": "rebuild", "card": card, "at": at}
            helds = tens if strength(card) > 10 else royals if strength(card) == 10 else []
            yield from ({"do": "raise", "card": card, "at": at, "held": held} for held in helds)

    # Acting

    def act(self, seat: int, action: Act, dice: Dice, after: Facts) -> None:
        do, at, card = action["do"], action.get("at", -1), action.get("card", -1)
        if do == "resign":  # CRF-31
            if self.seats == 4 and self.phase == "turn":
                self._count()
            self._end([one for one in range(self.seats) if one % 2 != seat % 2])
            return
        if do in ("redeal", "keep"):
            self.deciding[seat] = False
            if do == "redeal":
                bases = [self.board[base]["cards"][0] for base in self.layout.bases(seat)]
                self.packs[seat] = dice.shuffle(self.packs[seat] + bases)
                self._deal_bases(seat)
                self.deciding[seat] = self._may_redeal(seat)
            self._go_on_when_decided(dice)
            return
        pile = self.board.get(at, {})
        if do == "keep-one":  # CRF-18
            self._replace_pile(at, _pile(seat, "node", [card]))
            return
        if do == "tower":
            self._replace_pile(at, _pile(seat, "tower", [action["royal"], action["ten"]]))
            return
        if do == "replace":  # CRF-13
            self._take(seat, next(each for each in self.hands[seat] if is_joker(each)))
            self.hands[seat].append(pile["cards"][0])
            self.shown[seat].append(pile["cards"][0])
            pile["cards"] = [seat * 64 + JOKER]
            return
        self._take(seat, card)
        if do == "lay":
            self.board[at] = _pile(seat, "node", [card])
        elif do == "support":
            self.board[self.layout.behind[action["base"]]] = _pile(seat, "node", [card])
        elif do == "discard":
            self._discard([card])
        elif do == "rebuild":
            self._discard(pile["cards"])
            self.board[at] = _pile(seat, "node", [card])
        elif do == "raise":  # CRF-27
            pile["cards"].remove(action["held"])
            self._discard(pile["cards"])
            both = sorted((card, action["held"]), key=strength, reverse=True)
            self.board[at] = _pile(seat, "tower", both)
        elif do == "answer":
            pile["laid"].append((seat, card))
            pile["rival"] = NOBODY if pile["kind"] == "neutral" else pile["leader"]
            pile["leader"] = seat
        elif do == "attack":
            pile["laid"].append((seat, card))
            if pile["kind"] != "neutral":
                pile["leader"], pile["rival"] = seat, pile["owner"]
            else:  # CRF-20
                pile["known"] = True
                there = pile["cards"][0]
                if strength(card) > strength(there) or (is_joker(card) and is_joker(there)):
                    pile["leader"] = seat
        self._end_turn()

    def _take(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        if card in self.shown[seat]:
            self.shown[seat].remove(card)

    def _discard(self, cards: Iterable[int]) -> None:
        for card in cards:
            self.discards[card // 64].append(card)

    def _replace_pile(self, at: int, pile: Pile) -> None:
        """Keep these cards of a pile and discard the others to their packs."""
        others = list(self.board[at]["cards"])
        for card in pile["cards"]:
            others.remove(card)
        self._discard(others)
        self.board[at] = pile

    def _end_turn(self) -> None:
        for pile in self.board.values():  # CRF-16
            if pile["leader"] != NOBODY and pile["rival"] == self.turn:
                pile["lapsed"] = True
        if self.seats == 4:
            self._count()
            reached = [team for team in (0, 1) if sum(self.tallies[team]) >= GOAL]  # CRF-23
            if reached:
                team = self.turn % 2 if self.turn % 2 in reached else reached[0]
                self._end([team, team + 2])
                return
        self._begin_turn((self.turn + 1) % self.seats)

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.turns += 1
        for at, pile in sorted(self.board.items()):
            if pile["leader"] != seat:
                continue
            taken = pile["owner"] != seat
            cards = pile["cards"] + [card for _, card in pile["laid"]]
            self.board[at] = _pile(seat, "seized", cards)  # CRF-17
            if self.seats == 2 and taken and at in self.layout.home:  # CRF-21
                self._end([seat])
                return
        if not self.packs[seat]:  # CRF-06, CRF-24, CRF-31
            self._end_on_empty_pack()
            return
        self.hands[seat].append(self.packs[seat].pop(0))

    # The end and the points

    def _count(self) -> None:
        for team in (0, 1):
            held = sum(home % 2 != team and self._holds(at, team) for at, home in self.layout.home.items())
            chain = 2 * Power(self.layout, self.board, team).joined()
            middle = 2 * any(self._holds(at, team) for at in self.layout.middle)
            self.tallies[team] = (held, chain, middle)

    def _holds(self, at: int, team: int) -> bool:
        owner = self.board[at]["owner"] if at in self.board else NOBODY
        return owner != NOBODY and owner % 2 == team

    def _end_on_empty_pack(self) -> None:
        if self.seats == 2 and self.options["end"] == "tie":
            self._end([])
            return
        if self.seats == 4:
            self._count()  # CRF-31: what was won at the start of the turn
        points = [sum(tally) for tally in self.tallies]
        if self.seats == 2:
            points = [self._claim(seat) for seat in (0, 1)]
        best = [seat for seat in range(self.seats) if points[seat % 2] > points[1 - seat % 2]]
        self._end(best, points)

    def _claim(self, seat: int) -> int:
        """Return the points of one of two players when a pack is empty (CRF-28)."""
        attacks = [
            at for at, home in self.layout.home.items() if home != seat and self.board[at]["leader"] == seat
        ]
        owned = [at for at in self.layout.ring if self.board[at]["owner"] == seat]
        power, line = Power(self.layout, self.board, seat), self.layout.bases(seat)[0] // self.layout.width
        rows = [abs(at // self.layout.width - line) for at in power.owner if power.acts(at, seat)]
        return 2 * len(attacks) + len(owned) + max(rows, default=0)

    def _end(self, winners: list[int], points: list[int] | None = None) -> None:
        self.phase, self.turn, self.deciding = "over", NOBODY, [False] * self.seats
        if points is None:
            points = [sum(tally) for tally in self.tallies]
            if self.seats == 2:
                points = [int(seat in winners) for seat in (0, 1)]
        scores = tuple(points[seat % 2] for seat in range(self.seats))
        self.ended = {"winners": tuple(winners), "scores": scores}

    def result(self) -> Facts | None:
        return self.ended

    # Facts

    def facts(self) -> Facts:
        return {
            **self._public(),
            "board": {at: _told(pile) for at, pile in self.board.items()},
            "hands": [sorted(hand) for hand in self.hands],
            "packs": self.packs,
        }

    def sight(self, viewer: int | None) -> Facts:
        """Return what a viewer sees (CRF-26)."""
        board = {}
        for at, pile in self.board.items():
            cards = pile["cards"] if pile["known"] else [-1 - card // 64 for card in pile["cards"]]
            board[at] = _told({**pile, "cards": cards})
        return {
            **self._public(),
            "board": board,
            "hand": [] if viewer is None else sorted(self.hands[viewer]),
            "hands": [len(hand) for hand in self.hands],
            "packs": [len(pack) for pack in self.packs],
        }

    def _public(self) -> Facts:
        return {
            "phase": self.phase,
            "shown": [sorted(shown) for shown in self.shown],
            "discards": self.discards,
            "deciding": self.deciding,
            "start": self.start,
            "first": self.first,
            "turn": self.turn,
            "turns": self.turns,
            "tallies": self.tallies,
        }


def _pile(owner: int, kind: str, cards: list[int]) -> Pile:
    known = kind != "neutral"
    return {
        "owner": owner,
        "kind": kind,
        "cards": cards,
        "laid": [],
        "leader": NOBODY,
        "rival": NOBODY,
        "lapsed": False,
        "known": known,
    }


def _told(pile: Pile) -> tuple[Any, ...]:
    names = ("owner", "kind", "cards", "laid", "leader", "rival", "lapsed", "known")
    return tuple(tuple(pile[name]) if name in ("cards", "laid") else pile[name] for name in names)


def read(state: Any) -> Facts:
    """Return what the rulings speak of in a state of the product."""
    layout, board = Layout(state.options.grid), _board(state)
    hidden = dict(zip(layout.ring + layout.middle, state.neutrals, strict=False))
    for at, told in board.items():
        if told[2][0] < 0:
            board[at] = (*told[:2], (hidden[at],), *told[3:])
    return {
        **_common(state),
        "board": board,
        "discards": [list(deck.discard) for deck in state.decks],
        "hands": [list(hand) for hand in state.hands],
        "packs": [list(deck.order) for deck in state.decks],
    }


def seen(view: Any) -> Facts:
    """Return what the rulings speak of in a view of the product."""
    return {
        **_common(view),
        "board": _board(view),
        "discards": [list(cards) for cards in view.discards],
        "hand": list(view.hand),
        "hands": list(view.hands),
        "packs": list(view.packs),
    }


def _board(source: Any) -> dict[int, tuple[Any, ...]]:
    return {
        at: (
            pile.owner,
            pile.kind,
            pile.cards,
            tuple((laid.seat, laid.card) for laid in pile.laid),
            pile.leader,
            pile.rival,
            pile.lapsed,
            pile.cards[0] >= 0,
        )
        for at, pile in enumerate(source.board)
        if pile is not None
    }


def _common(source: Any) -> Facts:
    return {
        "phase": source.phase,
        "shown": [sorted(shown) for shown in source.shown],
        "deciding": list(source.deciding),
        "start": list(source.start),
        "first": source.first,
        "turn": source.turn,
        "turns": source.turns,
        "tallies": [(tally.bases, tally.chain, tally.middle) for tally in source.tallies],
    }


def variant(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return random options."""
    options: dict[str, Any] = {"jokers": rng.choice((2, 3))}
    if seats == 2:
        options["end"] = rng.choice(("tie", "points"))
        options["layout"] = rng.choice(("two", "two-quick", "two-long"))
    else:
        options["ultimate"] = rng.random() < 0.3
        options["layout"] = rng.choice(("standard", "quick", "quick"))
    return options


def refused(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return options that no match has (CRF-01, CRF-22, CRF-25)."""
    if seats == 2:
        return rng.choice(({"layout": "four"}, {"ultimate": True}, {"jokers": rng.choice((0, 1, 4))}))
    return rng.choice(({"layout": "two-quick"}, {"layout": "ultimate", "ultimate": False}))
