"""The Plotter and the Showrunner: opponents at Overcross that judge a move and an attack as one plan."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Action, Seat
from bot.engine.decks import Card
from bot.engine.grid import mask_of, squares_of
from bot.engine.players.opponent import (
    ANCHOR,
    TWO,
    Habits,
    Level,
    Novice,
    RankingOpponent,
    best_first,
    plain_reason,
)
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.cards.field import BEARER, SELF, Piece
from bot.games.overcross.cards.words import Heal
from bot.games.overcross.players import answers
from bot.games.overcross.players.aims import Aims
from bot.games.overcross.players.effects import Effects
from bot.games.overcross.players.plans import WHIM, Plan, Plans
from bot.games.overcross.players.situation import CAUTION, FITTED, USUAL, Situation, Weights, harm_of
from bot.games.overcross.rules import actions
from bot.games.overcross.rules.actions import Attack, EndTurn, Move, Play, Use
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.geometry import within
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.view import OvercrossView

# Reasons for actions at Overcross. Of a hand only the played card is revealed.


SEEN: frozenset[type[Action]] = frozenset(
    (
        actions.Begin, actions.Play, actions.Move, actions.Attack, actions.Use, actions.EndTurn,
        actions.Discard,
    )
)  # fmt: skip
"""What all see done, with all that belongs to it: the rest is chosen in secret, as whether to keep the first
hand (OVC-08), or answers a card."""

_PLAIN: Mapping[type[Any], str] = {
    actions.TakeDeck: N_("One ready deck is as good as another to it: it draws lots."),
    actions.Name: N_("Of the possible cards it lives longest and helps the objective most."),
    actions.Begin: N_("Who goes first is sooner at the objective."),
    actions.Keep: N_("There are Characters in it that can soon be deployed."),
    actions.Redraw: N_("Few Characters in it can soon be deployed."),
    actions.Use: N_("What this does now is worth more than what it costs."),
    actions.EndTurn: N_("No further action gains anything now."),
    actions.Discard: N_("Of the cards in hand this one is missed least."),
    actions.Choose: N_("Of all answers this one leaves the own side best off."),
}


def reason(view: OvercrossView, pool: Pool, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Play(card=card, at=at):
            return _play(view, pool, seat, card, at)
        case actions.Attack(terrain=True):
            return gettext("The terrain is an enemy's, and nothing better can be attacked.")
        case actions.Attack():
            return _attack(Situation(view, seat, pool), action)
        case actions.Move():
            return _move(Situation(view, seat, pool), action)
        case _:
            return plain_reason(_PLAIN, action)


def _play(view: OvercrossView, pool: Pool, seat: Seat, card: int, at: int) -> str:
    if at == actions.NO_SQUARE:
        return gettext("The event does most good now.")
    standing = next((piece for piece in view.pieces if piece.square == at), None)
    if standing is None and _is_character(view, pool, seat, card):
        return gettext("One more Character on the grid is worth more than a card in hand.")
    if standing is None and view.viewer == seat:
        return gettext("It is put down where it hinders enemies or helps its own side most.")
    return gettext("It does more there than in the hand.")


def _is_character(view: OvercrossView, pool: Pool, seat: Seat, card: int) -> bool:
    """Whether a seat's own view shows that a card is a Character; for other viewers it may be a terrain."""
    if view.viewer != seat:
        return False
    return bool(Situation(view, seat, pool).queries.face(card).kind == "character")


def _attack(situation: Situation, attack: actions.Attack) -> str:
    """Return the probability that an attack hits, and its effect."""
    queries = situation.queries
    attacker = queries.piece(attack.piece)
    target = next((piece for piece in situation.enemies if piece.square == attack.at), None)
    if attacker is None or target is None:
        return ""
    way = queries.attacks(attacker.card)[attack.way]
    percent = f"{situation.struck(attacker, way, target):.0%}"
    damage, left = queries.attack_stat(attacker, "dmg", way, target.card), DEADLY - target.counters
    if damage >= left:
        return gettext("{percent} that its target dies of it.", percent=percent)
    return ngettext(
        "{percent} that its target gets {number} counter more, of {left} that would kill it.",
        "{percent} that its target gets {number} counters more, of {left} that would kill it.",
        damage,
        percent=percent,
        left=left,
    )


def _move(situation: Situation, move: actions.Move) -> str:
    """Return the best reason for a move: the objective or an enemy to reach, or less danger there."""
    piece = situation.queries.piece(move.piece)
    if piece is None:
        return ""
    aims = Aims(situation)
    nearer = aims.progress(piece, move.to) - aims.progress(piece, piece.square)
    safer = CAUTION * (situation.danger(piece, piece.square) - situation.danger(piece, move.to))
    struck = _in_reach(situation, piece, move.to)
    if struck and not _in_reach(situation, piece, piece.square):
        return ngettext(
            "From there its attacks reach {number} enemy.",
            "From there its attacks reach {number} enemies.",
            struck,
        )
    if nearer > 0 and nearer >= safer:
        return gettext("It comes nearer to what decides the match.")
    if safer > 0:
        return gettext("The enemies can do less to it there.")
    return gettext("It is better placed there for the turns to come.")


def _in_reach(situation: Situation, piece: Piece, square: int) -> int:
    """Return the number of enemies in the range of a Character's attacks from a square, ignoring sight."""
    queries = situation.queries
    squares = [queries.in_range(piece, attack, 1 << square) for attack in queries.attacks(piece.card)]
    return sum([any(each >> enemy.square & 1 for each in squares) for enemy in situation.enemies])


# Playing cards: the card and its square (OVC-10 to OVC-13).


DEPLOYED = 4.0
"""The value of a further Character of any kind."""
PLACE = 0.1
"""The weight of the square of a deployed Character: to deploy it at all is worth more."""
LEAST_PLAY = 0.25
TRIFLE = 0.35
"""The value of a terrain anywhere: it is of no use in the hand."""


class Plays:
    """The values of playing the cards in the seat's hand."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.plans = effects.plans
        self.situation = effects.situation
        self.queries = effects.queries

    def good_plays(self, plays: Iterable[Play]) -> list[Plan]:
        """Return the plays that are better than keeping the card."""
        plans = [Plan(self._worth(play) + WHIM * self.plans.rng.random(), play) for play in plays]
        return [plan for plan in plans if plan.worth > LEAST_PLAY]

    def _worth(self, play: Play) -> float:
        face = self.queries.face(play.card)
        if face.kind == "character":
            return self._deployed(play)
        if face.kind == "edit":
            return self._attached(play.card, self.queries.at(play.at))
        if face.kind == "terrain":
            return self._put(face, play.at)
        names = {SELF: (play.card,)}
        worth = sum([self.effects.worth(ability.then, names) for ability in face.abilities])
        heals = any(isinstance(effect, Heal) for ability in face.abilities for effect in ability.then)
        return worth - self.situation.weights.healing if heals else worth

    # Characters

    def _deployed(self, play: Play) -> float:
        face, seat = self.queries.face(play.card), self.situation.seat
        piece = Piece(play.card, seat, play.at, deployed=self.situation.view.turn)
        worth = DEPLOYED + face.deck
        if self.situation.view.options.objective == "summoning" and face.mark == "legend":
            worth += 20
        return float(worth + PLACE * self.plans.nearness(piece, play.at))

    # Edits

    def _attached(self, card: Card, bearer: Piece | None) -> float:
        face, worth = self.queries.face(card), 0.0
        if bearer is None or any(self.queries.face(edit.card).name == face.name for edit in bearer.edits):
            return -1.0
        names = {SELF: (card,), BEARER: (bearer.card,)}
        for ability in face.abilities:
            lasting = ability.on == "always"
            gained = self.effects.worth(ability.then, names, lasting=lasting)
            worth += gained if lasting else 0.8 * max(0.0, gained)
        return float(worth + face.deck * (0.1 + 0.04 * min(12.0, self.situation.worth(bearer))))

    # Terrain

    def _put(self, face: Any, centre: int) -> float:
        """Return the value of a terrain there.

        Harmful terrain belongs where enemies go, helpful terrain where friends are.
        """
        area = within(self.situation.grid, centre, face.radius)
        if _helps(face):
            return TRIFLE + 0.4 * (_inside(area, self.situation.own) - _inside(area, self.situation.enemies))
        theirs = sum([_share(area, squares) for squares in self._enemy_ways])
        own = sum([_share(area, squares) for squares in self._own_ways])
        weight, seat = self.situation.weights.burnt_leader, self.situation.seat
        if not weight or not harm_of(face):
            burnt_leaders = 0.0
        else:
            inside = [leader for leader in self.situation.leaders if area >> leader.square & 1]
            burnt_leaders = sum([-weight if leader.seat == seat else weight for leader in inside])
        return TRIFLE + min(2.0, 1.5 * theirs - 1.2 * own) + burnt_leaders

    @cached_property
    def _enemy_ways(self) -> list[int]:
        return [self._ways(enemy) for enemy in self.situation.enemies]

    @cached_property
    def _own_ways(self) -> list[int]:
        return [self._ways(piece) for piece in self.situation.own]

    def _ways(self, piece: Piece) -> int:
        """Return the squares to which a Character can move that bring it closer to its objective."""
        queries, aims = self.queries, self.plans.aims
        goals = queries.goals(piece, queries.speed(piece))
        now = aims.progress(piece, piece.square)
        return mask_of([square for square in squares_of(goals) if aims.progress(piece, square) > now])


def _inside(area: int, pieces: list[Piece]) -> int:
    """Return the number of Characters in an area."""
    return sum([area >> piece.square & 1 for piece in pieces])


def _share(area: int, squares: int) -> float:
    return (area & squares).bit_count() / max(4, squares.bit_count())


def _helps(face: Any) -> bool:
    """Whether a terrain is good for a Character in it."""
    if face.obstructive or face.slow:
        return False
    return any(
        isinstance(effect, Heal) or any(getattr(effect, stat, 0) > 0 for stat in ("acc", "defense", "dmg"))
        for ability in face.abilities
        for effect in ability.then
    )


LEAST_USE = 0.2
"""The minimum value of a special for using it."""


class Plotter(RankingOpponent):
    """Plays the most valuable cards, moves towards the objective by safe squares, and attacks valuable
    targets.
    """

    key: ClassVar[str] = "plotter"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Plotter"
    description: ClassVar[str] = N_(
        "Plans a move and an attack together, with the objective always in sight: not easy for newcomers."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("overcross",))
    level: ClassVar[Level] = "normal"
    view_type: ClassVar[Any] = OvercrossView
    seen: ClassVar[frozenset[type[Action]]] = SEEN
    weights: ClassVar[Weights] = USUAL
    """The weights in the Assassination of Leaders for two; otherwise it has the usual ones."""

    def __init__(self, caution: float = 1.0) -> None:
        """`caution` is the weight of the enemies' attacks."""
        self.caution = caution

    def ideas(
        self, rules: OvercrossRules, view: OvercrossView, seat: Seat, legal: Sequence[Any], rng: random.Random
    ) -> Iterable[Action]:
        """Return its proposed actions, the best first."""
        pool = rules.library[view.options.cards]
        if view.phase in ("decks", "first", "hands"):
            return [answers.prepare(view, pool, legal, rng)]
        options = view.options
        fitted = options.objective == "assassination" and options.victims == "leader" and view.seats == TWO
        situation = Situation(view, seat, pool, self.weights if fitted else USUAL)
        plans = Plans(situation, Aims(situation), rng, self.caution)
        effects = Effects(plans)
        if view.question is not None:
            return answers.answers(effects, view.question, legal, rng)
        if view.phase == "discard":
            return answers.discards(situation, legal)
        return _turn(Plays(effects), legal)

    def chances(self, rules: OvercrossRules, view: OvercrossView) -> float | None:
        """Return the win probability, from the Characters in play and the progress towards the objective."""
        if view.viewer is None or view.phase in ("decks", "first", "hands"):
            return None
        situation = Situation(view, view.viewer, rules.library[view.options.cards])
        return Aims(situation).chances

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:
        """Return the reason for an action among those it weighs."""
        return reason(view, rules.library[view.options.cards], seat, action)


class Showrunner(Plotter):
    """Evaluates like the Plotter with fitted weights: its Leader keeps away from the enemies, healers stay
    with it, and Lava belongs under the enemy Leader. In other objectives, and with more seats, it plays like
    the Plotter.
    """

    key: ClassVar[str] = "showrunner"
    measured: ClassVar[int | None] = 1090
    title: ClassVar[str] = "Showrunner"
    description: ClassVar[str] = N_(
        "Looks after its Leader, in the Assassination for two. In other matches it plays like the Plotter."
    )
    level: ClassVar[Level] = "hard"
    weights: ClassVar[Weights] = FITTED


def _turn(plays: Plays, legal: Sequence[Any]) -> Iterator[Action]:
    """Play cards first, then minor actions, then major ones, each time the most valuable (OVC-09)."""
    kinds: dict[type, list[Any]] = {}
    for action in legal:
        kinds.setdefault(type(action), []).append(action)
    yield from _actions(plays.good_plays(kinds.get(Play, ())))
    uses, attacks = kinds.get(Use, []), kinds.get(Attack, [])
    minor = [
        *plays.plans.good_moves(kinds.get(Move, ())),
        *plays.plans.attacks([each for each in attacks if _size_of(plays, each) == "m"]),
        *_uses(plays, [each for each in uses if _use_size(plays, each) in ("m", "free")]),
    ]
    yield from _actions(minor)
    major = [
        *plays.plans.attacks([each for each in attacks if _size_of(plays, each) != "m"]),
        *_uses(plays, [each for each in uses if _use_size(plays, each) not in ("m", "free")]),
    ]
    yield from _actions(major)
    yield EndTurn()


def _actions(plans: Iterable[Plan]) -> list[Action]:
    """Return the worthwhile actions, the best first."""
    return best_first([(plan.worth, plan.action) for plan in plans if plan.worth > 0])


def _uses(plays: Plays, uses: Sequence[Use]) -> list[Plan]:
    return [Plan(plays.effects.use(use.card, use.way) - LEAST_USE, use) for use in uses]


def _size_of(plays: Plays, attack: Attack) -> str:
    return plays.queries.attacks(attack.piece)[attack.way].size


def _use_size(plays: Plays, use: Use) -> str:
    return plays.queries.activated(use.card)[use.way].size


class Dabbler(Novice):
    """Overlooks Characters and cards, and walks into danger."""

    key: ClassVar[str] = "dabbler"
    measured: ClassVar[int | None] = 741
    title: ClassVar[str] = "Dabbler"
    description: ClassVar[str] = N_("Forgets some Characters and cards, and sees no danger coming.")
    view_type: ClassVar[Any] = Plotter.view_type
    normal = Plotter(caution=0.0)
    habits = Habits(forgets=0.3, settles=0.3)
    turn = "turn"
