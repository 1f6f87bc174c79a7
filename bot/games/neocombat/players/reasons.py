"""Reasons for actions at Neo-Combat. A cloaked varan is named only if that is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, gettext, ngettext
from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import If
from bot.engine.contract import Action, Seat
from bot.engine.players.opponent import plain_reason
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words import Attack, CloakIt, DiscardCards, Harm, Mend, Reveal, Turn
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.view import NeoView

SEEN: frozenset[type[Action]] = frozenset(
    (actions.Move, actions.Stop, actions.Play, actions.Defend, actions.Pass)
)
"""The actions that are completely public: the others are chosen in secret."""

_PLAIN: Mapping[type[Any], str] = {
    actions.Keep: N_("Of the varans dealt it is worth most."),
    actions.Stop: N_("All stand where they should."),
    actions.Dress: N_("It heals most there, and little of the card is wasted."),
    actions.Cloak: N_("A cloaked varan cannot be shot at."),
    actions.Shuffle: N_("Then others do not know any more which varan is where."),
    actions.Discard: N_("Of the cards in hand this one is missed least."),
    actions.Ready: N_("There is nothing left to repair."),
    actions.ByLot: N_("There is nothing to choose that matters."),
}

_SPECIAL: Mapping[type[Any], str] = {
    DrawCards: N_("More cards in hand are more attacks and answers."),
    Turn: N_("A sideways varan cannot attack, or cloak in Repair."),
    CloakIt: N_("A varan that is cloaked again is no target for the rest of the turn."),
    Harm: N_("This damage cannot be answered."),
    Reveal: N_("Once it is revealed, it can be attacked."),
    DiscardCards: N_("Fewer cards in their hand are fewer attacks and answers."),
    If: N_("What may come of it is worth the card."),
    Mend: N_("It takes damage off a varan before the next hit."),
}


def reason(view: NeoView, pool: Pool, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Play():
            return _play(view, pool, action)
        case actions.Defend(card=card):
            return _defence(view, pool, card)
        case actions.Move(to=to):
            return _move(view, seat, to)
        case actions.Pass():
            return gettext(_passing(view))
        case _:
            return plain_reason(_PLAIN, action)


def _passing(view: NeoView) -> str:
    if view.fight is not None:
        return N_("An answer would cost more than the hit.")
    if view.phase == "movement":
        return N_("It waits to see where the others go.")
    return N_("No card is worth now what it would cost.")


def _play(view: NeoView, pool: Pool, play: actions.Play) -> str:
    way = pool.ways[play.card][play.way]
    if way.threat == "sensor":
        return gettext("Once it is revealed, it can be attacked.")
    first = way.then[0] if way.then else None
    if isinstance(first, Attack):
        left = _known_left(view, pool, play.target)
        if left is not None and first.by >= left:
            return gettext("Damage {damage}: unanswered it leaves the game.", damage=first.by)
        if left is not None:
            return gettext(
                "Damage {damage} of the {left} that it can still take.", damage=first.by, left=left
            )
        return gettext("Damage {damage}, unless it is answered.", damage=first.by)
    return next((gettext(_SPECIAL[type(effect)]) for effect in way.then if type(effect) in _SPECIAL), "")


def _known_left(view: NeoView, pool: Pool, token: int) -> int | None:
    """Return the remaining health of a token whose varan is publicly known; None for any other."""
    seat, place = divmod(token, view.options.team)
    varan = view.knowledge[seat].name_of(place)
    return None if varan == UNKNOWN else pool.roster[varan].health - view.wounds[varan]


def _defence(view: NeoView, pool: Pool, card: int) -> str:
    fight = view.fight
    way = None if fight is None else pool.answer(card, fight.kind)
    if fight is None or way is None:
        return ""
    left = way.left_of(fight.by)
    if not way.cancels and left == fight.by:
        return gettext("It answers in kind.")
    if fight.kind == "sensor":
        return gettext("It stays cloaked, and no target.")
    return gettext("It takes damage {damage} instead of {by}.", damage=left, by=fight.by)


def _move(view: NeoView, seat: Seat, to: int) -> str:
    """Return the reason for a sector: a target to attack or to spot, the Centre, or safety."""
    team = view.options.team
    others = [
        its
        for token, its in enumerate(view.tokens)
        if its.here and its.sector == to and token // team != seat
    ]
    revealed = sum([its.revealed for its in others])
    if revealed:
        return ngettext(
            "{number} revealed enemy is there as a target for strikes.",
            "{number} revealed enemies are there as targets for strikes.",
            revealed,
        )
    if to == actions.CENTRE:
        return gettext("A player with a varan in the Centre draws one more card each turn.")
    if others:
        return ngettext(
            "{number} cloaked enemy is there to be spotted.",
            "{number} cloaked enemies are there to be spotted.",
            len(others),
        )
    return gettext("There is no enemy: it is safer there.")
