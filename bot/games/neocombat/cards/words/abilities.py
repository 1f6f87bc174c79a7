"""The triggers of cards of Neo-Combat: being played, or answering an attack or sensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Generic, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import N_, gettext, messages, pgettext
from bot.engine.cards.nodes import AbilityNode, EffectNode, EffectT
from bot.engine.cards.text.terms import Voice
from bot.engine.sentences import either, listed
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words.attacks import Attack, Cancel, Reduce, Spot
from bot.games.neocombat.cards.words.field import FOE, IT, SELF, Threat
from bot.games.neocombat.cards.words.pieces import Asked, Target, User

PlayedIn: TypeAlias = Literal["movement", "combat", "repair"]


class PlayedAbility(AbilityNode, Generic[EffectT], frozen=True, tag_field="on", tag="played"):
    """A card that is played in one's turn, or in Repair."""

    then: Annotated[tuple[EffectT, ...], Meta(min_length=1, max_length=6)]
    phases: Annotated[tuple[PlayedIn, ...], Meta(min_length=1, max_length=2)] = ("combat",)
    user: User | None = None
    """The varan that uses it; None for cards without a user."""
    target: Target | None = None
    extra: Asked = ""
    """The attribute of the user, or of the spotting varan, that draws an extra card (NEO-11)."""
    second: bool = True
    """Whether it can be the second attack of firepower and berserk (NEO-07)."""

    @property
    def threat(self) -> Threat | None:
        """The kind of attack that can be answered; None for a special or a card of Repair."""
        first = self.then[0]
        if isinstance(first, Spot):
            return "sensor"
        return first.kind if isinstance(first, Attack) else None

    @property
    def is_attack(self) -> bool:
        """Whether it is a shot, a flame or a strike: not a sensor, and not a special."""
        return isinstance(self.then[0], Attack)

    @property
    def further(self) -> Sequence[EffectNode]:
        """The effects after a successful attack or sensor."""
        first = self.then[0]
        return first.then if isinstance(first, Attack | Spot) else ()

    def brings(self) -> frozenset[str]:
        """Return the remembered names: its user, its target, and the target's owner."""
        names = {SELF} if self.user is not None else set()
        if self.target is not None:
            names |= {IT, FOE} if self.target.pieces == "enemy" else {IT}
        return frozenset(names)

    def moment(self, voice: Voice) -> str:  # noqa: ARG002 - it is the same for all
        """Return the kind of card, its user, and its target in words."""
        kind = self.threat or ("movement" if "movement" in self.phases else self.phases[0])
        if self.target is None:
            return gettext(_UNAIMED[kind])
        target = self.target.called(user=self.user is not None)
        if self.user is None or not self.user.attribute:
            return gettext(_AIMED[kind], target=target)
        return gettext(
            "{attack}, by a varan with {attribute}",
            attack=gettext(_AIMED[kind], target=target),
            attribute=attribute_name(self.user.attribute),
        )


class Reaction(AbilityNode, Generic[EffectT], frozen=True, tag_field="on", tag="reaction"):
    """A card that answers an attack or sensor on a varan of yours (NEO-10)."""

    then: Annotated[tuple[EffectT, ...], Meta(min_length=1, max_length=6)]
    to: Annotated[tuple[Threat, ...], Meta(min_length=1, max_length=4)]
    extra: Asked = ""
    """The attribute of the defended varan that draws an extra card (NEO-11)."""

    @property
    def cancels(self) -> bool:
        """Whether it always cancels the attack or sensor."""
        return any(isinstance(each, Cancel) for each in self.then)

    def left_of(self, damage: int) -> int:
        """Return the remaining damage of an attack with this damage."""
        if self.cancels:
            return 0
        return max(0, damage - sum([each.by for each in self.then if isinstance(each, Reduce)]))

    def brings(self) -> frozenset[str]:
        """Return the remembered names: the attacked varan, the attacker, and its owner; a sensor has no
        user.
        """
        return frozenset((SELF, FOE) if "sensor" in self.to else (SELF, IT, FOE))

    def moment(self, voice: Voice) -> str:  # noqa: ARG002
        """Return the attacks it answers in words."""
        attacks = [pgettext("accusative", THREATS[each]) for each in self.to]
        return gettext("in answer to {what}", what=either(attacks))


def phases_named(phases: tuple[PlayedIn, ...]) -> str:
    """Return the phases in which a card is played: "the movement and the combat"."""
    return listed([pgettext("phase", _PHASES[each]) for each in phases])


_AIMED = messages("neocombat", "aimed", dict[str, str])
_UNAIMED = {
    "movement": N_("before the movement or in combat"),
    "combat": N_("in combat"),
    "repair": N_("in Repair"),
}
THREATS = {
    "sensor": N_("a sensor", "accusative"),
    "shot": N_("a shot", "accusative"),
    "flame": N_("a flame", "accusative"),
    "strike": N_("a strike", "accusative"),
}
_PHASES = {
    "movement": N_("the movement", "phase"),
    "combat": N_("the combat", "phase"),
    "repair": N_("Repair", "phase"),
}
