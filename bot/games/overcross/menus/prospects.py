"""The chances of an attack from a Character's square or after a move (OVC-16 to OVC-20)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.contract import Action
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.cards.printed import Attack as Way
from bot.games.overcross.rules.actions import Attack, Move
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.attacks import SIDES, successes
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.legal import attack_fault, steps_of
from bot.games.overcross.rules.view import named_cards
from bot.games.overcross.wording.names import counters_words


class Prospect(msgspec.Struct, frozen=True):
    """The chances of one attack."""

    attack: Attack
    move: Move | None
    """The preceding move, if any."""
    target: Card
    """A Character or a terrain."""
    distance: int
    """The length of the move in squares."""
    hits: int
    """The number of the six faces that hit."""
    saves: int
    """The number of the six faces with which the target saves; 0 for a terrain."""
    counters: int
    """The number of counters it puts on the target."""
    kills: bool
    """Whether the attack kills or destroys the target."""
    worth: float
    """What the target's death gains in points of deck cost, for sorting; 0 for a terrain."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions to take."""
        return (self.attack,) if self.move is None else (self.move, self.attack)

    @property
    def gain(self) -> float:
        """The expected gain, for sorting."""
        chance = self.hits * (SIDES - self.saves) / SIDES**2
        if not self.worth:
            return chance / SIDES
        share = 1.0 if self.kills else min(DEADLY, self.counters) / DEADLY / 2
        return chance * (self.counters + self.worth * share)

    @property
    def words(self) -> str:
        """The chances and their results: "hits 3 in 6, then 2 in 6 saved, 3 counters"."""
        words = [gettext("hits {chances} in 6", chances=self.hits)]
        if self.saves:
            words.append(gettext("then {chances} in 6 saved", chances=self.saves))
        words.append(gettext("kills") if self.kills else counters_words(self.counters))
        return ", ".join(words)


def prospect(queries: Aim, attack: Attack, move: Move | None = None, distance: int = 0) -> Prospect:
    """Return the chances of a legal attack."""
    piece = queries.piece(attack.piece)
    assert piece is not None, "who attacks is in play"
    way = queries.attacks(piece.card)[attack.way]
    target = queries.at_target(attack.at, terrain=attack.terrain)
    assert target is not None, "a legal attack has a target"
    victim = target if isinstance(target, Piece) else None
    aimed = None if victim is None else victim.card
    dmg = max(0, queries.attack_stat(piece, "dmg", way, aimed))
    hits = successes(queries.attack_stat(piece, "acc", way, aimed)) if way.acc else SIDES
    saves = 0 if victim is None else successes(queries.defense(victim, piece.card, way))
    kills = target.counters + dmg >= DEADLY
    worth = 0.0 if victim is None else queries.kill_cost(target.card) + _decides(queries, victim)
    return Prospect(attack, move, target.card, distance, hits, saves, dmg, kills, worth)


DECIDES = 24
"""What the death of a Character gains besides its cost if it takes its player out of the match (OVC-23)."""


def _decides(queries: Aim, victim: Piece) -> int:
    """Return what the death of a Character gains towards the objective."""
    state = queries.state
    named = state.options.objective == "assassination" and victim.card in named_cards(state, victim.seat)
    return DECIDES if named else 0


def plans(queries: Aim, card: Card) -> list[Prospect]:
    """Return the best plan for each target that a Character can reach by moving first, the best plan first.

    Moves that may end differently are left out: through terrain with effects on entering, to a square that
    ends a move or the match, and for a card that asks after each action.
    """
    piece = queries.piece(card)
    if piece is None or piece.square == OFF:
        return []
    # An ability that triggers after each of its actions.
    if any("acts" in queries.does(each) for each in (card, *[edit.card for edit in piece.edits])):
        return []
    best: dict[tuple[int, Card], Prospect] = {}
    for plan in _plans(queries, piece):
        key = (plan.attack.way, plan.target)
        old = best.get(key)
        if old is None or (-plan.gain, plan.distance) < (-old.gain, old.distance):
            best[key] = plan
    return sorted(best.values(), key=lambda one: -one.gain)


def _plans(queries: Aim, piece: Piece) -> Iterator[Prospect]:
    steps, fresh = steps_of(queries, piece)
    ways = [
        (way, one)
        for way, one in enumerate(queries.attacks(piece.card))
        if _after_a_move(queries, piece, one)
    ]
    if not steps or not ways:
        return
    enemies = queries.field.occupied & ~queries.field.by_seat[piece.seat]
    around = queries.field.layout.entered & ~queries.area_at(piece.square)
    for spent, layer in enumerate(queries.layers(piece, steps, fresh=fresh, around=around)):
        for square in squares_of(layer & queries.free & ~_ends(queries, piece)):
            if any(queries.in_range(piece, one, 1 << square) & enemies for _, one in ways):
                yield from _from_there(queries, piece, square, spent, ways)


def _after_a_move(queries: Aim, piece: Piece, way: Way) -> bool:
    """Whether an attack can follow a move."""
    return way.size == "M" and not attack_fault(queries, piece, way)


def _from_there(
    queries: Aim, piece: Piece, square: int, spent: int, ways: list[tuple[int, Way]]
) -> Iterator[Prospect]:
    """Yield the attacks on Characters from another square."""
    # The match with a Character on another square.
    moved = replace(piece, square=square)
    pieces = tuple([moved if each is piece else each for each in queries.state.pieces])
    state = replace(queries.state, pieces=pieces)
    there = Aim(state, queries.pool)
    stands = there.piece(piece.card)
    assert stands is not None, "it has only moved"
    for number, way in ways:
        for at, terrain in there.targets(stands, way):
            if not terrain:
                attack, move = Attack(piece.card, at, number), Move(piece.card, square)
                yield prospect(there, attack, move, spent)


def _ends(queries: Aim, piece: Piece) -> int:
    """Return the squares that may end a move or the match: zones of the Invasion, and winning squares."""
    ends = queries.ends(piece.seat)
    if queries.face(piece.card).mark == "legend":
        ends |= queries.enemy_squares(piece.seat)
    if queries.carrying(piece.card) or queries.state.flags:
        ends |= queries.zone(piece.seat)
    return ends
