"""The card files of Neo-Combat, for the check of card files (NEO-02, NEO-17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.base.language import N_, gettext
from bot.engine.cards.files.finding import meant_or_listed, quoted
from bot.engine.cards.flow import Add
from bot.engine.cards.format import CardFormat, placed
from bot.engine.cards.nodes import EffectNode, Fault, NodePath, nodes
from bot.games.neocombat.cards.cards import ActionCard, CardSet
from bot.games.neocombat.cards.varans import ATTRIBUTES
from bot.games.neocombat.cards.words import VOCABULARY
from bot.games.neocombat.cards.words.abilities import PlayedAbility, Reaction
from bot.games.neocombat.cards.words.attacks import Attack, Cancel, Reduce, Spot
from bot.games.neocombat.cards.words.field import FOE, IT
from bot.games.neocombat.cards.words.pieces import DiscardCards, VaranIs
from bot.games.neocombat.cards.words.specials import Harm, OnVaran, Reveal

SMALLEST_ROSTER = 2
"""The minimum number of varans: two seats with one each."""


def ability_faults(card: ActionCard, ability: PlayedAbility | Reaction) -> Iterator[Fault]:  # noqa: ARG001
    """Yield the faults of a use."""
    yield from _answer_faults(ability) if isinstance(ability, Reaction) else _play_faults(ability)


def _answer_faults(ability: Reaction) -> Iterator[Fault]:
    for place, effect in _effects(ability):
        if isinstance(effect, Spot | Attack):
            yield "E431", place, gettext("an answer is no attack and no sensor: let it do damage, or reveal.")
        elif isinstance(effect, Reduce) and "sensor" in ability.to:
            yield "E431", place, gettext('a sensor does no damage: "cancel" it.')
    yield from _named_faults(ability)


def _effects(ability: PlayedAbility | Reaction) -> Iterator[tuple[NodePath, EffectNode]]:
    """Yield all effects of a use, nested ones included."""
    return ((place, node) for place, node in nodes(ability) if isinstance(node, EffectNode))


def _play_faults(ability: PlayedAbility) -> Iterator[Fault]:
    for place, effect in _effects(ability):
        if isinstance(effect, Cancel | Reduce):
            yield "E431", place, gettext('only an answer, with on = "reaction", can do this.')
        elif isinstance(effect, Spot | Attack) and place != ("then", 0):
            yield "E432", place, gettext("a use has one attack or sensor, and it comes first.")
        elif isinstance(effect, Spot | Attack) and len(ability.then) > 1:
            sentence = gettext('effects of its success go into its own "then".')
            yield "E432", place, sentence
        elif isinstance(effect, Harm | Reveal | DiscardCards) and "repair" in ability.phases:
            yield "E434", place, gettext("in Repair all choose in secret: this happens in the combat.")
    yield from _named_faults(ability)
    yield from _whom_faults(ability)


def _named_faults(ability: PlayedAbility | Reaction) -> Iterator[Fault]:
    """Yield faults for varans that were not named before, and for damage to own varans."""
    named = ability.brings()
    for place, node in nodes(ability):
        if isinstance(node, OnVaran) and node.to not in named:
            yield "E433", (*place, "to") if node.to == "self" else place, gettext(_UNNAMED[node.to])
        elif isinstance(node, VaranIs) and node.of not in named:
            yield "E433", (*place, "of") if node.of == "self" else place, gettext(_UNNAMED[node.of])
        elif isinstance(node, Harm) and not {IT, FOE} <= named:
            yield "E433", place, gettext("damage is done to an enemy varan: name one as the target.")


_UNNAMED = {
    "it": N_("this is an effect on a varan: name a target; a sensor has no attacker."),
    "self": N_("no varan of yours uses this card: name a target, and leave this out."),
}


def _whom_faults(ability: PlayedAbility) -> Iterator[Fault]:
    """Yield users, targets and phases that do not fit the effects."""
    kind = ability.threat
    if ability.target is not None and ability.target.attribute and ability.target.state == "cloaked":
        yield (
            "E433",
            ("target", "attribute"),
            gettext("the attributes of a cloaked varan are hidden: leave it out."),
        )
    if kind is not None and (ability.target is None or ability.target.pieces == "own"):
        yield "E433", ("target",), gettext("an attack or a sensor is meant for an enemy varan.")
    if (ability.user is not None) != ability.is_attack:
        yield "E433", ("user",), gettext("an attack has a user, and nothing else has one.")
    if kind is not None and ability.phases != ("combat",):
        yield "E434", ("phases",), gettext("attacks and sensors are played in combat alone.")
    if kind is None and ability.extra:
        yield "E418", ("extra",), gettext("only attacks, sensors and answers give an extra card.")


def _check_traits(card_set: CardSet, add: Add) -> None:
    """Report traits that the set does not declare."""
    known = (*ATTRIBUTES, *card_set.traits)

    def look(trait: str, place: NodePath) -> None:
        if trait and trait not in known:
            sentence = gettext(
                "{trait} is no attribute, and no trait of this set{meant}.",
                trait=quoted(trait),
                meant=meant_or_listed(trait, known),
            )
            add("E437", place, sentence)

    for number, trait in enumerate(card_set.traits):
        if trait in known[: len(ATTRIBUTES) + number]:
            sentence = gettext("{number} is used twice.", number=quoted(trait))
            add("E301", ("traits", number), sentence)
    for number, varan in enumerate(card_set.varans):
        for at, trait in enumerate(varan.attributes):
            look(trait, ("varans", number, "attributes", at))
    for place, card in placed(card_set, ("actions",)):
        for count, ability in enumerate(card.abilities):
            for where, node in nodes(ability):
                for key in ("attribute", "hides", "extra"):
                    look(getattr(node, key, ""), (*place, "abilities", count, *where, key))


def check_references(card_set: CardSet, base: Sequence[CardSet], add: Add) -> None:  # noqa: ARG001
    """Report duplicate card numbers and varan ids, and a set without any cards.

    A set is self-contained: its cards replace the standard ones.
    """
    _check_traits(card_set, add)
    if not (card_set.actions or card_set.varans):
        add("E435", (), gettext("there is neither an action card nor a varan in it."))
    if 0 < len(card_set.varans) < SMALLEST_ROSTER:
        add("E436", ("varans",), gettext("a roster has two varans or more."))
    for field, key, names in (
        ("actions", "number", [card.number for card in card_set.actions]),
        ("varans", "id", [varan.id for varan in card_set.varans]),
    ):
        for place, name in enumerate(names):
            if name in names[:place]:
                sentence = gettext("{number} is used twice.", number=quoted(name))
                add("E301", (field, place, key), sentence)


FORMAT = CardFormat(
    vocabulary=VOCABULARY,
    file=CardSet,
    cards=("actions",),
    tables={
        "CardSet": N_("the card set"),
        "ActionCard": N_("an action card"),
        "Varan": N_("a varan"),
        "Played": N_("the ability"),
        "Reaction": N_("the ability"),
        "User": N_("the user"),
        "Target": N_("the target"),
    },
    ability=ability_faults,
    references=check_references,
    advice=lambda _: iter(()),
    further=lambda _: (),
)
"""The printed fields of a card, their places in a file, and their checks."""
