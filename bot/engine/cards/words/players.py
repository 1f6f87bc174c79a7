"""The words for players that do not depend on the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.base.language import N_
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.vocabulary import Players, Who
from bot.engine.contract import Seat


def _chosen(context: EvaluationContext) -> Sequence[Seat]:
    return (context.chosen,) if context.chosen is not None and context.chosen in context.queries.seats else ()


def most(context: EvaluationContext, value: Callable[[Seat], int]) -> Sequence[Seat]:
    """Return the opponent with the highest value; among equals the one chosen."""
    opponents = context.opponents()
    values = [value(seat) for seat in opponents]
    return context.only([seat for seat, own in zip(opponents, values, strict=True) if own == max(values)])


_CHOICE = Who(
    N_("an opponent of your choice", "nominative", "genitive"),
    named=N_("an opponent of {name}'s choice", "nominative", "genitive"),
)

PLAYERS: Mapping[str, Players] = {
    "you": Players(lambda context: (context.seat,)),
    "opponent": Players(
        lambda context: context.only(context.opponents()),
        Who(N_("an opponent", "nominative"), N_("an opponent's", "genitive")),
        together=_CHOICE,
        any_of=_CHOICE,
        chooses=True,
    ),
    "chosen": Players(_chosen, Who(N_("that opponent", "nominative"), N_("that opponent's", "genitive"))),
    "opponents": Players(
        lambda context: context.opponents(),
        Who(N_("each opponent", "nominative"), N_("each opponent's", "genitive")),
        together=Who(
            N_("your opponents together", "nominative"),
            N_("all opponents'", "genitive"),
            plural=True,
            apart=N_("your opponents", "nominative"),
            named=N_("{name}'s opponents together", "nominative"),
            named_apart=N_("{name}'s opponents", "nominative"),
        ),
        any_of=Who(N_("any opponent", "nominative"), N_("any opponent's", "genitive")),
        none_of=Who(N_("no opponent", "nominative"), N_("no opponent's", "genitive")),
    ),
    "everyone": Players(
        lambda context: (context.seat, *context.opponents()),
        Who(N_("each player", "nominative"), N_("each player's", "genitive")),
        together=Who(
            N_("all players together", "nominative"),
            N_("all players'", "genitive"),
            plural=True,
            apart=N_("all players", "nominative"),
        ),
        any_of=Who(N_("any player", "nominative"), N_("any player's", "genitive")),
        none_of=Who(N_("no player", "nominative"), N_("no player's", "genitive")),
    ),
}
"""Who controls the card and the opponents.

opponent   one opponent; you choose when there are several, and the choice is remembered
chosen     the opponent chosen before in this ability
opponents  each opponent, clockwise from you
everyone   you and each opponent
"""
