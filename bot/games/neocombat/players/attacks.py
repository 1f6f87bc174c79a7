"""Playing cards: sensors, shots, strikes, specials and answers, each valued against passing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from bot.engine.decks import without
from bot.engine.players.opponent import best_first
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.cards.words.attacks import Attack
from bot.games.neocombat.cards.words.field import Threat
from bot.games.neocombat.players.effects import SEEN, About, Effects
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.rules.actions import NONE, Defend, Play
from bot.games.neocombat.rules.view import Fight

CLAIM = 0.9
"""The value of a card drawn immediately, less that of the revealed attribute."""
ANSWERED = 0.6
"""The value of an answer that another seat has to spend."""
WHIM = 0.05
"""The maximum random bonus, so that equal targets are equally likely."""
LEARNT = 0.1
"""The value of merely identifying a varan."""
TRAPPED = 0.6
"""The value of revealing a varan that cannot hide in Repair."""
SECOND = 0.3
"""The value of a second attack beyond its damage: no other varan need be turned sideways for it."""


class Blow(NamedTuple):
    """The properties of a card's attack."""

    kind: Threat
    by: int
    near: bool
    """Whether the target must be in the user's sector."""
    attribute: str
    """The required attribute of the user; "" for any."""
    hides: str
    """The attribute with which the user is not revealed."""


@lru_cache(maxsize=16)
def blows(pool: Pool) -> tuple[Blow | None, ...]:
    """Return the attack that each kind of card can make, if any."""
    return tuple([next((blow_of(way) for way in ways if way.is_attack), None) for ways in pool.ways])


def blow_of(way: PlayedAbility) -> Blow:
    """Return the attack that a use of a card makes."""
    attack, user = way.then[0], way.user
    assert isinstance(attack, Attack)
    near = way.target is not None and way.target.within == "same-sector"
    return Blow(attack.kind, attack.by, near, user.attribute if user else "", user.hides if user else "")


def plays(situation: Situation, legal: Sequence[Any], rng: random.Random) -> list[Play]:
    """Return the plays that are better than passing, the best first; equal ones in random order."""
    thought = Attacks(situation)
    rated = [
        (thought.worth(action) + WHIM * rng.random(), action) for action in legal if isinstance(action, Play)
    ]
    return best_first([(worth, action) for worth, action in rated if worth > situation.weights.least])


class Attacks:
    """The attacks of the seat's cards on other seats."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._best: dict[tuple[int, int], float] = {}
        self._without: dict[int, list[Blow]] = {}
        self._goals: dict[int, float] = {}
        self._effects = Effects(situation)

    def worth(self, play: Play) -> float:
        """Return the value of a play compared with passing."""
        situation = self.situation
        way = situation.pool.ways[play.card][play.way]
        worth = -situation.cost(play.card)
        if play.claim:
            worth += CLAIM
        if way.threat == "sensor":
            return worth + self._spotting(play) + self._further(play, way)
        if way.threat is not None:
            blow = blow_of(way)
            return (
                worth
                + (self.hit(play.target, blow.kind, blow.by) - self.price(play.user, blow))
                + self._again(play, way)
                + self._further(play, way)
            )
        return worth + self._effects.worth(way.then, About(play.user, play.target))

    def hit(self, token: int, kind: Threat, by: float) -> float:
        """Return the average value of an attack on a token, with its possible answers."""
        situation = self.situation
        stopped, softened = situation.answered(token // situation.team, kind)
        through = 1 - stopped - softened
        brought = through * situation.loss(token, by) + softened * situation.loss(token, max(0.0, by - 2))
        return brought + ANSWERED * (stopped + softened)

    def _further(self, play: Play, way: PlayedAbility) -> float:
        """Return the value of the effects after a successful attack or sensor."""
        if way.threat is None or not way.further:
            return 0.0
        through = self._through(play.target, way.threat)
        return through * self._effects.worth(way.further, About(play.user, play.target))

    def price(self, user: int, blow: Blow) -> float:
        """Return the cost of attacking with a varan that is thereby revealed."""
        situation = self.situation
        if situation.tokens[user].revealed or blow.kind == "strike":
            return 0.0
        hidden = blow.hides and blow.hides in situation.varan(user).attributes
        return 0.0 if hidden else situation.exposed(user)

    def _again(self, play: Play, way: PlayedAbility) -> float:
        """Return the value of announcing a second attack: small, if there is a card for it."""
        if not play.again:
            return 0.0
        situation = self.situation
        second = "strike" if way.threat == "strike" else "shot"
        for card in without(situation.view.hand, (play.card,)):
            for other in situation.pool.ways[card]:
                kind = "shot" if other.threat == "flame" else other.threat
                if kind == second and other.second and not (other.user and other.user.attribute):
                    return SECOND
        return -SECOND

    # Sensors

    def _spotting(self, play: Play) -> float:
        """Return the value of revealing a token: its excess over the best open target."""
        situation = self.situation
        its = situation.tokens[play.target]
        worth = LEARNT + (TRAPPED if its.sideways or not its.sector else 0.0)
        goal = self.goal(play.target, play.card)
        worth += situation.weights.spot * max(0.0, goal - 0.5 * self._best_goal(play.card))
        stopped, _ = situation.answered(play.target // situation.team, "sensor")
        return worth * (1 - stopped)

    def _best_goal(self, without: int) -> float:
        """Return the value of attacking the best open target."""
        if without not in self._goals:
            situation = self.situation
            open_ones = [token for token in situation.enemies if situation.tokens[token].revealed]
            self._goals[without] = max([self.goal(token, without) for token in open_ones], default=0.0)
        return self._goals[without]

    def goal(self, target: int, without: int) -> float:
        """Return the value of attacking a target this turn, once it is revealed, without this card."""
        key = target, without
        if key not in self._best:
            self._best[key] = self._goal(target, without)
        return self._best[key]

    def _goal(self, target: int, without: int) -> float:
        situation = self.situation
        upright = [token for token in situation.own if not situation.tokens[token].sideways]
        if not upright:
            return 0.0
        sector = situation.tokens[target].sector
        able = [
            blow
            for blow in self._blows_without(without)
            if any(self._can(user, blow, sector) for user in upright)
        ]
        if not able:
            return 0.0
        damage = sorted([blow.by * self._through(target, blow.kind) for blow in able], reverse=True)
        most = situation.loss(target, sum(damage[: len(upright)]))
        user_price = min([self.price(user, able[0]) for user in upright])
        return max(0.0, most - user_price)

    def _through(self, target: int, kind: Threat) -> float:
        stopped, softened = self.situation.answered(target // self.situation.team, kind)
        return 1 - stopped - 0.7 * softened

    def _can(self, user: int, blow: Blow, sector: int) -> bool:
        situation = self.situation
        if blow.near and situation.tokens[user].sector != sector:
            return False
        return not blow.attribute or blow.attribute in situation.varan(user).attributes

    def _blows_without(self, card: int) -> list[Blow]:
        if card not in self._without:
            hand = self.situation.view.hand
            left = hand if card == NONE else without(hand, (card,))
            known = blows(self.situation.pool)
            self._without[card] = [blow for blow in [known[each] for each in left] if blow is not None]
        return self._without[card]


def damaging(situation: Situation) -> Iterator[Blow]:
    """Yield the attacks that the hand can make."""
    known = blows(situation.pool)
    for card in situation.view.hand:
        blow = known[card]
        if blow is not None:
            yield blow


def answers(situation: Situation, fight: Fight, legal: Sequence[Any]) -> list[Defend]:
    """Return the answers whose value exceeds their cost, the one with the highest saving first."""
    rated = list[tuple[float, Defend]]()
    for action in legal:
        if isinstance(action, Defend):
            worth = _saved(situation, fight, action.card) - situation.cost(action.card)
            worth += CLAIM if action.claim else 0.0
            if worth > situation.weights.least_answer:
                rated.append((worth, action))
    return best_first(rated)


def _saved(situation: Situation, fight: Fight, card: int) -> float:
    """Return the saving of an answer."""
    token = fight.target
    way = situation.pool.answer(card, fight.kind)
    assert way is not None
    further = Effects(situation).worth(way.then, About(token, fight.user))
    if fight.kind == "sensor":
        return further + (SEEN + situation.exposed(token) if way.cancels else 0.0)
    return further + situation.loss(token, fight.by) - situation.loss(token, way.left_of(fight.by))
