"""The card files of Neo-Combat, as the check of card files needs them (NEO-02, NEO-17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.cards.format import CardFormat, Report
from bot.engine.cards.nodes import Fault
from bot.engine.language import N_, gettext
from bot.games.neocombat.cards.cards import ActionCard, CardSet
from bot.games.neocombat.cards.words import (
    VOCABULARY,
    Attack,
    Cancel,
    CloakIt,
    Mend,
    PlayedAbility,
    Reaction,
    Reduce,
    Spot,
    Turn,
)

SMALLEST_ROSTER = 2
"""Varans for two seats of one each."""


def ability_faults(card: ActionCard, ability: PlayedAbility | Reaction) -> Iterator[Fault]:  # noqa: ARG001
    """Yield what of a use cannot be meant."""
    yield from _answer_faults(ability) if isinstance(ability, Reaction) else _play_faults(ability)


def _answer_faults(ability: Reaction) -> Iterator[Fault]:
    for number, effect in enumerate(ability.then):
        if not isinstance(effect, Cancel | Reduce):
            sentence = gettext('an answer can only "cancel" or "reduce".')
            yield "E431", ("then", number), sentence
        elif isinstance(effect, Reduce) and "sensor" in ability.to:
            yield "E431", ("then", number), gettext('a sensor does no damage: "cancel" it.')


def _play_faults(ability: PlayedAbility) -> Iterator[Fault]:
    for number, effect in enumerate(ability.then):
        place = ("then", number)
        if isinstance(effect, Cancel | Reduce):
            yield "E431", place, gettext('only an answer, with on = "reaction", can do this.')
        elif isinstance(effect, Spot | Attack) and len(ability.then) > 1:
            yield "E432", place, gettext("what can be answered is all that a use does: leave the rest out.")
        elif isinstance(effect, Turn | CloakIt | Mend) and ability.target is None:
            yield "E433", place, gettext("this happens to a varan: name a target.")
    yield from _whom_faults(ability)


def _whom_faults(ability: PlayedAbility) -> Iterator[Fault]:
    """Yield users and targets that do not go with what is done, and times that do not."""
    kind = ability.threat
    if kind is not None and (ability.target is None or ability.target.pieces == "own"):
        yield "E433", ("target",), gettext("an attack or a sensor is meant for an enemy varan.")
    if (ability.user is not None) != (kind not in (None, "sensor")):
        yield "E433", ("user",), gettext("an attack has a user, and nothing else has one.")
    if kind is not None and ability.phases != ("combat",):
        yield "E434", ("phases",), gettext("attacks and sensors are played in combat alone.")
    if kind is None and ability.extra:
        yield "E418", ("extra",), gettext("only attacks, sensors and answers give an extra card.")


def check_references(card_set: CardSet, base: Sequence[CardSet], report: Report) -> None:  # noqa: ARG001
    """Note numbers of cards and ids of varans that are used twice, and a set without any.

    A set stands by itself: its cards take the place of the usual ones.
    """
    if not (card_set.actions or card_set.varans):
        report.add("E435", (), gettext("there is neither an action card nor a varan in it."))
    if 0 < len(card_set.varans) < SMALLEST_ROSTER:
        report.add("E436", ("varans",), gettext("a roster has two varans or more."))
    for field, key, names in (
        ("actions", "number", [card.number for card in card_set.actions]),
        ("varans", "id", [varan.id for varan in card_set.varans]),
    ):
        for place, name in enumerate(names):
            if name in names[:place]:
                sentence = gettext("{number} is used twice.", number=report.quoted(name))
                report.add("E301", (field, place, key), sentence)


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
    codes={
        "E431": "an answer that does something else, or an answer's effect elsewhere",
        "E432": "an attack or a sensor beside other effects",
        "E433": "a target or a user that does not go with what is done",
        "E434": "an attack or a sensor outside of the combat",
        "E435": "a set without cards",
        "E436": "a roster that is too small",
    },
    ability=ability_faults,
    references=check_references,
    advice=lambda _: iter(()),
    further=lambda _: (),
)
"""What is printed on a card, in which places of a file, and what is checked about it."""
