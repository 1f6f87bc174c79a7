"""The Tracker: an opponent at Neo-Combat that remembers which varans were seen under which cloaks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from bot.base.language import N_, gettext, ngettext
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import If
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import (
    ANCHOR,
    Habits,
    Level,
    Novice,
    RankingOpponent,
    best_first,
    plain_reason,
)
from bot.engine.players.searcher import SEARCHES, Searcher
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.cards.words.attacks import Attack
from bot.games.neocombat.cards.words.pieces import DiscardCards
from bot.games.neocombat.cards.words.specials import CloakIt, Harm, Mend, Reveal, Turn
from bot.games.neocombat.players import attacks
from bot.games.neocombat.players.attacks import WHIM, Attacks, damaging
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.players.worth import WEIGHTS, Weights
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.actions import (
    NEW,
    NONE,
    Cloak,
    Discard,
    Dress,
    Keep,
    Move,
    Pass,
    Ready,
    Shuffle,
    Stop,
)
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NeoView

# Reasons for actions at Neo-Combat. A cloaked varan is named only if that is public.


SEEN: frozenset[type[Action]] = frozenset(
    (actions.Move, actions.Stop, actions.Play, actions.Defend, actions.Pass)
)
"""The actions that are completely public: the others are chosen in secret."""

_PLAIN: Mapping[type[Any], str] = {
    actions.Keep: N_("Of the varans dealt it is worth most."),
    actions.Stop: N_("All stand where they should."),
    actions.Dress: N_("It heals most there, and little of the card is wasted."),
    actions.Cloak: N_("A cloaked varan cannot be shot at."),
    actions.Shuffle: N_("Then others do not know any more which varan is where."),
    actions.Discard: N_("Of the cards in hand this one is missed least."),
    actions.Ready: N_("There is nothing left to repair."),
    actions.ByLot: N_("There is nothing to choose that matters."),
}

_SPECIAL: Mapping[type[Any], str] = {
    DrawCards: N_("More cards in hand are more attacks and answers."),
    Turn: N_("A sideways varan cannot attack, or cloak in Repair."),
    CloakIt: N_("A varan that is cloaked again is no target for the rest of the turn."),
    Harm: N_("This damage cannot be answered."),
    Reveal: N_("Once it is revealed, it can be attacked."),
    DiscardCards: N_("Fewer cards in their hand are fewer attacks and answers."),
    If: N_("What may come of it is worth the card."),
    Mend: N_("It takes damage off a varan before the next hit."),
}


def reason(view: NeoView, pool: Pool, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Play():
            return _play(view, pool, action)
        case actions.Defend(card=card):
            return _defence(view, pool, card)
        case actions.Move(to=to):
            return _move(view, seat, to)
        case actions.Pass():
            if view.fight is not None:
                passing = N_("An answer would cost more than the hit.")
            elif view.phase == "movement":
                passing = N_("It waits to see where the others go.")
            else:
                passing = N_("No card is worth now what it would cost.")
            return gettext(passing)
        case _:
            return plain_reason(_PLAIN, action)


def _play(view: NeoView, pool: Pool, play: actions.Play) -> str:
    way = pool.ways[play.card][play.way]
    if way.threat == "sensor":
        return gettext("Once it is revealed, it can be attacked.")
    first = way.then[0] if way.then else None
    if isinstance(first, Attack):
        # The remaining health of a token whose varan is publicly known; None for any other.
        seat, place = divmod(play.target, view.options.team)
        varan = view.knowledge[seat].name_of(place)
        left = None if varan == UNKNOWN else pool.roster[varan].health - view.wounds[varan]
        if left is not None and first.by >= left:
            return gettext("Damage {damage}: unanswered it leaves the game.", damage=first.by)
        if left is not None:
            return gettext(
                "Damage {damage} of the {left} that it can still take.", damage=first.by, left=left
            )
        return gettext("Damage {damage}, unless it is answered.", damage=first.by)
    return next((gettext(_SPECIAL[type(effect)]) for effect in way.then if type(effect) in _SPECIAL), "")


def _defence(view: NeoView, pool: Pool, card: int) -> str:
    fight = view.fight
    way = None if fight is None else pool.answer(card, fight.kind)
    if fight is None or way is None:
        return ""
    left = way.left_of(fight.by)
    if not way.cancels and left == fight.by:
        return gettext("It answers in kind.")
    if fight.kind == "sensor":
        return gettext("It stays cloaked, and no target.")
    return gettext("It takes damage {damage} instead of {by}.", damage=left, by=fight.by)


def _move(view: NeoView, seat: Seat, to: int) -> str:
    """Return the reason for a sector: a target to attack or to spot, the Centre, or safety."""
    team = view.options.team
    others = [
        its
        for token, its in enumerate(view.tokens)
        if its.here and its.sector == to and token // team != seat
    ]
    revealed = sum([its.revealed for its in others])
    if revealed:
        return ngettext(
            "{number} revealed enemy is there as a target for strikes.",
            "{number} revealed enemies are there as targets for strikes.",
            revealed,
        )
    if to == actions.CENTRE:
        return gettext("A player with a varan in the Centre draws one more card each turn.")
    if others:
        return ngettext(
            "{number} cloaked enemy is there to be spotted.",
            "{number} cloaked enemies are there to be spotted.",
            len(others),
        )
    return gettext("There is no enemy: it is safer there.")


# Moving: sectors for attacking, for spotting, and the Centre.


LEAST = 0.3
"""The minimum gain of a move."""
CROWDED = 0.15
"""The cost of each enemy in the sector of a varan."""
SPOTTER = 0.5
"""The additional value of a spotting varan that can claim an extra card."""
UNSURE = 0.5
"""The weight of a token that can still move away."""


def moves(situation: Situation, legal: Sequence[Any], rng: random.Random) -> list[Move]:
    """Return the moves with sufficient gain, the highest gain first.

    A varan moves at the last possible step, when most of the others have moved.
    """
    view = situation.view
    thought = Marches(situation)
    rated = list[tuple[float, Move]]()
    stay = {token: thought.worth(token, situation.tokens[token].sector) for token in situation.own}
    for action in legal:
        if isinstance(action, Move) and situation.varan(action.token).speed <= view.step:
            gain = thought.worth(action.token, action.to) - stay[action.token] + WHIM * rng.random()
            if gain > LEAST:
                rated.append((gain, action))
    return best_first(rated)


def may_want_to_move(situation: Situation) -> bool:
    """Whether a varan's last step is still to come."""
    view = situation.view
    for token in situation.own:
        its = situation.tokens[token]
        if its.moved or its.sideways:
            continue
        step = situation.varan(token).speed
        if (not its.revealed, step) > (view.cloaked, view.step):
            return True
    return False


class Marches:
    """The values of sectors to the seat's varans."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.attacks = Attacks(situation)
        blows = list(damaging(situation))
        self.near = [blow for blow in blows if blow.near]
        self.spots = bool(blows) and any(
            _spots_near(situation.pool.ways[card]) for card in situation.view.hand
        )
        """Whether the hand can spot a near varan, and then attack it."""

    def worth(self, token: int, to: int) -> float:
        """Return the value of a varan being in a sector at the end of the movement."""
        if to == NEW:
            return 0.0
        situation = self.situation
        here = [each for each in situation.enemies if situation.tokens[each].sector == to]
        friends = [each for each in situation.own if each != token and situation.tokens[each].sector == to]
        worth = -CROWDED * len(here) if not situation.tokens[token].revealed else 0.0
        if to == 0:
            worth += 0.0 if friends or situation.is_last_turn else situation.weights.centre
        return worth + self._strikes(token, here, friends) + self._sensor(token, here, friends)

    def _strikes(self, token: int, here: Sequence[int], friends: Sequence[int]) -> float:
        """Return the value of the varan's strikes and flames there, unless a friend there has them."""
        situation, gifts = self.situation, self.situation.varan(token).attributes
        able = [blow for blow in self.near if not blow.attribute or blow.attribute in gifts]
        strikers = [each for each in friends if not situation.tokens[each].sideways]
        if len(strikers) >= len(able):
            return 0.0
        best = 0.0
        for target in here:
            if situation.tokens[target].revealed:
                blow = max(able, key=lambda each: each.by)
                worth = self.attacks.hit(target, blow.kind, blow.by) - self.attacks.price(token, blow)
                best = max(best, worth * self._still_there(target))
        return best

    def _sensor(self, token: int, here: Sequence[int], friends: Sequence[int]) -> float:
        """Return the value of a sensor in hand there, unless a friend there can use it."""
        situation = self.situation
        if not self.spots:
            return 0.0
        spotter = SPOTTER if "sensors" in situation.varan(token).attributes else 0.0
        cloaked = [each for each in here if not situation.tokens[each].revealed]
        if not cloaked or (friends and not spotter):
            return 0.0
        best = max([self.attacks.goal(each, NONE) * self._still_there(each) for each in cloaked])
        known = 0.0 if friends else situation.weights.spot * best
        return known + spotter

    def _still_there(self, target: int) -> float:
        """Return the probability that a token stays in its sector."""
        its = self.situation.tokens[target]
        if its.moved or its.sideways or (its.revealed and self.situation.view.cloaked):
            return 1.0
        return UNSURE


def _spots_near(ways: Sequence[PlayedAbility]) -> bool:
    """Whether a card is a sensor whose user must be in the target's sector."""
    return any(way.threat == "sensor" and way.target and way.target.within != "any" for way in ways)


# Repair and discard, and the draft: the secret choices.


def choose(situation: Situation, legal: Sequence[Any]) -> Any | None:
    """Return the next choice of Repair: dress wounds, cloak, shuffle, discard excess cards."""
    dressings = [action for action in legal if isinstance(action, Dress)]
    rated = [(_mended(situation, dress) - situation.cost(dress.card), dress) for dress in dressings]
    best_dressing = next(iter(best_first([(worth, dress) for worth, dress in rated if worth > 0])), None)
    for choice in (
        best_dressing,
        next((action for action in legal if isinstance(action, Cloak)), None),
        _shuffle(situation, legal),
    ):
        if choice is not None:
            return choice
    if Ready() in legal:
        return Ready()
    discards = [action for action in legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: situation.keep(action.card), default=None)


def _mended(situation: Situation, dress: Dress) -> float:
    """Return the value of the health gained."""
    pool = situation.pool
    by = sum([each.by for way in pool.ways[dress.card] for each in way.then if isinstance(each, Mend)])
    return situation.mended(dress.token, by)


def _shuffle(situation: Situation, legal: Sequence[Any]) -> Shuffle | None:
    """Shuffle if a varan is known, or if others are already shuffled with it."""
    shuffles = [action for action in legal if isinstance(action, Shuffle)]
    known = situation.view.knowledge[situation.seat]
    for action in shuffles:
        sector = situation.tokens[action.token].sector
        together = [token for token in situation.own if situation.tokens[token].sector == sector]
        if any(known.name_of(token - situation.first) != UNKNOWN for token in together):
            return action
    return None


def draft(pool: Pool, legal: Sequence[Any]) -> list[Keep]:
    """Return the dealt varans by value, the highest first."""
    keeps = [action for action in legal if isinstance(action, Keep)]
    return best_first([(pool.roster[action.varan].worth, action) for action in keeps])


class Tracker(RankingOpponent):
    """Spots targets it can hit, attacks from under its cloaks, and saves its answers."""

    key: ClassVar[str] = "tracker"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Tracker"
    description: ClassVar[str] = N_(
        "Remembers all varans it has seen, and spots those that it can hit: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("neo-combat",))
    level: ClassVar[Level] = "normal"
    hopeless: ClassVar[float] = 0.03
    view_type: ClassVar[Any] = NeoView
    seen: ClassVar[frozenset[type[Action]]] = SEEN

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def ideas(
        self, rules: NeoCombatRules, view: NeoView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Return its proposed actions, the best first."""
        pool = rules.library[view.options.cards]
        if view.phase == "draft":
            return draft(pool, legal)
        situation = Situation(view, seat, pool, self.weights)
        if view.fight is not None:
            return [*attacks.answers(situation, view.fight, legal), Pass()]
        if view.phase == "repair":
            choice = choose(situation, legal)
            return [] if choice is None else [choice]
        if view.phase == "movement":
            return _marches(situation, legal, rng)
        return [*attacks.plays(situation, legal, rng), Pass()]

    def chances(self, rules: NeoCombatRules, view: NeoView) -> float | None:
        """Return the chance to win, from the remaining own team and that of the strongest rival."""
        if view.viewer is None or view.phase == "draft":
            return None
        return Situation(view, view.viewer, rules.library[view.options.cards], self.weights).chances

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:
        """Return the reason for an action among those it weighs."""
        return reason(view, rules.library[view.options.cards], seat, action)


def _marches(situation: Situation, legal: Sequence[Any], rng: random.Random) -> Iterator[Action]:
    """Move, wait for a later step, or stop moving."""
    yield from moves(situation, legal, rng)
    yield Pass() if may_want_to_move(situation) else Stop()


class Rookie(Novice):
    """Overlooks its reactions, and takes the first possible target."""

    key: ClassVar[str] = "rookie"
    measured: ClassVar[int | None] = 828
    title: ClassVar[str] = "Rookie"
    description: ClassVar[str] = N_("Forgets the answers in its hand, and reveals itself too readily.")
    view_type: ClassVar[Any] = Tracker.view_type
    normal = Tracker(WEIGHTS._replace(exposure=0.0, willing=0.4, least_answer=1.2))
    habits = Habits(forgets=0.15, settles=0.15)
    turn = "turn"


class Hunter(Searcher):
    """Searches at Neo-Combat, to the end of the combat of a turn."""

    key: ClassVar[str] = "hunter"
    measured: ClassVar[int | None] = 1105
    title: ClassVar[str] = "Hunter"
    description: ClassVar[str] = SEARCHES
    normal = Tracker()
    width: ClassVar[int] = 5
    depth: ClassVar[int] = 30

    def settled(self, view: NeoView, state: NeoState) -> bool:
        """Whether the combat is over: then it no longer matters which varans are sideways or revealed."""
        return state.phase == "repair" and (view.phase != "repair" or state.turn > view.turn)
