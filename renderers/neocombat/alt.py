"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.language import gettext, ngettext
from bot.engine.phrases import either
from bot.games.neocombat.cards import ActionCard, Pool
from bot.games.neocombat.cardtext import card_text
from bot.games.neocombat.varans import Varan
from bot.games.neocombat.view import NOBODY, NeoView
from bot.games.neocombat.words.abilities import attribute_name
from renderers.contract import Sort
from renderers.kit.alt_text import alt_player, cut, game_over, joined
from renderers.kit.text import printable
from renderers.neocombat.attacks import attacks
from renderers.neocombat.cards import card_name
from renderers.neocombat.hand import in_order
from renderers.neocombat.header import acting, phase_words, whose_move
from renderers.neocombat.sights import Sight, face_of, sight, sights
from renderers.neocombat.window import answer_time


def table_text(view: NeoView, names: Sequence[str], recent: Sequence[Any], pool: Pool) -> str:
    """Return the phase, the open window or the last attack, and each seat's varans."""
    short = [alt_player(names, seat) for seat in range(view.seats)]
    told = _window(view, short, pool) or _last(view, recent, pool)
    return joined(
        [_phase(view, short), told, *[_seat(view, seat, short, pool) for seat in range(view.seats)]]
    )


def _phase(view: NeoView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        winners = [names[seat] for seat in view.outcome.winners]
        return game_over("Neo-Combat", winners) if winners else gettext("Neo-Combat is over: a draw.")
    if not view.turn:
        return gettext("Neo-Combat: {phase}.", phase=phase_words(view))
    said = gettext("Neo-Combat, turn {number}: {phase}.", number=view.turn, phase=phase_words(view))
    return said if acting(view) == NOBODY else f"{said} {whose_move(view, names)}."


def _window(view: NeoView, names: Sequence[str], pool: Pool) -> str:
    fight = view.fight
    if fight is None:
        return ""
    said = gettext(
        "{card} on {varan}.",
        card=printable(card_name(face_of(pool, fight.card))),
        varan=called(sight(view, fight.target, pool)),
    )
    return f"{said} {answer_time(view, names[fight.target // view.options.team])}."


def _last(view: NeoView, recent: Sequence[Any], pool: Pool) -> str:
    found = attacks(recent)
    if not found:
        return ""
    last = found[-1]
    card = printable(card_name(face_of(pool, last.card)))
    varan = called(sight(view, last.target, pool))
    if last.killed:
        return gettext("{card} killed {varan}.", card=card, varan=varan)
    if last.shown >= 0 and last.damage < 0:
        return gettext("{card} revealed {varan}.", card=card, varan=varan)
    if last.damage > 0:
        return ngettext(
            "{card} hit {varan}: {number} damage.",
            "{card} hit {varan}: {number} damage.",
            last.damage,
            card=card,
            varan=varan,
        )
    return gettext("{card} on {varan} came to nothing.", card=card, varan=varan) if last.fended else ""


def called(seen: Sight) -> str:
    """Return a token in a word: "2.3 A3", "2.3"."""
    return f"{seen.number} {seen.varan.id}" if seen.varan else seen.number


def _seat(view: NeoView, seat: int, names: Sequence[str], pool: Pool) -> str:
    if view.out[seat]:
        return gettext("{player}: out.", player=names[seat])
    varans = [in_few_words(each) for each in sights(view, pool) if each.seat == seat]
    head = gettext(
        "{player}: {hand} cards, {kills} kills",
        player=names[seat],
        hand=view.hands[seat],
        kills=view.kills[seat],
    )
    return f"{head}; {', '.join(varans)}." if varans else f"{head}."


def in_few_words(seen: Sight) -> str:
    """Return where a token is and what is known of it, in a few words: "2.3 A3 4/5 in 2"."""
    place = gettext("in {sector}", sector=seen.sector) if seen.sector else gettext("in the Centre")
    health = f" {seen.left[0]}/{seen.varan.health}" if seen.varan else ""
    maybe = (
        f" {either([*seen.maybe, '?'] if seen.others else seen.maybe)}"
        if seen.maybe and not seen.varan
        else ""
    )
    return f"{called(seen)}{health}{maybe} {place}"


def hand_names(view: NeoView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name, with how many there are."""
    counted = [(face_of(pool, kind), view.hand.count(kind)) for kind in in_order(view, sort, pool)]
    return [f"{printable(card_name(card))}{f' ×{count}' if count > 1 else ''}" for card, count in counted]


def card_in_words(card: ActionCard) -> str:
    """Return an action card in words, as far as there is room."""
    return cut(f"{printable(card_name(card))} ({card.number}). {' '.join(card_text(card))}")


def varan_in_words(varan: Varan, name: str) -> str:
    """Return a varan in words."""
    said = gettext(
        "{varan}: speed {speed}, health {health}.", varan=name, speed=varan.speed, health=varan.health
    )
    listed = ", ".join([attribute_name(each) for each in varan.attributes])
    return cut(f"{said} {listed[:1].upper()}{listed[1:]}.") if listed else said
