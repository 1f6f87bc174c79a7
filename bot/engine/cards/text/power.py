"""What a card does to power and levels, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.engine.cards.nodes import Buff, Debuff, LevelDown, Until
from bot.engine.cards.text.amounts import Measure, dice_words, measure
from bot.engine.cards.text.clauses import Clause, Deed, does, said
from bot.engine.cards.text.grammar import Called, Noun
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_, gettext

_BATTLE_BOUND = ("played", "start-of-battle")
"""Triggers of which everybody knows that what they give is for this turn."""


def lasting(what: str, until: Until, voice: Voice, *, comma: bool = False) -> str:
    """Return something with how long it lasts: "50 power this turn"; as it is, where it is so all the time.

    `comma` sets it off from what has commas itself.
    """
    return what if voice.static else gettext(_LASTING[until][comma], what=what)


_LASTING: Mapping[Until, Mapping[bool, str]] = MappingProxyType(
    {
        "turn": {False: N_("{what} this turn"), True: N_("{what}, this turn")},
        "next-turn": {
            False: N_("{what} until the end of the next turn"),
            True: N_("{what}, until the end of the next turn"),
        },
        "stack": {
            False: N_("{what} as long as this card is in its stack"),
            True: N_("{what}, as long as this card is in its stack"),
        },
    }
)
"""How long each lasts, by whether it is set off by a comma."""


# Power and levels


def buff(effect: Buff, voice: Voice) -> Clause:
    """Return how power is added."""
    return _power(effect, voice, _HAS if voice.static else _GAINS, "more")


def debuff(effect: Debuff, voice: Voice) -> Clause:
    """Return how power is taken."""
    return _power(effect, voice, _HAS if voice.static else _LOSES, "less")


_GAINS = N_("{character} gains {power}", "main", "inverted")
_LOSES = N_("{character} loses {power}", "main", "inverted")
_HAS = N_("{character} has {power}", "main", "inverted")


def _power(effect: Buff | Debuff, voice: Voice, message: str, more: str) -> Clause:
    unit = voice.terms.power
    if voice.static:
        unit = Noun(f"{more} {unit.one}", f"{more} {unit.many}", counted=False)
    character = target(effect.whose, voice).thing(voice.terms.character.one, "nominative")
    goes_without_saying = effect.until == "turn" and voice.on in _BATTLE_BOUND

    def told(amount: str) -> Clause:
        power = amount
        if not goes_without_saying:
            power = lasting(amount, effect.until, voice, comma="," in amount)
        return Clause(said(message, character=character, power=power), swift=True)

    return measured(measure(effect.by, Called(unit), voice), told, voice)


def measured(amount: Measure, told: Callable[[str], Clause], voice: Voice) -> Clause:
    """Return a clause with an amount in it; standing alone, dice are rolled in a sentence of their own."""
    whole = told(amount.words)
    if amount.first is None:
        return whole
    dice = dice_words(amount.first.dice, amount.first.sides, "accusative")
    roll = does(ROLL, you(voice), voice, dice=dice)
    return whole._replace(sentences=(roll.words, told(amount.after).words))


ROLL = Deed(
    N_("roll {dice}", "imperative", "infinitive"),
    N_("you roll {dice}", "main", "inverted"),
    N_("{player} rolls {dice}", "main", "inverted"),
)


def level_down(effect: LevelDown, voice: Voice) -> Clause:
    """Return whose Character levels down."""
    character = target(effect.whose, voice).thing(voice.terms.character.one, "nominative")
    return Clause(said(_LEVELS_DOWN, character=character), swift=True)


_LEVELS_DOWN = N_("{character} levels down", "main", "inverted")
