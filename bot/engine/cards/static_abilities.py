"""`always` abilities: computed from the position each time they are needed.

They use no randomness and no choices, and an `always` ability never reads values that such abilities change.
In an invalid one dice show 0, a choice of a player gives no player, and a condition on power is false.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.cards.bounds import STANDING, Work
from bot.engine.cards.effect_context import EvaluationContext, worked
from bot.engine.cards.nodes import ALWAYS, EffectNode
from bot.engine.cards.table import TableQueries
from bot.engine.contract import Seat
from bot.engine.decks import Card


class StaticContext(EvaluationContext):
    """The context in which an `always` ability is evaluated."""

    __slots__ = ()

    standing = True


def always(
    queries: TableQueries, card: Card, seat: Seat, work: Work | None = None
) -> Iterator[tuple[EvaluationContext, EffectNode]]:
    """Yield the applicable effects of a card's `always` abilities, each with its evaluation context.

    `seat` controls the card and is in the match. `work` counts the work; once it is exhausted nothing more
    applies.
    """
    work = Work(STANDING) if work is None else work
    for ability in queries.face(card).abilities:
        if ability.trigger == ALWAYS:
            context = StaticContext(queries, seat, work=work)
            if ability.needs is None or ability.needs.met(context):
                for found in in_force(context, ability.then):
                    worked(queries, card)
                    yield found


def in_force(
    context: EvaluationContext, effects: Sequence[EffectNode]
) -> Iterator[tuple[EvaluationContext, EffectNode]]:
    """Yield the effects in printed order, an `if` replaced by its branch."""
    waiting = list(reversed(effects))
    while waiting and not context.work.exhausted:
        context.work.spent += 1
        effect = waiting.pop()
        branch = effect.branch(context)
        if branch is None:
            yield context, effect
        else:
            waiting += reversed(branch)
