"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine.cards.printed import card_name
from bot.engine.language import gettext, ngettext
from bot.games.neocombat.cards.cardgame import card_text
from bot.games.neocombat.cards.cards import ActionCard, Pool
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.cards.words.abilities import attribute_name
from bot.games.neocombat.rules.view import NOBODY, NeoView
from bot.games.neocombat.wording.names import sector_title
from renderers.contract import Sort
from renderers.kit.alt_text import alt_player, counted_names, cut, game_over, joined
from renderers.kit.text import printable
from renderers.neocombat.attacks import attacks
from renderers.neocombat.cards import in_order
from renderers.neocombat.header import acting, phase_words, whose_move
from renderers.neocombat.seats import status_of
from renderers.neocombat.sights import Sight, alive, face_of, said_of, sight, sights, varan_name
from renderers.neocombat.window import answer_time


def table_text(view: NeoView, names: Sequence[str], recent: Sequence[Any], pool: Pool) -> str:
    """Return the phase, the open window or the last attack, how each seat stands, and as many varans as there
    is room for."""
    short = [alt_player(names, seat) for seat in range(view.seats)]
    told = _window(view, pool) or _last(view, recent, pool)
    seats = [_seat(view, seat, short[seat]) for seat in range(view.seats)]
    if view.phase == "draft":
        return joined([_phase(view, short), _offer(view, pool), *seats])
    return joined([_phase(view, short), told, *seats, *_varans(view, pool)])


def closer_text(view: NeoView, tokens: Sequence[int], names: Sequence[str], pool: Pool) -> str:
    """Return what is known of tokens of one seat."""
    player = alt_player(names, tokens[0] // view.options.team)
    seen = [sight(view, token, pool) for token in tokens]
    if len(seen) > 1:
        told = ", ".join([_in_few_words(each) for each in seen])
        return cut(f"{player}: {told}.")
    (one,) = seen
    words = [varan_name(one.varan)] if one.varan else []
    words += [_in_few_words(one), *_states(one), *[attribute_name(each) for each in one.attributes]]
    return cut(f"{player}: {', '.join(words)}.")


def _phase(view: NeoView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return game_over("Neo-Combat", view.outcome, names, gettext("Neo-Combat is over: a draw."))
    if not view.turn:
        return gettext("Neo-Combat: {phase}.", phase=phase_words(view))
    said = gettext("Neo-Combat, turn {number}: {phase}.", number=view.turn, phase=phase_words(view))
    return said if acting(view) == NOBODY else f"{said} {whose_move(view, names)}."


def _window(view: NeoView, pool: Pool) -> str:
    fight = view.fight
    if fight is None:
        return ""
    said = gettext(
        "{card} on {varan}.",
        card=printable(card_name(face_of(pool, fight.card))),
        varan=called(sight(view, fight.target, pool)),
    )
    return f"{said} {answer_time(view)}."


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


def _seat(view: NeoView, seat: int, name: str) -> str:
    """Return how a seat stands."""
    if view.out[seat]:
        return gettext("{player}: out.", player=name)
    if view.phase == "draft":
        return gettext("{player}: ready.", player=name) if view.ready[seat] else ""
    said = gettext(
        "{player}: {varans} of {team}, hand {cards}, kills {kills}",
        player=name,
        varans=alive(view, seat),
        team=view.options.team,
        cards=view.hands[seat],
        kills=view.kills[seat],
    )
    _, status = status_of(view, seat)
    return f"{said}, {status}." if status else f"{said}."


def _offer(view: NeoView, pool: Pool) -> str:
    """Return which varans the viewer was dealt, and which it has kept (NEO-01a)."""
    offer, kept = ([pool.roster[each].id for each in varans] for varans in (view.offer, view.kept))
    if not offer:
        return ""
    if not kept:
        return gettext("You were dealt {varans}.", varans=", ".join(offer))
    return gettext("You were dealt {varans}; kept: {kept}.", varans=", ".join(offer), kept=", ".join(kept))


def _varans(view: NeoView, pool: Pool) -> Iterator[str]:
    """Yield sector by sector who stands there."""
    where: dict[int, list[str]] = {}
    for seen in sights(view, pool):
        where.setdefault(seen.sector, []).append(_in_few_words(seen, placed=False))
    for sector, varans in sorted(where.items()):
        yield f"{sector_title(sector)}: {', '.join(varans)}."


def _in_few_words(seen: Sight, *, placed: bool = True) -> str:
    """Return what is known of a token in a few words: "2.3 A3 4/5", "2.4 cloaked, A3 or B6"."""
    words = [called(seen)]
    if seen.varan:
        words.append(f"{seen.left[0]}/{seen.varan.health}")
    if not seen.revealed:
        words.append(gettext("cloaked"))
    if seen.maybe:
        words.append(f"({said_of(seen)})")
    if seen.sideways:
        words.append(gettext("sideways"))
    if placed:
        words.append(f"({sector_title(seen.sector)})")
    return " ".join(words)


def _states(seen: Sight) -> Iterator[str]:
    if seen.varan:
        yield gettext("speed {speed}", speed=seen.varan.speed)
    elif seen.speed > 1:
        yield gettext("speed {speed} or more", speed=seen.speed)
    if seen.moved:
        yield gettext("has moved")


def hand_names(view: NeoView, sort: Sort, pool: Pool) -> list[str]:
    """Return the cards of the viewer's hand by name, with how many there are."""
    kinds = in_order(view, sort, pool)
    return counted_names((face_of(pool, kind), view.hand.count(kind)) for kind in kinds)


def card_in_words(card: ActionCard) -> str:
    """Return an action card in words, as far as there is room."""
    return cut(f"{printable(card_name(card))} ({card.number}). {' '.join(card_text(card))}")


def varan_text(varan: Varan) -> str:
    """Return a varan of the roster in words."""
    said = gettext(
        "{varan}: speed {speed}, health {health}.",
        varan=varan_name(varan),
        speed=varan.speed,
        health=varan.health,
    )
    listed = ", ".join([attribute_name(each) for each in varan.attributes])
    return cut(f"{said} {listed[:1].upper()}{listed[1:]}.") if listed else said
