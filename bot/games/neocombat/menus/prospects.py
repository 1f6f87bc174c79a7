"""The expected result of a play, by its player's knowledge: damage, kills, revelations, possible answers."""

from __future__ import annotations

from collections.abc import Iterator

from bot.base.language import N_, gettext
from bot.engine.cards.explaining import describe_effect
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.terms import Voice
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words import (
    VOCABULARY,
    Attack,
    CloakIt,
    DrawCards,
    Harm,
    Mend,
    PlayedAbility,
    Reveal,
    Turn,
)
from bot.games.neocombat.rules.actions import NONE, Play
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.wording.names import Talk, damage_words


def way_of(talk: Talk, play: Play) -> PlayedAbility:
    """Return the use of the played card."""
    return talk.lexicon.pool.ways[play.card][play.way]


def result(talk: Talk, play: Play) -> str:
    """Return the result of a play without an answer: "2 damage, kills", "is revealed"."""
    way = way_of(talk, play)
    if way.threat == "sensor":
        return gettext("is revealed")
    first = way.then[0]
    if not isinstance(first, Attack):
        return ", ".join([_effect(talk, each, play) for each in way.then])
    damage = first.by
    if talk.varan_of(play.target) == UNKNOWN:
        return damage_words(damage)
    left = talk.health_left(play.target)
    if damage >= left:
        return gettext("{damage}, kills", damage=damage_words(damage))
    return gettext("{damage}, {left} more would kill", damage=damage_words(damage), left=left - damage)


def _effect(talk: Talk, effect: EffectNode, play: Play) -> str:
    if isinstance(effect, Mend) and effect.to == "it":
        damage = min(effect.by, talk.view.wounds[talk.varan_of(play.target)])
        return gettext("{damage} taken off", damage=damage_words(damage))
    if isinstance(effect, DrawCards) and effect.whose == "you":
        return gettext("you draw")
    if isinstance(effect, Harm):
        return damage_words(effect.by)
    if isinstance(effect, Turn | CloakIt | Reveal) and effect.to == "it":
        return gettext(_EFFECTS[type(effect)])
    return describe_effect(effect, Voice(VOCABULARY)).removesuffix(".")


_EFFECTS: dict[type, str] = {
    Turn: N_("is turned sideways"),
    CloakIt: N_("is cloaked"),
    Reveal: N_("is revealed"),
}


def _answer_words(talk: Talk, play: Play) -> str:
    """Return whether the target's owner may answer, by public knowledge; "" without a question."""
    if way_of(talk, play).threat is None:
        return ""
    if not talk.view.hands[talk.owner(play.target)]:
        return gettext("they hold no card")
    return gettext("they may answer")


def hint(talk: Talk, play: Play) -> str:
    """Return the result of a play, and whether it may be answered."""
    return "; ".join([words for words in (result(talk, play), _answer_words(talk, play)) if words])


def consequences(talk: Talk, play: Play) -> Iterator[str]:
    """Yield the further results of a play: revelations, and that its user is turned sideways."""
    way = way_of(talk, play)
    if way.user is None or play.user == NONE:
        return
    its = talk.view.tokens[play.user]
    user = talk.token(play.user)
    if way.threat in ("shot", "flame") and not its.revealed:
        attributes = talk.lexicon.pool.roster[talk.varan_of(play.user)].attributes
        if way.user.hides and way.user.hides in attributes:
            attribute = attribute_name(way.user.hides)
            yield gettext(
                "{user} stays cloaked, but shows an attribute: {attribute}.", user=user, attribute=attribute
            )
        else:
            yield gettext("{user} is revealed by it.", user=user)
    yield gettext("{user} is turned sideways afterwards.", user=user)
