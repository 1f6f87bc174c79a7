"""Reasons for actions at Arclash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, gettext
from bot.engine.contract import Action, Seat
from bot.engine.decks import Card
from bot.engine.players.opponent import plain_reason
from bot.games.arclash.cards.cards import Pool
from bot.games.arclash.players.judgement import Judgement
from bot.games.arclash.players.planning import advanced
from bot.games.arclash.players.tableau import Tableau
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.view import ArclashView

SEEN: frozenset[type[Action]] = frozenset((actions.Play, actions.Pass))
"""The actions that are completely public: the others are chosen in secret."""

_PLAIN: Mapping[type[Any], str] = {
    actions.TakeDeck: N_("One ready deck is as good as another to it: it draws lots."),
    actions.Open: N_("A strong Level 1, from which many Characters of the deck can advance."),
    actions.Way: N_("This way costs the least useful cards."),
    actions.Pay: N_("Of the cards that can pay, this one is missed least."),
    actions.Stand: N_("No Character at hand is worth its price now."),
    actions.Renew: N_("A new stack is stronger in the next battle than the present one."),
    actions.Stay: N_("The present stack is stronger than a new one."),
    actions.Choose: N_("Of all answers this one leaves the best odds in the battle."),
}


def reason(view: ArclashView, pool: Pool, seat: Seat, action: Any) -> str:
    """Return the reason for a seat's action, in the current language; "" for none."""
    match action:
        case actions.Play():
            own, theirs = _powers(Tableau(view, pool), seat)
            if own > theirs:
                return gettext(
                    "It is ahead, {own} to {theirs}, and wants to stay so.", own=own, theirs=theirs
                )
            return gettext(
                "It is not ahead, {own} to {theirs}: the Support may turn that.", own=own, theirs=theirs
            )
        case actions.Pass():
            return _passing(Tableau(view, pool), seat, view)
        case actions.Advance(card=card):
            return _advance(Judgement(view, pool, seat), card)
        case _:
            return plain_reason(_PLAIN, action)


def _powers(tableau: Tableau, seat: Seat) -> tuple[int, int]:
    """Return a seat's power, and the power of the strongest rival."""
    return tableau.power(seat), max(
        [tableau.power(other) for other in tableau.seats if other != seat], default=0
    )


def _passing(tableau: Tableau, seat: Seat, view: ArclashView) -> str:
    own, theirs = _powers(tableau, seat)
    if own > theirs:
        why = N_("It is ahead, {own} to {theirs}: what else it holds is worth more later.")
        if _is_last(tableau, view):
            why = N_("It is ahead, {own} to {theirs}, in what may be the last battle, and needs no more.")
    else:
        why = N_("It is not ahead, {own} to {theirs}, but what it holds is worth more later.")
        if _is_last(tableau, view):
            why = N_("It is not ahead, {own} to {theirs}, and nothing that it holds is thought to turn that.")
    return gettext(why, own=own, theirs=theirs)


def _is_last(tableau: Tableau, view: ArclashView) -> bool:
    """Whether the match may end with this battle (ARC-04), so that a later one is not certain."""
    if view.options.rounds and view.turn >= view.options.rounds:
        return True
    seats = list(tableau.seats)
    strongest = max(seats, key=tableau.power)
    won = sum([tableau.level(other) for other in seats if other != strongest])
    return tableau.score(strongest) + won >= view.options.score


def _advance(judgement: Judgement, card: Card) -> str:
    """Return the power gained by a Character."""
    own, theirs = _powers(judgement.tableau, judgement.seat)
    after = advanced(judgement, judgement.tableau, card)
    if after is None:
        return ""
    return gettext(
        "Power {after} instead of {own}, against {theirs}; a level that is won scores more.",
        after=after.power(judgement.seat),
        own=own,
        theirs=theirs,
    )
