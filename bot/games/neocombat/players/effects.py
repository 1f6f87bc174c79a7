"""The values of card words for the player of the card, except attacks and sensors themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import If
from bot.games.neocombat.cards.words.attacks import Attack, Cancel, Reduce, Spot
from bot.games.neocombat.cards.words.pieces import DiscardCards
from bot.games.neocombat.cards.words.specials import CloakIt, Harm, Mend, Reveal, Turn
from bot.games.neocombat.players.situation import MEAN_HIT, Situation
from bot.games.neocombat.rules.actions import NONE

DRAWN = 0.9
"""The value of a card drawn by a card."""
LOST = 0.7
"""The value of a card that a player has to discard."""
STAYS = 0.5
"""The weight of a hit that is possible next turn on a varan that cannot hide in Repair."""
SEEN = 0.8
"""The value of an enemy being revealed, or not cloaked again."""


class About(NamedTuple):
    """The varans that a card remembers, or -1."""

    own: int
    other: int

    def token(self, effect: Any) -> int:
        """Return the target of an effect."""
        return self.own if effect.to == "self" else self.other


class Effects:
    """The values of cards' effects, from the seat's perspective."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    def worth(self, effects: Sequence[Any], about: About) -> float:
        """Return the total value of effects; both branches of a condition count by half."""
        return sum([WORTH[type(effect)](self, effect, about) for effect in effects])

    def _if(self, effect: Any, about: About) -> float:
        return 0.5 * (self.worth(effect.then, about) + self.worth(effect.otherwise, about))

    def _nothing(self, effect: Any, about: About) -> float:  # noqa: ARG002 - told elsewhere
        return 0.0

    def _draw(self, effect: Any, about: About) -> float:  # noqa: ARG002
        return self._of_players(effect, DRAWN)

    def _discard(self, effect: Any, about: About) -> float:  # noqa: ARG002
        return -self._of_players(effect, LOST)

    def _of_players(self, effect: Any, each: float) -> float:
        """Return the value of an effect on players, one's own against the others'."""
        sign = {"you": 1.0, "everyone": 0.0}.get(effect.whose, -1.0)
        return sign * each * (effect.count if isinstance(effect.count, int) else 1)

    def _turn(self, effect: Any, about: About) -> float:
        """Return the value of turning an enemy sideways: it does not attack, and cannot hide in Repair."""
        situation, token = self.situation, about.token(effect)
        if token == NONE or situation.tokens[token].sideways:
            return 0.0
        if situation.is_own(token):
            return -STAYS
        owner = token // situation.team
        prevented = situation.attacks_of(owner) / max(1, situation.upright(owner))
        stays = STAYS if situation.tokens[token].sector else 0.0
        return prevented + stays * situation.loss(token, MEAN_HIT)

    def _cloak(self, effect: Any, about: About) -> float:
        token = about.token(effect)
        if token == NONE:
            return 0.0
        return self.situation.exposed(token) if self.situation.is_own(token) else -SEEN

    def _reveal(self, effect: Any, about: About) -> float:
        token = about.token(effect)
        if token == NONE or self.situation.tokens[token].revealed:
            return 0.0
        return -self.situation.exposed(token) if self.situation.is_own(token) else SEEN

    def _mend(self, effect: Any, about: About) -> float:
        token = about.token(effect)
        return (
            self.situation.mended(token, effect.by) if token != NONE and self.situation.is_own(token) else 0.0
        )

    def _harm(self, effect: Any, about: About) -> float:
        return self.situation.loss(about.other, effect.by) if about.other != NONE else 0.0


WORTH: Mapping[type, Callable[[Effects, Any, About], float]] = {
    Spot: Effects._nothing,
    Attack: Effects._nothing,
    Cancel: Effects._nothing,
    Reduce: Effects._nothing,
    Harm: Effects._harm,
    Turn: Effects._turn,
    CloakIt: Effects._cloak,
    Reveal: Effects._reveal,
    Mend: Effects._mend,
    DrawCards: Effects._draw,
    DiscardCards: Effects._discard,
    If: Effects._if,
}
"""The evaluation of each effect of the language; attacks, sensors and answers are evaluated separately."""
