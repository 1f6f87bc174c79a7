"""The values of card words to the player of the card, in points of deck cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any

from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.games.overcross.cards.field import IT, SELF, STEPS, Piece
from bot.games.overcross.cards.words import (
    BecomeGenre,
    ChangeNumbers,
    Choose,
    Damage,
    DeployNearer,
    Destroy,
    DiscardCards,
    Discount,
    DrawCards,
    Forbid,
    GrantAttack,
    Heal,
    If,
    LookAtHand,
    May,
    Move,
    NoSlow,
    Passes,
    Pieces,
    Push,
    Recover,
    Redeploy,
    SetCounters,
    Shift,
    Target,
    TargetLimit,
    Teleport,
    Theme,
    ToHand,
    Unmoved,
    ZoneRows,
)
from bot.games.overcross.cards.words.pieces import OnPieces
from bot.games.overcross.players.plans import Plans
from bot.games.overcross.rules.steps import Step
from bot.games.overcross.rules.view import play_limit

CARD = 1.2
"""The value of a card in the hand."""
GRANTED = 2.5
"""The value of an attack given to a Character."""
SMALL = 0.2
"""The value of lasting effects with little immediate change."""
AHEAD = 12.0
"""To deploy the next Character far ahead: it has to be played before that Character is."""
NUMBERS = {"acc": 0.5, "defense": 0.45, "dmg": 0.45, "speed": 0.3, "rng": 0.3}
"""The value of one more of each number to an average Character while it lasts."""

OF_ITS_CHARACTER = BecomeGenre | GrantAttack | NoSlow | Passes | TargetLimit | Unmoved
"""Effects on the bearer, or on the Character itself."""

Names = Mapping[str, tuple[int, ...]]


class Effects:
    """What cards would do, as the seat sees it."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.situation = plans.situation
        self.queries = plans.situation.queries
        self.seat = plans.situation.seat

    def worth(self, effects: Sequence[Any], names: Names, *, lasting: bool = False) -> float:
        """Return the total value of effects in sequence, with the best choices."""
        if not effects:
            return 0.0
        effect, *rest = effects
        cards = self.found(effect, names)
        if cards is None:
            return self._without_target(effect, names) + self.worth(rest, names, lasting=lasting)
        if isinstance(getattr(effect, "to", None), Pieces) and effect.to.how == "choose":
            return max([self.of_choice(effect, card, rest, names) for card in cards], default=0.0)
        here = sum([self.on_piece(effect, card, lasting=lasting) for card in cards])
        return here + self.worth(rest, names, lasting=lasting)

    def of_choice(self, effect: Any, card: Card, rest: Sequence[Any], names: Names) -> float:
        """Return the value of an effect and the following ones if this piece is chosen."""
        return self.on_piece(effect, card) + self.worth(rest, {**names, IT: (card,)})

    def found(self, effect: Any, names: Names) -> Sequence[Card] | None:
        """Return the possible pieces of an effect; None for one without pieces."""
        if not isinstance(effect, OnPieces | Move | Shift | OF_ITS_CHARACTER):
            return None
        context: EvaluationContext[Any] = EvaluationContext(self.queries, self.seat)
        context.names = names
        if isinstance(effect, OF_ITS_CHARACTER):
            return effect.whom(context)
        return tuple(effect.possible(context))

    def on_piece(self, effect: Any, card: Card, *, lasting: bool = False) -> float:
        """Return the value of an effect on a piece."""
        piece = self.queries.piece(card)
        if piece is None:
            return self._on_thing(effect, card)
        if isinstance(effect, Target):
            return 0.0
        sign = 1 if piece.seat == self.seat else -1
        return sign * self._for_its_player(effect, piece, lasting=lasting)

    # On Characters

    def _for_its_player(self, effect: Any, piece: Piece, *, lasting: bool) -> float:
        """Return the value of an effect on a Character to its player."""
        situation = self.situation
        match effect:
            case Damage():
                return -situation.lost(piece, _amount(effect.by))
            case Heal():
                return -situation.lost(piece, -_amount(effect.by))
            case SetCounters() | ToHand():
                return 0.3 * situation.worth(piece)
            case ChangeNumbers():
                return self._change(effect, piece, lasting=lasting)
            case Forbid():
                # The value to a player of a Character's ability to act.
                if self.queries.in_force.forbids(piece.card, "act"):
                    activity = 0.2
                else:
                    pull = min(6.0, self._progress(piece, piece.square) / 8)
                    activity = 0.6 + 0.25 * min(12.0, self.situation.worth(piece)) + pull
                return -activity * (1.0 if effect.what == "act" else 0.5)
            case Push():
                # The value of a push to the pushed Character's player; the pusher chooses the way.
                gains = [self.push(piece, direction, effect.by) for direction in range(len(STEPS))]
                return max(gains) if piece.seat == self.seat else min(gains)
            case Teleport():
                return self._teleported(piece, effect.squares(self.queries, piece.card))
            case Redeploy():
                return -self._progress(piece, piece.square) / 2
            case Move():
                return 0.3
            case Destroy():
                return -situation.worth(piece)
            case GrantAttack():
                shoots = any(way.ranged for way in self.queries.attacks(piece.card))
                return GRANTED * (0.4 if shoots else 1.0)
            case BecomeGenre() | NoSlow() | Passes() | TargetLimit() | Unmoved():
                return SMALL
        raise TypeError(f"{type(effect).__name__} is done to no Character")

    def _change(self, effect: ChangeNumbers, piece: Piece, *, lasting: bool) -> float:
        """Return the value of changed numbers: lasting ones by the Character's value, else by its current
        options.
        """
        strikes = [way for way in self.queries.attacks(piece.card) if _concerns(effect, way)]
        if lasting:
            weight = 0.6 + self.situation.worth(piece) / 8
        else:  # its options in this turn; of another seat's Character, its threats
            weight = (self.plans.could_strike(piece) if piece.seat == self.seat else 1.0) / 2
        worth = 0.0
        for stat, number in NUMBERS.items():
            by = getattr(effect, stat)
            if stat == "speed" and by < 0:
                by = max(by, 1 - self.queries.stat(piece.card, "speed"))
            if by and (strikes or stat in ("speed", "defense")):
                worth += number * by
        if effect.against and effect.against not in self._genres:
            worth /= 4
        return worth * weight

    @cached_property
    def _genres(self) -> set[str]:
        return {self.queries.genre(enemy.card) for enemy in self.situation.enemies}

    def _progress(self, piece: Piece, square: int) -> float:
        return self.plans.aims.progress(piece, square)

    def push(self, piece: Piece, direction: int, by: int) -> float:
        """Return the value of a push in a direction to the pushed Character's player (OVC-33)."""
        grid, queries = self.situation.grid, self.queries
        barred, harmful = queries.field.occupied | queries.layout.obstructive, queries.layout.entered
        (column, row), (east, north), burnt = grid.place(piece.square), STEPS[direction], 0.0
        square = piece.square
        for _ in range(by):
            column, row = column + east, row + north
            if not (0 <= column < grid.width and 0 <= row < grid.height):
                break
            there = grid.at(column, row)
            if barred >> there & 1:
                break
            burnt += harmful >> there & ~(harmful >> square) & 1
            square = there
            if queries.enemy_squares(piece.seat) >> square & 1:
                break
        if square == piece.square:
            return 0.0
        moved = self._progress(piece, square) - self._progress(piece, piece.square)
        if piece.seat == self.seat and self.plans.scores(piece, square):
            moved += 5.0
        return moved - burnt * self.situation.lost(piece, 1)

    def _teleported(self, piece: Piece, squares: int) -> float:
        """Return the value of being put on the best of these squares."""
        now = self.plans.standing(piece, piece.square)
        return max([self.plans.standing(piece, square) for square in squares_of(squares)], default=now) - now

    # On other things

    def _on_thing(self, effect: Any, card: Card) -> float:
        """Return the value of an effect on an edit or a terrain."""
        theirs = self.queries.owner(card) != self.seat
        if isinstance(effect, Destroy) and self.queries.bearer(card) is not None:
            return 2.5 if theirs else -2.0
        if isinstance(effect, Destroy | Damage):
            return 0.9 if theirs else -0.6
        if isinstance(effect, Heal):
            placed = self.queries.terrain(card)
            return 0.3 if not theirs and placed is not None and placed.counters else -0.2
        return 0.1

    def _without_target(self, effect: Any, names: Names) -> float:
        match effect:
            case DrawCards():
                return CARD * _amount(effect.count)
            case DiscardCards():
                return 0.9 * min(1, max(self.situation.view.hands, default=0))
            case Recover():
                return self._recovered(effect, names)
            case Theme():
                return 0.35 * sum(
                    [
                        self.plans.could_strike(piece)
                        for piece in self.situation.own
                        if self.queries.genre(piece.card) == effect.genre
                    ]
                )
            case DeployNearer():
                return AHEAD if self._could_deploy(names) else 0.0
            case LookAtHand():
                return 0.1
            case May():
                return max(0.0, self.worth(effect.then, names) - CARD * len(effect.pay))
            case If():
                return fmean([self.worth(branch, names) for branch in (effect.then, effect.otherwise)])
            case Choose():
                best = max if effect.who == "you" else min
                return best([self.worth(option, names) for option in effect.options])
            case ZoneRows() | Discount():
                return SMALL
            case Step():
                return 0.0  # the automatic part of the rules
        raise TypeError(f"{type(effect).__name__} is done to something")

    def _recovered(self, effect: Recover, names: Names) -> float:
        context = EvaluationContext(self.queries, self.seat)
        context.names = names
        costs = sorted([self.queries.face(card).deck for card in effect.possible(context)], reverse=True)
        if effect.to == "play":
            return float(costs[0]) if costs else 0.0
        return 0.3 * float(sum(costs[: effect.count]))

    def _could_deploy(self, names: Names) -> bool:
        """Whether a Character of the hand can still be paid for after the played card."""
        paid = sum([self.queries.cost(card) for card in names.get(SELF, ())])
        left = play_limit(self.situation.view, self.seat) - self.situation.view.spent - paid
        return any(
            self.queries.face(card).kind == "character"
            and self.queries.cost(card) <= left
            and self.queries.deploys(card, self.seat)
            for card in self.situation.view.hand
        )

    # Activated abilities

    def use(self, card: Card, way: int) -> float:
        """Return the value of using a special of a Character, or of an edit on it."""
        ability = self.queries.activated(card)[way]
        return self.worth(ability.then, self.queries.names_of(card)) - CARD * len(ability.pay)


def _amount(amount: Any) -> float:
    """Return a number; of dice their mean is near enough to 2."""
    return float(amount) if isinstance(amount, int) else 2.0


def _concerns(effect: ChangeNumbers, way: Any) -> bool:
    if effect.attacks == "melee":
        return bool(way.reach == "fist")
    if effect.attacks == "ranged":
        return bool(way.ranged)
    return bool(not effect.rng or way.rng)
