"""Amounts in words, such as "25 power for each point, at most 100", filtered cards, and prices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.base.language import N_, NN_, gettext, messages, npgettext, pgettext
from bot.engine.cards.nodes import Amount, AmountNode, CostNode, FilterNode
from bot.engine.cards.text.clauses import Clause, VerbForms, does
from bot.engine.cards.text.grammar import Called, Case, article, plain
from bot.engine.cards.text.people import Person, you
from bot.engine.cards.text.terms import Mood, Voice
from bot.engine.sentences import listed


class Measure(NamedTuple):
    """An amount in words, as the object of a verb."""

    words: str
    """The complete phrase: "25 power for each point rolled on a die"."""
    after: str
    """The phrase for use after a sentence that rolls `first`: "25 power for each point"."""
    first: tuple[int, int] | None = None
    """The number of dice and of their sides that must be rolled first."""


def measure(amount: Amount, unit: Called, voice: Voice) -> Measure:
    """Return an amount of a thing in words: "50 power", "a card for each point"."""
    if not isinstance(amount, AmountNode):
        return same(unit.several(amount, "accusative"))
    return amount.describe(unit, voice)


def same(words: str) -> Measure:
    """Return an amount whose wording does not depend on where dice are rolled."""
    return Measure(words, words)


def bounded(words: str, at_most: int) -> str:
    """Return an amount with its upper limit, if it has one."""
    return gettext("{amount}, at most {number}", amount=words, number=at_most) if at_most else words


def measured(amount: Measure, told: Callable[[str], Clause], voice: Voice) -> Clause:
    """Return a clause with an amount; as a sentence of its own, dice are rolled in a separate sentence before
    it.
    """
    whole = told(amount.words)
    if amount.first is None:
        return whole
    roll = does(ROLL, you(voice), voice, dice=dice_words(*amount.first, "accusative"))
    return whole._replace(sentences=(roll.words, told(amount.after).words))


ROLL = VerbForms("roll {dice}", "you roll {dice}", "{player} rolls {dice}")

# Dice


def dice_words(dice: int, sides: int, case: Case) -> str:
    """Return dice: "a die", "two dice", "a 10-sided die"."""
    if dice == 1:
        if sides == 6:
            return pgettext(case, _DIE)
        return pgettext(case, _SIDED_DIE[article(str(sides))], sides=sides)
    many = pgettext("dice", _SPOKEN[dice - 2])
    if sides == 6:
        return npgettext(case, *_DICE, dice, many=many)
    return npgettext(case, *_SIDED_DICE, dice, many=many, sides=sides)


_DIE = N_("a die", "accusative", "dative")
_SIDED_DIE = {
    "a": N_("a {sides}-sided die", "accusative", "dative"),
    "an": N_("an {sides}-sided die", "accusative", "dative"),
}
_DICE = NN_("{many} die", "{many} dice", "accusative", "dative")
_SIDED_DICE = NN_("{many} {sides}-sided die", "{many} {sides}-sided dice", "accusative", "dative")
_SPOKEN = messages("card-texts", "spoken", tuple[str, ...])


def describe_filter(
    which: FilterNode, count: int, voice: Voice, case: Case = "nominative", *, up_to: bool = False
) -> str:
    """Return a number of matching cards: "a [Tidal] Character of Level 1 or 2", "up to 2 Supports".

    A single card is not "up to 1": a player who may take it may also refuse it.
    """
    cards = which.called(voice).several(count, case)
    return gettext("up to {cards}", cards=cards) if up_to and count > 1 else cards


def card_word(words: str) -> str:
    """Return a word printed on cards, or a card's name, in the current language."""
    return plain(pgettext("card", words)) if words else ""


def from_hand(cards: str, which: FilterNode, person: Person) -> str:
    """Return such cards "from your hand" if cards in play could be meant too; else the cards alone."""
    if not which.known_in_play():
        return cards
    if person.second:
        return gettext("{cards} from your hand", cards=cards)
    return gettext("{cards} from their hand", cards=cards)


DISCARD = VerbForms("discard {cards}", "you discard {cards}", "{player} discards {cards}")


def describe_cost(cost: CostNode, voice: Voice) -> str:
    """Return one cost: "discard 2 cards"; for a requirement, "you have 5 or more cards ..."."""
    return payments((cost,), voice) if cost.given else cost.describe(voice, "infinitive")


def payments(costs: Sequence[CostNode], voice: Voice, mood: Mood = "infinitive") -> str:
    """Return the payments: "discard a [Tidal] card and another card"; "" for none."""
    cards: list[str] = []
    named = False
    for cost in costs:
        if cost.from_hand or cost.from_deck:
            cards.append(cost.describe(voice, mood, more=named))
            named = named or bool(cost.from_hand)
    given = [pgettext(mood, DISCARD.bare, cards=listed(cards))] if cards else []
    further = [cost for cost in costs if cost.given and not (cost.from_hand or cost.from_deck)]
    return listed(given + [cost.describe(voice, mood) for cost in further])


def requirements(costs: Sequence[CostNode], voice: Voice) -> str:
    """Return the requirements as a clause after "if"; "" for none."""
    return listed([cost.describe(voice, "infinitive") for cost in costs if not cost.given])
