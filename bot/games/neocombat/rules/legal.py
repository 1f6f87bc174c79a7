"""Every legal action of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.engine.contract import Seat
from bot.engine.lazyactions import Blocks
from bot.games.neocombat.cards.words import Played, Target
from bot.games.neocombat.rules.actions import (
    NEW,
    NONE,
    ByLot,
    Cloak,
    Defend,
    Discard,
    Dress,
    Keep,
    Move,
    Pass,
    Play,
    Ready,
    Shuffle,
    Stop,
)
from bot.games.neocombat.rules.movement import movable
from bot.games.neocombat.rules.play_faults import (
    again_fault,
    claim_fault,
    second_fault,
    target_fault,
    user_fault,
)
from bot.games.neocombat.rules.queries import Look
from bot.games.neocombat.rules.repair import can_cloak, can_dress, can_shuffle, held, repairing, too_many

_BOTH = ((False, False), (True, False), (False, True), (True, True))


class Block(NamedTuple):
    """The plays of a card by one user: every target in every variant."""

    card: int
    way: int
    user: int
    targets: Sequence[int]
    variants: Sequence[tuple[bool, bool]]
    """Whether the extra card is claimed, and a second attack announced."""

    def at(self, place: int) -> Play:
        """Return the play in this place."""
        target, variant = divmod(place, len(self.variants))
        claim, again = self.variants[variant]
        return Play(self.card, self.targets[target], self.user, self.way, claim, again)

    @property
    def size(self) -> int:
        """How many plays these are."""
        return len(self.targets) * len(self.variants)

    def each(self) -> Iterator[Play]:
        """Yield all the plays."""
        return map(self.at, range(self.size))

    def has(self, play: Any) -> bool:
        """Whether this is one of these plays."""
        return (
            isinstance(play, Play)
            and (play.card, play.way, play.user) == (self.card, self.way, self.user)
            and play.target in self.targets
            and (play.claim, play.again) in self.variants
        )


def plays(look: Look, seat: Seat) -> Sequence[Any]:
    """Return the cards that a seat on turn can play, and passing (NEO-05a, NEO-07)."""
    phase = "movement" if look.state.phase == "specials" else "combat"
    targets = Targets(look, seat)
    blocks: list[Block] = []
    for card in dict.fromkeys(look.state.hands[seat]):
        for number, way in enumerate(look.pool.ways[card]):
            if phase in way.phases:
                blocks += _blocks(targets, card, number, way)
    return Blocks(blocks, (Pass(),))


class Targets:
    """The tokens that cards of a seat can be meant for. Many cards are for the same: those are kept."""

    def __init__(self, look: Look, seat: Seat) -> None:
        self.look = look
        self.seat = seat
        self._found: dict[tuple[Target, int], Sequence[int]] = {}

    def of(self, way: Played, user: int) -> Sequence[int]:
        """Return the targets of a use of a card by a user, if any; of these only the sector counts."""
        target = way.target
        if target is None:
            return (NONE,)
        near = user != NONE and target.within == "same-sector"
        key = target, self.look.state.tokens[user].sector if near else NONE
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._listed(way, user)
        return found

    def _listed(self, way: Played, user: int) -> Sequence[int]:
        look, seat = self.look, self.seat
        own = way.target is not None and way.target.pieces == "own"
        there = look.own(seat) if own else look.enemies(seat)
        return [token for token, _ in there if not target_fault(look, seat, way, user, token)]


def _blocks(targets: Targets, card: int, number: int, way: Played) -> Iterator[Block]:
    """Yield the plays of one use of a card, by each user there can be."""
    look, seat = targets.look, targets.seat
    second = look.state.second
    for user in look.tokens_of(seat) if way.user is not None else (NONE,):
        if user_fault(look, seat, way, user) or (second and second_fault(second, way, user)):
            continue
        found = targets.of(way, user)
        if found:
            yield Block(card, number, user, found, _variants(look, seat, way, user))
    if way.user is None and way.extra and second is None:
        for spotter in look.tokens_of(seat):
            if not claim_fault(look, seat, way.extra, spotter):
                found = targets.of(way, spotter)
                if found:
                    yield Block(card, number, spotter, found, ((True, False),))


def _variants(look: Look, seat: Seat, way: Played, user: int) -> Sequence[tuple[bool, bool]]:
    claim = user != NONE and not claim_fault(look, seat, way.extra, user)
    again = not again_fault(look, way, user)
    return [each for each in _BOTH if each[0] <= claim and each[1] <= again]


def answers(look: Look, seat: Seat) -> list[Any]:
    """Return the answers to an attack or sensor (NEO-10)."""
    fight = look.state.fight
    assert fight is not None
    found: list[Any] = []
    for card in dict.fromkeys(look.state.hands[seat]):
        for way in look.pool.answers[card]:
            if fight.kind in way.to:
                found.append(Defend(card))
                if not claim_fault(look, seat, way.extra, fight.target):
                    found.append(Defend(card, claim=True))
                break
    return [*found, Pass()]


def moves(look: Look, seat: Seat) -> list[Any]:
    """Return the moves of a seat in this step, and doing no more (NEO-05, NEO-06)."""
    found: list[Any] = []
    sectors = look.sectors()
    for token in look.tokens_of(seat):
        if movable(look, token):
            origin = look.state.tokens[token].sector
            found += [Move(token, to) for to in sectors if to != origin]
            found.append(Move(token, NEW))
    return [*found, Stop(), Pass()]


def keeps(look: Look, seat: Seat) -> list[Any]:
    """Return the varans that a seat can keep in the draft (NEO-01a)."""
    kept = look.state.kept[seat]
    return [*[Keep(varan) for varan in look.state.offers[seat] if varan not in kept], ByLot()]


def repairs(look: Look, seat: Seat) -> list[Any]:
    """Return what a seat can choose for Repair, besides what it has chosen (NEO-14, NEO-15)."""
    hand = tuple(dict.fromkeys(held(look, seat)))
    tokens = look.tokens_of(seat)
    found: list[Any] = [
        Dress(card, token)
        for card in hand
        if repairing(look, card) is not None
        for token in tokens
        if can_dress(look, seat, card, token)
    ]
    found += [Cloak(token) for token in tokens if can_cloak(look, seat, token)]
    found += [Shuffle(token) for token in tokens if can_shuffle(look, seat, token)]
    found += [Discard(card) for card in hand]
    if too_many(look, seat) <= 0:
        found.append(Ready())
    return [*found, ByLot()]
