"""Refusals as sentences in the game's words, from public information and the player's own."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, gettext, messages, ngettext, pgettext
from bot.engine.contract import Seat
from bot.engine.errors import IllegalAction
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words.abilities import THREATS, PlayedAbility, Reaction, phases_named
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.play_faults import Fault, again_by
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.view import token_name


def card_name(queries: NeoCombatQueries, card: int) -> str:
    """Return the name of a card."""
    return pgettext("card", queries.face(card).name)


def name_of(queries: NeoCombatQueries, token: int) -> str:
    """Return a token's readable number, such as `2.3`; also for a token that does not exist."""
    return (
        token_name(token, queries.team) if 0 <= token < len(queries.state.tokens) else gettext("That varan")
    )


def sector_name(sector: int) -> str:
    """Return the name of a sector, as used after "in"."""
    return gettext("sector {number}", number=sector) if sector else pgettext("dative", "the Centre")


def refused(
    queries: NeoCombatQueries, card: int, way: PlayedAbility | Reaction, fault: Fault, user: int, target: int
) -> IllegalAction:
    """Give the reason against a play, or an answer."""
    taken, again, wanted = "", "", ""
    if isinstance(way, PlayedAbility):
        taken = attribute_name(way.user.attribute) if way.user is not None and way.user.attribute else ""
        wanted = attribute_name(way.target.attribute) if way.target is not None else ""
        again = attribute_name(again_by(way.threat)) if way.threat is not None else ""
    return IllegalAction.translated(
        SENTENCES[fault],
        card=card_name(queries, card),
        user=name_of(queries, user),
        target=name_of(queries, target),
        extra=attribute_name(way.extra) if way.extra else "",
        attribute=taken,
        again=again,
        wanted=wanted,
    )


def not_held(queries: NeoCombatQueries, card: int) -> IllegalAction:
    """Say that the player does not hold a card, or has chosen to use it."""
    if not 0 <= card < len(queries.pool.actions):
        return IllegalAction.translated("There is no such card: choose one of your hand.")
    return IllegalAction.translated(
        "You do not hold {card}: choose a card of your hand.", card=card_name(queries, card)
    )


def not_played_now(queries: NeoCombatQueries, card: int) -> IllegalAction:
    """Say when a card is played, because it cannot be played now."""
    name, face = card_name(queries, card), queries.face(card)
    if not face.ways:
        return IllegalAction.translated(
            "{card} answers an attack or a sensor: keep it until one is on you.", card=name
        )
    phases = phases_named(tuple(dict.fromkeys([phase for way in face.ways for phase in way.phases])))
    return IllegalAction.translated("{card} is played in {phases}, not now.", card=name, phases=phases)


def no_such_way(queries: NeoCombatQueries, card: int) -> IllegalAction:
    """Say that a card has no such use."""
    return IllegalAction(
        ngettext(
            "{card} has {number} use only.",
            "{card} has {number} uses only.",
            len(queries.face(card).ways),
            card=card_name(queries, card),
        )
    )


def no_answer(queries: NeoCombatQueries, card: int, kind: str) -> IllegalAction:
    """Say that a card does not answer the current attack or sensor."""
    return IllegalAction.translated(
        "{card} does not answer {what}: choose another card, or pass.",
        card=card_name(queries, card),
        what=pgettext("accusative", THREATS[kind]),
    )


def not_your_turn(queries: NeoCombatQueries, seat: Seat) -> IllegalAction:
    """Name the seats to act instead."""
    state = queries.state
    if state.out[seat]:
        return IllegalAction.translated("You are out of this match.")
    if state.phase in ("draft", "repair"):
        return IllegalAction.translated("You have handed off already: wait until all have.")
    if state.fight is not None:
        return IllegalAction.translated(
            "{target} is not yours: seat {seat} may answer now.",
            target=name_of(queries, state.fight.target),
            seat=queries.owner(state.fight.target) + 1,
        )
    return IllegalAction.translated("It is not your turn: wait for seat {seat}.", seat=state.current + 1)


def wrong_moment(queries: NeoCombatQueries, action: object) -> IllegalAction:
    """Return a sentence on when an action is possible, and on the current phase."""
    state = queries.state
    now = "window" if state.fight is not None else "second" if state.second is not None else state.phase
    belongs = _BELONGS.get(type(action))
    if belongs is None:
        return IllegalAction.translated("Neo-Combat knows no such action.")
    return IllegalAction.translated("{belongs}: {now}.", belongs=gettext(belongs), now=gettext(_NOW[now]))


def varan_refused(queries: NeoCombatQueries, seat: Seat, token: int, fault: Fault) -> IllegalAction:
    """Return the refusal of moving, cloaking or shuffling a varan (`token_faults`)."""
    own = token in queries.tokens_of(seat)
    return IllegalAction.translated(
        fault,
        token=name_of(queries, token),
        speed=queries.varan(token).speed if own else "",
        step=queries.state.step,
    )


def no_sector(queries: NeoCombatQueries, token: int, to: int) -> IllegalAction:
    """Say why a varan cannot go to a sector."""
    if queries.state.tokens[token].sector == to:
        return IllegalAction.translated(
            "{token} is in {sector} already: choose another sector, or a new one.",
            token=name_of(queries, token),
            sector=sector_name(to),
        )
    there_are = ", ".join([str(sector) for sector in queries.sectors() if sector])
    return IllegalAction.translated(
        "There is no such sector: there are {sectors}, the Centre, and a new one.", sectors=there_are
    )


def cannot_dress(queries: NeoCombatQueries, card: int) -> IllegalAction:
    """Say that a card is not for Repair."""
    return IllegalAction.translated(
        "{card} is not used in Repair: discard it or keep it.", card=card_name(queries, card)
    )


def discard_more(number: int) -> IllegalAction:
    """Say how many cards must be discarded first (NEO-15)."""
    return IllegalAction(
        ngettext("Discard {number} more card first.", "Discard {number} more cards first.", number)
    )


SENTENCES = messages("neocombat", "plays", dict[Fault, str])
"""The reasons against a play, by code."""

_BELONGS: Mapping[type, str] = {
    actions.Keep: N_("Varans are kept in the draft"),
    actions.Move: N_("Varans move in the movement"),
    actions.Stop: N_("Who makes no more moves says so in the movement"),
    actions.Play: N_("Cards are played in one's turn of the combat, some before the movement"),
    actions.Defend: N_("Answers are played when an attack or a sensor is on a varan of yours"),
    actions.Pass: N_("Who passes does so in the movement or the combat"),
    actions.Dress: N_("Varans are repaired in Repair"),
    actions.Cloak: N_("Varans cloak again in Repair"),
    actions.Shuffle: N_("Varans are shuffled in Repair"),
    actions.Discard: N_("Cards are discarded in Repair"),
    actions.Ready: N_("Your choices are confirmed in Repair"),
    actions.ByLot: N_("The lot decides in the draft and in Repair"),
}
_NOW = messages("neocombat", "now", dict[str, str])
