"""The result of the last battle."""

from __future__ import annotations

from typing import Literal

from bot.base.language import N_, gettext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.nodes import Compared, ConditionNode
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Voice
from bot.games.arclash.cards.words.field import BATTLE, BattleQueries


class BattleWas(ConditionNode, frozen=True, tag="battle"):
    """You won, or lost, the last battle; neither before the first."""

    result: Literal["won", "lost"]

    def holds(self, context: EvaluationContext[BattleQueries]) -> bool:
        """Compare the result."""
        return context.queries.battle(context.seat) == self.result

    def compared(self) -> Compared:
        """Return the result as a number: 0 for neither, 1 for won, 2 for lost."""
        result = 1 if self.result == "won" else 2
        return Compared("battle", result, result, 0, 2)

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the condition in words: you won or lost the last battle."""
        which = _THIS if voice.on == "end-of-battle" else _THE_LAST
        reader, results = you(voice), _NOT_SO if no else _SO
        return gettext(
            results[self.result][reader.second],
            player=reader.subject,
            battle=gettext(which, battle=gettext(BATTLE)),
        )


_THIS = N_("this {battle}")
_THE_LAST = N_("the last {battle}")
_SO = {
    "won": {True: N_("you won {battle}"), False: N_("{player} won {battle}")},
    "lost": {True: N_("you lost {battle}"), False: N_("{player} lost {battle}")},
}
_NOT_SO = {
    "won": {True: N_("you did not win {battle}"), False: N_("{player} did not win {battle}")},
    "lost": {True: N_("you did not lose {battle}"), False: N_("{player} did not lose {battle}")},
}
