"""Conditions on varans. They read nothing hidden: a cloaked varan shows neither trait nor damage."""

from __future__ import annotations

from collections.abc import Iterator

from bot.base.language import N_, gettext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.nodes import ConditionNode, Fault
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words.field import Reference, State, VaranQueries
from bot.games.neocombat.cards.words.pieces import Asked, reference


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
