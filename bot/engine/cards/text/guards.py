"""What cards cannot do to somebody, as long as a guard lasts."""

from __future__ import annotations

from bot.engine.cards.nodes import Shield
from bot.engine.cards.text.clauses import Clause, said
from bot.engine.cards.text.people import Person, another, you
from bot.engine.cards.text.power import lasting
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_, pgettext


def shield(effect: Shield, voice: Voice) -> Clause:
    """Return who is guarded, and from what."""
    card = voice.terms.card
    if effect.whose == "everyone":
        what = _guarded(another(voice), "no card can", effect, voice)
        cards = pgettext("nominative", card.one)
        return Clause(said(_NO_CARD_CAN, cards=cards, what=lasting(what, effect.until, voice)))
    what = _guarded(you(voice), "cards cannot", effect, voice)
    cards = pgettext("nominative", card.many)
    return Clause(said(_CARDS_CANNOT, cards=cards, what=lasting(what, effect.until, voice)))


_CARDS_CANNOT = N_("{cards} of others cannot {what}", "main", "inverted")
_NO_CARD_CAN = N_("no {cards} can {what}", "main", "inverted")


def _guarded(person: Person, context: str, effect: Shield, voice: Voice) -> str:
    """Return what cannot be done to somebody; a Character that was named is "it" thereafter.

    `context` says which sentence it is part of: some languages deny each part of it.
    """
    noun, against = voice.terms.character.one, effect.against
    things = []
    if "debuff" in against:
        power, character = pgettext("accusative", voice.terms.power.one), person.thing(noun, "dative")
        things.append(pgettext(context, _TAKE_POWER, power=power, character=character))
    if "level-down" in against and things:
        things.append(pgettext(context, _LEVEL_IT_DOWN))
    elif "level-down" in against:
        things.append(pgettext(context, _LEVEL_DOWN, character=person.thing(noun, "accusative")))
    if "discard" in against:
        things.append(_make_discard(person, effect))
    if len(things) == 1:
        return things[0]
    return pgettext(context, _OR, things=", ".join(things[:-1]), last=things[-1])


_TAKE_POWER = N_("take {power} from {character}", "cards cannot", "no card can")
_LEVEL_DOWN = N_("level down {character}", "cards cannot", "no card can")
_LEVEL_IT_DOWN = N_("level it down", "cards cannot", "no card can")
_OR = N_("{things} or {last}", "cards cannot", "no card can")


def _make_discard(person: Person, effect: Shield) -> str:
    if effect.whose == "everyone":
        return pgettext("no card can", "make another player discard")
    if person.second:
        return pgettext("cards cannot", "make you discard")
    return pgettext("cards cannot", "make {player} discard", player=person.subject)
