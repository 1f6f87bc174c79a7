"""Losing a level as a cost, which a player at Level 1 cannot pay."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import N_, pgettext
from bot.engine.cards.nodes import CostNode
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Mood, Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import CHARACTER, BattleQueries, BattleTable


class LevelDownCost(CostNode, frozen=True, tag="level-down"):
    """Discard the top Advancement of your stack; impossible with a Level 1 (ARC-18)."""

    def openly_payable(self, queries: BattleQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether there is an Advancement for each such cost: stacks are public."""
        levels = sum([isinstance(cost, LevelDownCost) for cost in costs])
        return queries.level(seat) > 1 and levels < len(queries.cards("stack", seat))

    def pay(self, table: BattleTable, card: Card, seat: Seat) -> None:
        """Lose a level; shields do not apply to a player's own costs."""
        table.level_down(card, seat)

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:  # noqa: ARG002 - of cards only
        """Return the cost in words."""
        return pgettext(mood, _LEVEL_DOWN, character=you(voice).thing(CHARACTER.one, "accusative"))


_LEVEL_DOWN = N_("level down {character}", "imperative", "infinitive")
