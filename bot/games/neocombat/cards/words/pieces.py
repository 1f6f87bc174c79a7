"""The varans of a card: its user and its target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Generic, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.nodes import AmountT, ConditionNode, Fault, FilterNode, Node, WhoseT
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.terms import CARD, Voice
from bot.engine.cards.vocabulary import Players
from bot.engine.cards.words import hands
from bot.engine.cards.words.players import PLAYERS
from bot.engine.contract import Seat
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words.field import FOE, Reference, State, VaranQueries

# The hands that cards of Neo-Combat affect, and random discards from them, without questions.


class AnyCard(FilterNode, frozen=True):
    """Any cards of a hand."""

    def called(self, voice: Voice, zone: str = "") -> Called:  # noqa: ARG002 - all are called so
        """Return the noun for the cards."""
        return Called(CARD)


class DiscardCards(hands.DiscardCards[AmountT, WhoseT], Generic[AmountT, WhoseT], frozen=True, tag="discard"):
    """Players discard random cards from their hand; discarded cards are public (NEO-18b)."""

    whose: WhoseT = "foe"  # type: ignore[assignment] # a word of this game
    zone: Literal["hand"] = "hand"
    how: Literal["random"] = "random"
    which: AnyCard = AnyCard()


def _foe(context: EvaluationContext) -> Sequence[Seat]:
    return [seat for seat in context.names.get(FOE, ()) if seat in context.queries.seats]


WHOSE: Mapping[str, Players] = {
    **{word: PLAYERS[word] for word in ("you", "opponents", "everyone")},
    FOE: Players(_foe, PLAYERS["chosen"].target, about=FOE),
}
"""All words for players.

foe  the player of the enemy varan that the card is meant for; in an answer, who attacks or spots
"""


# Conditions on varans. They read nothing hidden: a cloaked varan shows neither trait nor damage.


class VaranIs(ConditionNode, frozen=True, tag="varan"):
    """A varan has an attribute, or is in a state."""

    of: Reference = "it"
    attribute: Asked = ""
    state: State | None = None

    def holds(self, context: EvaluationContext[VaranQueries]) -> bool:
        """Whether it is true, according to public knowledge."""
        queries = context.queries
        return any(
            queries.is_so(token, self.state) if self.state else queries.shows(token, self.attribute)
            for token in context.names.get(self.of, ())
        )

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for no condition, or for two at once."""
        if bool(self.attribute) == bool(self.state):
            yield "E414", (), gettext('this asks for one thing: an "attribute" or a "state".')

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return the clause."""
        varan = reference(self.of, "nominative", voice)
        if self.state:
            return gettext(_STATES[self.state][no], varan=varan)
        return gettext(_HAS[no], varan=varan, attribute=attribute_name(self.attribute))


_HAS = (N_("{varan} openly has {attribute}"), N_("{varan} does not openly have {attribute}"))
_STATES: dict[State, tuple[str, str]] = {
    "revealed": (N_("{varan} is revealed"), N_("{varan} is not revealed")),
    "damaged": (N_("{varan} is openly damaged"), N_("{varan} is not openly damaged")),
    "sideways": (N_("{varan} is sideways"), N_("{varan} is not sideways")),
    "in-centre": (N_("{varan} is in the Centre"), N_("{varan} is not in the Centre")),
}
"""The clause for each state, and its negation."""


Asked: TypeAlias = Annotated[str, Meta(max_length=20)]
"""An attribute, or one of the set's own traits, that a varan must have; "" for none."""


class User(Node, frozen=True):
    """The varan of yours that uses the card: one that is not sideways, and is turned sideways by it."""

    measured: ClassVar[bool] = False
    attribute: Asked = ""
    """The required attribute; "" for any varan."""
    hides: Asked = ""
    """With this attribute it is not revealed by a shot."""


class Target(Node, frozen=True):
    """The varan that the card is meant for: one for which all of it holds."""

    measured: ClassVar[bool] = False
    pieces: Literal["enemy", "own"] = "enemy"
    state: Literal["revealed", "cloaked"] = "revealed"
    within: Literal["any", "same-sector"] = "any"
    """`same-sector`: that of the user; of a card without one, a sector where you have a varan."""
    upright: bool = False
    """Whether it must not be sideways."""
    outside: bool = False
    """Whether it must not be in the Centre."""
    damaged: bool = False
    attribute: Asked = ""
    """The required attribute of a revealed one; "" for any varan."""

    def called(self, *, user: bool) -> str:
        """Return what such a varan is called, behind "on" or "at"; `user`: some varan uses the card."""
        words = pgettext("accusative", _VARANS[self.pieces, self.state])
        if self.attribute:
            words = gettext("{varan} with {attribute}", varan=words, attribute=attribute_name(self.attribute))
        if self.within == "same-sector":
            words = gettext(_ITS_SECTOR if user else _OWN_SECTOR, varan=words)
        elif self.pieces == "enemy":
            words = gettext(_ANY_SECTOR, varan=words)
        for name, message in _FURTHER:
            if getattr(self, name):
                words = gettext(message, varan=words)
        return words


_VARANS = {
    ("enemy", "revealed"): N_("a revealed enemy varan", "accusative"),
    ("enemy", "cloaked"): N_("a cloaked enemy varan", "accusative"),
    ("own", "revealed"): N_("a revealed varan of yours", "accusative"),
    ("own", "cloaked"): N_("a cloaked varan of yours", "accusative"),
}
_ITS_SECTOR = N_("{varan} in its sector")
_OWN_SECTOR = N_("{varan} in a sector where you have a varan")
_ANY_SECTOR = N_("{varan} in any sector")
_FURTHER = (
    ("outside", N_("{varan} outside the Centre")),
    ("damaged", N_("{varan} that is damaged")),
    ("upright", N_("{varan} that is not sideways")),
)


def reference(name: Reference, case: str, voice: Voice) -> str:
    """Return the phrase for a varan that a card remembers: "it" is another one in an answer."""
    return pgettext(case, _SELF if name == "self" else _ATTACKER if voice.on == "reaction" else _IT)


_IT = N_("it", "nominative", "dative")
_ATTACKER = N_("the attacking varan", "nominative", "dative")
_SELF = N_("your varan", "nominative", "dative")
