"""The Sapper and the Colonel: opponents at Crossfire that extend their power towards the bases, and keep what
they take.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Any, ClassVar

from bot.base.language import N_, decimal, gettext
from bot.engine.contract import Action, Seat, set_at
from bot.engine.players.opponent import (
    ANCHOR,
    Habits,
    Level,
    Novice,
    RankingOpponent,
    best_first,
    plain_reason,
)
from bot.games.crossfire.players.plays import Plays
from bot.games.crossfire.players.ways import FAR, distances, nearest
from bot.games.crossfire.players.weights import FITTED, USUAL, Weights
from bot.games.crossfire.players.worth import Outlook, promising
from bot.games.crossfire.rules import actions
from bot.games.crossfire.rules.actions import Keep, KeepOne, Redeal, Replace, Tower
from bot.games.crossfire.rules.piles import Board, unknown
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import NOBODY, CrossfireView

# Reasons for actions at Crossfire. Of a hand only the laid card is revealed.


SEEN: frozenset[type[Action]] = frozenset(
    (
        actions.Redeal, actions.Keep, actions.Lay, actions.Support, actions.Attack, actions.Answer,
        actions.Rebuild, actions.Raise, actions.Discard, actions.Replace, actions.KeepOne, actions.Tower,
    )
)  # fmt: skip
"""The actions that are completely public."""

NEARER = 0.3
"""The minimum gain in distance of power to an enemy base, in plays, to be named as the reason."""

_PLAIN: Mapping[type[Any], str] = {
    actions.Keep: N_("These bases have power enough to begin with."),
    actions.Redeal: N_("Few of these bases have power or may soon get it."),
    actions.Support: N_("This makes the base safer."),
    actions.Discard: N_("Nothing that can be laid makes the position better, and this card is missed least."),
    actions.Replace: N_("The card under it is more useful in the hand."),
    actions.KeepOne: N_("The pile is of more use as a node."),
    actions.Tower: N_("The pile is of more use as a tower."),
}


def reason(view: CrossfireView, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    table = view.table
    match action:
        case actions.Attack(at=at):
            return _attack(view, table, at)
        case actions.Answer(at=at):
            return _answer(view, table, seat, at)
        case actions.Lay() | actions.Rebuild() | actions.Raise():
            return _laid(view, seat, action)
        case _:
            return plain_reason(_PLAIN, action)


def _attack(view: CrossfireView, table: Table, at: int) -> str:
    pile = view.board[at]
    if table.base_home[at] != NOBODY:
        if view.seats == 2:
            return gettext("An attack on a base: it wins the match unless it is answered.")
        return gettext("An attack on a base: it is worth a point unless it is answered.")
    if pile is not None and pile.kind == "neutral":
        if unknown(pile):
            return gettext("The neutral card there may be weaker, and its square leads on.")
        return gettext("The card beats the neutral one there, whose square leads on.")
    return gettext("It takes ground from the enemy unless it is answered.")


def _answer(view: CrossfireView, table: Table, seat: Seat, at: int) -> str:
    pile = view.board[at]
    own = pile is not None and pile.owner == seat
    if own and table.base_home[at] != NOBODY:
        return gettext("The base would be lost without an answer.")
    if own:
        return gettext("The node would be lost without an answer.")
    return gettext("Without an answer the contest there would be lost.")


def _laid(view: CrossfireView, seat: Seat, action: Any) -> str:
    """Return the gain in distance of power to an enemy base by a laid card, in plays."""
    outlook = Outlook(view, seat)
    after = set_at(view.board, *Plays(outlook).laid(action))
    before_away, away = (_away(outlook, board) for board in (view.board, after))
    if before_away - away > NEARER and away < FAR:
        if away < NEARER:
            return gettext("It brings power right before an enemy base.")
        return gettext(
            "It brings power nearer to an enemy base: about {plays} plays away instead of {before}.",
            plays=decimal(away, 1),
            before=decimal(before_away, 1),
        )
    stands = [Reach(outlook.table, board, seat).acting.bit_count() for board in (view.board, after)]
    if stands[1] > stands[0]:
        return gettext("It gives power to more of its nodes.")
    return gettext("It prepares a pair: a node that will have power with the right card beside it.")


def _away(outlook: Outlook, board: Board) -> float:
    """Return the distance in plays from a seat's power to the nearest base that it may still take."""
    spans = distances(Reach(outlook.table, board, outlook.seat), None, outlook.weights)
    bases = outlook.enemy_bases(outlook.seat, board)
    return min([nearest(spans, beside) for _, beside in bases], default=FAR)


LEAST_FREE = 0.25
"""The minimum gain of a free action."""

POOR = 2.0
"""The minimum promise of bases to keep them."""

FREE = (KeepOne, Replace, Tower)
"""The free actions of a turn."""

LEAD = {2: 30.0, 4: 16.0}
"""The difference in value by the Sapper's weights for odds of e to 1, by number of seats: fitted to 341
positions of 16 of its own matches.
"""

WHIM = 0.15
"""The maximum random bonus of a play, so that no two matches are alike."""


class Sapper(RankingOpponent):
    """Evaluates each play by the resulting position, with the chances of every contest, and takes the
    best.
    """

    key: ClassVar[str] = "sapper"
    measured: ClassVar[int | None] = ANCHOR
    title: ClassVar[str] = "Sapper"
    description: ClassVar[str] = N_(
        "Digs its way to your bases, counts what you may hold, and keeps a King for the end: not easy."
    )
    games: ClassVar[frozenset[str] | None] = frozenset(("crossfire",))
    level: ClassVar[Level] = "normal"
    slow: ClassVar[bool] = True
    view_type: ClassVar[Any] = CrossfireView
    seen: ClassVar[frozenset[type[Action]]] = SEEN
    weights: ClassVar[Weights] = USUAL
    """The weights with two seats; with four it has the usual ones."""

    def ideas(
        self,
        rules: Any,  # noqa: ARG002 - what all computer players are given
        view: CrossfireView,
        seat: Seat,
        legal: Sequence[Any],
        rng: random.Random,
    ) -> Iterator[Action]:
        """Yield the free actions, then the plays."""
        if view.phase == "bases":
            table = view.table
            yield Keep() if promising(view.board, table, seat) >= POOR else Redeal()
            return
        weights = self.weights if view.seats == 2 else USUAL
        plays = Plays(Outlook(view, seat, weights))
        yield from _good_free(plays, legal, rng)
        binding = [action for action in legal if not isinstance(action, FREE)]
        yield from best_first(
            [(plays.after(each) + WHIM * rng.random(), each) for each in plays.different(binding)]
        )

    def chances(self, rules: Any, view: CrossfireView) -> float | None:  # noqa: ARG002
        """Return the chance to win, estimated from the value; with two seats it is flat until late."""
        if view.viewer is None or view.phase == "bases":
            return None
        outlook = Outlook(view, view.viewer)
        return 1 / (1 + exp(max(-30.0, min(30.0, -outlook.worth(view.board, view.hand) / LEAD[view.seats]))))

    def reason(self, rules: Any, view: Any, seat: Seat, action: Any) -> str:  # noqa: ARG002
        """Return the reason for an action among those it weighs."""
        return reason(view, seat, action)


class Colonel(Sapper):
    """Evaluates like the Sapper with fitted weights: the whole hand counts near a base, and it hardly ever
    discards. With four seats it plays like the Sapper.
    """

    key: ClassVar[str] = "colonel"
    measured: ClassVar[int | None] = 1102
    title: ClassVar[str] = "Colonel"
    description: ClassVar[str] = N_(
        "Brings a strong hand to your bases and wastes no card. With four seats it plays like the Sapper."
    )
    level: ClassVar[Level] = "hard"
    weights: ClassVar[Weights] = FITTED


def _good_free(plays: Plays, legal: Sequence[Any], rng: random.Random) -> list[Action]:
    """Return the free actions that improve the position, the best first."""
    free = [action for action in legal if isinstance(action, FREE)]
    if not free:
        return []
    least = plays.now() + LEAST_FREE
    rated = [(plays.after_free(each) + 0.1 * WHIM * rng.random(), each) for each in plays.different(free)]
    return best_first([(worth, action) for worth, action in rated if worth > least])


class Cadet(Novice):
    """Overlooks cards and squares."""

    key: ClassVar[str] = "cadet"
    measured: ClassVar[int | None] = 696
    title: ClassVar[str] = "Cadet"
    description: ClassVar[str] = N_("Overlooks some of its cards, and often takes the second best square.")
    view_type: ClassVar[Any] = Sapper.view_type
    normal = Sapper()
    habits = Habits(forgets=0.3, settles=0.3)
    turn = "turns"
