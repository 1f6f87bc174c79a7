"""Every legal action of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.engine.contract import Seat
from bot.engine.lazyactions import Blocks
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.cards.words.pieces import Target
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
from bot.games.neocombat.rules.checks import cloak_fault, move_fault, shuffle_fault
from bot.games.neocombat.rules.play_faults import (
    PLAYED_IN,
    again_fault,
    claim_fault,
    second_fault,
    target_fault,
    user_fault,
)
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.repair import can_dress, held, repairing, too_many

_BOTH = ((False, False), (True, False), (False, True), (True, True))


class Block(NamedTuple):
    """The plays of a card by one user: every target in every variant."""

    card: int
    way: int
    user: int
    targets: Sequence[int]
    variants: Sequence[tuple[bool, bool]]
    """The variants: whether the extra card is claimed, and a second attack announced."""

    def at(self, place: int) -> Play:
        """Return the play at this index."""
        target, variant = divmod(place, len(self.variants))
        claim, again = self.variants[variant]
        return Play(self.card, self.targets[target], self.user, self.way, claim, again)

    @property
    def size(self) -> int:
        """The number of plays."""
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


def plays(queries: NeoCombatQueries, seat: Seat) -> Sequence[Any]:
    """Return the cards that a seat on turn can play, and passing (NEO-05a, NEO-07)."""
    phase = PLAYED_IN[queries.state.phase]
    targets = Targets(queries, seat)
    blocks: list[Block] = []
    for card in dict.fromkeys(queries.state.hands[seat]):
        for number, way in enumerate(queries.pool.ways[card]):
            if phase in way.phases:
                blocks += _blocks(targets, card, number, way)
    return Blocks(blocks, (Pass(),))


class Targets:
    """The legal targets of a seat's cards. Many cards have the same targets, so those are cached."""

    def __init__(self, queries: NeoCombatQueries, seat: Seat) -> None:
        self.queries = queries
        self.seat = seat
        self._found: dict[tuple[Target, int], Sequence[int]] = {}

    def of(self, way: PlayedAbility, user: int) -> Sequence[int]:
        """Return the targets of a use of a card by a user, if any; only the user's sector matters."""
        target = way.target
        if target is None:
            return (NONE,)
        near = user != NONE and target.within == "same-sector"
        key = target, self.queries.state.tokens[user].sector if near else NONE
        tokens = self._found.get(key)
        if tokens is None:
            queries, seat = self.queries, self.seat
            own = way.target is not None and way.target.pieces == "own"
            there = queries.own(seat) if own else queries.enemies(seat)
            tokens = self._found[key] = [
                token for token, _ in there if not target_fault(queries, seat, way, user, token)
            ]
        return tokens


def _blocks(targets: Targets, card: int, number: int, way: PlayedAbility) -> Iterator[Block]:
    """Yield the plays of one use of a card, for each possible user."""
    queries, seat = targets.queries, targets.seat
    second = queries.state.second
    for user in queries.tokens_of(seat) if way.user is not None else (NONE,):
        if user_fault(queries, seat, way, user) or (second and second_fault(second, way, user)):
            continue
        tokens = targets.of(way, user)
        if tokens:
            claim = user != NONE and not claim_fault(queries, seat, way.extra, user)
            again = not again_fault(queries, way, user)
            yield Block(
                card, number, user, tokens, [each for each in _BOTH if each[0] <= claim and each[1] <= again]
            )
    if way.user is None and way.extra and second is None:
        for spotter in queries.tokens_of(seat):
            if not claim_fault(queries, seat, way.extra, spotter):
                tokens = targets.of(way, spotter)
                if tokens:
                    yield Block(card, number, spotter, tokens, ((True, False),))


def answers(queries: NeoCombatQueries, seat: Seat) -> list[Any]:
    """Return the answers to an attack or sensor (NEO-10)."""
    fight = queries.state.fight
    assert fight is not None
    actions: list[Any] = []
    for card in dict.fromkeys(queries.state.hands[seat]):
        way = queries.pool.answer(card, fight.kind)
        if way is not None:
            actions.append(Defend(card))
            if not claim_fault(queries, seat, way.extra, fight.target):
                actions.append(Defend(card, claim=True))
    return [*actions, Pass()]


def moves(queries: NeoCombatQueries, seat: Seat) -> list[Any]:
    """Return a seat's moves in this step, and the action to stop moving (NEO-05, NEO-06)."""
    actions: list[Any] = []
    sectors = queries.sectors()
    for token in queries.tokens_of(seat):
        if not move_fault(queries, seat, token):
            origin = queries.state.tokens[token].sector
            actions += [Move(token, to) for to in sectors if to != origin]
            actions.append(Move(token, NEW))
    return [*actions, Stop(), Pass()]


def keeps(queries: NeoCombatQueries, seat: Seat) -> list[Any]:
    """Return the varans that a seat can keep in the draft (NEO-01a)."""
    kept = queries.state.kept[seat]
    return [*[Keep(varan) for varan in queries.state.offers[seat] if varan not in kept], ByLot()]


def repairs(queries: NeoCombatQueries, seat: Seat) -> list[Any]:
    """Return the further choices of a seat for Repair (NEO-14, NEO-15)."""
    hand = tuple(dict.fromkeys(held(queries, seat)))
    tokens = queries.tokens_of(seat)
    actions: list[Any] = [
        Dress(card, token)
        for card in hand
        if repairing(queries, card) is not None
        for token in tokens
        if can_dress(queries, seat, card, token)
    ]
    actions += [Cloak(token) for token in tokens if not cloak_fault(queries, seat, token)]
    actions += [Shuffle(token) for token in tokens if not shuffle_fault(queries, seat, token)]
    actions += [Discard(card) for card in hand]
    if too_many(queries, seat) <= 0:
        actions.append(Ready())
    return [*actions, ByLot()]
